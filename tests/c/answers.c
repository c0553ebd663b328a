/* What a resolver may do, and what becomes of it. */
#include "elicitation.h"
#include "harness.h"
#include "tests.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef void (*step)(tn_answer *answer);

/* What a resolver is to do, and what it saw. */
typedef struct script {
    step steps[2]; /* NULL: no step */
    int32_t returns;
    unsigned calls;
    bool on_this_thread;
    pthread_t caller;
} script;

static int32_t follow(void *user_data, const char *request, size_t request_len, tn_answer *answer) {
    script *given = user_data;
    CHECK_TEXT(TEXT(ELICITATION_REQUEST), ((text){request, request_len}));
    CHECK(request[request_len] == '\0');
    CHECK(answer != NULL);
    ++given->calls;
    given->on_this_thread = pthread_equal(given->caller, pthread_self()) != 0;
    for (size_t at = 0; at < COUNT(given->steps); ++at) {
        if (given->steps[at] != NULL)
            given->steps[at](answer);
    }
    return given->returns;
}

static void check_script(int line, tn_status status, text reply, step first, step second,
                         int32_t returns) {
    script given = {{first, second}, returns, 0, false, pthread_self()};
    outcome actual = poisoned();
    actual.status = tn_server_request_response(follow, &given, ELICITATION, TN_NUL_TERMINATED,
                                               &actual.text, &actual.error);
    check_outcome(__FILE__, line, status, reply, &actual);
    check_size(__FILE__, line, "given.calls", 1, given.calls);
    if (!given.on_this_thread)
        check_failed(__FILE__, line, "the resolver ran on another thread");
}

/* The elicitation, with a resolver that takes these two steps and returns this. */
#define CHECK_SCRIPT(status, reply, first, second, returns)                                        \
    check_script(__LINE__, status, TEXT(reply), first, second, returns)

static void set(tn_answer *answer) {
    CHECK_STATUS(
        TN_OK, tn_answer_set(answer, "{\"ok\":true,\"data\":[\"set\"]}", TN_NUL_TERMINATED, NULL));
}

static void set_declined(tn_answer *answer) {
    CHECK_STATUS(TN_OK, tn_answer_set(answer, "{\"ok\":false,\"reason\":\"declined\"}",
                                      TN_NUL_TERMINATED, NULL));
}

/* Valid JSON, but no Answer that means anything. */
static void set_scalar(tn_answer *answer) {
    CHECK_STATUS(TN_OK, tn_answer_set(answer, "5", 1, NULL));
}

static void accept(tn_answer *answer) {
    CHECK_STATUS(TN_OK, tn_answer_accept(answer, "{\"by\":\"accept\"}", TN_NUL_TERMINATED, NULL));
}

static void accept_without_data(tn_answer *answer) {
    CHECK_STATUS(TN_OK, tn_answer_accept(answer, NULL, 0, NULL));
}

static void decline(tn_answer *answer) { CHECK_STATUS(TN_OK, tn_answer_decline(answer)); }

static void cancel(tn_answer *answer) { CHECK_STATUS(TN_OK, tn_answer_cancel(answer)); }

static void refused(tn_answer *answer) {
    CHECK_STATUS(TN_ERR_INVALID_JSON, tn_answer_set(answer, "{\"ok\":true", 10, NULL));
    CHECK_STATUS(TN_ERR_INVALID_JSON, tn_answer_set(answer, "", 0, NULL));
    CHECK_STATUS(TN_ERR_INVALID_JSON, tn_answer_set(answer, "{\"ok\":true}}", 12, NULL));
    CHECK_STATUS(TN_ERR_INVALID_UTF8, tn_answer_set(answer, "\"\xFF\"", 3, NULL));
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_answer_set(answer, NULL, 0, NULL));
    CHECK_STATUS(TN_ERR_INVALID_JSON, tn_answer_accept(answer, "{\"a\":01}", 8, NULL));
    CHECK_STATUS(TN_ERR_INVALID_JSON, tn_answer_accept(answer, "", 0, NULL));
    CHECK_STATUS(TN_ERR_INVALID_UTF8, tn_answer_accept(answer, "\"\xFF\"", 3, NULL));
}

static void each_setter_answers(void) {
    CHECK_SCRIPT(TN_OK, ACCEPTED("[\"set\"]"), set, NULL, 0);
    CHECK_SCRIPT(TN_OK, DECLINED, set_declined, NULL, 0);
    CHECK_SCRIPT(TN_OK, CANCELLED, set_scalar, NULL, 0);
    CHECK_SCRIPT(TN_OK, ACCEPTED("{\"by\":\"accept\"}"), accept, NULL, 0);
    CHECK_SCRIPT(TN_OK, ACCEPTED("{}"), accept_without_data, NULL, 0);
    CHECK_SCRIPT(TN_OK, DECLINED, decline, NULL, 0);
    CHECK_SCRIPT(TN_OK, CANCELLED, cancel, NULL, 0);
}

static void last_answer_counts(void) {
    static const step first[] = {set, set_declined, accept, accept_without_data, decline, cancel};
    for (size_t row = 0; row < COUNT(first); ++row) {
        CHECK_SCRIPT(TN_OK, ACCEPTED("[\"set\"]"), first[row], set, 0);
        CHECK_SCRIPT(TN_OK, DECLINED, first[row], set_declined, 0);
        CHECK_SCRIPT(TN_OK, ACCEPTED("{\"by\":\"accept\"}"), first[row], accept, 0);
        CHECK_SCRIPT(TN_OK, ACCEPTED("{}"), first[row], accept_without_data, 0);
        CHECK_SCRIPT(TN_OK, DECLINED, first[row], decline, 0);
        CHECK_SCRIPT(TN_OK, CANCELLED, first[row], cancel, 0);
    }
}

static void refused_answer_changes_nothing(void) {
    CHECK_SCRIPT(TN_OK, ACCEPTED("[\"set\"]"), set, refused, 0);
    CHECK_SCRIPT(TN_OK, ACCEPTED("{\"by\":\"accept\"}"), accept, refused, 0);
    CHECK_SCRIPT(TN_OK, DECLINED, decline, refused, 0);
    CHECK_SCRIPT(TN_OK, CANCELLED, cancel, refused, 0);
    CHECK_SCRIPT(TN_OK, CANCELLED, refused, NULL, 0);
    CHECK_SCRIPT(TN_OK, DECLINED, refused, decline, 0);
    CHECK_SCRIPT(TN_OK, ACCEPTED("{\"by\":\"accept\"}"), refused, accept, 0);
}

static void no_answer_is_a_cancel(void) { CHECK_SCRIPT(TN_OK, CANCELLED, NULL, NULL, 0); }

static void failing_resolver_is_a_cancel(void) {
    static const int32_t codes[] = {
        1, -1, 2, INT32_MAX, INT32_MIN, TN_ERR_PANIC, 256, 65536, TN_ERR_NULL_ARGUMENT};
    static const step answered[] = {NULL, set, accept, decline, cancel, refused};
    for (size_t code = 0; code < COUNT(codes); ++code) {
        for (size_t row = 0; row < COUNT(answered); ++row)
            CHECK_SCRIPT(TN_RESOLVER_FAILED, CANCELLED, answered[row], NULL, codes[code]);
    }
}

static int32_t accept_user_data(void *user_data, const char *request, size_t request_len,
                                tn_answer *answer) {
    (void)request;
    (void)request_len;
    return tn_answer_accept(answer, user_data, TN_NUL_TERMINATED, NULL);
}

static void accepted_data(void) {
    static const struct {
        const char *data;
        const char *reply;
    } rows[] = {
        {"null", ACCEPTED("{}")},
        {" false\r\n", ACCEPTED("{}")},
        {"\xEF\xBB\xBF null", ACCEPTED("{}")},
        {"\xEF\xBB\xBF[1]", ACCEPTED("[1]")},
        {"true", ACCEPTED("true")},
        {"0", ACCEPTED("0")},
        {"\"\"", ACCEPTED("\"\"")},
        {"[ ]", ACCEPTED("[]")},
        {" 1e400 ", ACCEPTED("1e400")},
        {"{\r\n\t\"a b\" : 1.0,\n\t\"a b\" : [ 1 , \"x \\n\" ]\n}\n",
         ACCEPTED("{\"a b\":1.0,\"a b\":[1,\"x \\n\"]}")},
        {"[\"\\ud83d\",\"\\ud83d\\ude00\"]", ACCEPTED("[\"\\ufffd\",\"\\ud83d\\ude00\"]")},
        {"{\"ok\":false,\"reason\":\"declined\"}",
         ACCEPTED("{\"ok\":false,\"reason\":\"declined\"}")},
    };
    for (size_t row = 0; row < COUNT(rows); ++row) {
        char data[64];
        outcome actual = poisoned();
        strcpy(data, rows[row].data);
        actual.status = tn_server_request_response(accept_user_data, data, ELICITATION,
                                                   TN_NUL_TERMINATED, &actual.text, &actual.error);
        CHECK_OUTCOME(TN_OK, text_of(rows[row].reply), &actual);
    }
}

/* Setters copy: what they were given may end or change before the resolver returns. */
static int32_t overwrite_after_answering(void *user_data, const char *request, size_t request_len,
                                         tn_answer *answer) {
    char json[] = "{\"ok\":true,\"data\":[1,2,3]}";
    char data[] = "[1,2,3]";
    const bool whole = *(const bool *)user_data;
    tn_status status;
    (void)request;
    (void)request_len;
    if (whole)
        status = tn_answer_set(answer, json, sizeof json - 1, NULL);
    else
        status = tn_answer_accept(answer, data, sizeof data - 1, NULL);
    memset(json, 'x', sizeof json);
    memset(data, 'x', sizeof data);
    return status;
}

static void setters_copy(void) {
    bool whole[] = {true, false};
    for (size_t row = 0; row < COUNT(whole); ++row) {
        outcome actual = poisoned();
        actual.status =
            tn_server_request_response(overwrite_after_answering, &whole[row], ELICITATION,
                                       TN_NUL_TERMINATED, &actual.text, &actual.error);
        CHECK_OUTCOME(TN_OK, TEXT(ACCEPTED("[1,2,3]")), &actual);
    }
}

static void *seen_user_data;
static unsigned seen_calls;

static int32_t keep_user_data(void *user_data, const char *request, size_t request_len,
                              tn_answer *answer) {
    (void)request;
    (void)request_len;
    seen_user_data = user_data;
    ++seen_calls;
    return tn_answer_decline(answer);
}

/* It is a value that the library only hands on: it need not even point anywhere. */
static void user_data_is_handed_on(void) {
    int local = 0;
    void *values[] = {&local, NULL, (void *)(uintptr_t)1, (void *)UINTPTR_MAX};
    for (size_t row = 0; row < COUNT(values); ++row) {
        outcome actual = poisoned();
        seen_user_data = &values;
        actual.status = tn_server_request_response(keep_user_data, values[row], ELICITATION,
                                                   TN_NUL_TERMINATED, &actual.text, &actual.error);
        CHECK_OUTCOME(TN_OK, TEXT(DECLINED), &actual);
        CHECK(seen_user_data == values[row]);
    }
}

/* Each of these has its own reply or none; nobody is asked. */
static void resolver_is_called_for_elicitations_only(void) {
    static const struct {
        const char *message;
        tn_status status;
        const char *reply;
    } rows[] = {
        {"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}", TN_OK, REPLY("{}")},
        {"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/complete\"}", TN_OK,
         METHOD_NOT_FOUND},
        {"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"Elicitation/create\"}", TN_OK,
         METHOD_NOT_FOUND},
        {"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":[\"elicitation/create\"]}", TN_OK,
         METHOD_NOT_FOUND},
        {"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/create\","
         "\"params\":{\"mode\":\"url\"}}",
         TN_OK, INVALID_PARAMS},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"elicitation/create\"}", TN_NO_REPLY, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"elicitation/create\"}", TN_NO_REPLY, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":null}", TN_NO_REPLY, NULL},
        {"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}", TN_NO_REPLY, NULL},
        {"[" ELICITATION "]", TN_NO_REPLY, NULL},
        {"\"elicitation/create\"", TN_NO_REPLY, NULL},
        {ELICITATION "}", TN_ERR_INVALID_JSON, NULL},
        {ELICITATION "\xFF", TN_ERR_INVALID_UTF8, NULL},
    };
    seen_calls = 0;
    for (size_t row = 0; row < COUNT(rows); ++row) {
        outcome actual = poisoned();
        actual.status = tn_server_request_response(keep_user_data, NULL, rows[row].message,
                                                   TN_NUL_TERMINATED, &actual.text, &actual.error);
        CHECK_OUTCOME(rows[row].status,
                      rows[row].reply == NULL ? NO_TEXT : text_of(rows[row].reply), &actual);
    }
    CHECK_SIZE(0, seen_calls);
}

static void without_a_resolver(void) {
    outcome actual = poisoned();
    actual.status = tn_server_request_response(NULL, NULL, ELICITATION, TN_NUL_TERMINATED,
                                               &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT(METHOD_NOT_FOUND), &actual);
}

/* One call, one answer: nothing is left of it for the next. */
static void answers_are_not_kept(void) {
    CHECK_SCRIPT(TN_OK, ACCEPTED("[\"set\"]"), set, NULL, 0);
    CHECK_SCRIPT(TN_OK, CANCELLED, NULL, NULL, 0);
    CHECK_SCRIPT(TN_RESOLVER_FAILED, CANCELLED, accept, NULL, 1);
    CHECK_SCRIPT(TN_OK, CANCELLED, NULL, NULL, 0);
}

void answer_tests(void) {
    RUN(each_setter_answers);
    RUN(last_answer_counts);
    RUN(refused_answer_changes_nothing);
    RUN(no_answer_is_a_cancel);
    RUN(failing_resolver_is_a_cancel);
    RUN(accepted_data);
    RUN(setters_copy);
    RUN(user_data_is_handed_on);
    RUN(resolver_is_called_for_elicitations_only);
    RUN(without_a_resolver);
    RUN(answers_are_not_kept);
}
