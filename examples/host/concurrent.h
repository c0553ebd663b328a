/*
 * Elicitations of one server that are open at once, for --concurrent: they are answered in any
 * order, and those that the server cancels are dropped. No answer is waited for here: the
 * connection's poll loop goes on, and the user's terminal is one of the things that it watches.
 */
#ifndef HOST_CONCURRENT_H
#define HOST_CONCURRENT_H

#include <stdbool.h>
#include <stdint.h>

#include <tn_elicit.h>

#include "connection.h"
#include "dialogue.h"
#include "questions.h"
#include "text.h"
#include "user.h"

struct concurrent {
    struct connection *connection;
    struct user *user;
    struct questions questions;
    struct dialogue dialogue;
    bool is_full; /* it was said that there are too many questions */
};

/* As tn_server_request_response, but that an elicitation for the user has no reply yet. modes: what
   was advertised. */
tn_status begin_answer(struct concurrent *c, uint32_t modes, struct text message, tn_string *reply,
                       tn_error *error);

/* Between two exchanges of the connection: does what the user has typed, and shows the prompt. */
void attend_user(struct concurrent *c);

/* The response of the server has come, or will not come: nobody waits for answers any more. */
void end_questions(struct concurrent *c);

#endif
