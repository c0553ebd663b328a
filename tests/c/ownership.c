/* Who owns what: texts that come back, and the structs that the host lends. */
#include "elicitation.h"
#include "harness.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

#define RESULT_CANCEL "{\"action\":\"cancel\"}"

static int32_t decline(void *user_data, const char *request, size_t request_len,
                       tn_answer *answer) {
    (void)user_data;
    (void)request;
    (void)request_len;
    return tn_answer_decline(answer);
}

static int32_t fail(void *user_data, const char *request, size_t request_len, tn_answer *answer) {
    (void)user_data;
    (void)request;
    (void)request_len;
    (void)answer;
    return 1;
}

static void free_twice(void) {
    tn_string result = poisoned().text;
    CHECK_STATUS(TN_OK, tn_answer_to_elicit_result("{}", 2, &result, NULL));
    CHECK(result.data != NULL);
    tn_string_free(&result);
    CHECK(result.data == NULL);
    CHECK_SIZE(0, result.len);
    tn_string_free(&result);
    CHECK(result.data == NULL);
    CHECK_SIZE(0, result.len);
}

static void free_nothing(void) {
    tn_string empty = {NULL, 0};
    tn_string_free(NULL);
    tn_string_free(&empty);
    CHECK(empty.data == NULL);
    CHECK_SIZE(0, empty.len);
}

/* What a failed call leaves behind can be freed without looking at the status. */
static void free_after_failure(void) {
    outcome actual = poisoned();
    CHECK_STATUS(TN_ERR_INVALID_JSON, tn_elicitation_to_request("{", 1, &actual.text, NULL));
    tn_string_free(&actual.text);
    actual = poisoned();
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_answer_to_elicit_result(NULL, 0, &actual.text, NULL));
    tn_string_free(&actual.text);
    actual = poisoned();
    CHECK_STATUS(TN_NO_REPLY,
                 tn_server_request_response(decline, NULL, "[]", 2, &actual.text, NULL));
    tn_string_free(&actual.text);
    CHECK(actual.text.data == NULL);
}

static void nul_behind_the_text(void) {
    tn_string output;
    CHECK_STATUS(TN_OK, tn_elicitation_to_request("{\"message\":\"a\\u0000b\"}", TN_NUL_TERMINATED,
                                                  &output, NULL));
    CHECK_SIZE(strlen(output.data), output.len);
    CHECK(output.data[output.len] == '\0');
    tn_string_free(&output);
    CHECK_STATUS(TN_OK, tn_answer_to_elicit_result("{}", 2, &output, NULL));
    CHECK_SIZE(strlen(output.data), output.len);
    tn_string_free(&output);
    CHECK_STATUS(TN_OK, tn_server_request_response(decline, NULL, ELICITATION, TN_NUL_TERMINATED,
                                                   &output, NULL));
    CHECK_SIZE(strlen(output.data), output.len);
    tn_string_free(&output);
}

/* The text belongs to the host, which may write to it and put the struct elsewhere. */
static void text_is_the_hosts(void) {
    tn_string first;
    tn_string second;
    tn_string moved;
    CHECK_STATUS(TN_OK, tn_answer_to_elicit_result("{}", 2, &first, NULL));
    CHECK_STATUS(TN_OK, tn_answer_to_elicit_result("{}", 2, &second, NULL));
    CHECK(first.data != second.data);
    memset(first.data, 'x', first.len + 1);
    CHECK_TEXT(TEXT(RESULT_CANCEL), ((text){second.data, second.len}));
    moved = first;
    tn_string_free(&moved);
    tn_string_free(&second);
}

/* What the host passes in is borrowed for the call alone. */
static void input_is_borrowed(void) {
    static const char params[] =
        "{\"mode\":\"url\",\"message\":\"Hi\",\"url\":\"https://a.test/\"}";
    outcome actual = poisoned();
    char *input = malloc(sizeof params);
    if (input == NULL)
        abort();
    memcpy(input, params, sizeof params);
    actual.status =
        tn_elicitation_to_request(input, sizeof params - 1, &actual.text, &actual.error);
    CHECK(memcmp(input, params, sizeof params) == 0);
    memset(input, 'x', sizeof params);
    free(input);
    CHECK_OUTCOME(TN_OK,
                  TEXT("{\"id\":\"ID\",\"kind\":\"authorization\",\"prompt\":\"Hi\","
                       "\"url\":\"https://a.test/\"}"),
                  &actual);
}

/* Every path through the three functions overwrites both out-parameters. */
static void outputs_are_overwritten(void) {
    static const struct {
        const char *input;
        size_t input_len;
        tn_status to_request;
        tn_status to_result;
        tn_status declined;
        tn_status failed;
        tn_status without_resolver;
    } rows[] = {
        {"{}", 2, TN_OK, TN_OK, TN_NO_REPLY, TN_NO_REPLY, TN_NO_REPLY},
        {ELICITATION, TN_NUL_TERMINATED, TN_OK, TN_OK, TN_OK, TN_RESOLVER_FAILED, TN_OK},
        {"{\"id\":1,\"method\":\"ping\"}", TN_NUL_TERMINATED, TN_OK, TN_OK, TN_OK, TN_OK, TN_OK},
        {"{,", 2, TN_ERR_INVALID_JSON, TN_ERR_INVALID_JSON, TN_ERR_INVALID_JSON,
         TN_ERR_INVALID_JSON, TN_ERR_INVALID_JSON},
        {"\"\x80\"", 3, TN_ERR_INVALID_UTF8, TN_ERR_INVALID_UTF8, TN_ERR_INVALID_UTF8,
         TN_ERR_INVALID_UTF8, TN_ERR_INVALID_UTF8},
        {NULL, 0, TN_ERR_NULL_ARGUMENT, TN_ERR_NULL_ARGUMENT, TN_ERR_NULL_ARGUMENT,
         TN_ERR_NULL_ARGUMENT, TN_ERR_NULL_ARGUMENT},
        {"{}", SIZE_MAX / 2 + 2, TN_ERR_OUT_OF_MEMORY, TN_ERR_OUT_OF_MEMORY, TN_ERR_OUT_OF_MEMORY,
         TN_ERR_OUT_OF_MEMORY, TN_ERR_OUT_OF_MEMORY},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; ++row) {
        const char *input = rows[row].input;
        const size_t len = rows[row].input_len;
        const tn_status expected[] = {rows[row].to_request, rows[row].to_result, rows[row].declined,
                                      rows[row].failed, rows[row].without_resolver};
        outcome actual[] = {poisoned(), poisoned(), poisoned(), poisoned(), poisoned()};
        actual[0].status = tn_elicitation_to_request(input, len, &actual[0].text, &actual[0].error);
        actual[1].status =
            tn_answer_to_elicit_result(input, len, &actual[1].text, &actual[1].error);
        actual[2].status = tn_server_request_response(decline, NULL, input, len, &actual[2].text,
                                                      &actual[2].error);
        actual[3].status =
            tn_server_request_response(fail, NULL, input, len, &actual[3].text, &actual[3].error);
        actual[4].status =
            tn_server_request_response(NULL, NULL, input, len, &actual[4].text, &actual[4].error);
        for (size_t call = 0; call < sizeof actual / sizeof actual[0]; ++call) {
            CHECK_STATUS(expected[call], actual[call].status);
            CHECK_ERROR(expected[call], &actual[call].error);
            if (expected[call] == TN_OK || expected[call] == TN_RESOLVER_FAILED)
                CHECK(actual[call].text.data != NULL &&
                      actual[call].text.len == strlen(actual[call].text.data));
            else
                CHECK(actual[call].text.data == NULL && actual[call].text.len == 0);
            tn_string_free(&actual[call].text);
        }
    }
}

static int32_t setters_overwrite_error(void *user_data, const char *request, size_t request_len,
                                       tn_answer *answer) {
    static const struct {
        const char *json;
        size_t json_len;
        tn_status status;
    } rows[] = {
        {"{\"ok\":true}", TN_NUL_TERMINATED, TN_OK},
        {"null", 4, TN_OK},
        {"{", 1, TN_ERR_INVALID_JSON},
        {"\xC0\x80", 2, TN_ERR_INVALID_UTF8},
        {"{}", SIZE_MAX / 2 + 2, TN_ERR_OUT_OF_MEMORY},
    };
    (void)user_data;
    (void)request;
    (void)request_len;
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; ++row) {
        tn_error error = poisoned().error;
        CHECK_STATUS(rows[row].status,
                     tn_answer_set(answer, rows[row].json, rows[row].json_len, &error));
        CHECK_ERROR(rows[row].status, &error);
        error = poisoned().error;
        CHECK_STATUS(rows[row].status,
                     tn_answer_accept(answer, rows[row].json, rows[row].json_len, &error));
        CHECK_ERROR(rows[row].status, &error);
        CHECK_STATUS(rows[row].status,
                     tn_answer_set(answer, rows[row].json, rows[row].json_len, NULL));
        CHECK_STATUS(rows[row].status,
                     tn_answer_accept(answer, rows[row].json, rows[row].json_len, NULL));
    }
    return 0;
}

static void setters_overwrite_the_error(void) {
    outcome actual = poisoned();
    actual.status = tn_server_request_response(setters_overwrite_error, NULL, ELICITATION,
                                               TN_NUL_TERMINATED, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT(ACCEPTED("{}")), &actual);
}

void ownership_tests(void) {
    RUN(free_twice);
    RUN(free_nothing);
    RUN(free_after_failure);
    RUN(nul_behind_the_text);
    RUN(text_is_the_hosts);
    RUN(input_is_borrowed);
    RUN(outputs_are_overwritten);
    RUN(setters_overwrite_the_error);
}
