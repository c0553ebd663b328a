// The functions that come in two halves, or in rounds: every vector, and what JSON cannot say.
#include "harness.hpp"

#include "flows.h" // tests/c

#include <array>
#include <cstring>
#include <optional>
#include <string>

#ifdef __cpp_exceptions
#include <stdexcept>
#endif

namespace {

using tn_elicit::Answer;
using tn_elicit::Error;
using tn_elicit::Modes;
using tn_elicit::Status;
using tn_elicit::Text;

constexpr std::string_view asks =
    R"({"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create"},)"
    R"("b":{"method":"elicitation/create"}}})";

std::string_view view(text bytes) { return {bytes.data, bytes.len}; }

void check_text(text expected, const Text &actual) {
    EXPECT((expected.data != nullptr) == static_cast<bool>(actual));
    if (expected.data != nullptr)
        EXPECT_TEXT(view(expected), actual.view());
}

void check_error(tn_status status, const char *refused, unsigned long line, unsigned long column,
                 const Error &error) {
    EXPECT_EQUAL(static_cast<Status>(status), error.status());
    if (line > 0)
        EXPECT_POSITION(line, column, error);
    if (refused != nullptr)
        EXPECT(std::strncmp(error.what(), refused, std::strlen(refused)) == 0);
}

TABLE(begin_vectors_run) {
    for (std::size_t row = 0; row < begin_vector_count; ++row) {
        const begin_vector &expected = begin_vectors[row];
        harness::begin(expected.name);
        const auto begun = tn_elicit::try_server_request_begin(static_cast<Modes>(expected.modes),
                                                               view(expected.message));
        if (begun) {
            const bool nothing = !begun->request && !begun->reply;
            EXPECT_EQUAL(static_cast<Status>(expected.status),
                         nothing ? Status::no_reply : Status::ok);
            check_text(expected.request, begun->request);
            check_text(expected.reply, begun->reply);
        } else {
            check_error(expected.status, nullptr, expected.line, expected.column, begun.error());
        }
        harness::end();
    }
}

TABLE(finish_vectors_run) {
    for (std::size_t row = 0; row < finish_vector_count; ++row) {
        const finish_vector &expected = finish_vectors[row];
        harness::begin(expected.name);
        std::optional<std::string_view> answer;
        if (expected.answer.data != nullptr)
            answer = view(expected.answer);
        const auto reply = tn_elicit::try_server_request_finish(view(expected.message), answer);
        if (reply) {
            EXPECT_EQUAL(static_cast<Status>(expected.status),
                         *reply ? Status::ok : Status::no_reply);
            check_text(expected.reply, *reply);
        } else {
            check_error(expected.status, expected.refused, expected.line, expected.column,
                        reply.error());
        }
        harness::end();
    }
}

// The resolver of a row, which does something else at each turn.
struct Turns {
    const retry_vector &row;
    std::size_t calls = 0;

    Answer operator()(std::string_view request) {
        EXPECT(calls < row.turn_count);
        if (calls >= row.turn_count)
            return Answer();
        const turn &now = row.turns[calls++];
        EXPECT_TEXT(view(now.request), request);
        std::string json(now.json.data == nullptr ? "" : view(now.json));
        switch (now.resolver) {
        case RESOLVER_SET:
            return Answer::from_json(std::move(json));
        case RESOLVER_ACCEPT:
            return now.json.data == nullptr ? Answer::accept() : Answer::accept(std::move(json));
        case RESOLVER_DECLINE:
            return Answer::decline();
        case RESOLVER_CANCEL:
            return Answer::cancel();
        case RESOLVER_FAIL:
            return Answer::failure("as the vector wants it");
        case RESOLVER_ABSENT:
        case RESOLVER_NOTHING:
            break;
        }
        return Answer();
    }
};

TABLE(retry_vectors_run) {
    for (std::size_t row = 0; row < retry_vector_count; ++row) {
        const retry_vector &expected = retry_vectors[row];
        harness::begin(expected.name);
        Turns turns{expected};
        const std::string_view params = view(expected.params), result = view(expected.result);
        const auto retry = expected.has_resolver
                               ? tn_elicit::try_input_required_retry(turns, params, result)
                               : tn_elicit::try_input_required_retry(nullptr, params, result);
        EXPECT(turns.calls == expected.turn_count);
        if (retry) {
            EXPECT_EQUAL(static_cast<Status>(expected.status), retry->status);
            EXPECT(retry->resolver_failed() == (retry->cause.status() != Status::ok));
            check_text(expected.retry_params, retry->params);
        } else {
            check_error(expected.status, expected.refused, expected.line, expected.column,
                        retry.error());
        }
        harness::end();
    }
}

void check_begun(const retry_begin_vector &expected, const Text &requests) {
    EXPECT_EQUAL(static_cast<Status>(expected.status), requests ? Status::ok : Status::no_reply);
    check_text(expected.requests, requests);
}

TABLE(retry_begin_vectors_run) {
    for (std::size_t row = 0; row < retry_begin_vector_count; ++row) {
        const retry_begin_vector &expected = retry_begin_vectors[row];
        harness::begin(expected.name);
        const auto modes = static_cast<Modes>(expected.modes);
        const auto requests = tn_elicit::try_input_required_begin(modes, view(expected.result));
        if (requests)
            check_begun(expected, *requests);
        else
            check_error(expected.status, nullptr, expected.line, expected.column, requests.error());
#ifdef __cpp_exceptions
        try {
            check_begun(expected, tn_elicit::input_required_begin(modes, view(expected.result)));
        } catch (const Error &error) {
            check_error(expected.status, nullptr, expected.line, expected.column, error);
        }
#endif
        harness::end();
    }
}

void check_finished(const retry_finish_vector &expected, const Text &params) {
    EXPECT_EQUAL(static_cast<Status>(expected.status), params ? Status::ok : Status::no_reply);
    check_text(expected.retry_params, params);
}

TABLE(retry_finish_vectors_run) {
    for (std::size_t row = 0; row < retry_finish_vector_count; ++row) {
        const retry_finish_vector &expected = retry_finish_vectors[row];
        harness::begin(expected.name);
        const std::string_view params = view(expected.params), result = view(expected.result);
        std::optional<std::string_view> responses;
        if (expected.responses.data != nullptr)
            responses = view(expected.responses);
        const auto retry = tn_elicit::try_input_required_finish(params, result, responses);
        if (retry)
            check_finished(expected, *retry);
        else
            check_error(expected.status, expected.refused, expected.line, expected.column,
                        retry.error());
#ifdef __cpp_exceptions
        try {
            check_finished(expected, tn_elicit::input_required_finish(params, result, responses));
        } catch (const Error &error) {
            check_error(expected.status, expected.refused, expected.line, expected.column, error);
        }
#endif
        harness::end();
    }
}

TEST(a_view_without_a_pointer_is_an_empty_text) {
    const std::string_view nothing;
    EXPECT_EQUAL(Status::invalid_json,
                 tn_elicit::try_server_request_begin(Modes::form, nothing).error().status());
    EXPECT_EQUAL(Status::invalid_json,
                 tn_elicit::try_server_request_finish(nothing, std::nullopt).error().status());
    EXPECT_EQUAL(Status::invalid_json, tn_elicit::try_server_request_finish(
                                           R"({"id":1,"method":"elicitation/create"})", nothing)
                                           .error()
                                           .status());
    EXPECT_EQUAL(Status::invalid_json,
                 tn_elicit::try_input_required_retry(nullptr, nothing, "{}").error().status());
    EXPECT_EQUAL(Status::invalid_json,
                 tn_elicit::try_input_required_begin(Modes::form, nothing).error().status());
    for (const auto &[params, result, responses] :
         {std::array{nothing, asks, std::string_view("{}")},
          std::array{std::string_view("{}"), nothing, std::string_view("{}")},
          std::array{std::string_view("{}"), asks, nothing}})
        EXPECT_EQUAL(
            Status::invalid_json,
            tn_elicit::try_input_required_finish(params, result, responses).error().status());
    EXPECT_EQUAL(Status::invalid_json, tn_elicit::try_url_elicitations(nothing).error().status());
    EXPECT_EQUAL(Status::invalid_json, tn_elicit::try_elicitation_ended(nothing).error().status());
}

TEST(no_responses_cancel_everything) {
    const auto retry = tn_elicit::try_input_required_finish("{}", asks, std::nullopt);
    EXPECT(retry.has_value());
    if (retry)
        EXPECT_EQUAL(R"({"inputResponses":{"a":{"action":"cancel"},"b":{"action":"cancel"}}})",
                     retry->view());
}

TEST(an_unknown_result_type_is_not_final) {
    const std::string_view task = R"({"resultType":"task"})";
    for (const Error &error :
         {tn_elicit::try_input_required_retry(nullptr, "{}", task).error(),
          tn_elicit::try_input_required_begin(Modes::form, task).error(),
          tn_elicit::try_input_required_finish("{}", task, std::nullopt).error()}) {
        EXPECT_EQUAL(Status::unknown_result_type, error.status());
        EXPECT(std::strlen(error.what()) > 0);
    }
}

TEST(of_failures_the_first_is_kept) {
    int calls = 0;
    auto resolver = [&calls](std::string_view) {
        return Answer::failure(++calls == 1 ? "the first" : "the second");
    };
    const auto retry = tn_elicit::try_input_required_retry(resolver, "{}", asks);
    EXPECT(retry.has_value());
    EXPECT(calls == 2);
    EXPECT_EQUAL("the first", retry->cause.what());
    EXPECT_EQUAL(R"({"inputResponses":{"a":{"action":"cancel"},"b":{"action":"cancel"}}})",
                 retry->params.view());
}

#ifdef __cpp_exceptions

TEST(a_failure_before_a_success_is_kept) {
    int calls = 0;
    auto resolver = [&calls](std::string_view) {
        if (++calls == 1)
            throw std::runtime_error("thrown");
        return Answer::accept();
    };
    const tn_elicit::Retry retry = tn_elicit::input_required_retry(resolver, "{}", asks);
    EXPECT(retry.resolver_failed());
    EXPECT_EQUAL("thrown", retry.cause.what());
    bool rethrown = false;
    try {
        std::rethrow_exception(retry.exception);
    } catch (const std::runtime_error &) {
        rethrown = true;
    }
    EXPECT(rethrown);
}

TEST(the_functions_that_throw) {
    const std::string_view message = R"({"id":1,"method":"elicitation/create"})";
    const tn_elicit::Begun begun = tn_elicit::server_request_begin(Modes::form, message);
    EXPECT(begun.request && !begun.reply);
    EXPECT_EQUAL(R"({"jsonrpc":"2.0","id":1,"result":{"action":"cancel"}})",
                 tn_elicit::server_request_finish(message, std::nullopt).view());
    EXPECT(!tn_elicit::server_request_finish("{}", std::nullopt));
    Status status = Status::ok;
    try {
        (void)tn_elicit::input_required_retry(nullptr, "{}", asks);
    } catch (const Error &error) {
        status = error.status();
    }
    EXPECT_EQUAL(Status::unsupported_input, status);
}

#endif

} // namespace
