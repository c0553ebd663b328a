/* A host that calls every function of version 0.2.0. It is compiled with the header of its time,
   linked with a library of its time, and run with the newest. */
#include <tn_elicit.h>

#include <stdio.h>
#include <string.h>

#define ASK "{\"id\":1,\"method\":\"elicitation/create\",\"params\":{\"message\":\"Name?\"}}"
#define VISIT "{\"mode\":\"url\",\"url\":\"https://a.test/\",\"elicitationId\":\"e\"}"
#define RESULT "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":" ASK "}}"
#define ACCEPTED "{\"action\":\"accept\",\"content\":{\"name\":\"muthu\"}}"

static int failures = 0;

static void check(int condition, const char *what) {
    if (!condition) {
        ++failures;
        printf("not so: %s\n", what);
    }
}

/* Frees the text, too. */
static void check_text(const char *expected, tn_string *text) {
    check(text->data != NULL && strcmp(expected, text->data) == 0 && text->len == strlen(expected),
          expected);
    tn_string_free(text);
    check(text->data == NULL && text->len == 0, "a freed text is empty");
}

static int32_t resolve(void *user_data, const char *request, size_t request_len,
                       tn_answer *answer) {
    check(strlen(request) == request_len, "the request has its length");
    check(tn_answer_cancel(answer) == TN_OK, "cancel");
    check(tn_answer_decline(answer) == TN_OK, "decline");
    check(tn_answer_set(answer, "{\"ok\":true}", 11, NULL) == TN_OK, "set");
    check(tn_answer_accept(answer, (const char *)user_data, TN_NUL_TERMINATED, NULL) == TN_OK,
          "accept");
    return 0;
}

int main(void) {
    char name[] = "{\"name\":\"muthu\"}";
    tn_string text, none;
    tn_error error;

    check(tn_elicitation_to_request("{", 1, &text, &error) == TN_ERR_INVALID_JSON, "bad JSON");
    check(error.status == TN_ERR_INVALID_JSON && strlen(error.message) < sizeof error.message &&
              error.message[0] != '\0',
          "its error");
    check(tn_elicitation_to_request("{}", 2, &text, &error) == TN_OK, "request");
    check(text.data != NULL && error.status == TN_OK && error.message[0] == '\0', "no error");
    tn_string_free(&text);

    check(tn_answer_to_elicit_result("{\"ok\":true,\"data\":{\"name\":\"muthu\"}}",
                                     TN_NUL_TERMINATED, &text, NULL) == TN_OK,
          "result");
    check_text(ACCEPTED, &text);

    check(tn_server_request_response(resolve, name, ASK, sizeof ASK - 1, &text, NULL) == TN_OK,
          "response");
    check_text("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" ACCEPTED "}", &text);

    check(tn_server_request_begin(TN_MODE_FORM, ASK, sizeof ASK - 1, &text, &none, NULL) == TN_OK,
          "begin");
    check(text.data != NULL && none.data == NULL, "there is a request and no reply");
    tn_string_free(&text);
    check(tn_server_request_finish(ASK, sizeof ASK - 1, NULL, 0, &text, NULL) == TN_OK, "finish");
    check_text("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"cancel\"}}", &text);

    check(tn_input_required_retry(resolve, name, "{}", 2, RESULT, sizeof RESULT - 1, &text, NULL) ==
              TN_OK,
          "retry");
    check_text("{\"inputResponses\":{\"k\":" ACCEPTED "}}", &text);

    check(tn_input_required_begin(TN_MODE_FORM, RESULT, sizeof RESULT - 1, &text, NULL) == TN_OK,
          "the retry's begin");
    check(text.data != NULL && strncmp(text.data, "{\"requests\":{\"k\":{", 18) == 0,
          "there are requests");
    tn_string_free(&text);
    check(tn_input_required_finish("{}", 2, RESULT, sizeof RESULT - 1, NULL, 0, &text, NULL) ==
              TN_OK,
          "the retry's finish");
    check_text("{\"inputResponses\":{\"k\":{\"action\":\"cancel\"}}}", &text);
    check(tn_input_required_begin(TN_MODE_FORM, "{\"resultType\":\"task\"}", TN_NUL_TERMINATED,
                                  &text, NULL) == TN_ERR_UNKNOWN_RESULT_TYPE,
          "an unknown result type");

    check(tn_url_elicitations(
              "{\"id\":2,\"error\":{\"code\":-32042,\"data\":{\"elicitations\":[" VISIT "]}}}",
              TN_NUL_TERMINATED, &text, NULL) == TN_OK,
          "URL elicitations");
    check(text.data != NULL && strncmp(text.data, "[{", 2) == 0, "there are requests");
    tn_string_free(&text);
    check(tn_elicitation_ended(
              "{\"method\":\"notifications/elicitation/complete\",\"params\":" VISIT "}",
              TN_NUL_TERMINATED, &text, NULL) == TN_OK,
          "ended");
    check_text("{\"elicitationId\":\"e\"}", &text);

    check(strcmp(tn_client_capabilities(TN_MODE_FORM | TN_MODE_URL),
                 "{\"elicitation\":{\"form\":{},\"url\":{}}}") == 0,
          "capabilities");
    check(tn_version()[0] != '\0', "version");
    return failures != 0;
}
