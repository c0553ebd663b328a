/* Error messages: what they say, and what they must never say. CHECK_ERROR looks at the English
   and the NUL. */
#include "elicitation.h"
#include "harness.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

#define SECRET "hunter2"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef struct mistake {
    const char *input;
    tn_status status;
    unsigned long line;
    unsigned long column;
} mistake;

/* Each with the secret just where an error message would like to show what it found. */
static const mistake mistakes[] = {
    {SECRET, TN_ERR_INVALID_JSON, 1, 1},
    {"\"" SECRET, TN_ERR_INVALID_JSON, 1, 9},
    {"{" SECRET ":1}", TN_ERR_INVALID_JSON, 1, 2},
    {"{\"" SECRET "\"}", TN_ERR_INVALID_JSON, 1, 11},
    {"{\"" SECRET "\":" SECRET "}", TN_ERR_INVALID_JSON, 1, 12},
    {"{\"a\":\"" SECRET "\" \"" SECRET "\"}", TN_ERR_INVALID_JSON, 1, 16},
    {"{} " SECRET, TN_ERR_INVALID_JSON, 1, 4},
    {"\"" SECRET "\\q\"", TN_ERR_INVALID_JSON, 1, 10},
    {"\"" SECRET "\\u12" SECRET "\"", TN_ERR_INVALID_JSON, 1, 13},
    {"\"" SECRET "\n\"", TN_ERR_INVALID_JSON, 1, 9},
    {"[\n\n \"" SECRET "\",\n]", TN_ERR_INVALID_JSON, 4, 1},
    {"t" SECRET, TN_ERR_INVALID_JSON, 1, 2},
    {"\"" SECRET "\xFF" SECRET "\"", TN_ERR_INVALID_UTF8, 1, 9},
    {"\n\n\"" SECRET "\xED\xA0\x80\"", TN_ERR_INVALID_UTF8, 3, 9},
    {"\"" SECRET "\xE2\x82", TN_ERR_INVALID_UTF8, 1, 9},
};

static void check_mistake(const mistake *expected, outcome *actual) {
    CHECK(strstr(actual->error.message, SECRET) == NULL);
    CHECK_POSITION(expected->line, expected->column, &actual->error);
    CHECK_OUTCOME(expected->status, NO_TEXT, actual);
}

static tn_status begin_result(const char *input, size_t input_len, tn_string *output,
                              tn_error *error) {
    return tn_input_required_begin(TN_MODE_FORM, input, input_len, output, error);
}

static tn_status finish_params(const char *input, size_t input_len, tn_string *output,
                               tn_error *error) {
    return tn_input_required_finish(input, input_len, INPUT_REQUIRED, TN_NUL_TERMINATED, NULL, 0,
                                    output, error);
}

static tn_status finish_result(const char *input, size_t input_len, tn_string *output,
                               tn_error *error) {
    return tn_input_required_finish("{}", 2, input, input_len, NULL, 0, output, error);
}

static tn_status finish_responses(const char *input, size_t input_len, tn_string *output,
                                  tn_error *error) {
    return tn_input_required_finish("{}", 2, INPUT_REQUIRED, TN_NUL_TERMINATED, input, input_len,
                                    output, error);
}

static tn_status without_resolver(const char *input, size_t input_len, tn_string *output,
                                  tn_error *error) {
    return tn_server_request_response(NULL, NULL, input, input_len, output, error);
}

typedef tn_status (*text_function)(const char *input, size_t input_len, tn_string *output,
                                   tn_error *error);

static const text_function functions[] = {
    tn_elicitation_to_request,
    tn_answer_to_elicit_result,
    without_resolver,
    tn_url_elicitations,
    tn_elicitation_ended,
    begin_result,
    finish_params,
    finish_result,
    finish_responses,
};

static int32_t set_mistakes(void *user_data, const char *request, size_t request_len,
                            tn_answer *answer) {
    (void)user_data;
    (void)request;
    (void)request_len;
    for (size_t row = 0; row < COUNT(mistakes); ++row) {
        const text input = text_of(mistakes[row].input);
        outcome actual = poisoned();
        actual.text = (tn_string){NULL, 0};
        actual.status = tn_answer_set(answer, input.data, input.len, &actual.error);
        check_mistake(&mistakes[row], &actual);
        actual = poisoned();
        actual.text = (tn_string){NULL, 0};
        actual.status = tn_answer_accept(answer, input.data, input.len, &actual.error);
        check_mistake(&mistakes[row], &actual);
    }
    return 0;
}

static void message_has_the_position_and_not_the_input(void) {
    outcome actual;
    for (size_t row = 0; row < COUNT(mistakes); ++row) {
        const text input = text_of(mistakes[row].input);
        for (size_t function = 0; function < COUNT(functions); ++function) {
            actual = poisoned();
            actual.status = functions[function](input.data, input.len, &actual.text, &actual.error);
            check_mistake(&mistakes[row], &actual);
        }
    }
    actual = poisoned();
    actual.status = tn_server_request_response(set_mistakes, NULL, ELICITATION, TN_NUL_TERMINATED,
                                               &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT(CANCELLED), &actual);
}

/* Not even the one byte that is wrong. */
static void message_has_no_byte_of_the_input(void) {
    static const char wrong[] = "#$%&*;<=>?@^`|~";
    for (const char *byte = wrong; *byte != '\0'; ++byte) {
        char input[] = "{\"a\":?}";
        outcome actual = poisoned();
        input[5] = *byte;
        actual.status =
            tn_elicitation_to_request(input, sizeof input - 1, &actual.text, &actual.error);
        CHECK(strchr(actual.error.message, *byte) == NULL);
        CHECK_POSITION(1, 6, &actual.error);
        CHECK_OUTCOME(TN_ERR_INVALID_JSON, NO_TEXT, &actual);
    }
}

static int32_t fail(void *user_data, const char *request, size_t request_len, tn_answer *answer) {
    (void)user_data;
    (void)request;
    (void)request_len;
    (void)answer;
    return 1;
}

static void message_of_a_failed_resolver_has_no_input(void) {
    static const char message[] = "{\"id\":\"" SECRET "\",\"method\":\"elicitation/create\","
                                  "\"params\":{\"message\":\"" SECRET "\"}}";
    outcome actual = poisoned();
    actual.status = tn_server_request_response(fail, NULL, message, TN_NUL_TERMINATED, &actual.text,
                                               &actual.error);
    CHECK(strstr(actual.error.message, SECRET) == NULL);
    CHECK_OUTCOME(TN_RESOLVER_FAILED,
                  TEXT("{\"jsonrpc\":\"2.0\",\"id\":\"" SECRET "\",\"result\":"
                       "{\"action\":\"cancel\"}}"),
                  &actual);
}

/* What the server asks for that cannot be had is not told, either. */
static void message_of_a_refusal_has_no_input(void) {
    static const struct {
        text_function function;
        const char *input;
        tn_status status;
    } rows[] = {
        {begin_result, "{\"resultType\":\"" SECRET "\"}", TN_ERR_UNKNOWN_RESULT_TYPE},
        {finish_result, "{\"resultType\":\"" SECRET "\"}", TN_ERR_UNKNOWN_RESULT_TYPE},
        {begin_result,
         "{\"resultType\":\"input_required\",\"inputRequests\":{\"" SECRET "\":\"" SECRET "\"}}",
         TN_ERR_UNSUPPORTED_INPUT},
        {finish_result,
         "{\"resultType\":\"input_required\",\"inputRequests\":{\"" SECRET
         "\":{\"method\":\"" SECRET "\"}}}",
         TN_ERR_UNSUPPORTED_INPUT},
        {tn_url_elicitations,
         "{\"error\":{\"code\":-32042,\"message\":\"" SECRET
         "\",\"data\":{\"elicitations\":[{\"url\":\"" SECRET "\"}]}}}",
         TN_ERR_UNSUPPORTED_INPUT},
    };
    for (size_t row = 0; row < COUNT(rows); ++row) {
        outcome actual = poisoned();
        actual.status =
            rows[row].function(rows[row].input, TN_NUL_TERMINATED, &actual.text, &actual.error);
        CHECK(strstr(actual.error.message, SECRET) == NULL);
        CHECK_OUTCOME(rows[row].status, NO_TEXT, &actual);
    }
}

/* Lines end at byte 0x0A alone, and columns count bytes. */
static void far_position(void) {
    const size_t lines = 100000;
    const size_t columns = 70000;
    char *input = malloc(lines + columns + 1);
    outcome actual = poisoned();
    if (input == NULL)
        abort();
    memset(input, '\n', lines);
    memset(input + lines, '\r', columns);
    input[lines + columns] = '}';
    actual.status =
        tn_elicitation_to_request(input, lines + columns + 1, &actual.text, &actual.error);
    CHECK_POSITION(lines + 1, columns + 1, &actual.error);
    CHECK_OUTCOME(TN_ERR_INVALID_JSON, NO_TEXT, &actual);
    free(input);
}

/* Errors travel with the call: one call says nothing about another. */
static void errors_are_independent(void) {
    tn_error first = poisoned().error;
    tn_error second = poisoned().error;
    tn_string request;
    CHECK_STATUS(TN_ERR_INVALID_JSON, tn_elicitation_to_request("[", 1, &request, &first));
    CHECK_STATUS(TN_OK, tn_elicitation_to_request("[]", 2, &request, &second));
    tn_string_free(&request);
    CHECK_ERROR(TN_ERR_INVALID_JSON, &first);
    CHECK_ERROR(TN_OK, &second);
    CHECK_STATUS(TN_OK, tn_elicitation_to_request("[]", 2, &request, &first));
    tn_string_free(&request);
    CHECK_ERROR(TN_OK, &first);
}

void error_tests(void) {
    RUN(message_has_the_position_and_not_the_input);
    RUN(message_has_no_byte_of_the_input);
    RUN(message_of_a_failed_resolver_has_no_input);
    RUN(message_of_a_refusal_has_no_input);
    RUN(far_position);
    RUN(errors_are_independent);
}
