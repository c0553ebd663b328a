#include <stdio.h>
#include <tn_elicit.h>

static int32_t resolve(void *user_data, const char *request, size_t len, tn_answer *answer) {
    (void)request, (void)len;
    return tn_answer_accept(answer, user_data, TN_NUL_TERMINATED, NULL);
}

int main(void) {
    const char *line =
        "{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"elicitation/create\",\"params\":{}}";
    tn_string reply;
    tn_server_request_response(resolve, "{\"name\":\"muthu\"}", line, TN_NUL_TERMINATED, &reply,
                               NULL);
    printf("%s\n%s\n", tn_version(), reply.data);
    tn_string_free(&reply);
    return 0;
}
