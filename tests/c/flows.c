/* The functions that come in two halves, or in rounds: every vector, and what JSON cannot say. */
#include "flows.h"
#include "elicitation.h"
#include "tests.h"

#include <string.h>

/* What a text's NULL takes with it, whatever its length. */
static const size_t lengths[] = {0, 2, TN_NUL_TERMINATED, SIZE_MAX / 2 + 2};

static void check_message(const tn_error *error, const char *refused, unsigned long line,
                          unsigned long column) {
    if (line > 0)
        CHECK_POSITION(line, column, error);
    if (refused != NULL) {
        CHECK(strncmp(error->message, refused, strlen(refused)) == 0);
        CHECK(strncmp(error->message + strlen(refused), ": ", 2) == 0);
    }
}

static void run_begin(const begin_vector *expected) {
    outcome request = poisoned(), reply = poisoned();
    const text message = expected->message;
    tn_status status = tn_server_request_begin(expected->modes, message.data, message.len,
                                               &request.text, &reply.text, &request.error);
    reply.error = request.error;
    request.status = reply.status = status;
    check_message(&request.error, NULL, expected->line, expected->column);
    CHECK_OUTCOME(expected->status, expected->request, &request);
    CHECK_OUTCOME(expected->status, expected->reply, &reply);

    request = reply = poisoned();
    status = tn_server_request_begin(expected->modes, message.data, TN_NUL_TERMINATED,
                                     &request.text, &reply.text, NULL);
    CHECK_STATUS(expected->status, status);
    tn_string_free(&request.text);
    tn_string_free(&reply.text);
}

static void run_finish(const finish_vector *expected) {
    const text message = expected->message, answer = expected->answer;
    outcome actual = poisoned();
    actual.status = tn_server_request_finish(message.data, message.len, answer.data, answer.len,
                                             &actual.text, &actual.error);
    check_message(&actual.error, expected->refused, expected->line, expected->column);
    CHECK_OUTCOME(expected->status, expected->reply, &actual);

    actual = poisoned();
    actual.status = tn_server_request_finish(message.data, TN_NUL_TERMINATED, answer.data,
                                             TN_NUL_TERMINATED, &actual.text, NULL);
    CHECK_STATUS(expected->status, actual.status);
    tn_string_free(&actual.text);
}

static void run_retry_begin(const retry_begin_vector *expected) {
    const text result = expected->result;
    outcome actual = poisoned();
    actual.status = tn_input_required_begin(expected->modes, result.data, result.len, &actual.text,
                                            &actual.error);
    check_message(&actual.error, NULL, expected->line, expected->column);
    CHECK_OUTCOME(expected->status, expected->requests, &actual);

    actual = poisoned();
    actual.status = tn_input_required_begin(expected->modes, result.data, TN_NUL_TERMINATED,
                                            &actual.text, NULL);
    CHECK_STATUS(expected->status, actual.status);
    tn_string_free(&actual.text);
}

static void run_retry_finish(const retry_finish_vector *expected) {
    const text params = expected->params, result = expected->result;
    const text responses = expected->responses;
    outcome actual = poisoned();
    actual.status =
        tn_input_required_finish(params.data, params.len, result.data, result.len, responses.data,
                                 responses.len, &actual.text, &actual.error);
    check_message(&actual.error, expected->refused, expected->line, expected->column);
    CHECK_OUTCOME(expected->status, expected->retry_params, &actual);

    actual = poisoned();
    actual.status =
        tn_input_required_finish(params.data, TN_NUL_TERMINATED, result.data, TN_NUL_TERMINATED,
                                 responses.data, TN_NUL_TERMINATED, &actual.text, NULL);
    CHECK_STATUS(expected->status, actual.status);
    tn_string_free(&actual.text);
}

typedef struct retry_run {
    const retry_vector *vector;
    size_t calls;
} retry_run;

static int32_t resolve(void *user_data, const char *request, size_t request_len,
                       tn_answer *answer) {
    retry_run *run = user_data;
    const turn *now;
    CHECK(run->calls < run->vector->turn_count);
    if (run->calls >= run->vector->turn_count)
        return 1;
    now = &run->vector->turns[run->calls++];
    CHECK_TEXT(now->request, ((text){request, request_len}));
    CHECK(request[request_len] == '\0');
    switch (now->resolver) {
    case RESOLVER_SET:
        return tn_answer_set(answer, now->json.data, now->json.len, NULL);
    case RESOLVER_ACCEPT:
        return tn_answer_accept(answer, now->json.data, now->json.len, NULL);
    case RESOLVER_DECLINE:
        return tn_answer_decline(answer);
    case RESOLVER_CANCEL:
        return tn_answer_cancel(answer);
    case RESOLVER_FAIL:
        return 1;
    case RESOLVER_ABSENT:
    case RESOLVER_NOTHING:
        break;
    }
    return 0;
}

static void run_retry(const retry_vector *expected) {
    const text params = expected->params, result = expected->result;
    const tn_resolver resolver = expected->has_resolver ? resolve : NULL;
    retry_run run = {expected, 0};
    outcome actual = poisoned();
    actual.status = tn_input_required_retry(resolver, &run, params.data, params.len, result.data,
                                            result.len, &actual.text, &actual.error);
    check_message(&actual.error, expected->refused, expected->line, expected->column);
    CHECK_OUTCOME(expected->status, expected->retry_params, &actual);
    CHECK_SIZE(expected->turn_count, run.calls);

    run.calls = 0;
    actual = poisoned();
    actual.status = tn_input_required_retry(resolver, &run, params.data, TN_NUL_TERMINATED,
                                            result.data, TN_NUL_TERMINATED, &actual.text, NULL);
    CHECK_STATUS(expected->status, actual.status);
    tn_string_free(&actual.text);
}

static void begin_null(void) {
    for (size_t row = 0; row < sizeof lengths / sizeof lengths[0]; ++row) {
        outcome request = poisoned(), reply = poisoned();
        request.status = reply.status = tn_server_request_begin(
            TN_MODE_FORM, NULL, lengths[row], &request.text, &reply.text, &request.error);
        reply.error = request.error;
        CHECK_OUTCOME(TN_ERR_NULL_ARGUMENT, NO_TEXT, &request);
        CHECK_OUTCOME(TN_ERR_NULL_ARGUMENT, NO_TEXT, &reply);
    }
    outcome other = poisoned();
    other.status = tn_server_request_begin(TN_MODE_FORM, "{}", 2, NULL, &other.text, &other.error);
    CHECK_OUTCOME(TN_ERR_NULL_ARGUMENT, NO_TEXT, &other);
    other = poisoned();
    other.status = tn_server_request_begin(TN_MODE_FORM, "{}", 2, &other.text, NULL, &other.error);
    CHECK_OUTCOME(TN_ERR_NULL_ARGUMENT, NO_TEXT, &other);
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_server_request_begin(0, NULL, 0, NULL, NULL, NULL));
}

static void finish_null(void) {
    for (size_t row = 0; row < sizeof lengths / sizeof lengths[0]; ++row) {
        outcome actual = poisoned();
        actual.status =
            tn_server_request_finish(NULL, lengths[row], "{}", 2, &actual.text, &actual.error);
        CHECK_OUTCOME(TN_ERR_NULL_ARGUMENT, NO_TEXT, &actual);
        actual = poisoned();
        actual.status = tn_server_request_finish(ELICITATION, TN_NUL_TERMINATED, NULL, lengths[row],
                                                 &actual.text, &actual.error);
        CHECK_OUTCOME(TN_OK, TEXT(CANCELLED), &actual);
    }
    tn_error error = poisoned().error;
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT,
                 tn_server_request_finish(ELICITATION, TN_NUL_TERMINATED, "{}", 2, NULL, &error));
    CHECK_ERROR(TN_ERR_NULL_ARGUMENT, &error);
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_server_request_finish(NULL, 0, NULL, 0, NULL, NULL));
}

static void retry_begin_null(void) {
    for (size_t row = 0; row < sizeof lengths / sizeof lengths[0]; ++row) {
        outcome actual = poisoned();
        actual.status =
            tn_input_required_begin(TN_MODE_FORM, NULL, lengths[row], &actual.text, &actual.error);
        CHECK_OUTCOME(TN_ERR_NULL_ARGUMENT, NO_TEXT, &actual);
    }
    tn_error error = poisoned().error;
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_input_required_begin(TN_MODE_FORM, INPUT_REQUIRED,
                                                               TN_NUL_TERMINATED, NULL, &error));
    CHECK_ERROR(TN_ERR_NULL_ARGUMENT, &error);
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_input_required_begin(0, NULL, 0, NULL, NULL));
}

static void retry_finish_null(void) {
    for (size_t row = 0; row < sizeof lengths / sizeof lengths[0]; ++row) {
        outcome actual = poisoned();
        actual.status =
            tn_input_required_finish(NULL, lengths[row], INPUT_REQUIRED, TN_NUL_TERMINATED, "{}", 2,
                                     &actual.text, &actual.error);
        CHECK_OUTCOME(TN_ERR_NULL_ARGUMENT, NO_TEXT, &actual);
        actual = poisoned();
        actual.status = tn_input_required_finish("{}", 2, NULL, lengths[row], "{}", 2, &actual.text,
                                                 &actual.error);
        CHECK_OUTCOME(TN_ERR_NULL_ARGUMENT, NO_TEXT, &actual);
        actual = poisoned();
        actual.status = tn_input_required_finish("{}", 2, INPUT_REQUIRED, TN_NUL_TERMINATED, NULL,
                                                 lengths[row], &actual.text, &actual.error);
        CHECK_OUTCOME(TN_OK, TEXT("{\"inputResponses\":{\"who\":{\"action\":\"cancel\"}}}"),
                      &actual);
    }
    tn_error error = poisoned().error;
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT,
                 tn_input_required_finish("{}", 2, INPUT_REQUIRED, TN_NUL_TERMINATED, "{}", 2, NULL,
                                          &error));
    CHECK_ERROR(TN_ERR_NULL_ARGUMENT, &error);
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT,
                 tn_input_required_finish(NULL, 0, NULL, 0, NULL, 0, NULL, NULL));
}

static int32_t count(void *calls, const char *request, size_t request_len, tn_answer *answer) {
    (void)request, (void)request_len, (void)answer;
    ++*(size_t *)calls;
    return 0;
}

static void retry_null(void) {
    size_t calls = 0;
    for (size_t row = 0; row < sizeof lengths / sizeof lengths[0]; ++row) {
        outcome actual = poisoned();
        actual.status = tn_input_required_retry(count, &calls, NULL, lengths[row], INPUT_REQUIRED,
                                                TN_NUL_TERMINATED, &actual.text, &actual.error);
        CHECK_OUTCOME(TN_ERR_NULL_ARGUMENT, NO_TEXT, &actual);
        actual = poisoned();
        actual.status = tn_input_required_retry(count, &calls, "{}", 2, NULL, lengths[row],
                                                &actual.text, &actual.error);
        CHECK_OUTCOME(TN_ERR_NULL_ARGUMENT, NO_TEXT, &actual);
    }
    tn_error error = poisoned().error;
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT,
                 tn_input_required_retry(count, &calls, "{}", 2, INPUT_REQUIRED, TN_NUL_TERMINATED,
                                         NULL, &error));
    CHECK_ERROR(TN_ERR_NULL_ARGUMENT, &error);
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT,
                 tn_input_required_retry(NULL, NULL, NULL, 0, NULL, 0, NULL, NULL));
    CHECK_SIZE(0, calls);
}

/* Bad UTF-8 is in the text that the message names. */
static void bad_utf8(void) {
    outcome actual = poisoned(), other = poisoned();
    actual.status = other.status = tn_server_request_begin(
        TN_MODE_FORM, "\"\xFF\"", 3, &actual.text, &other.text, &actual.error);
    other.error = actual.error;
    CHECK_OUTCOME(TN_ERR_INVALID_UTF8, NO_TEXT, &actual);
    CHECK_OUTCOME(TN_ERR_INVALID_UTF8, NO_TEXT, &other);
    actual = poisoned();
    actual.status = tn_server_request_finish(ELICITATION, TN_NUL_TERMINATED, "\"\xFF\"", 3,
                                             &actual.text, &actual.error);
    check_message(&actual.error, "answer", 1, 2);
    CHECK_OUTCOME(TN_ERR_INVALID_UTF8, NO_TEXT, &actual);
    actual = poisoned();
    actual.status =
        tn_input_required_retry(NULL, NULL, "{}", 2, "\"\xFF\"", 3, &actual.text, &actual.error);
    check_message(&actual.error, "result", 1, 2);
    CHECK_OUTCOME(TN_ERR_INVALID_UTF8, NO_TEXT, &actual);
    actual = poisoned();
    actual.status = tn_input_required_begin(0, "\"\xFF\"", 3, &actual.text, &actual.error);
    check_message(&actual.error, NULL, 1, 2);
    CHECK_OUTCOME(TN_ERR_INVALID_UTF8, NO_TEXT, &actual);
    /* It is looked for in all texts before one is read as JSON. */
    static const char *const names[] = {"params", "result", "responses"};
    for (size_t bad = 0; bad < 3; ++bad) {
        const char *texts[] = {"{", "{", "{"};
        texts[bad] = "\"\xFF\"";
        actual = poisoned();
        actual.status =
            tn_input_required_finish(texts[0], TN_NUL_TERMINATED, texts[1], TN_NUL_TERMINATED,
                                     texts[2], TN_NUL_TERMINATED, &actual.text, &actual.error);
        check_message(&actual.error, names[bad], 1, 2);
        CHECK_OUTCOME(TN_ERR_INVALID_UTF8, NO_TEXT, &actual);
    }
}

static void impossible_lengths(void) {
    outcome actual = poisoned();
    const size_t impossible = SIZE_MAX / 2 + 2;
    actual.status = tn_input_required_begin(TN_MODE_FORM, INPUT_REQUIRED, impossible, &actual.text,
                                            &actual.error);
    CHECK_OUTCOME(TN_ERR_OUT_OF_MEMORY, NO_TEXT, &actual);
    for (size_t which = 0; which < 3; ++which) {
        actual = poisoned();
        actual.status =
            tn_input_required_finish("{}", which == 0 ? impossible : 2, INPUT_REQUIRED,
                                     which == 1 ? impossible : TN_NUL_TERMINATED, "{}",
                                     which == 2 ? impossible : 2, &actual.text, &actual.error);
        CHECK_OUTCOME(TN_ERR_OUT_OF_MEMORY, NO_TEXT, &actual);
    }
}

/* A resolver may use all of the library, even for the same kind of call. */
static int32_t retry_within(void *calls, const char *request, size_t request_len,
                            tn_answer *answer) {
    outcome inner = poisoned();
    size_t inner_calls = 0;
    (void)request, (void)request_len;
    inner.status = tn_input_required_retry(count, &inner_calls, "{}", 2, INPUT_REQUIRED,
                                           TN_NUL_TERMINATED, &inner.text, &inner.error);
    CHECK_OUTCOME(TN_OK, TEXT("{\"inputResponses\":{\"who\":{\"action\":\"cancel\"}}}"), &inner);
    ++*(size_t *)calls;
    return tn_answer_decline(answer);
}

static void retry_reentrant(void) {
    size_t calls = 0;
    outcome actual = poisoned();
    actual.status = tn_input_required_retry(retry_within, &calls, "{}", 2, INPUT_REQUIRED,
                                            TN_NUL_TERMINATED, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT("{\"inputResponses\":{\"who\":{\"action\":\"decline\"}}}"), &actual);
    CHECK_SIZE(1, calls);
}

void flow_tests(void) {
    for (size_t row = 0; row < begin_vector_count; ++row) {
        if (begin_test(begin_vectors[row].name)) {
            run_begin(&begin_vectors[row]);
            end_test();
        }
    }
    for (size_t row = 0; row < finish_vector_count; ++row) {
        if (begin_test(finish_vectors[row].name)) {
            run_finish(&finish_vectors[row]);
            end_test();
        }
    }
    for (size_t row = 0; row < retry_begin_vector_count; ++row) {
        if (begin_test(retry_begin_vectors[row].name)) {
            run_retry_begin(&retry_begin_vectors[row]);
            end_test();
        }
    }
    for (size_t row = 0; row < retry_finish_vector_count; ++row) {
        if (begin_test(retry_finish_vectors[row].name)) {
            run_retry_finish(&retry_finish_vectors[row]);
            end_test();
        }
    }
    for (size_t row = 0; row < retry_vector_count; ++row) {
        if (begin_test(retry_vectors[row].name)) {
            run_retry(&retry_vectors[row]);
            end_test();
        }
    }
    RUN(begin_null);
    RUN(finish_null);
    RUN(retry_begin_null);
    RUN(retry_finish_null);
    RUN(retry_null);
    RUN(bad_utf8);
    RUN(impossible_lengths);
    RUN(retry_reentrant);
}
