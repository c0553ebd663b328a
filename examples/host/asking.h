/*
 * Asking the user: which questions are open, and where each answer goes. Nothing waits here: the
 * connection's poll loop goes on, pings are answered, and the user's terminal is one of the things
 * that it watches. Without a user, the choice of the command line answers.
 */
#ifndef HOST_ASKING_H
#define HOST_ASKING_H

#include <stdbool.h>
#include <stdint.h>

#include <tn_elicit.h>

#include "answer.h"
#include "buffer.h"
#include "connection.h"
#include "dialogue.h"
#include "questions.h"
#include "terminal.h"
#include "text.h"

struct asking {
    struct connection *connection;
    enum choice choice;       /* ASK: the user */
    const char *accept;       /* for ACCEPT: the Answer */
    struct terminal terminal; /* for ASK */
    struct dialogue dialogue; /* for ASK */
    struct questions questions;
    struct buffer answers; /* to what a result asks, so far */
    const char *refusal;   /* how the user refused to visit an address; NULL: they did not */
    bool is_full;          /* it was said that there are too many questions */
};

/* What a message of the server's is to the questions: one more, or the end of one. For the rest as
   tn_server_request_response, but that the user's answer is sent later, and not by the caller.
   modes: what was advertised. */
tn_status take_message(struct asking *a, uint32_t modes, struct text message, tn_string *reply,
                       tn_error *error);

/* Asks what is in a result or an error; its texts are copied. */
void ask(struct asking *a, const struct question *asked);

/* Whether the next call has to wait, for an answer or for a visit. */
bool is_call_held(const struct asking *a);

/* The answers to what a result asked, as tn_input_required_finish takes them. They are there until
   something is asked again. */
struct text take_answers(struct asking *a);

/* Between two exchanges of the connection: does what the user has typed, and shows the prompt. */
void attend_user(struct asking *a);

/* The response of the server has come, or will not come: nobody waits for answers any more. */
void end_questions(struct asking *a);

#endif
