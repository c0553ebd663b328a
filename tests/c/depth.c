/* Deep and large texts, on a thread with a stack that no recursion over them would fit. */
#include "elicitation.h"
#include "harness.h"
#include "tests.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The least that glibc takes on AArch64. */
#define STACK_SIZE ((size_t)128 * 1024)
#define MEBIBYTE ((size_t)1024 * 1024)

static const size_t levels[] = {100000, 1000000};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef struct builder {
    char *data;
    size_t len;
    size_t capacity;
} builder;

static void append(builder *to, const char *part, size_t times) {
    const size_t part_len = strlen(part);
    const size_t needed = to->len + part_len * times + 1;
    if (needed > to->capacity) {
        to->capacity = 2 * needed;
        to->data = realloc(to->data, to->capacity);
        if (to->data == NULL)
            abort();
    }
    for (; times > 0; --times) {
        memcpy(to->data + to->len, part, part_len);
        to->len += part_len;
    }
    to->data[to->len] = '\0';
}

/* front, then open many times, core, and close as often, then back. */
static builder nested(const char *front, const char *open, const char *core, const char *close,
                      size_t depth, const char *back) {
    builder built = {NULL, 0, 0};
    append(&built, front, 1);
    append(&built, open, depth);
    append(&built, core, 1);
    append(&built, close, depth);
    append(&built, back, 1);
    return built;
}

typedef struct call {
    tn_status (*function)(const char *input, size_t input_len, tn_string *output, tn_error *error);
    const builder *input;
    outcome actual;
} call;

static void *run_call(void *argument) {
    call *self = argument;
    self->actual.status = self->function(self->input->data, self->input->len, &self->actual.text,
                                         &self->actual.error);
    return NULL;
}

/* Calls the function on a thread with a small stack. */
static outcome on_small_stack(tn_status (*function)(const char *, size_t, tn_string *, tn_error *),
                              const builder *input) {
    call small = {function, input, poisoned()};
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0 ||
        pthread_attr_setstacksize(&attributes, STACK_SIZE) != 0 ||
        pthread_create(&thread, &attributes, run_call, &small) != 0 ||
        pthread_join(thread, NULL) != 0)
        abort();
    pthread_attr_destroy(&attributes);
    return small.actual;
}

static int32_t accept_user_data(void *user_data, const char *request, size_t request_len,
                                tn_answer *answer) {
    const builder *data = user_data;
    (void)request;
    (void)request_len;
    return tn_answer_accept(answer, data->data, data->len, NULL);
}

static tn_status accept_input(const char *data, size_t data_len, tn_string *reply,
                              tn_error *error) {
    builder given = {(char *)(uintptr_t)data, data_len, 0};
    return tn_server_request_response(accept_user_data, &given, ELICITATION, TN_NUL_TERMINATED,
                                      reply, error);
}

static int32_t decline(void *user_data, const char *request, size_t request_len,
                       tn_answer *answer) {
    (void)user_data;
    (void)request;
    (void)request_len;
    return tn_answer_decline(answer);
}

static tn_status decline_input(const char *message, size_t message_len, tn_string *reply,
                               tn_error *error) {
    return tn_server_request_response(decline, NULL, message, message_len, reply, error);
}

#define CHECK_BUILT(expected_status, function, input, expected)                                    \
    check_built(__LINE__, expected_status, function, input, expected)

static void check_built(int line, tn_status status,
                        tn_status (*function)(const char *, size_t, tn_string *, tn_error *),
                        builder input, builder expected) {
    outcome actual = on_small_stack(function, &input);
    check_outcome(__FILE__, line, status, (text){expected.data, expected.len}, &actual);
    free(input.data);
    free(expected.data);
}

static const builder no_builder = {NULL, 0, 0};

static builder literal(const char *data) { return nested("", "", data, "", 0, ""); }

#define REQUEST_START "{\"id\":\"ID\",\"kind\":\"input\",\"prompt\":\""

static void deep_request(void) {
    for (size_t row = 0; row < COUNT(levels); ++row) {
        const size_t depth = levels[row];
        /* A schema, which is passed on. */
        CHECK_BUILT(
            TN_OK, tn_elicitation_to_request,
            nested("{\"requestedSchema\":", "{ \"a\" : [", "1.0", "] }", depth, "}"),
            nested(REQUEST_START "\",\"data\":{\"schema\":", "{\"a\":[", "1.0", "]}", depth, "}}"));
        /* A message, which becomes a string. */
        CHECK_BUILT(TN_OK, tn_elicitation_to_request,
                    nested("{\"message\":", "[ ", "\"x\"", " ]", depth, "}"),
                    nested(REQUEST_START, "[", "\\\"x\\\"", "]", depth, "\"}"));
        /* A member that is dropped, and a whole text that has no members. */
        CHECK_BUILT(TN_OK, tn_elicitation_to_request,
                    nested("{\"other\":", "{\"\":", "0", "}", depth, "}"),
                    literal(REQUEST_START "\"}"));
        CHECK_BUILT(TN_OK, tn_elicitation_to_request, nested("", "[", "", "]", depth, ""),
                    literal(REQUEST_START "\"}"));
    }
}

static void deep_answer(void) {
    for (size_t row = 0; row < COUNT(levels); ++row) {
        const size_t depth = levels[row];
        CHECK_BUILT(
            TN_OK, tn_answer_to_elicit_result,
            nested("{\"ok\":true,\"data\":", "[{\"a\" :\n", "[ ]", "}]", depth, "}"),
            nested("{\"action\":\"accept\",\"content\":", "[{\"a\":", "[]", "}]", depth, "}"));
        CHECK_BUILT(TN_OK, accept_input, nested("\n", "[\t", "[ ]", "]", depth, "\n"),
                    nested("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":"
                           "{\"action\":\"accept\",\"content\":",
                           "[", "[]", "]", depth, "}}"));
        CHECK_BUILT(TN_OK, tn_answer_to_elicit_result,
                    nested("{\"ok\":", "[", "true", "]", depth, "}"),
                    literal("{\"action\":\"cancel\"}"));
    }
}

static void deep_message(void) {
    for (size_t row = 0; row < COUNT(levels); ++row) {
        const size_t depth = levels[row];
        CHECK_BUILT(
            TN_OK, decline_input,
            nested("{\"method\":\"elicitation/create\",\"id\":", "[ ", "5", " ]", depth, "}"),
            nested("{\"jsonrpc\":\"2.0\",\"id\":", "[", "5", "]", depth,
                   ",\"result\":{\"action\":\"decline\"}}"));
        CHECK_BUILT(TN_OK, decline_input,
                    nested("{\"id\":7,\"method\":\"elicitation/create\",\"params\":", "[", "", "]",
                           depth, "}"),
                    literal(DECLINED));
        CHECK_BUILT(TN_OK, decline_input, nested("{\"id\":7,\"method\":", "[", "", "]", depth, "}"),
                    literal(METHOD_NOT_FOUND));
        CHECK_BUILT(TN_NO_REPLY, decline_input,
                    nested("{\"id\":7,\"result\":", "{\"a\":", "[]", "}", depth, "}"), no_builder);
    }
}

static tn_status begin_result(const char *result, size_t result_len, tn_string *requests,
                              tn_error *error) {
    return tn_input_required_begin(TN_MODE_FORM, result, result_len, requests, error);
}

static tn_status finish_result(const char *result, size_t result_len, tn_string *retry,
                               tn_error *error) {
    return tn_input_required_finish("{}", 2, result, result_len, NULL, 0, retry, error);
}

static tn_status finish_responses(const char *responses, size_t responses_len, tn_string *retry,
                                  tn_error *error) {
    static const char result[] = "{\"resultType\":\"input_required\",\"inputRequests\":{"
                                 "\"who\":{\"method\":\"elicitation/create\"},"
                                 "\"roots\":{\"method\":\"roots/list\"}}}";
    return tn_input_required_finish("{}", 2, result, TN_NUL_TERMINATED, responses, responses_len,
                                    retry, error);
}

#define DEEP_TASK_START "{\"_meta\":{\"io.modelcontextprotocol/related-task\":"
#define ASKS "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":"

/* The call that a question belongs to, and what the retry's halves take and give. */
static void deep_rounds(void) {
    for (size_t row = 0; row < COUNT(levels); ++row) {
        const size_t depth = levels[row];
        CHECK_BUILT(
            TN_OK, decline_input,
            nested("{\"id\":7,\"method\":\"elicitation/create\",\"params\":" DEEP_TASK_START, "[ ",
                   "5", " ]", depth, "}}}"),
            nested("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"action\":\"decline\","
                   "\"_meta\":{\"io.modelcontextprotocol/related-task\":",
                   "[", "5", "]", depth, "}}}"));
        CHECK_BUILT(TN_OK, begin_result,
                    nested(ASKS "{\"method\":\"elicitation/create\",\"params\":{\"message\":", "[ ",
                           "5", " ]", depth, "}}}}"),
                    nested("{\"requests\":{\"k\":" REQUEST_START, "[", "5", "]", depth,
                           "\"}},\"others\":{}}"));
        CHECK_BUILT(
            TN_OK, begin_result,
            nested(ASKS "{\"method\":\"x\",\"params\":", "{\"a\" :", "5", "}", depth, "}}}"),
            nested("{\"requests\":{},\"others\":{\"k\":{\"method\":\"x\",\"params\":", "{\"a\":",
                   "5", "}", depth, "}}}"));
        CHECK_BUILT(TN_ERR_UNSUPPORTED_INPUT, begin_result,
                    nested(ASKS, "[", "5", "]", depth, "}}"), no_builder);
        CHECK_BUILT(TN_OK, finish_result,
                    nested("{\"resultType\":\"input_required\",\"requestState\":", "[ ", "5", " ]",
                           depth, "}"),
                    nested("{\"requestState\":", "[", "5", "]", depth, "}"));
        CHECK_BUILT(TN_OK, finish_responses,
                    nested("{\"others\":{\"roots\":", "[ ", "5", " ]", depth, "}}"),
                    nested("{\"inputResponses\":{\"who\":{\"action\":\"cancel\"},\"roots\":", "[",
                           "5", "]", depth, "}}"));
    }
}

static void deep_notices(void) {
    for (size_t row = 0; row < COUNT(levels); ++row) {
        const size_t depth = levels[row];
        CHECK_BUILT(
            TN_OK, tn_url_elicitations,
            nested("{\"error\":{\"code\":-32042,\"data\":{\"elicitations\":[{\"mode\":\"url\","
                   "\"url\":\"x\",\"_meta\":{\"a\":",
                   "[ ", "5", " ]", depth, "}}]}}}"),
            nested("[{\"id\":\"ID\",\"kind\":\"authorization\",\"prompt\":\"\",\"url\":\"x\","
                   "\"_meta\":{\"a\":",
                   "[", "5", "]", depth, "}}]"));
        CHECK_BUILT(TN_ERR_UNSUPPORTED_INPUT, tn_url_elicitations,
                    nested("{\"error\":{\"code\":-32042,\"data\":{\"elicitations\":", "[", "5", "]",
                           depth, "}}}"),
                    no_builder);
        CHECK_BUILT(TN_OK, tn_elicitation_ended,
                    nested("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":",
                           "[ ", "5", " ]", depth, "}}"),
                    nested("{\"requestId\":", "[", "5", "]", depth, "}"));
    }
}

/* Deep, and wrong at the very end. */
static void deep_mistake(void) {
    for (size_t row = 0; row < COUNT(levels); ++row) {
        const size_t depth = levels[row];
        const builder rows[] = {
            nested("", "[", "", "", depth, ""),
            nested("", "{\"\":", "1", "", depth, ""),
            nested("", "[", "", "]", depth, "]"),
            nested("", "[", "", "]", depth - 1, "}"),
        };
        for (size_t at = 0; at < COUNT(rows); ++at) {
            const size_t wrong = rows[at].len + (rows[at].data[rows[at].len - 1] == '[' ||
                                                         rows[at].data[rows[at].len - 1] == '1'
                                                     ? 1
                                                     : 0);
            outcome actual = on_small_stack(tn_elicitation_to_request, &rows[at]);
            CHECK_POSITION(1, wrong, &actual.error);
            CHECK_OUTCOME(TN_ERR_INVALID_JSON, NO_TEXT, &actual);
            actual = on_small_stack(tn_answer_to_elicit_result, &rows[at]);
            CHECK_OUTCOME(TN_ERR_INVALID_JSON, NO_TEXT, &actual);
            actual = on_small_stack(decline_input, &rows[at]);
            CHECK_OUTCOME(TN_ERR_INVALID_JSON, NO_TEXT, &actual);
            actual = on_small_stack(tn_url_elicitations, &rows[at]);
            CHECK_OUTCOME(TN_ERR_INVALID_JSON, NO_TEXT, &actual);
            actual = on_small_stack(begin_result, &rows[at]);
            CHECK_OUTCOME(TN_ERR_INVALID_JSON, NO_TEXT, &actual);
            free(rows[at].data);
        }
    }
}

static void large_texts(void) {
    const size_t times = 8 * MEBIBYTE / 8;
    /* One long string, with escapes that are decoded and encoded again. */
    CHECK_BUILT(TN_OK, tn_elicitation_to_request,
                nested("{\"message\":\"", "12345\\n", "", "", times, "\"}"),
                nested(REQUEST_START, "12345\\n", "", "", times, "\"}"));
    /* Many members and many lines, which become one. */
    CHECK_BUILT(TN_OK, tn_answer_to_elicit_result,
                nested("{\"ok\":true,\"data\":[0", ",\n1.0 ", "", "", times, "]}"),
                nested("{\"action\":\"accept\",\"content\":[0", ",1.0", "", "", times, "]}"));
    CHECK_BUILT(TN_OK, accept_input, nested("{", "\"key\":1,", "\"key\":2", "", times, "}"),
                nested("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":"
                       "{\"action\":\"accept\",\"content\":{",
                       "\"key\":1,", "\"key\":2", "", times, "}}}"));
    /* An id as long as that, with lone surrogates, which an id keeps. */
    CHECK_BUILT(
        TN_OK, decline_input,
        nested("{\"method\":\"elicitation/create\",\"id\":\"", "\\ud83d", "", "", times, "\"}"),
        nested("{\"jsonrpc\":\"2.0\",\"id\":\"", "\\ud83d", "", "", times,
               "\",\"result\":{\"action\":\"decline\"}}"));
    CHECK_BUILT(TN_NO_REPLY, decline_input,
                nested("{\"id\":7,\"result\":\"", "\xF0\x9F\x98\x80", "", "", times, "\"}"),
                no_builder);
}

/* Objects whose keys are looked for in each other: all differ, and the last of those in front of
 * them. */
static builder many_keys(const char *front, const char *value, const char *back) {
    builder built = {NULL, 0, 0};
    append(&built, front, 1);
    for (unsigned key = 0; key < 50000; ++key) {
        char name[32];
        snprintf(name, sizeof name, "%s\"k%u\":", key == 0 ? "" : ",", key);
        append(&built, name, 1);
        append(&built, value, 1);
    }
    append(&built, back, 1);
    return built;
}

static builder keys_given;

static tn_status finish_keys(const char *responses, size_t responses_len, tn_string *retry,
                             tn_error *error) {
    return tn_input_required_finish("{}", 2, keys_given.data, keys_given.len, responses,
                                    responses_len, retry, error);
}

static void many_inputs(void) {
    CHECK_BUILT(TN_OK, begin_result,
                many_keys("{\"resultType\":\"input_required\",\"inputRequests\":{\"k7\":5,",
                          "{\"method\":\"x\"}", "}}"),
                many_keys("{\"requests\":{},\"others\":{", "{\"method\":\"x\"}", "}}"));
    keys_given = many_keys("{\"resultType\":\"input_required\",\"inputRequests\":{",
                           "{\"method\":\"elicitation/create\"}", "}}");
    CHECK_BUILT(
        TN_OK, finish_keys,
        many_keys("{\"answers\":{\"\\u006b7\":{\"ok\":true},", "{\"reason\":\"declined\"}", "}}"),
        many_keys("{\"inputResponses\":{", "{\"action\":\"decline\"}", "}}"));
    free(keys_given.data);
}

void depth_tests(void) {
    RUN(deep_request);
    RUN(deep_answer);
    RUN(deep_message);
    RUN(deep_rounds);
    RUN(deep_notices);
    RUN(deep_mistake);
    RUN(large_texts);
    RUN(many_inputs);
}
