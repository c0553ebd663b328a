#include "user.h"

#include <stdio.h>

#include "display.h"
#include "text.h"

/* The user is gone. A whole Answer, as a host has it whose answers come as JSON from elsewhere. */
static int32_t answer_for_nobody(tn_answer *answer) {
    static const char cancelled[] = "{\"ok\":false,\"reason\":\"cancelled\"}";
    return tn_answer_set(answer, cancelled, sizeof cancelled - 1, NULL);
}

static int32_t ask_for_content(struct user *user, tn_answer *answer) {
    for (;;) {
        struct text line =
            ask_for_line(&user->terminal, "Your answer, JSON on one line (empty: {}): ");
        if (line.data == NULL)
            return answer_for_nobody(answer);
        if (line.len == 0)
            return tn_answer_accept(answer, NULL, 0, NULL);
        tn_error error;
        if (tn_answer_accept(answer, line.data, line.len, &error) == TN_OK)
            return 0;
        refuse_content(&user->terminal, line, error.message);
    }
}

static int32_t ask(struct user *user, struct text request, tn_answer *answer) {
    forget_typed(&user->terminal);
    fputs("\nThe server ", user->terminal.out);
    show_request(user->terminal.out, request);
    for (;;) {
        struct text line = ask_for_line(&user->terminal, "[a]ccept, [d]ecline or [c]ancel? ");
        if (line.data == NULL)
            return answer_for_nobody(answer);
        if (equals(line, "a"))
            return is_form(request) ? ask_for_content(user, answer)
                                    : tn_answer_accept(answer, NULL, 0, NULL);
        if (equals(line, "d"))
            return tn_answer_decline(answer);
        if (equals(line, "c"))
            return tn_answer_cancel(answer);
    }
}

int32_t resolve(void *user_data, const char *request, size_t len, tn_answer *answer) {
    struct user *user = user_data;
    switch (user->choice) {
    case ASK:
        return ask(user, (struct text){request, len}, answer);
    case ACCEPT:
        return tn_answer_accept(answer, user->content, TN_NUL_TERMINATED, &user->error);
    case DECLINE:
        return tn_answer_decline(answer);
    case CANCEL:
        return tn_answer_cancel(answer);
    default:
        return 1; /* FAIL */
    }
}
