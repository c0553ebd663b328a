/**
 * @file tn_elicit.hpp
 * tn_elicit for C++17 and later: the C library with RAII, string views and callables. Header-only.
 *
 * A host's reader loop hands each line of the server's to server_request_response and writes what
 * comes:
 *
 * ~~~{.cpp}
 * auto resolver = [](std::string_view request) {
 *     std::cout << request << '\n';
 *     return tn_elicit::Answer::accept(R"({"name":"muthu"})");
 * };
 * tn_elicit::Outcome outcome = tn_elicit::server_request_response(resolver, line);
 * if (outcome.reply)
 *     to_server << outcome.reply.view() << '\n';
 * ~~~
 *
 * What holds for everything here:
 *
 * - **Text** is JSON in UTF-8; the conventions at the top of tn_elicit.h say what is accepted and
 *   what passes through unchanged.
 * - **Rules** stand at the C function that is named with each one here, with where they come from.
 * - **Two levels.** The functions whose names start with `try_` return a Result, never throw, and
 *   hand out the library's own buffer (Text) without a copy. The others throw an Error and return
 *   `std::string`, or a Text where there may be none; they exist where exceptions are enabled.
 * - **Ownership.** Views that are passed in are borrowed for the call. What is returned owns its
 *   memory.
 * - **Threads.** Any thread may call any function at any time. An object is used by one thread at a
 *   time, as with the standard library's.
 * - **Linking.** As for C: `libtn_elicit.so` or `libtn_elicit.a`.
 */
#ifndef TN_ELICIT_HPP
#define TN_ELICIT_HPP

#include "tn_elicit.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

/// @cond
namespace tn_elicit::boundary {

// One call of a host's resolver, without its type.
struct Call {
    std::int32_t (*resolve)(Call &call, std::string_view request, tn_answer *answer) noexcept;
};

// What Rust calls. A C function cannot be a template, so there is one for all types of resolvers.
// It is noexcept, because no exception may enter Rust; `resolve` catches them.
extern "C" inline std::int32_t tn_elicit_cpp_resolver(void *user_data, const char *request,
                                                      std::size_t request_len,
                                                      tn_answer *answer) noexcept {
    auto &call = *static_cast<Call *>(user_data);
    return call.resolve(call, {request, request_len}, answer);
}

} // namespace tn_elicit::boundary
/// @endcond

/** tn_elicit for C++: see tn_elicit.hpp. */
namespace tn_elicit {

// The functions below differ with and without exceptions. Different names keep the linker from
// joining the two where a program has both.
#ifdef __cpp_exceptions
inline namespace with_exceptions {
#else
inline namespace without_exceptions {
#endif

/**
 * What a function did: the C library's statuses. Those below `ok` are failures.
 *
 * ~~~{.cpp}
 * if (error.status() == tn_elicit::Status::invalid_json) …
 * ~~~
 */
enum class Status : std::int32_t {
    /// Done.
    ok = TN_OK,
    /// Done, and there is nothing to write back.
    no_reply = TN_NO_REPLY,
    /// Done: there is a reply, a cancel, because the resolver failed.
    resolver_failed = TN_RESOLVER_FAILED,
    /// A pointer is null. Not from these functions: an empty view is an empty text.
    null_argument = TN_ERR_NULL_ARGUMENT,
    /// A text is not valid UTF-8.
    invalid_utf8 = TN_ERR_INVALID_UTF8,
    /// A text is not valid JSON.
    invalid_json = TN_ERR_INVALID_JSON,
    /// There is no memory for a text.
    out_of_memory = TN_ERR_OUT_OF_MEMORY,
    /// A bug in the library, caught at its boundary. The process can go on.
    panic = TN_ERR_PANIC,
    /// The server asks for input that was not advertised, or that cannot be asked. From the
    /// functions for input_required results, and from try_url_elicitations().
    unsupported_input = TN_ERR_UNSUPPORTED_INPUT,
    /// A result's `resultType` is unknown, and the result must not pass for the final one. From the
    /// functions for input_required results alone.
    unknown_result_type = TN_ERR_UNKNOWN_RESULT_TYPE
};

/**
 * Why something failed. It is thrown, held by a Result, or the cause in an Outcome.
 *
 * It owns its message, without memory of its own: to copy it cannot fail.
 *
 * ~~~{.cpp}
 * try {
 *     tn_elicit::elicitation_to_request("[1,]");
 * } catch (const tn_elicit::Error &error) {
 *     std::cerr << error.what() << '\n'; // names line 1 column 4
 * }
 * ~~~
 */
class Error : public std::exception {
  public:
    /// No error: Status::ok and an empty message.
    Error() noexcept = default;

    /// What a function of the C library reported.
    explicit Error(const tn_error &error) noexcept : error_(error) {}

    /// An error with this message, which is cut at a character (of UTF-8) after 251 bytes.
    Error(Status status, std::string_view message) noexcept {
        error_.status = static_cast<tn_status>(status);
        std::size_t length = std::min(message.size(), sizeof error_.message - 1);
        if (length < message.size())
            while (length > 0 && (static_cast<unsigned char>(message[length]) & 0xC0U) == 0x80U)
                --length;
        std::copy_n(message.data(), length, error_.message);
    }

    /// What kind of error it is.
    [[nodiscard]] Status status() const noexcept { return static_cast<Status>(error_.status); }

    /// The message, in English, with line and column where a text is invalid. It is this object's.
    /// The library's own messages never quote the input, which may hold secrets.
    [[nodiscard]] const char *what() const noexcept override { return error_.message; }

  private:
    tn_error error_{};
};

/**
 * A text that the library made, in its own buffer; it is freed with this object. It can be moved
 * and not copied. Or no text at all, which converts to false.
 *
 * ~~~{.cpp}
 * if (auto request = tn_elicit::try_elicitation_to_request(params))
 *     show(request->view());
 * ~~~
 *
 * It may be moved to, and freed on, another thread.
 */
class Text {
  public:
    /// No text.
    Text() noexcept = default;

    /// Takes over what a function of the C library made.
    explicit Text(tn_string text) noexcept : text_(text) {}

    /// Takes the other's text; the other has none then.
    Text(Text &&other) noexcept : text_(other.release()) {}

    /// Frees its own text and takes the other's.
    Text &operator=(Text &&other) noexcept {
        Text moved(std::move(other));
        std::swap(text_, moved.text_);
        return *this;
    }

    Text(const Text &) = delete;
    Text &operator=(const Text &) = delete;

    ~Text() { tn_string_free(&text_); }

    /// Whether there is a text.
    [[nodiscard]] explicit operator bool() const noexcept { return text_.data != nullptr; }

    /// The text, for as long as this object has it; empty if there is none.
    [[nodiscard]] std::string_view view() const noexcept { return {c_str(), text_.len}; }

    /// The same as view(), so that it can be passed where a view is due.
    operator std::string_view() const noexcept { return view(); }

    /// The text with a NUL behind it, for as long as this object has it; empty if there is none.
    [[nodiscard]] const char *c_str() const noexcept {
        return text_.data != nullptr ? text_.data : "";
    }

    /// Its length in bytes.
    [[nodiscard]] std::size_t size() const noexcept { return text_.len; }

    /// A copy of the text.
    [[nodiscard]] std::string str() const { return std::string(view()); }

    /// Gives the text away, for C: the caller frees it with `tn_string_free`.
    [[nodiscard]] tn_string release() noexcept { return std::exchange(text_, tn_string{}); }

  private:
    tn_string text_{};
};

/**
 * A value, or the Error why there is none; like `std::expected<T, Error>`.
 *
 * ~~~{.cpp}
 * auto result = tn_elicit::try_answer_to_elicit_result(answer);
 * if (!result)
 *     return log(result.error().what());
 * send(result->view());
 * ~~~
 */
template <class T> class [[nodiscard]] Result {
  public:
    /// A value.
    Result(T value) noexcept : state_(std::in_place_index<0>, std::move(value)) {}

    /// No value.
    Result(const Error &error) noexcept : state_(std::in_place_index<1>, error) {}

    /// Whether there is a value.
    [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }

    /// The same as has_value().
    [[nodiscard]] explicit operator bool() const noexcept { return has_value(); }

    /// The value. There must be one.
    [[nodiscard]] T &operator*() & noexcept { return *std::get_if<0>(&state_); }

    /// The value. There must be one.
    [[nodiscard]] const T &operator*() const & noexcept { return *std::get_if<0>(&state_); }

    /// The value, to be moved from. There must be one.
    [[nodiscard]] T &&operator*() && noexcept { return std::move(**this); }

    /// The value's member. There must be a value.
    [[nodiscard]] T *operator->() noexcept { return std::get_if<0>(&state_); }

    /// The value's member. There must be a value.
    [[nodiscard]] const T *operator->() const noexcept { return std::get_if<0>(&state_); }

    /// Why there is no value. There must be none.
    [[nodiscard]] const Error &error() const noexcept { return *std::get_if<1>(&state_); }

#ifdef __cpp_exceptions
    /// The value, moved out: `std::move(result).value()`. Throws the Error if there is none. It
    /// exists where exceptions are enabled.
    [[nodiscard]] T value() && {
        if (!has_value())
            throw Error(error());
        return std::move(**this);
    }
#endif

  private:
    std::variant<T, Error> state_;
};

/**
 * What a host's resolver can answer, for client_capabilities; to be joined with `|`.
 */
enum class Modes : std::uint32_t {
    /// Nothing: the host has no resolver.
    none = 0,
    /// The server asks for data by a schema.
    form = TN_MODE_FORM,
    /// The server asks to open an address.
    url = TN_MODE_URL
};

/// Both: `Modes::form | Modes::url`.
[[nodiscard]] constexpr Modes operator|(Modes left, Modes right) noexcept {
    return static_cast<Modes>(static_cast<std::uint32_t>(left) | static_cast<std::uint32_t>(right));
}

/// @cond
namespace detail {
template <class Resolver> struct ResolverCall;
}
/// @endcond

/**
 * What a resolver answers. It owns its text: move a large one in.
 *
 * ~~~{.cpp}
 * tn_elicit::Answer resolver(std::string_view request) {
 *     std::string data;
 *     return ask_the_user(request, data) ? tn_elicit::Answer::accept(std::move(data))
 *                                        : tn_elicit::Answer::decline();
 * }
 * ~~~
 *
 * A text is checked when the resolver has returned: if it is invalid, the resolver has failed.
 */
class Answer {
  public:
    /// No answer, which is a cancel.
    Answer() noexcept = default;

    /// The user accepts, with this JSON as the content; servers that asked by form want an object.
    /// `null` and `false` become `{}`. In URL mode there is no content, and it is left out.
    [[nodiscard]] static Answer accept(std::string data) noexcept {
        return {Kind::accept_data, std::move(data)};
    }

    /// The user accepts, and there is no data: the content is `{}`, and in URL mode there is none.
    [[nodiscard]] static Answer accept() noexcept { return {Kind::accept, {}}; }

    /// The user says no.
    [[nodiscard]] static Answer decline() noexcept { return {Kind::decline, {}}; }

    /// There is no answer: dismissed, timed out, gone.
    [[nodiscard]] static Answer cancel() noexcept { return {Kind::cancel, {}}; }

    /// A whole Answer in JSON, `{"ok":…,"data":…,"reason":…}`, by the rule of
    /// answer_to_elicit_result.
    [[nodiscard]] static Answer from_json(std::string json) noexcept {
        return {Kind::json, std::move(json)};
    }

    /// The resolver failed. The server gets a cancel, and the host sees `why` in the cause of the
    /// Outcome. It is for resolvers that do not throw; to throw is the same.
    [[nodiscard]] static Answer failure(std::string why) noexcept {
        return {Kind::failure, std::move(why)};
    }

  private:
    enum class Kind { nothing, accept, accept_data, decline, cancel, json, failure };

    template <class Resolver> friend struct detail::ResolverCall;

    Answer(Kind kind, std::string text) noexcept : kind_(kind), text_(std::move(text)) {}

    // What is wrong with this answer, or Status::ok.
    [[nodiscard]] Error give(tn_answer *answer) const noexcept {
        tn_error error{};
        switch (kind_) {
        case Kind::nothing:
            break;
        case Kind::accept:
            tn_answer_accept(answer, nullptr, 0, &error);
            break;
        case Kind::accept_data:
            tn_answer_accept(answer, text_.data(), text_.size(), &error);
            break;
        case Kind::decline:
            error.status = tn_answer_decline(answer);
            break;
        case Kind::cancel:
            error.status = tn_answer_cancel(answer);
            break;
        case Kind::json:
            tn_answer_set(answer, text_.data(), text_.size(), &error);
            break;
        case Kind::failure:
            return Error(Status::resolver_failed, text_);
        }
        return Error(error);
    }

    Kind kind_ = Kind::nothing;
    std::string text_;
};

/**
 * What server_request_response did. The one rule for a reader loop: if there is a `reply`, write it
 * and a newline.
 *
 * ~~~{.cpp}
 * if (outcome.reply)
 *     to_server << outcome.reply.view() << '\n';
 * if (outcome.resolver_failed())
 *     std::cerr << outcome.cause.what() << '\n';
 * ~~~
 */
struct Outcome {
    /// The frame to write back, or no text.
    Text reply;
    /// Status::ok (there is a reply), Status::no_reply (there is none) or Status::resolver_failed
    /// (there is one, a cancel).
    Status status;
    /// Why the resolver failed, if it did: Status::resolver_failed with the message of what it
    /// threw or of Answer::failure; or why its Answer was refused, with line and column.
    Error cause;
    /// What the resolver threw, or the `cause` if it threw nothing; to be rethrown. Null if it did
    /// not fail, and always where exceptions are disabled.
    std::exception_ptr exception;

    /// Whether the resolver failed.
    [[nodiscard]] bool resolver_failed() const noexcept {
        return status == Status::resolver_failed;
    }
};

/**
 * What is due for a message, before anyone is asked; see try_server_request_begin().
 *
 * ~~~{.cpp}
 * if (begun.reply)
 *     to_server << begun.reply.view() << '\n';
 * if (begun.request)
 *     show(begun.request.view()); // and keep the message
 * ~~~
 */
struct Begun {
    /// Ask the user with this Request, and call server_request_finish() with the answer; or no
    /// text.
    Text request;
    /// Write this frame; or no text.
    Text reply;
};

/**
 * What input_required_retry() made of a result.
 *
 * ~~~{.cpp}
 * if (retry.params)
 *     call_tool_again(retry.params.view()); // under a new id
 * else
 *     done(result); // it is the final one
 * ~~~
 */
struct Retry {
    /// The params to send the same request with again; or no text: the result is final.
    Text params;
    /// Status::ok (there are params), Status::no_reply (there are none) or Status::resolver_failed
    /// (there are params, with a cancel in them).
    Status status;
    /// Why the resolver failed, if it did, the first time; as in an Outcome.
    Error cause;
    /// What the resolver threw, the first time; as in an Outcome.
    std::exception_ptr exception;

    /// Whether the resolver failed, once or more.
    [[nodiscard]] bool resolver_failed() const noexcept {
        return status == Status::resolver_failed;
    }
};

/// @cond
namespace detail {

// A view's pointer may be null; the C library wants a text.
inline const char *data(std::string_view text) noexcept {
    return text.data() != nullptr ? text.data() : "";
}

using Mapping = tn_status (*)(const char *, std::size_t, tn_string *, tn_error *);

inline Result<Text> map(Mapping mapping, std::string_view input) noexcept {
    tn_string output;
    tn_error error;
    if (mapping(data(input), input.size(), &output, &error) < TN_OK)
        return Error(error);
    return Text(output);
}

inline Result<Outcome> respond(tn_resolver resolver, boundary::Call *call,
                               std::string_view message) noexcept {
    tn_string reply;
    tn_error error;
    const tn_status status =
        tn_server_request_response(resolver, call, data(message), message.size(), &reply, &error);
    if (status < TN_OK)
        return Error(error);
    return Outcome{Text(reply), static_cast<Status>(status), Error(), nullptr};
}

inline Result<Retry> retry(tn_resolver resolver, boundary::Call *call, std::string_view params,
                           std::string_view result) noexcept {
    tn_string output;
    tn_error error;
    const tn_status status = tn_input_required_retry(resolver, call, data(params), params.size(),
                                                     data(result), result.size(), &output, &error);
    if (status < TN_OK)
        return Error(error);
    return Retry{Text(output), static_cast<Status>(status), Error(), nullptr};
}

// It may be called several times; of what fails the first is kept.
template <class Resolver> struct ResolverCall : boundary::Call {
    Resolver &resolver;
    Error cause;
    std::exception_ptr exception;

    explicit ResolverCall(Resolver &callable) noexcept : Call{resolve}, resolver(callable) {}

    static std::int32_t resolve(Call &base, std::string_view request, tn_answer *answer) noexcept {
        auto &call = static_cast<ResolverCall &>(base);
        std::exception_ptr thrown;
        const Error failure = call.ask(request, answer, thrown);
        if (failure.status() == Status::ok)
            return 0;
        if (call.cause.status() == Status::ok) {
            call.cause = failure;
            call.exception = std::move(thrown);
        }
        return 1;
    }

  private:
    Error ask(std::string_view request, tn_answer *answer, std::exception_ptr &thrown) noexcept {
#ifdef __cpp_exceptions
        try {
            const Answer given = resolver(request);
            Error failure = given.give(answer);
            if (failure.status() != Status::ok)
                thrown = std::make_exception_ptr(failure);
            return failure;
        } catch (const std::exception &failure) {
            thrown = std::current_exception();
            return Error(Status::resolver_failed, failure.what());
        } catch (...) {
            thrown = std::current_exception();
            return Error(Status::resolver_failed, "the resolver threw no std::exception");
        }
#else
        (void)thrown;
        const Answer given = resolver(request);
        return given.give(answer);
#endif
    }
};

// Whether there is something to call: false for a null pointer and an empty std::function. What
// converts to bool without being asked is a lambda that could become a pointer.
template <class Resolver> bool is_callable(const Resolver &resolver) noexcept {
    if constexpr (std::is_pointer_v<Resolver> || (std::is_constructible_v<bool, const Resolver &> &&
                                                  !std::is_convertible_v<const Resolver &, bool>))
        return static_cast<bool>(resolver);
    else
        return true;
}

} // namespace detail
/// @endcond

/**
 * Turns the params of an `elicitation/create` into a Request for the host's resolver, by the table
 * at tn_elicitation_to_request().
 *
 * Returns the Request in the library's buffer, or an Error: Status::invalid_utf8 or
 * Status::invalid_json with line and column, Status::out_of_memory, Status::panic.
 *
 * ~~~{.cpp}
 * if (auto request = tn_elicit::try_elicitation_to_request(R"({"message":"Your name?"})"))
 *     std::puts(request->c_str());
 * ~~~
 */
inline Result<Text> try_elicitation_to_request(std::string_view params) noexcept {
    return detail::map(tn_elicitation_to_request, params);
}

/**
 * Turns a resolver's whole Answer into the MCP ElicitResult to send, by the table at
 * tn_answer_to_elicit_result().
 *
 * Returns the ElicitResult in the library's buffer, or an Error: Status::invalid_utf8 or
 * Status::invalid_json with line and column, Status::out_of_memory, Status::panic.
 *
 * ~~~{.cpp}
 * if (auto result = tn_elicit::try_answer_to_elicit_result(R"({"ok":true})"))
 *     std::puts(result->c_str()); // {"action":"accept","content":{}}
 * ~~~
 */
inline Result<Text> try_answer_to_elicit_result(std::string_view answer) noexcept {
    return detail::map(tn_answer_to_elicit_result, answer);
}

/**
 * Answers one message that the server sent, without a resolver: a `ping` is answered, and each
 * other request refused with "Method not found". Such a host advertises Modes::none.
 *
 * Returns as the function with a resolver does.
 *
 * ~~~{.cpp}
 * auto outcome = tn_elicit::try_server_request_response(nullptr, line);
 * ~~~
 */
inline Result<Outcome> try_server_request_response(std::nullptr_t /* no resolver */,
                                                   std::string_view message) noexcept {
    return detail::respond(nullptr, nullptr, message);
}

/**
 * Answers one message that the server sent, by the table at tn_server_request_response().
 *
 * `resolver`: anything that can be called with the Request as a `std::string_view` and returns an
 * Answer. It is called once for an `elicitation/create`, on this thread, holding no lock, and may
 * call the library itself. The view ends when it returns; a NUL stands behind it. What it throws is
 * caught: the reply is a cancel then, and the exception is in the Outcome. It must return or throw:
 * no `longjmp`, no `pthread_exit`. A null pointer to a function and an empty `std::function` are no
 * resolver. It is borrowed for the call; where several threads share one, it must allow that.
 *
 * Returns the Outcome, or an Error if the message was refused: Status::invalid_utf8 or
 * Status::invalid_json with line and column, Status::out_of_memory, Status::panic. The resolver was
 * not called when the message is invalid.
 *
 * ~~~{.cpp}
 * auto decline = [](std::string_view) { return tn_elicit::Answer::decline(); };
 * auto outcome = tn_elicit::try_server_request_response(decline, line);
 * if (outcome && outcome->reply)
 *     to_server << outcome->reply.view() << '\n';
 * ~~~
 */
template <class Resolver>
Result<Outcome> try_server_request_response(Resolver &&resolver,
                                            std::string_view message) noexcept {
    using Callable = std::remove_reference_t<Resolver>;
    static_assert(std::is_invocable_r_v<Answer, Callable &, std::string_view>,
                  "a resolver is called with a std::string_view and returns an Answer");
    if (!detail::is_callable<Callable>(resolver))
        return try_server_request_response(nullptr, message);
    detail::ResolverCall<Callable> call(resolver);
    Result<Outcome> result = detail::respond(boundary::tn_elicit_cpp_resolver, &call, message);
    if (result) {
        result->cause = call.cause;
        result->exception = std::move(call.exception);
    }
    return result;
}

/**
 * The first half of try_server_request_response(), for a host that must not block its reader while
 * the user is asked, by the table at tn_server_request_begin(). Nothing is kept: the host keeps the
 * message until there is an answer, and drops it when the server cancels its request.
 *
 * `modes`: what the host advertised; Modes::none if it has no resolver.
 *
 * Returns what is due, neither text if nothing is, or an Error: Status::invalid_utf8 or
 * Status::invalid_json with line and column, Status::out_of_memory, Status::panic.
 *
 * ~~~{.cpp}
 * auto begun = tn_elicit::try_server_request_begin(tn_elicit::Modes::form, line);
 * if (begun && begun->request)
 *     show(begun->request.view()); // and keep the line
 * ~~~
 */
inline Result<Begun> try_server_request_begin(Modes modes, std::string_view message) noexcept {
    tn_string request;
    tn_string reply;
    tn_error error;
    if (tn_server_request_begin(static_cast<std::uint32_t>(modes), detail::data(message),
                                message.size(), &request, &reply, &error) < TN_OK)
        return Error(error);
    return Begun{Text(request), Text(reply)};
}

/**
 * The second half: the frame to write for a message that try_server_request_begin() had a Request
 * for. It may be called on another thread, and again with another answer.
 *
 * `answer`: a whole Answer in JSON, `{"ok":…,"data":…,"reason":…}`; none is a cancel.
 *
 * Returns the frame, no text if the message is no request for an elicitation, or an Error, whose
 * message names the text that was refused: Status::invalid_utf8 or Status::invalid_json with line
 * and column, Status::out_of_memory, Status::panic.
 *
 * ~~~{.cpp}
 * if (auto reply = tn_elicit::try_server_request_finish(line, R"({"ok":true})"))
 *     to_server << reply->view() << '\n';
 * ~~~
 */
inline Result<Text> try_server_request_finish(std::string_view message,
                                              std::optional<std::string_view> answer) noexcept {
    tn_string reply;
    tn_error error;
    if (tn_server_request_finish(detail::data(message), message.size(),
                                 answer ? detail::data(*answer) : nullptr,
                                 answer ? answer->size() : 0, &reply, &error) < TN_OK)
        return Error(error);
    return Text(reply);
}

/**
 * Makes the params to send a request with again, for MCP 2026-07-28, without a resolver: a result
 * that asks for anything is refused with Status::unsupported_input.
 *
 * Returns as the function with a resolver does.
 *
 * ~~~{.cpp}
 * auto retry = tn_elicit::try_input_required_retry(nullptr, params, result);
 * ~~~
 */
inline Result<Retry> try_input_required_retry(std::nullptr_t /* no resolver */,
                                              std::string_view params,
                                              std::string_view result) noexcept {
    return detail::retry(nullptr, nullptr, params, result);
}

/**
 * Answers what a result asks for, and makes the params to send the same request with again, for MCP
 * 2026-07-28, by the table at tn_input_required_retry(). A host limits the rounds that it goes
 * along with.
 *
 * `resolver`: as in try_server_request_response(); it is called once for each input, one after the
 * other. `params`: of the request that was sent. `result`: what came back for it.
 *
 * Returns the Retry, or an Error: Status::unsupported_input or Status::unknown_result_type, before
 * anyone was asked; Status::invalid_utf8 or Status::invalid_json, whose message names the text and
 * has line and column; Status::out_of_memory, Status::panic.
 *
 * ~~~{.cpp}
 * auto retry = tn_elicit::try_input_required_retry(resolver, params, result);
 * if (retry && retry->params)
 *     call_tool_again(retry->params.view());
 * ~~~
 */
template <class Resolver>
Result<Retry> try_input_required_retry(Resolver &&resolver, std::string_view params,
                                       std::string_view result) noexcept {
    using Callable = std::remove_reference_t<Resolver>;
    static_assert(std::is_invocable_r_v<Answer, Callable &, std::string_view>,
                  "a resolver is called with a std::string_view and returns an Answer");
    if (!detail::is_callable<Callable>(resolver))
        return try_input_required_retry(nullptr, params, result);
    detail::ResolverCall<Callable> call(resolver);
    Result<Retry> retry = detail::retry(boundary::tn_elicit_cpp_resolver, &call, params, result);
    if (retry) {
        retry->cause = call.cause;
        retry->exception = std::move(call.exception);
    }
    return retry;
}

/**
 * The first half of try_input_required_retry(), for a host that must not block while the user is
 * asked, or that answers other kinds of input as well (sampling, roots), by the table at
 * tn_input_required_begin(). Nothing is kept: the host keeps the params that it sent and the
 * result.
 *
 * `modes`: what the host advertised; Modes::none if it asks nobody. `result`: what came back for
 * the host's request.
 *
 * Returns `{"requests":{KEY:Request,…},"others":{KEY:{"method":…,"params":…},…}}`, no text if the
 * result is the final one, or an Error: Status::unsupported_input, Status::unknown_result_type,
 * Status::invalid_utf8 or Status::invalid_json with line and column, Status::out_of_memory,
 * Status::panic.
 *
 * ~~~{.cpp}
 * auto requests = tn_elicit::try_input_required_begin(tn_elicit::Modes::form, result);
 * if (requests && *requests)
 *     show(requests->view()); // and keep params and result
 * ~~~
 */
inline Result<Text> try_input_required_begin(Modes modes, std::string_view result) noexcept {
    tn_string requests;
    tn_error error;
    if (tn_input_required_begin(static_cast<std::uint32_t>(modes), detail::data(result),
                                result.size(), &requests, &error) < TN_OK)
        return Error(error);
    return Text(requests);
}

/**
 * The second half: the params to send the same request with again, for a result that
 * try_input_required_begin() had requests for. It may be called on another thread, and again with
 * other responses.
 *
 * `params`: of the request that was sent. `result`: what came back for it. `responses`:
 * `{"answers":{KEY:Answer,…},"others":{KEY:the result of that request,…}}`. A key without an answer
 * is a cancel, and no responses at all cancel everything; one of the others must have a result.
 *
 * Returns the params, no text if the result is the final one, or an Error:
 * Status::unsupported_input (one of the others has no result), Status::unknown_result_type,
 * Status::invalid_utf8 or Status::invalid_json, whose message names the text and has line and
 * column, Status::out_of_memory, Status::panic.
 *
 * ~~~{.cpp}
 * constexpr auto responses = R"({"answers":{"who":{"ok":true,"data":{"name":"muthu"}}}})";
 * auto retry = tn_elicit::try_input_required_finish(params, result, responses);
 * if (retry && *retry)
 *     call_tool_again(retry->view()); // under a new id
 * ~~~
 */
inline Result<Text> try_input_required_finish(std::string_view params, std::string_view result,
                                              std::optional<std::string_view> responses) noexcept {
    tn_string retry_params;
    tn_error error;
    if (tn_input_required_finish(detail::data(params), params.size(), detail::data(result),
                                 result.size(), responses ? detail::data(*responses) : nullptr,
                                 responses ? responses->size() : 0, &retry_params, &error) < TN_OK)
        return Error(error);
    return Text(retry_params);
}

/**
 * Makes Requests of the error -32042 that came back for a request of the host's own: the user has
 * to visit addresses before the server goes on. By the table at tn_url_elicitations().
 *
 * The host gets the user's consent for each, opens its url, and sends its request again, under a
 * new id, when all are completed (try_elicitation_ended()) or the user says so.
 *
 * `message`: one message of the server's; that it is for the host's request is the host's to match.
 *
 * Returns an array of Requests, no text if it is another message, or an Error:
 * Status::unsupported_input (no elicitations, or one that cannot be asked), Status::invalid_utf8 or
 * Status::invalid_json with line and column, Status::out_of_memory, Status::panic.
 *
 * ~~~{.cpp}
 * auto requests = tn_elicit::try_url_elicitations(line);
 * if (requests && *requests)
 *     show(requests->view()); // and keep the call, to send it again
 * ~~~
 */
inline Result<Text> try_url_elicitations(std::string_view message) noexcept {
    return detail::map(tn_url_elicitations, message);
}

/**
 * Says which question a message ends, for a host that keeps questions open; by the table at
 * tn_elicitation_ended(). A question that was cancelled is dropped and never finished; one that is
 * completed needs no more of the user.
 *
 * Returns `{"requestId":…}`, the id of the server's request, or `{"elicitationId":…}`, that of the
 * Request; no text if the message ends none; or an Error: Status::invalid_utf8 or
 * Status::invalid_json with line and column, Status::out_of_memory, Status::panic.
 *
 * ~~~{.cpp}
 * auto ended = tn_elicit::try_elicitation_ended(line);
 * if (ended && *ended)
 *     drop_question(ended->view());
 * ~~~
 */
inline Result<Text> try_elicitation_ended(std::string_view message) noexcept {
    return detail::map(tn_elicitation_ended, message);
}

#ifdef __cpp_exceptions

/**
 * try_elicitation_to_request() with a `std::string`: throws the Error, or `std::bad_alloc`.
 *
 * ~~~{.cpp}
 * std::string request = tn_elicit::elicitation_to_request(R"({"message":"Your name?"})");
 * ~~~
 */
[[nodiscard]] inline std::string elicitation_to_request(std::string_view params) {
    return try_elicitation_to_request(params).value().str();
}

/**
 * try_answer_to_elicit_result() with a `std::string`: throws the Error, or `std::bad_alloc`.
 *
 * ~~~{.cpp}
 * std::string result = tn_elicit::answer_to_elicit_result(R"({"ok":true})");
 * ~~~
 */
[[nodiscard]] inline std::string answer_to_elicit_result(std::string_view answer) {
    return try_answer_to_elicit_result(answer).value().str();
}

/**
 * try_server_request_response() for hosts with exceptions: throws the Error if the message was
 * refused. What the resolver throws is not thrown from here; it is in the Outcome, because the
 * reply, a cancel, has to be written first.
 *
 * ~~~{.cpp}
 * tn_elicit::Outcome outcome = tn_elicit::server_request_response(resolver, line);
 * if (outcome.reply)
 *     to_server << outcome.reply.view() << '\n';
 * if (outcome.exception)
 *     std::rethrow_exception(outcome.exception);
 * ~~~
 */
template <class Resolver>
[[nodiscard]] Outcome server_request_response(Resolver &&resolver, std::string_view message) {
    return try_server_request_response(std::forward<Resolver>(resolver), message).value();
}

/**
 * try_server_request_begin() that throws the Error.
 *
 * ~~~{.cpp}
 * tn_elicit::Begun begun = tn_elicit::server_request_begin(tn_elicit::Modes::form, line);
 * ~~~
 */
[[nodiscard]] inline Begun server_request_begin(Modes modes, std::string_view message) {
    return try_server_request_begin(modes, message).value();
}

/**
 * try_server_request_finish() that throws the Error.
 *
 * ~~~{.cpp}
 * if (tn_elicit::Text reply = tn_elicit::server_request_finish(line, R"({"ok":true})"))
 *     to_server << reply.view() << '\n';
 * ~~~
 */
[[nodiscard]] inline Text server_request_finish(std::string_view message,
                                                std::optional<std::string_view> answer) {
    return try_server_request_finish(message, answer).value();
}

/**
 * try_input_required_retry() that throws the Error. What the resolver throws is not thrown from
 * here; it is in the Retry.
 *
 * ~~~{.cpp}
 * tn_elicit::Retry retry = tn_elicit::input_required_retry(resolver, params, result);
 * ~~~
 */
template <class Resolver>
[[nodiscard]] Retry input_required_retry(Resolver &&resolver, std::string_view params,
                                         std::string_view result) {
    return try_input_required_retry(std::forward<Resolver>(resolver), params, result).value();
}

/**
 * try_input_required_begin() that throws the Error.
 *
 * ~~~{.cpp}
 * using tn_elicit::Modes;
 * if (tn_elicit::Text requests = tn_elicit::input_required_begin(Modes::form, result))
 *     show(requests.view()); // and keep params and result
 * ~~~
 */
[[nodiscard]] inline Text input_required_begin(Modes modes, std::string_view result) {
    return try_input_required_begin(modes, result).value();
}

/**
 * try_input_required_finish() that throws the Error.
 *
 * ~~~{.cpp}
 * tn_elicit::Text retry = tn_elicit::input_required_finish(params, result, responses);
 * ~~~
 */
[[nodiscard]] inline Text input_required_finish(std::string_view params, std::string_view result,
                                                std::optional<std::string_view> responses) {
    return try_input_required_finish(params, result, responses).value();
}

/**
 * try_url_elicitations() that throws the Error.
 *
 * ~~~{.cpp}
 * if (tn_elicit::Text requests = tn_elicit::url_elicitations(line))
 *     show(requests.view()); // and keep the call, to send it again
 * ~~~
 */
[[nodiscard]] inline Text url_elicitations(std::string_view message) {
    return try_url_elicitations(message).value();
}

/**
 * try_elicitation_ended() that throws the Error.
 *
 * ~~~{.cpp}
 * if (tn_elicit::Text ended = tn_elicit::elicitation_ended(line))
 *     drop_question(ended.view());
 * ~~~
 */
[[nodiscard]] inline Text elicitation_ended(std::string_view message) {
    return try_elicitation_ended(message).value();
}

#endif

/**
 * The client capabilities to send with `initialize`: JSON, by the table at
 * tn_client_capabilities(). It is a static text with a NUL behind it.
 *
 * ~~~{.cpp}
 * using tn_elicit::Modes;
 * std::cout << tn_elicit::client_capabilities(Modes::form | Modes::url);
 * ~~~
 */
[[nodiscard]] inline std::string_view client_capabilities(Modes modes) noexcept {
    return tn_client_capabilities(static_cast<std::uint32_t>(modes));
}

/**
 * The version of the library that is running, "MAJOR.MINOR.PATCH"; a static text with a NUL behind
 * it. The header's own is in `TN_VERSION_MAJOR`, `TN_VERSION_MINOR` and `TN_VERSION_PATCH`.
 *
 * ~~~{.cpp}
 * std::cout << "tn_elicit " << tn_elicit::version() << '\n';
 * ~~~
 */
[[nodiscard]] inline std::string_view version() noexcept { return tn_version(); }

} // namespace with_exceptions or without_exceptions
} // namespace tn_elicit

#endif // TN_ELICIT_HPP
