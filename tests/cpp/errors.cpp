// How an error reaches the host, and what the constants are.
#include "harness.hpp"

#include <cstring>
#include <string>

using tn_elicit::Error;
using tn_elicit::Modes;
using tn_elicit::Status;

TEST(no_error_is_ok_and_silent) {
    const Error none;
    EXPECT_EQUAL(Status::ok, none.status());
    EXPECT_EQUAL("", none.what());
}

TEST(an_error_names_line_and_column) {
    const auto json = tn_elicit::try_elicitation_to_request("{\n\"message\":1,}");
    EXPECT(!json);
    EXPECT_EQUAL(Status::invalid_json, json.error().status());
    EXPECT_POSITION(2, 13, json.error());

    const auto utf8 = tn_elicit::try_answer_to_elicit_result("\"\xff\"");
    EXPECT(!utf8);
    EXPECT_EQUAL(Status::invalid_utf8, utf8.error().status());
    EXPECT_POSITION(1, 2, utf8.error());
}

TEST(an_empty_view_is_an_empty_text_with_or_without_a_pointer) {
    for (const std::string_view empty : {std::string_view(), std::string_view("")}) {
        const auto request = tn_elicit::try_elicitation_to_request(empty);
        const auto result = tn_elicit::try_answer_to_elicit_result(empty);
        const auto outcome = tn_elicit::try_server_request_response(nullptr, empty);
        EXPECT(!request && !result && !outcome);
        for (const Error &error : {request.error(), result.error(), outcome.error()}) {
            EXPECT_EQUAL(Status::invalid_json, error.status());
            EXPECT_POSITION(1, 1, error);
        }
    }
}

TEST(a_view_ends_where_it_says) {
    const std::string_view params = R"({"message":"a"}{)";
    const auto request = tn_elicit::try_elicitation_to_request(params.substr(0, params.size() - 1));
    EXPECT(request.has_value());
    EXPECT(!tn_elicit::try_elicitation_to_request(params));
    EXPECT(!tn_elicit::try_elicitation_to_request(std::string_view("{}\0", 3)));
}

TEST(a_message_is_cut_at_a_character) {
    const auto message_of = [](const std::string &text) {
        const Error error(Status::resolver_failed, text);
        return std::string(error.what());
    };
    EXPECT_EQUAL("short", message_of("short"));
    EXPECT_EQUAL(std::string(251, 'x'), message_of(std::string(251, 'x')));
    EXPECT_EQUAL(std::string(251, 'x'), message_of(std::string(252, 'x')));
    EXPECT_EQUAL(std::string(249, 'x'), message_of(std::string(249, 'x') + "\u20ac"));
    EXPECT_EQUAL(std::string(248, 'x') + "\u20ac", message_of(std::string(248, 'x') + "\u20ac."));
    // Nothing but continuation bytes.
    EXPECT_EQUAL("", message_of(std::string(300, '\x80')));
}

TEST(an_invalid_message_asks_nobody) {
    bool asked = false;
    auto resolver = [&](std::string_view) {
        asked = true;
        return tn_elicit::Answer::accept();
    };
    const auto outcome = tn_elicit::try_server_request_response(
        resolver, R"({"id":1,"method":"elicitation/create","params":{}}])");
    EXPECT(!outcome && outcome.error().status() == Status::invalid_json);
    EXPECT(!asked);
}

#ifdef __cpp_exceptions

TEST(an_error_is_thrown) {
    const auto status_of = [](auto call) {
        try {
            call();
        } catch (const std::exception &thrown) {
            const auto *error = dynamic_cast<const Error *>(&thrown);
            EXPECT(error != nullptr && std::strlen(thrown.what()) > 0);
            if (error != nullptr)
                return error->status();
        }
        return Status::ok;
    };
    EXPECT_EQUAL(Status::invalid_json,
                 status_of([] { (void)tn_elicit::elicitation_to_request("[1,]"); }));
    EXPECT_EQUAL(Status::invalid_json,
                 status_of([] { (void)tn_elicit::answer_to_elicit_result("tru"); }));
    EXPECT_EQUAL(Status::invalid_utf8,
                 status_of([] { (void)tn_elicit::server_request_response(nullptr, "\xc0"); }));
}

#endif

TEST(capabilities_follow_the_modes) {
    EXPECT_EQUAL("{}", tn_elicit::client_capabilities(Modes::none));
    EXPECT_EQUAL(R"({"elicitation":{}})", tn_elicit::client_capabilities(Modes::form));
    EXPECT_EQUAL(R"({"elicitation":{"url":{}}})", tn_elicit::client_capabilities(Modes::url));
    EXPECT_EQUAL(R"({"elicitation":{"form":{},"url":{}}})",
                 tn_elicit::client_capabilities(Modes::form | Modes::url));
}

TEST(the_library_and_the_header_are_of_one_version) {
    EXPECT_EQUAL(std::to_string(TN_VERSION_MAJOR) + '.' + std::to_string(TN_VERSION_MINOR) + '.' +
                     std::to_string(TN_VERSION_PATCH),
                 tn_elicit::version());
}
