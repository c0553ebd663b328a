/* Every vector through the ABI, with each way of passing a text. */
#include "vectors.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

typedef struct resolver_run {
    const vector *vector;
    unsigned calls;
} resolver_run;

static int32_t resolve(void *user_data, const char *request, size_t request_len,
                       tn_answer *answer) {
    resolver_run *run = user_data;
    const text json = run->vector->resolver_json;
    tn_error error;

    ++run->calls;
    CHECK_TEXT(run->vector->request, ((text){request, request_len}));
    CHECK(request[request_len] == '\0');
    switch (run->vector->resolver) {
    case RESOLVER_SET:
        CHECK_STATUS(TN_OK, tn_answer_set(answer, json.data, json.len, &error));
        break;
    case RESOLVER_ACCEPT:
        CHECK_STATUS(TN_OK, tn_answer_accept(answer, json.data, json.len, &error));
        break;
    case RESOLVER_DECLINE:
        CHECK_STATUS(TN_OK, tn_answer_decline(answer));
        break;
    case RESOLVER_CANCEL:
        CHECK_STATUS(TN_OK, tn_answer_cancel(answer));
        break;
    case RESOLVER_FAIL:
        return 1;
    case RESOLVER_ABSENT:
    case RESOLVER_NOTHING:
        break;
    }
    return 0;
}

static tn_status call(resolver_run *run, const char *input, size_t input_len, tn_string *output,
                      tn_error *error) {
    switch (run->vector->function) {
    case ELICITATION_TO_REQUEST:
        return tn_elicitation_to_request(input, input_len, output, error);
    case ANSWER_TO_ELICIT_RESULT:
        return tn_answer_to_elicit_result(input, input_len, output, error);
    case URL_ELICITATIONS:
        return tn_url_elicitations(input, input_len, output, error);
    case ELICITATION_ENDED:
        return tn_elicitation_ended(input, input_len, output, error);
    case SERVER_REQUEST_RESPONSE:
        break;
    }
    return tn_server_request_response(run->vector->resolver == RESOLVER_ABSENT ? NULL : resolve,
                                      run, input, input_len, output, error);
}

/* A copy with exactly this much memory, so that valgrind sees every byte read beyond it. */
static char *exact_copy(text original, size_t size) {
    char *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        abort();
    memcpy(copy, original.data, original.len);
    return copy;
}

static void check_call(const vector *expected, const char *input, size_t input_len) {
    resolver_run run = {expected, 0};
    outcome actual = poisoned();
    actual.status = call(&run, input, input_len, &actual.text, &actual.error);
    CHECK_OUTCOME(expected->status, expected->output, &actual);
    CHECK_SIZE(expected->request.data == NULL ? 0 : 1, run.calls);
    if (expected->line > 0)
        CHECK_POSITION(expected->line, expected->column, &actual.error);
}

static void check_call_without_error(const vector *expected, const char *input, size_t input_len) {
    resolver_run run = {expected, 0};
    outcome actual = poisoned();
    actual.status = call(&run, input, input_len, &actual.text, NULL);
    CHECK_STATUS(expected->status, actual.status);
    CHECK_TEXT(expected->output, ((text){actual.text.data, actual.text.len}));
    tn_string_free(&actual.text);
}

static void run_vector(const vector *expected) {
    char *input = exact_copy(expected->input, expected->input.len);
    check_call(expected, input, expected->input.len);
    check_call_without_error(expected, input, expected->input.len);
    CHECK(memcmp(input, expected->input.data, expected->input.len) == 0);
    free(input);

    if (memchr(expected->input.data, '\0', expected->input.len) == NULL) {
        input = exact_copy(expected->input, expected->input.len + 1);
        input[expected->input.len] = '\0';
        check_call(expected, input, TN_NUL_TERMINATED);
        free(input);
    }
}

void vector_tests(void) {
    for (size_t row = 0; row < vector_count; ++row) {
        if (begin_test(vectors[row].name)) {
            run_vector(&vectors[row]);
            end_test();
        }
    }
}
