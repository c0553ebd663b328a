#include "asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

static const char ACCEPTED[] = "{\"ok\":true}";
static const char DECLINED[] = "{\"ok\":false,\"reason\":\"declined\"}";

static void send_answer(struct asking *a, struct text message, const char *answer) {
    tn_string reply;
    tn_error error;
    if (tn_server_request_finish(message.data, message.len, answer, TN_NUL_TERMINATED, &reply,
                                 &error) == TN_OK)
        send_frame(a->connection, (struct text){reply.data, reply.len});
    else
        give_up(a->connection, EXIT_HOST_FAILED, "a question cannot be answered", error.message);
    tn_string_free(&reply);
}

static bool put_words(struct buffer *b, const char *words) {
    return put_text(b, (struct text){words, strlen(words)});
}

static void put_answer(struct asking *a, struct text key, const char *answer) {
    struct buffer *b = &a->answers;
    if (!put_words(b, is_empty(b) ? "{\"answers\":{" : ",") || !put_text(b, key) ||
        !put_words(b, ":") || !put_words(b, answer))
        give_up(a->connection, EXIT_HOST_FAILED, "no memory for an answer", NULL);
}

struct text take_answers(struct asking *a) {
    struct buffer *b = &a->answers;
    if (!put_words(b, is_empty(b) ? "{\"answers\":{}}" : "}}"))
        give_up(a->connection, EXIT_HOST_FAILED, "no memory for the answers", NULL);
    struct text answers = {b->data, b->end};
    b->end = 0;
    return answers;
}

/* Brings an answer to where the question came from. accept: the Answer, for ACCEPT. */
static void deliver(struct asking *a, const struct question *question, enum choice choice,
                    const char *accept) {
    const char *answer = choice == ACCEPT ? accept : choice == DECLINE ? DECLINED : NULL;
    if (question->source == IN_REQUEST)
        send_answer(a, question->origin, answer);
    else if (question->source == IN_RESULT && answer != NULL) /* without one it is cancelled */
        put_answer(a, question->origin, answer);
    else if (question->source == IN_ERROR && choice != ACCEPT)
        a->refusal = choice == DECLINE ? "declined" : "cancelled";
}

/* A question is over when it is answered; an address of the server's error, when it was visited.
   Who refuses to visit one is not asked for the others. */
static void settle(struct asking *a, struct question *question, enum choice choice,
                   const char *accept) {
    if (question->source == IN_ERROR && choice == ACCEPT && !question->is_accepted) {
        question->is_accepted = true;
        if (a->choice == ASK)
            show_visit(&a->dialogue, &a->terminal, question);
        return;
    }
    deliver(a, question, choice, accept);
    for (size_t at = a->questions.count; at-- > 0;) {
        struct question *each = &a->questions.open[at];
        if (each == question || (each->source == IN_ERROR && a->refusal != NULL))
            drop_question(&a->questions, each);
    }
    a->is_full = false;
}

void ask(struct asking *a, const struct question *asked) {
    struct question *question = keep_question(&a->questions, asked);
    if (question == NULL) {
        if (!a->is_full)
            complain("%zu questions are open: what the server asks beyond is cancelled",
                     a->questions.count);
        a->is_full = true;
        deliver(a, asked, CANCEL, NULL);
    } else if (a->choice == ASK) {
        show_open(&a->dialogue, &a->terminal, &a->questions);
    } else {
        if (a->choice == FAIL)
            complain("the resolver failed, so the question is cancelled");
        settle(a, question, a->choice, a->accept);
    }
}

/* The server has taken a question back, and nothing is written; should it have asked twice under
   one id, none of the two may be answered: the id is spent. Or an address was visited: the question
   has its answer, as the user did what it asked for. */
static void end_by_server(struct asking *a, struct text message) {
    tn_string ended;
    if (a->questions.count > 0 &&
        tn_elicitation_ended(message.data, message.len, &ended, NULL) == TN_OK) {
        struct text which = {ended.data, ended.len};
        bool is_completed = member(which, "elicitationId").data != NULL;
        struct text reason = member(member(message, "params"), "reason");
        for (size_t at = 0; at < a->questions.count;) {
            struct question *question = &a->questions.open[at];
            if (!is_ended(question, which)) {
                ++at;
                continue;
            }
            if (a->choice == ASK)
                show_ended(&a->dialogue, &a->terminal, question, is_completed, reason);
            question->is_accepted = true;
            if (is_completed)
                settle(a, question, ACCEPT, ACCEPTED);
            else
                drop_question(&a->questions, question);
        }
        tn_string_free(&ended);
    }
}

tn_status take_message(struct asking *a, uint32_t modes, struct text message, tn_string *reply,
                       tn_error *error) {
    tn_string request;
    tn_status status =
        tn_server_request_begin(modes, message.data, message.len, &request, reply, error);
    if (request.data != NULL)
        ask(a, &(struct question){.source = IN_REQUEST,
                                  .request = {request.data, request.len},
                                  .origin = message});
    else if (status == TN_NO_REPLY)
        end_by_server(a, message);
    tn_string_free(&request);
    return status;
}

bool is_call_held(const struct asking *a) {
    for (size_t at = 0; at < a->questions.count; ++at)
        if (a->questions.open[at].source != IN_REQUEST)
            return true;
    return false;
}

/* What cannot be sent leaves the question open. */
static void follow(struct asking *a, struct text line) {
    struct command command;
    tn_error error;
    char *accept = NULL;
    if (!understand(&a->dialogue, &a->terminal, &a->questions, trim(line), &command))
        return;
    if (command.content.len == 0)
        command.content = (struct text){"{}", 2};
    if (command.choice == ACCEPT && (accept = accept_with(command.content, &error)) == NULL) {
        refuse_content(&a->terminal, line, error.message);
        return;
    }
    settle(a, command.question, command.choice, accept);
    free(accept);
}

/* The user is gone. */
static void cancel_all(struct asking *a) {
    a->dialogue.is_prompted = false;
    fputs("\nAll that is open is cancelled.\n", a->terminal.out);
    while (a->questions.count > 0)
        settle(a, &a->questions.open[0], CANCEL, NULL);
    fflush(a->terminal.out);
}

void attend_user(struct asking *a) {
    struct terminal *t = &a->terminal;
    struct text line;
    if (a->choice != ASK)
        return;
    bool has_ended = a->connection->user_typed && !read_typed(t);
    while (a->questions.count > 0 && take_line(&t->typed, &line)) {
        follow(a, line);
        show_open(&a->dialogue, t, &a->questions);
    }
    if (a->questions.count > 0 && has_ended)
        cancel_all(a);
    show_open(&a->dialogue, t, &a->questions);
    if (a->questions.count > 0)
        show_prompt(&a->dialogue, t, &a->questions);
    fflush(t->out);
    /* It is watched while a question is open: what is typed at other times answers none. */
    a->connection->user = a->questions.count > 0 ? t->in : -1;
}

void end_questions(struct asking *a) {
    if (a->questions.count > 0 && a->choice == ASK)
        show_end(&a->dialogue, &a->terminal, &a->questions);
    while (a->questions.count > 0)
        drop_question(&a->questions, &a->questions.open[a->questions.count - 1]);
    a->connection->user = -1;
}
