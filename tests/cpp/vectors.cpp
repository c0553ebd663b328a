// Every vector through each level of the API.
#include "harness.hpp"

#include "vectors.h" // tests/c

#include <cstring>
#include <optional>
#include <string>

namespace {

using tn_elicit::Answer;
using tn_elicit::Error;
using tn_elicit::Status;
using tn_elicit::Text;

std::string_view view(text bytes) { return {bytes.data, bytes.len}; }

Answer answer_of(const vector &row) {
    std::string json(row.resolver_json.data == nullptr ? "" : view(row.resolver_json));
    switch (row.resolver) {
    case RESOLVER_SET:
        return Answer::from_json(std::move(json));
    case RESOLVER_ACCEPT:
        return row.resolver_json.data == nullptr ? Answer::accept()
                                                 : Answer::accept(std::move(json));
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

void check_error(const vector &expected, const Error &error) {
    EXPECT_EQUAL(static_cast<Status>(expected.status), error.status());
    EXPECT(expected.output.data == nullptr);
    EXPECT(std::strlen(error.what()) > 0);
    if (expected.line > 0)
        EXPECT_POSITION(expected.line, expected.column, error);
}

void check_mapping(const vector &expected, tn_elicit::Result<Text> (*mapping)(std::string_view)) {
    const auto result = mapping(view(expected.input));
    if (!result)
        return check_error(expected, result.error());
    EXPECT_EQUAL(static_cast<Status>(expected.status), Status::ok);
    EXPECT_TEXT(view(expected.output), result->view());
    EXPECT(result->c_str()[result->size()] == '\0');
}

// The resolver of a row; it notes what it was asked.
struct Resolver {
    const vector &row;
    std::optional<std::string> request;

    Answer operator()(std::string_view asked) {
        EXPECT(!request);
        EXPECT(asked.data()[asked.size()] == '\0');
        request = asked;
        return answer_of(row);
    }
};

void check_request(const vector &expected, const Resolver &resolver) {
    EXPECT((expected.request.data != nullptr) == resolver.request.has_value());
    if (resolver.request && expected.request.data != nullptr)
        EXPECT_TEXT(view(expected.request), *resolver.request);
}

void check_outcome(const vector &expected, const tn_elicit::Outcome &outcome) {
    const bool failed = expected.status == TN_RESOLVER_FAILED;
    EXPECT_EQUAL(static_cast<Status>(expected.status), outcome.status);
    EXPECT((expected.output.data != nullptr) == static_cast<bool>(outcome.reply));
    if (expected.output.data != nullptr)
        EXPECT_TEXT(view(expected.output), outcome.reply.view());
    EXPECT(failed == outcome.resolver_failed());
    EXPECT_EQUAL(failed ? "as the vector wants it" : "", outcome.cause.what());
    EXPECT_EQUAL(failed ? Status::resolver_failed : Status::ok, outcome.cause.status());
#ifndef __cpp_exceptions
    EXPECT(!outcome.exception);
#else
    EXPECT(failed == static_cast<bool>(outcome.exception));
#endif
}

// What has a text, or nothing to say.
void check_text(const vector &expected, const Text &text) {
    EXPECT_EQUAL(static_cast<Status>(expected.status), text ? Status::ok : Status::no_reply);
    EXPECT((expected.output.data != nullptr) == static_cast<bool>(text));
    if (expected.output.data != nullptr)
        EXPECT_TEXT(view(expected.output), text.view());
}

void check_notice(const vector &expected, tn_elicit::Result<Text> (*notice)(std::string_view)) {
    const auto result = notice(view(expected.input));
    if (result)
        check_text(expected, *result);
    else
        check_error(expected, result.error());
}

void check_response(const vector &expected) {
    const std::string_view message = view(expected.input);
    Resolver resolver{expected, std::nullopt};
    const auto result = expected.resolver == RESOLVER_ABSENT
                            ? tn_elicit::try_server_request_response(nullptr, message)
                            : tn_elicit::try_server_request_response(resolver, message);
    check_request(expected, resolver);
    if (result)
        check_outcome(expected, *result);
    else
        check_error(expected, result.error());
}

#ifdef __cpp_exceptions

void check_throwing_mapping(const vector &expected, std::string (*mapping)(std::string_view)) {
    try {
        const std::string output = mapping(view(expected.input));
        EXPECT_EQUAL(static_cast<Status>(expected.status), Status::ok);
        EXPECT_TEXT(view(expected.output), output);
    } catch (const Error &error) {
        check_error(expected, error);
    }
}

void check_throwing_notice(const vector &expected, Text (*notice)(std::string_view)) {
    try {
        check_text(expected, notice(view(expected.input)));
    } catch (const Error &error) {
        check_error(expected, error);
    }
}

void check_throwing_response(const vector &expected) {
    const std::string_view message = view(expected.input);
    Resolver resolver{expected, std::nullopt};
    try {
        check_outcome(expected, expected.resolver == RESOLVER_ABSENT
                                    ? tn_elicit::server_request_response(nullptr, message)
                                    : tn_elicit::server_request_response(resolver, message));
    } catch (const Error &error) {
        check_error(expected, error);
    }
    check_request(expected, resolver);
}

#endif

void run(const vector &row) {
    switch (row.function) {
    case ELICITATION_TO_REQUEST:
        check_mapping(row, tn_elicit::try_elicitation_to_request);
        break;
    case ANSWER_TO_ELICIT_RESULT:
        check_mapping(row, tn_elicit::try_answer_to_elicit_result);
        break;
    case SERVER_REQUEST_RESPONSE:
        check_response(row);
        break;
    case URL_ELICITATIONS:
        check_notice(row, tn_elicit::try_url_elicitations);
        break;
    case ELICITATION_ENDED:
        check_notice(row, tn_elicit::try_elicitation_ended);
        break;
    }
#ifdef __cpp_exceptions
    switch (row.function) {
    case ELICITATION_TO_REQUEST:
        check_throwing_mapping(row, tn_elicit::elicitation_to_request);
        break;
    case ANSWER_TO_ELICIT_RESULT:
        check_throwing_mapping(row, tn_elicit::answer_to_elicit_result);
        break;
    case SERVER_REQUEST_RESPONSE:
        check_throwing_response(row);
        break;
    case URL_ELICITATIONS:
        check_throwing_notice(row, tn_elicit::url_elicitations);
        break;
    case ELICITATION_ENDED:
        check_throwing_notice(row, tn_elicit::elicitation_ended);
        break;
    }
#endif
}

} // namespace

TABLE(every_vector) {
    for (std::size_t row = 0; row < vector_count; ++row) {
        harness::begin(vectors[row].name);
        run(vectors[row]);
        harness::end();
    }
}
