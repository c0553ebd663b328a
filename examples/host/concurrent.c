#include "concurrent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "display.h"
#include "report.h"

static const char DECLINED[] = "{\"ok\":false,\"reason\":\"declined\"}";
static const char CANCELLED[] = "{\"ok\":false,\"reason\":\"cancelled\"}";

/* A whole Answer that accepts with this content, for the caller to free. The content is checked as
   a text of its own first: `1,"ok":false` is none, but pasted unseen it would be taken. NULL: it
   cannot be sent, and the error says why. */
static char *accept_with(struct text content, tn_error *error) {
    static const char head[] = "{\"ok\":true,\"data\":", tail[] = "}";
    tn_string ignored;
    if (content.len == 0)
        content = (struct text){"{}", 2};
    tn_status status = tn_answer_to_elicit_result(content.data, content.len, &ignored, error);
    tn_string_free(&ignored);
    char *answer = status == TN_OK ? malloc(sizeof head + content.len + sizeof tail) : NULL;
    if (answer != NULL) {
        memcpy(answer, head, sizeof head - 1);
        memcpy(answer + sizeof head - 1, content.data, content.len);
        memcpy(answer + sizeof head - 1 + content.len, tail, sizeof tail);
    } else if (status == TN_OK) {
        strcpy(error->message, "no memory for the answer");
    }
    return answer;
}

/* The terminal is watched while a question is open: what is typed at other times answers none. */
static void watch_user(struct concurrent *c) {
    c->connection->user = c->questions.count > 0 ? c->user->terminal.in : -1;
}

static void drop(struct concurrent *c, struct question *question) {
    drop_question(&c->questions, question);
    c->is_full = false;
    watch_user(c);
}

/* Whether the user is asked. */
static bool open_question(struct concurrent *c, struct text message, struct text request) {
    if (c->questions.count == 0)
        forget_typed(&c->user->terminal);
    struct question *question = keep_question(&c->questions, message, is_form(request));
    if (question == NULL) {
        if (!c->is_full)
            complain("%zu questions are open: what the server asks beyond is cancelled",
                     c->questions.count);
        c->is_full = true;
        return false;
    }
    show_question(&c->dialogue, &c->user->terminal, question, request);
    watch_user(c);
    return true;
}

/* The reply to a question that is not for the user: by the choice of the command line, or a cancel
   if that is to fail or there are too many. */
static tn_status answer_at_once(const struct concurrent *c, struct text message, tn_string *reply,
                                tn_error *error) {
    char *accept = NULL;
    const char *answer = NULL;
    switch (c->user->choice) {
    case ACCEPT:
        answer = accept =
            accept_with((struct text){c->user->content, strlen(c->user->content)}, error);
        if (accept == NULL)
            complain("cancelled: %s", error->message);
        break;
    case DECLINE:
        answer = DECLINED;
        break;
    case CANCEL:
        answer = CANCELLED;
        break;
    case FAIL:
        complain("there is no answer, so the question is cancelled");
        break;
    default: /* ASK, but there are too many; NO_RESOLVER gets here never */
        break;
    }
    tn_status status = tn_server_request_finish(message.data, message.len, answer,
                                                TN_NUL_TERMINATED, reply, error);
    free(accept);
    return status;
}

/* The server does not want to know any more, so nothing is written. Should it have asked twice
   under one id, none of the two may be answered: the id is spent. */
static void withdraw(struct concurrent *c, struct text params) {
    struct text id = member(params, "requestId"), reason = member(params, "reason");
    for (size_t at = 0; at < c->questions.count;) {
        struct question *question = &c->questions.open[at];
        if (has_id(question, id)) {
            show_withdrawn(&c->dialogue, &c->user->terminal, question, reason);
            drop(c, question);
        } else {
            ++at;
        }
    }
}

tn_status begin_answer(struct concurrent *c, uint32_t modes, struct text message, tn_string *reply,
                       tn_error *error) {
    tn_string request;
    tn_status status =
        tn_server_request_begin(modes, message.data, message.len, &request, reply, error);
    if (request.data != NULL) {
        struct text shown = {request.data, request.len};
        if (c->user->choice != ASK || !open_question(c, message, shown))
            status = answer_at_once(c, message, reply, error);
    } else if (status == TN_NO_REPLY &&
               is_string(member(message, "method"), "notifications/cancelled")) {
        withdraw(c, member(message, "params"));
    }
    tn_string_free(&request);
    return status;
}

/* The second half. What the library refuses is not sent, and the question stays open. */
static void answer_question(struct concurrent *c, const struct command *command, struct text line) {
    struct question *question = command->question;
    tn_string reply = {NULL, 0};
    tn_error error;
    char *accept = command->letter == 'a' ? accept_with(command->content, &error) : NULL;
    const char *answer = command->letter == 'a'   ? accept
                         : command->letter == 'd' ? DECLINED
                                                  : CANCELLED;
    if (answer != NULL && tn_server_request_finish(question->message, question->len, answer,
                                                   TN_NUL_TERMINATED, &reply, &error) == TN_OK) {
        send_frame(c->connection, (struct text){reply.data, reply.len});
        drop(c, question);
    } else {
        refuse_content(&c->user->terminal, line, error.message);
    }
    tn_string_free(&reply);
    free(accept);
}

/* The user is gone. */
static void cancel_all(struct concurrent *c) {
    c->dialogue.is_prompted = false;
    fputs("\nAll that is open is cancelled.\n", c->user->terminal.out);
    while (c->questions.count > 0) {
        struct question *oldest = c->questions.open;
        send_frame(c->connection, (struct text){oldest->cancel.data, oldest->cancel.len});
        drop(c, oldest);
    }
    fflush(c->user->terminal.out);
}

void attend_user(struct concurrent *c) {
    struct terminal *t = &c->user->terminal;
    struct text line;
    bool has_ended = c->connection->user_typed && !read_typed(t);
    while (c->questions.count > 0 && take_line(&t->typed, &line)) {
        struct command command;
        if (understand(&c->dialogue, t, &c->questions, trim(line), &command))
            answer_question(c, &command, line);
    }
    if (c->questions.count > 0 && has_ended)
        cancel_all(c);
    if (c->questions.count > 0)
        show_prompt(&c->dialogue, t, &c->questions);
    else
        fflush(t->out);
}

void end_questions(struct concurrent *c) {
    if (c->questions.count > 0)
        show_end(&c->dialogue, &c->user->terminal, &c->questions);
    while (c->questions.count > 0)
        drop(c, &c->questions.open[c->questions.count - 1]);
}
