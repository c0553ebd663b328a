#define _POSIX_C_SOURCE 200809L

#include "answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"

struct content {
    struct text text;
    tn_error *error;
};

/* A resolver. One that fails must say so: then it has refused the content. */
static int32_t accept(void *user_data, const char *request, size_t len, tn_answer *answer) {
    const struct content *content = user_data;
    (void)request, (void)len;
    return tn_answer_accept(answer, content->text.data, content->text.len, content->error);
}

/* The library does both with what a resolver accepts with. So the text answers an elicitation that
   nobody sent, and the content of the reply is it. */
char *compact(struct text json, tn_error *error) {
    static const char elicitation[] = "{\"id\":0,\"method\":\"elicitation/create\"}";
    struct content content = {json, error};
    tn_string reply;
    tn_error failure;
    tn_status status = tn_server_request_response(accept, &content, elicitation, TN_NUL_TERMINATED,
                                                  &reply, &failure);
    char *copy = NULL;
    if (status == TN_OK) {
        struct text result = member((struct text){reply.data, reply.len}, "result");
        struct text compacted = member(result, "content");
        copy = strndup(compacted.data, compacted.len);
        strcpy(error->message, copy == NULL ? "no memory for the text" : "");
    } else if (status != TN_RESOLVER_FAILED) {
        *error = failure;
    }
    tn_string_free(&reply);
    return copy;
}

/* The content is checked as a text of its own first: `1,"ok":false` is none, but pasted unseen it
   would be taken. */
char *accept_with(struct text content, tn_error *error) {
    char *checked = compact(content, error);
    char *answer = checked == NULL ? NULL : format("{\"ok\":true,\"data\":%s}", checked);
    if (checked != NULL && answer == NULL)
        strcpy(error->message, "no memory for the answer");
    free(checked);
    return answer;
}
