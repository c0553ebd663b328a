/* Includes the header first, and twice; it is C and C++ both. Calls every function, so that it
   does not link unless the library exports all that the header declares. */
#include "tn_elicit.h"

#include "second.h"

static int32_t resolve(void *user_data, const char *request, size_t request_len,
                       tn_answer *answer) {
    const char *data = (const char *)user_data;
    if (request[request_len] != '\0')
        return 1;
    return tn_answer_set(answer, "{}", 2, NULL) != TN_OK || tn_answer_cancel(answer) != TN_OK ||
           tn_answer_decline(answer) != TN_OK ||
           tn_answer_accept(answer, data, TN_NUL_TERMINATED, NULL) != TN_OK;
}

int main(void) {
    char data[] = "[1]";
    struct tn_string text;
    struct tn_error error;
    if (tn_elicitation_to_request("{}", 2, &text, &error) != TN_OK)
        return 1;
    tn_string_free(&text);
    if (tn_answer_to_elicit_result("{}", 2, &text, &error) != TN_OK)
        return 2;
    tn_string_free(&text);
    if (tn_server_request_response(resolve, data, "{\"id\":1,\"method\":\"elicitation/create\"}",
                                   TN_NUL_TERMINATED, &text, &error) != TN_OK)
        return 3;
    tn_string_free(&text);
    if (tn_client_capabilities(TN_MODE_FORM)[0] != '{' || tn_version()[0] == '\0')
        return 4;
    return second();
}
