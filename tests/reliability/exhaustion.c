/* Every export with an output that is larger than what malloc gives (see limit.c): it says so,
   gives nothing back, and the process goes on. */
#include "common.h"

enum { SIZE = 1 << 20 };

static char text[SIZE + 64];

/* PREFIX, a string of SIZE characters, SUFFIX. */
static const char *large(const char *prefix, const char *suffix) {
    size_t len = strlen(prefix);
    memcpy(text, prefix, len);
    text[len] = '"';
    memset(text + len + 1, 'x', SIZE - 1);
    text[SIZE - 1 + len] = '"';
    strcpy(text + SIZE + len, suffix);
    return text;
}

static void refused(tn_status status, const tn_string *output, const tn_error *error) {
    REQUIRE(status == TN_ERR_OUT_OF_MEMORY && error->status == status);
    REQUIRE(strstr(error->message, "out of memory") != NULL);
    REQUIRE(output->data == NULL && output->len == 0);
}

static int32_t accept(void *user_data, const char *request, size_t len, tn_answer *answer) {
    tn_error error;
    tn_string none = {NULL, 0};
    (void)request, (void)len;
    refused(tn_answer_accept(answer, large("", ""), TN_NUL_TERMINATED, &error), &none, &error);
    const char *whole = large("{\"ok\":true,\"data\":", "}");
    refused(tn_answer_set(answer, whole, TN_NUL_TERMINATED, &error), &none, &error);
    ++*(int *)user_data;
    return tn_answer_decline(answer);
}

int main(void) {
    tn_string output;
    tn_error error;
    int asked = 0;
    const size_t nul = TN_NUL_TERMINATED;

    refused(tn_elicitation_to_request(large("{\"message\":", "}"), nul, &output, &error), &output,
            &error);
    refused(tn_elicitation_to_request(large("{\"requestedSchema\":", "}"), nul, &output, &error),
            &output, &error);
    refused(tn_answer_to_elicit_result(large("{\"ok\":true,\"data\":", "}"), nul, &output, &error),
            &output, &error);
    refused(tn_server_request_response(
                accept, &asked,
                large("{\"method\":\"elicitation/create\",\"params\":{},\"id\":", "}"), nul,
                &output, &error),
            &output, &error);
    refused(tn_server_request_response(accept, &asked, large("{\"method\":\"x\",\"id\":", "}"), nul,
                                       &output, &error),
            &output, &error);

    const char *asks = "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":"
                       "{\"method\":\"elicitation/create\"}}}";
    refused(tn_server_request_finish("{\"id\":0,\"method\":\"elicitation/create\"}", nul,
                                     large("{\"ok\":true,\"data\":", "}"), nul, &output, &error),
            &output, &error);
    refused(tn_input_required_retry(NULL, NULL, large("{\"name\":", "}"), nul,
                                    "{\"resultType\":\"input_required\"}", nul, &output, &error),
            &output, &error);
    refused(tn_input_required_begin(
                TN_MODE_FORM,
                large("{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{\"method\":",
                      "}}}"),
                nul, &output, &error),
            &output, &error);
    refused(tn_input_required_finish("{}", 2, asks, nul,
                                     large("{\"answers\":{\"k\":{\"ok\":true,\"data\":", "}}}"),
                                     nul, &output, &error),
            &output, &error);
    refused(tn_url_elicitations(large("{\"error\":{\"code\":-32042,\"data\":{\"elicitations\":"
                                      "[{\"mode\":\"url\",\"url\":",
                                      "}]}}}"),
                                nul, &output, &error),
            &output, &error);
    refused(tn_elicitation_ended(
                large("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":", "}}"),
                nul, &output, &error),
            &output, &error);

    /* What needs no memory of that size still works. */
    REQUIRE(tn_elicitation_to_request(large("{\"other\":", "}"), nul, &output, &error) == TN_OK);
    tn_string_free(&output);
    REQUIRE(tn_elicitation_to_request(large("[", ""), nul, &output, &error) == TN_ERR_INVALID_JSON);
    REQUIRE(tn_server_request_response(accept, &asked,
                                       "{\"id\":0,\"method\":\"elicitation/create\"}", nul, &output,
                                       &error) == TN_OK);
    REQUIRE(strcmp(output.data,
                   "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"action\":\"decline\"}}") == 0);
    tn_string_free(&output);
    printf("every export refused; the resolver was called %d times\n", asked);
    return 0;
}
