/* Memory that runs out: each allocation of a call fails once, in turn, and the call must say so,
   give back what it has, and leave the process alone.

   The allocator is this program's own, on top of the C library's, so that valgrind and the
   sanitizers, which bring theirs, have no part in it. */
#include "elicitation.h"
#include "harness.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 5000
/* So many that the table of an object's keys grows a few times. */
#define KEYS 300

/* What the C library exports for allocators that stand in front of its own. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

static bool counting;
static bool refused;
static size_t until_refusal;
static long live;

/* Whether an allocation may succeed now. Once one was refused, all others may. */
static bool granted(void) {
    if (!counting || refused || until_refusal-- > 0)
        return true;
    refused = true;
    errno = ENOMEM;
    return false;
}

static void *counted(void *memory) {
    if (counting && memory != NULL)
        ++live;
    return memory;
}

void *malloc(size_t size) { return granted() ? counted(__libc_malloc(size)) : NULL; }

void *calloc(size_t count, size_t size) {
    return granted() ? counted(__libc_calloc(count, size)) : NULL;
}

void *realloc(void *memory, size_t size) {
    void *moved;
    if (!granted())
        return NULL;
    moved = __libc_realloc(memory, size);
    return memory == NULL ? counted(moved) : moved;
}

void *aligned_alloc(size_t alignment, size_t size) {
    return granted() ? counted(__libc_memalign(alignment, size)) : NULL;
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = granted() ? counted(__libc_memalign(alignment, size)) : NULL;
    return *memory != NULL ? 0 : ENOMEM;
}

void free(void *memory) {
    if (counting && memory != NULL)
        --live;
    __libc_free(memory);
}

/* front, DEPTH arrays with white space to take out, and back. */
static char *deep(const char *front, const char *back) {
    const size_t front_len = strlen(front);
    const size_t back_len = strlen(back);
    char *built = malloc(front_len + 4 * DEPTH + back_len + 1);
    if (built == NULL)
        abort();
    memcpy(built, front, front_len);
    for (size_t at = 0; at < DEPTH; ++at) {
        memcpy(built + front_len + 2 * at, "[ ", 2);
        memcpy(built + front_len + 2 * DEPTH + 2 * at, " ]", 2);
    }
    memcpy(built + front_len + 4 * DEPTH, back, back_len + 1);
    return built;
}

/* front, KEYS members with this value, some of which stand there twice, and back. */
static char *keyed(const char *front, const char *value, const char *back) {
    const size_t size = strlen(front) + KEYS * (strlen(value) + 32) + strlen(back) + 1;
    char *built = malloc(size);
    size_t len = 0;
    if (built == NULL)
        abort();
    len += (size_t)snprintf(built, size, "%s", front);
    for (size_t key = 0; key < KEYS; ++key) {
        /* k in an escape, now and then. */
        const char *k = key % 3 == 0 ? "\\u006b" : "k";
        len += (size_t)snprintf(built + len, size - len, "%s\"%s%zu\":%s", key == 0 ? "" : ",", k,
                                key % 5 == 0 ? key / 2 : key, value);
    }
    snprintf(built + len, size - len, "%s", back);
    return built;
}

typedef tn_status (*function)(const char *input, size_t input_len, tn_string *output,
                              tn_error *error);

static int32_t accept_user_data(void *user_data, const char *request, size_t request_len,
                                tn_answer *answer) {
    (void)request;
    (void)request_len;
    return tn_answer_accept(answer, user_data, TN_NUL_TERMINATED, NULL);
}

static int32_t set_user_data(void *user_data, const char *request, size_t request_len,
                             tn_answer *answer) {
    tn_error error;
    (void)request;
    (void)request_len;
    CHECK_STATUS(TN_OK, tn_answer_decline(answer));
    if (tn_answer_set(answer, user_data, TN_NUL_TERMINATED, &error) != TN_OK)
        CHECK_ERROR(TN_ERR_OUT_OF_MEMORY, &error);
    return 0;
}

static tn_status accept_nothing(const char *message, size_t message_len, tn_string *reply,
                                tn_error *error) {
    return tn_server_request_response(accept_user_data, NULL, message, message_len, reply, error);
}

static tn_status no_resolver(const char *message, size_t message_len, tn_string *reply,
                             tn_error *error) {
    return tn_server_request_response(NULL, NULL, message, message_len, reply, error);
}

static tn_status accept_input(const char *data, size_t data_len, tn_string *reply,
                              tn_error *error) {
    (void)data_len;
    return tn_server_request_response(accept_user_data, (void *)(uintptr_t)data, ELICITATION,
                                      TN_NUL_TERMINATED, reply, error);
}

static tn_status set_input(const char *json, size_t json_len, tn_string *reply, tn_error *error) {
    (void)json_len;
    return tn_server_request_response(set_user_data, (void *)(uintptr_t)json, ELICITATION,
                                      TN_NUL_TERMINATED, reply, error);
}

static tn_status begin_input(const char *message, size_t message_len, tn_string *request,
                             tn_error *error) {
    tn_string reply;
    tn_status status =
        tn_server_request_begin(TN_MODE_FORM, message, message_len, request, &reply, error);
    CHECK(reply.data == NULL && reply.len == 0);
    return status;
}

static tn_status refuse_input(const char *message, size_t message_len, tn_string *reply,
                              tn_error *error) {
    tn_string request;
    tn_status status =
        tn_server_request_begin(TN_MODE_URL, message, message_len, &request, reply, error);
    CHECK(request.data == NULL && request.len == 0);
    return status;
}

static tn_status finish_input(const char *message, size_t message_len, tn_string *reply,
                              tn_error *error) {
    return tn_server_request_finish(message, message_len, NULL, 0, reply, error);
}

static tn_status finish_with_input(const char *answer, size_t answer_len, tn_string *reply,
                                   tn_error *error) {
    return tn_server_request_finish(ELICITATION, TN_NUL_TERMINATED, answer, answer_len, reply,
                                    error);
}

static tn_status retry_params(const char *params, size_t params_len, tn_string *retry,
                              tn_error *error) {
    static const char result[] =
        "{\"resultType\":\"input_required\",\"inputRequests\":{\"\\u0061\":{\"method\":"
        "\"elicitation/create\"},\"a\":{\"method\":\"elicitation/create\"}}}";
    return tn_input_required_retry(accept_user_data, NULL, params, params_len, result,
                                   TN_NUL_TERMINATED, retry, error);
}

static tn_status retry_result(const char *result, size_t result_len, tn_string *retry,
                              tn_error *error) {
    return tn_input_required_retry(accept_user_data, "[1]", "{\"name\":\"x\"}", TN_NUL_TERMINATED,
                                   result, result_len, retry, error);
}

static tn_status begin_result(const char *result, size_t result_len, tn_string *requests,
                              tn_error *error) {
    return tn_input_required_begin(TN_MODE_FORM | TN_MODE_URL, result, result_len, requests, error);
}

static tn_status finish_params(const char *params, size_t params_len, tn_string *retry,
                               tn_error *error) {
    return tn_input_required_finish(params, params_len, INPUT_REQUIRED, TN_NUL_TERMINATED, NULL, 0,
                                    retry, error);
}

static tn_status finish_result(const char *result, size_t result_len, tn_string *retry,
                               tn_error *error) {
    return tn_input_required_finish("{}", 2, result, result_len, NULL, 0, retry, error);
}

static tn_status finish_responses(const char *responses, size_t responses_len, tn_string *retry,
                                  tn_error *error) {
    static const char result[] =
        "{\"resultType\":\"input_required\",\"inputRequests\":{\"k1\":{\"method\":"
        "\"elicitation/create\"},\"k2\":{\"method\":\"roots/list\"}}}";
    return tn_input_required_finish("{}", 2, result, TN_NUL_TERMINATED, responses, responses_len,
                                    retry, error);
}

/* Calls with the first allocation refused, then the second, until a call needs no more of them.
   Where a setter was refused, the reply is instead what the resolver makes of that. */
static void run_out(function call, char *input, tn_status without_setter, const char *reply) {
    for (size_t allocation = 0;; ++allocation) {
        outcome actual = poisoned();
        refused = false;
        until_refusal = allocation;
        live = 0;
        counting = true;
        actual.status = call(input, TN_NUL_TERMINATED, &actual.text, &actual.error);
        counting = false;
        if (!refused) {
            CHECK(allocation > 0);
            CHECK_STATUS(TN_OK, actual.status);
            CHECK(actual.text.data != NULL);
        } else if (reply != NULL && actual.status == without_setter) {
            CHECK_ERROR(without_setter, &actual.error);
            CHECK_TEXT(text_of(reply), ((text){actual.text.data, actual.text.len}));
        } else {
            CHECK_STATUS(TN_ERR_OUT_OF_MEMORY, actual.status);
            CHECK_ERROR(TN_ERR_OUT_OF_MEMORY, &actual.error);
            CHECK(actual.text.data == NULL && actual.text.len == 0);
        }
        counting = true;
        tn_string_free(&actual.text);
        counting = false;
        CHECK(live == 0);
        if (!refused)
            break;
    }
    free(input);
}

static void request_runs_out_of_memory(void) {
    run_out(tn_elicitation_to_request, deep("", ""), TN_OK, NULL);
    run_out(tn_elicitation_to_request, deep("{\"message\":", "}"), TN_OK, NULL);
    run_out(tn_elicitation_to_request, deep("{\"requestedSchema\":", "}"), TN_OK, NULL);
    run_out(tn_elicitation_to_request, deep("{\"mode\":\"url\",\"url\":", "}"), TN_OK, NULL);
}

static void result_runs_out_of_memory(void) {
    run_out(tn_answer_to_elicit_result, deep("{\"ok\":true,\"data\":", "}"), TN_OK, NULL);
    run_out(tn_answer_to_elicit_result, deep("{\"ok\":", "}"), TN_OK, NULL);
}

static void reply_runs_out_of_memory(void) {
    static const char front[] = "{\"method\":\"elicitation/create\",\"id\":";
    run_out(accept_nothing, deep(front, "}"), TN_OK, NULL);
    run_out(no_resolver, deep(front, "}"), TN_OK, NULL);
}

static void setters_run_out_of_memory(void) {
    run_out(accept_input, deep("", ""), TN_RESOLVER_FAILED, CANCELLED);
    run_out(set_input, deep("{\"ok\":true,\"data\":", "}"), TN_OK, DECLINED);
}

static void halves_run_out_of_memory(void) {
    static const char front[] =
        "{\"id\":1,\"method\":\"elicitation/create\",\"params\":{\"message\":";
    static const char id[] = "{\"method\":\"elicitation/create\",\"id\":";
    run_out(begin_input, deep(front, "}}"), TN_OK, NULL);
    run_out(refuse_input, deep(id, "}"), TN_OK, NULL);
    run_out(finish_input, deep(id, "}"), TN_OK, NULL);
    run_out(finish_with_input, deep("{\"ok\":true,\"data\":", "}"), TN_OK, NULL);
}

static void rounds_run_out_of_memory(void) {
    static const char failed[] =
        "{\"name\":\"x\",\"inputResponses\":{\"k\":{\"action\":\"cancel\"}}}";
    static const char front[] = "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{"
                                "\"method\":\"elicitation/create\",\"params\":{\"message\":";
    static const char state[] = "{\"resultType\":\"input_required\",\"requestState\":";
    run_out(retry_params, deep("{\"name\":", "}"), TN_OK, NULL);
    run_out(retry_result, deep(front, "}}}}"), TN_RESOLVER_FAILED, failed);
    run_out(retry_result, deep(state, "}"), TN_OK, NULL);
}

/* In the resolver's time, or the user's: what was answered is lost, and the host is told so. */
static void related_tasks_run_out_of_memory(void) {
    static const char front[] =
        "{\"id\":1,\"method\":\"elicitation/create\",\"params\":{\"_meta\":{"
        "\"io.modelcontextprotocol/related-task\":";
    static const char round[] = "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{"
                                "\"method\":\"elicitation/create\",\"params\":{\"_meta\":{"
                                "\"io.modelcontextprotocol/related-task\":";
    run_out(accept_nothing, deep(front, "}}}"), TN_OK, NULL);
    run_out(begin_input, deep(front, "}}}"), TN_OK, NULL);
    run_out(finish_input, deep(front, "}}}"), TN_OK, NULL);
    run_out(finish_result, deep(round, "}}}}}"), TN_OK, NULL);
}

static void halves_of_rounds_run_out_of_memory(void) {
    static const char asks[] = "{\"resultType\":\"input_required\",\"inputRequests\":{";
    static const char message[] = "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{"
                                  "\"method\":\"elicitation/create\",\"params\":{\"message\":";
    static const char other[] = "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{"
                                "\"method\":\"x\",\"params\":";
    static const char elicitation[] =
        "{\"method\":\"elicitation/create\",\"params\":{\"message\":[1]}}";
    run_out(begin_result, deep(message, "}}}}"), TN_OK, NULL);
    run_out(begin_result, deep(other, "}}}"), TN_OK, NULL);
    run_out(begin_result, keyed(asks, elicitation, "}}"), TN_OK, NULL);
    run_out(begin_result, keyed(asks, "{\"method\":\"x\"}", "}}"), TN_OK, NULL);
    run_out(finish_params, deep("{\"name\":", "}"), TN_OK, NULL);
    run_out(finish_result, deep(message, "}}}}"), TN_OK, NULL);
    run_out(finish_result, keyed(asks, elicitation, "}}"), TN_OK, NULL);
    run_out(finish_responses, deep("{\"others\":{\"k2\":", "}}"), TN_OK, NULL);
    run_out(finish_responses,
            deep("{\"others\":{\"k2\":1},\"answers\":{\"k1\":{\"ok\":true,\"data\":", "}}}"), TN_OK,
            NULL);
    run_out(finish_responses, keyed("{\"others\":{\"k2\":1},\"answers\":{", "{\"ok\":true}", "}}"),
            TN_OK, NULL);
    run_out(finish_responses, keyed("{\"others\":{\"k2\":1},\"others\":{", "[]", "}}"), TN_OK,
            NULL);
}

static void notices_run_out_of_memory(void) {
    static const char front[] = "{\"error\":{\"code\":-32042,\"data\":{\"elicitations\":["
                                "{\"mode\":\"url\",\"url\":\"x\",\"message\":{}},"
                                "{\"mode\":\"url\",\"url\":\"x\",\"message\":";
    run_out(tn_url_elicitations, deep(front, "}]}}}"), TN_OK, NULL);
    run_out(tn_elicitation_ended,
            deep("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":", "}}"), TN_OK,
            NULL);
    run_out(tn_elicitation_ended,
            deep("{\"method\":\"notifications/elicitation/complete\",\"params\":{"
                 "\"elicitationId\":\"e\",\"_meta\":",
                 "}}"),
            TN_OK, NULL);
}

static void exhaustion_tests(void) {
    /* What is allocated once in a process is no part of the tests. */
    outcome first = poisoned();
    first.status = tn_elicitation_to_request("{}", 2, &first.text, &first.error);
    tn_string_free(&first.text);
    RUN(request_runs_out_of_memory);
    RUN(result_runs_out_of_memory);
    RUN(reply_runs_out_of_memory);
    RUN(setters_run_out_of_memory);
    RUN(halves_run_out_of_memory);
    RUN(rounds_run_out_of_memory);
    RUN(related_tasks_run_out_of_memory);
    RUN(halves_of_rounds_run_out_of_memory);
    RUN(notices_run_out_of_memory);
}

int main(int argc, char **argv) {
    static const suite suites[] = {exhaustion_tests};
    return run_suites(argc, argv, suites, 1);
}
