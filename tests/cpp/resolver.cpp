// Every kind of resolver, and every way in which one can fail.
#include "harness.hpp"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

using tn_elicit::Answer;
using tn_elicit::Outcome;
using tn_elicit::Status;
using tn_elicit::try_server_request_response;

constexpr std::string_view elicitation =
    R"({"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"message":"Name?"}})";
constexpr std::string_view accepted =
    R"({"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"muthu"}}})";
constexpr std::string_view declined = R"({"jsonrpc":"2.0","id":7,"result":{"action":"decline"}})";
constexpr std::string_view cancelled = R"({"jsonrpc":"2.0","id":7,"result":{"action":"cancel"}})";
constexpr std::string_view refused =
    R"({"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found"}})";

Answer accept_name(std::string_view) { return Answer::accept(R"({"name":"muthu"})"); }

template <class Resolver> Outcome ask(Resolver &&resolver) {
    auto result = try_server_request_response(std::forward<Resolver>(resolver), elicitation);
    EXPECT(result.has_value());
    return result ? *std::move(result) : Outcome{};
}

void check_fine(std::string_view reply, const Outcome &outcome) {
    EXPECT_EQUAL(Status::ok, outcome.status);
    EXPECT_EQUAL(reply, outcome.reply.view());
    EXPECT(!outcome.resolver_failed());
    EXPECT_EQUAL(Status::ok, outcome.cause.status());
    EXPECT_EQUAL("", outcome.cause.what());
    EXPECT(!outcome.exception);
}

void check_failed(Status cause, std::string_view what, const Outcome &outcome) {
    EXPECT_EQUAL(Status::resolver_failed, outcome.status);
    EXPECT(outcome.resolver_failed());
    EXPECT_EQUAL(cancelled, outcome.reply.view());
    EXPECT_EQUAL(cause, outcome.cause.status());
    EXPECT_EQUAL(what, outcome.cause.what());
}

struct OnlyMoves {
    std::unique_ptr<std::string> data;
    Answer operator()(std::string_view) { return Answer::accept(std::move(*data)); }
};

struct Constant {
    Answer operator()(std::string_view) const noexcept { return Answer::decline(); }
};

} // namespace

TEST(whatever_can_be_called_is_a_resolver) {
    check_fine(accepted, ask(accept_name));
    check_fine(accepted, ask(&accept_name));
    check_fine(accepted, ask([](auto request) { return accept_name(request); }));
    check_fine(accepted, ask(std::function<Answer(std::string_view)>(accept_name)));
    check_fine(accepted, ask(OnlyMoves{std::make_unique<std::string>(R"({"name":"muthu"})")}));
    check_fine(declined, ask(Constant()));

    const Constant constant;
    check_fine(declined, ask(constant));

    int calls = 0;
    auto counts = [&calls](std::string_view) mutable {
        ++calls;
        return Answer::decline();
    };
    check_fine(declined, ask(counts));
    check_fine(declined, ask(std::ref(counts)));
    EXPECT(calls == 2);
}

TEST(what_cannot_be_called_is_no_resolver) {
    Answer (*const no_function)(std::string_view) = nullptr;
    const std::function<Answer(std::string_view)> empty;
    check_fine(refused, ask(nullptr));
    check_fine(refused, ask(no_function));
    check_fine(refused, ask(empty));
}

TEST(each_answer_gives_its_result) {
    check_fine(accepted, ask([](auto) { return Answer::accept(R"({ "name": "muthu" })"); }));
    check_fine(R"({"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{}}})",
               ask([](auto) { return Answer::accept(); }));
    check_fine(declined, ask([](auto) { return Answer::decline(); }));
    check_fine(cancelled, ask([](auto) { return Answer::cancel(); }));
    check_fine(cancelled, ask([](auto) { return Answer(); }));
    check_fine(accepted, ask([](auto) {
                   return Answer::from_json(R"({"ok":true,"data":{"name":"muthu"}})");
               }));
    check_fine(declined,
               ask([](auto) { return Answer::from_json(R"({"ok":false,"reason":"declined"})"); }));
}

TEST(the_resolver_sees_the_request) {
    std::string seen;
    (void)ask([&](std::string_view request) {
        seen = request;
        EXPECT(request.data()[request.size()] == '\0');
        return Answer();
    });
    EXPECT_TEXT(R"({"id":"ID","kind":"input","prompt":"Name?"})", seen);
}

TEST(other_messages_do_not_reach_the_resolver) {
    const auto never = [](std::string_view) {
        EXPECT(false);
        return Answer::accept();
    };
    const auto ping = try_server_request_response(never, R"({"id":7,"method":"ping"})");
    EXPECT(ping && ping->status == Status::ok);
    if (ping)
        EXPECT_EQUAL(R"({"jsonrpc":"2.0","id":7,"result":{}})", ping->reply.view());
    const auto roots = try_server_request_response(never, R"({"id":7,"method":"roots/list"})");
    EXPECT(roots && roots->status == Status::ok);
    if (roots)
        EXPECT_EQUAL(refused, roots->reply.view());
    const auto response = try_server_request_response(never, R"({"id":7,"result":{}})");
    EXPECT(response && response->status == Status::no_reply && !response->reply);
}

TEST(an_invalid_answer_is_a_failure_with_its_place) {
    using Make = Answer (*)(std::string);
    for (const Make make : {Make{Answer::from_json}, Make{Answer::accept}}) {
        const Outcome json = ask([&](auto) { return make("{\n\"ok\":tru}"); });
        check_failed(Status::invalid_json, json.cause.what(), json);
        EXPECT_POSITION(2, 9, json.cause);

        const Outcome empty = ask([&](auto) { return make(""); });
        check_failed(Status::invalid_json, empty.cause.what(), empty);
        EXPECT_POSITION(1, 1, empty.cause);

        const Outcome utf8 = ask([&](auto) { return make("\"\xe2\x82\""); });
        check_failed(Status::invalid_utf8, utf8.cause.what(), utf8);
        EXPECT_POSITION(1, 2, utf8.cause);
    }
}

TEST(a_resolver_may_say_that_it_failed) {
    check_failed(Status::resolver_failed, "no terminal",
                 ask([](auto) { return Answer::failure("no terminal"); }));
    check_failed(Status::resolver_failed, "", ask([](auto) { return Answer::failure(""); }));
}

TEST(a_resolver_may_call_the_library) {
    constexpr int deepest = 50;
    int depth = 0;
    std::function<Answer(std::string_view)> resolver = [&](std::string_view) {
        if (++depth == deepest)
            return Answer::failure("the innermost");
        const bool last = depth + 1 == deepest;
        const auto request = tn_elicit::try_elicitation_to_request(R"({"message":"inner"})");
        EXPECT(request && request->view().find("inner") != std::string_view::npos);
        if (last)
            check_failed(Status::resolver_failed, "the innermost", ask(resolver));
        else
            check_fine(accepted, ask(resolver));
        return accept_name({});
    };
    check_fine(accepted, ask(resolver));
    EXPECT(depth == deepest);
}

TEST(large_and_deep_texts_pass_whole) {
    constexpr std::size_t depth = 1'000'000;
    const std::string data = std::string(depth, '[') + std::string(depth, ']');
    std::string seen;
    const auto result = try_server_request_response(
        [&](std::string_view request) {
            seen = request;
            return Answer::accept(data);
        },
        R"({"id":7,"method":"elicitation/create","params":{"requestedSchema":)" + data + "}}");
    EXPECT_TEXT(R"({"id":"ID","kind":"input","prompt":"","data":{"schema":)" + data + "}}", seen);
    EXPECT(result.has_value());
    if (result)
        check_fine(R"({"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":)" + data +
                       "}}",
                   *result);
}

#ifdef __cpp_exceptions

namespace {

// Counts itself, to show that nothing leaks.
struct Counted {
    static inline int alive = 0;
    Counted() { ++alive; }
    Counted(const Counted &) { ++alive; }
    Counted &operator=(const Counted &) = default;
    ~Counted() { --alive; }
};

struct UsersError : std::runtime_error {
    using std::runtime_error::runtime_error;
    Counted counted;
};

} // namespace

TEST(an_exception_is_a_cancel_and_stays_whole) {
    {
        const Outcome outcome = ask([](std::string_view) -> Answer {
            const Counted local;
            throw UsersError("the user's terminal is gone");
        });
        check_failed(Status::resolver_failed, "the user's terminal is gone", outcome);
        EXPECT(Counted::alive == 1);
        try {
            std::rethrow_exception(outcome.exception);
        } catch (const UsersError &error) {
            EXPECT_EQUAL("the user's terminal is gone", error.what());
        } catch (...) {
            EXPECT(false);
        }
    }
    EXPECT(Counted::alive == 0);
}

TEST(an_exception_of_any_type_is_a_cancel) {
    const Outcome outcome = ask([](std::string_view) -> Answer { throw 42; });
    check_failed(Status::resolver_failed, "the resolver threw no std::exception", outcome);
    try {
        std::rethrow_exception(outcome.exception);
    } catch (int thrown) {
        EXPECT(thrown == 42);
    } catch (...) {
        EXPECT(false);
    }
}

TEST(a_thousand_exceptions_leave_nothing) {
    for (int i = 0; i < 1000; ++i)
        EXPECT(
            ask([](std::string_view) -> Answer { throw UsersError("again"); }).resolver_failed());
    EXPECT(Counted::alive == 0);
}

TEST(a_refused_answer_can_be_rethrown_as_its_error) {
    const Outcome outcome = ask([](auto) { return Answer::from_json("[1,]"); });
    try {
        std::rethrow_exception(outcome.exception);
    } catch (const tn_elicit::Error &error) {
        EXPECT_EQUAL(Status::invalid_json, error.status());
        EXPECT_POSITION(1, 4, error);
    } catch (...) {
        EXPECT(false);
    }
}

TEST(the_throwing_level_does_not_throw_what_the_resolver_threw) {
    const Outcome outcome = tn_elicit::server_request_response(
        [](std::string_view) -> Answer { throw std::logic_error("kept"); }, elicitation);
    check_failed(Status::resolver_failed, "kept", outcome);
    EXPECT(outcome.exception != nullptr);
}

TEST(an_exception_does_not_cross_an_inner_call) {
    check_fine(accepted, ask([](std::string_view) {
                   const Outcome inner = ask([](std::string_view) -> Answer { throw 1; });
                   EXPECT(inner.resolver_failed());
                   return accept_name({});
               }));
}

#endif
