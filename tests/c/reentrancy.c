/* A resolver may call the library, all of it, and start elicitations of its own. */
#include "elicitation.h"
#include "harness.h"
#include "tests.h"

#include <string.h>

#define LEVELS 3

static const char *const depths[] = {"0", "1", "2", "3"};

typedef struct level {
    unsigned depth; /* of LEVELS, the innermost being 0 */
    unsigned *calls;
} level;

static int32_t resolve(void *user_data, const char *request, size_t request_len, tn_answer *answer);

static int32_t refuse(void *user_data, const char *request, size_t request_len, tn_answer *answer) {
    (void)user_data;
    (void)request;
    (void)request_len;
    (void)answer;
    return -1;
}

static void call_the_pure_functions(const char *request, size_t request_len) {
    outcome actual = poisoned();
    CHECK(strcmp(tn_client_capabilities(TN_MODE_FORM), "{\"elicitation\":{}}") == 0);
    CHECK(strlen(tn_version()) > 0);
    tn_string_free(NULL);

    /* A Request is no params, but it is JSON, and it can be read while the resolver runs. */
    actual.status = tn_elicitation_to_request(request, request_len, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT("{\"id\":\"ID\",\"kind\":\"input\",\"prompt\":\"\"}"), &actual);
    actual = poisoned();
    actual.status = tn_answer_to_elicit_result(request, request_len, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT("{\"action\":\"cancel\"}"), &actual);
    actual = poisoned();
    actual.status = tn_elicitation_to_request("{", 1, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_ERR_INVALID_JSON, NO_TEXT, &actual);

    actual = poisoned();
    actual.status = tn_input_required_begin(TN_MODE_FORM, INPUT_REQUIRED, TN_NUL_TERMINATED,
                                            &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK,
                  TEXT("{\"requests\":{\"who\":{\"id\":\"ID\",\"kind\":\"input\",\"prompt\":\"\"}},"
                       "\"others\":{}}"),
                  &actual);
    actual = poisoned();
    actual.status = tn_input_required_finish("{}", 2, INPUT_REQUIRED, TN_NUL_TERMINATED, NULL, 0,
                                             &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT("{\"inputResponses\":{\"who\":{\"action\":\"cancel\"}}}"), &actual);
    actual = poisoned();
    actual.status = tn_url_elicitations(request, request_len, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_NO_REPLY, NO_TEXT, &actual);
    actual = poisoned();
    actual.status = tn_elicitation_ended(request, request_len, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_NO_REPLY, NO_TEXT, &actual);
}

static void call_with_other_resolvers(const level *own) {
    level inner = {own->depth - 1, own->calls};
    char expected[] = ACCEPTED("?");
    outcome actual = poisoned();

    actual.status = tn_server_request_response(refuse, NULL, ELICITATION, TN_NUL_TERMINATED,
                                               &actual.text, &actual.error);
    CHECK_OUTCOME(TN_RESOLVER_FAILED, TEXT(CANCELLED), &actual);
    actual = poisoned();
    actual.status = tn_server_request_response(NULL, NULL, ELICITATION, TN_NUL_TERMINATED,
                                               &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT(METHOD_NOT_FOUND), &actual);
    if (own->depth == 0)
        return;
    *strchr(expected, '?') = *depths[inner.depth];
    actual = poisoned();
    actual.status = tn_server_request_response(resolve, &inner, ELICITATION, TN_NUL_TERMINATED,
                                               &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, ((text){expected, sizeof expected - 1}), &actual);
}

static int32_t resolve(void *user_data, const char *request, size_t request_len,
                       tn_answer *answer) {
    const level *own = user_data;
    tn_error error = poisoned().error;
    ++*own->calls;
    CHECK_STATUS(TN_OK, tn_answer_decline(answer));
    CHECK_STATUS(TN_OK, tn_answer_cancel(answer));
    CHECK_STATUS(TN_OK, tn_answer_set(answer, "{\"ok\":true}", TN_NUL_TERMINATED, &error));
    CHECK_STATUS(TN_OK, tn_answer_accept(answer, depths[own->depth], 1, &error));
    call_the_pure_functions(request, request_len);
    call_with_other_resolvers(own);

    /* What happened inside touched neither the Request nor the answer, which is not given again. */
    CHECK_TEXT(TEXT(ELICITATION_REQUEST), ((text){request, request_len}));
    CHECK(request[request_len] == '\0');
    return 0;
}

static void resolver_calls_everything(void) {
    unsigned calls = 0;
    level outermost = {LEVELS, &calls};
    outcome actual = poisoned();
    actual.status = tn_server_request_response(resolve, &outermost, ELICITATION, TN_NUL_TERMINATED,
                                               &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT(ACCEPTED("3")), &actual);
    CHECK_SIZE(LEVELS + 1, calls);
}

/* The inner resolver answers the outer elicitation: answers are told apart by their pointers. */
static int32_t answer_the_outer(void *user_data, const char *request, size_t request_len,
                                tn_answer *answer) {
    tn_answer *outer = user_data;
    (void)request;
    (void)request_len;
    CHECK(outer != answer);
    CHECK_STATUS(TN_OK, tn_answer_accept(outer, "\"outer\"", TN_NUL_TERMINATED, NULL));
    return tn_answer_decline(answer);
}

static int32_t ask_inside(void *user_data, const char *request, size_t request_len,
                          tn_answer *answer) {
    outcome actual = poisoned();
    (void)user_data;
    (void)request;
    (void)request_len;
    actual.status = tn_server_request_response(answer_the_outer, answer, ELICITATION,
                                               TN_NUL_TERMINATED, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT(DECLINED), &actual);
    return 0;
}

static void inner_resolver_answers_the_outer(void) {
    outcome actual = poisoned();
    actual.status = tn_server_request_response(ask_inside, NULL, ELICITATION, TN_NUL_TERMINATED,
                                               &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT(ACCEPTED("\"outer\"")), &actual);
}

void reentrancy_tests(void) {
    RUN(resolver_calls_everything);
    RUN(inner_resolver_answers_the_outer);
}
