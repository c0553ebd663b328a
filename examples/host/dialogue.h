/*
 * Asking on one terminal, in one of two styles. One question at a time: the oldest is shown, and a
 * letter answers it. Or all that are open: each has a number, and the user names it in the answer,
 * as in `2 a {"name":"x"}`, `1 d`, `3 c`. What comes from the server may come while the user is
 * typing.
 */
#ifndef HOST_DIALOGUE_H
#define HOST_DIALOGUE_H

#include <stdbool.h>
#include <stdint.h>

#include "answer.h"
#include "questions.h"
#include "terminal.h"
#include "text.h"

struct dialogue {
    const char *asker;  /* the server, as the user knows it */
    bool is_numbered;   /* all that are open, instead of one at a time */
    bool needs_numbers; /* the server has ended a question: a letter alone, typed at that moment,
                           could answer another than the user meant */
    bool wants_content; /* one at a time: the user accepts, and is asked what with */
    bool is_prompted;   /* the cursor stands behind a prompt */
    int64_t last_shown; /* the number of a question */
};

/* What the user wants; for ACCEPT with the content, which is empty if there is none. An address
   that the user is visiting already is accepted once more when they are done. */
struct command {
    struct question *question;
    enum choice choice; /* ACCEPT, DECLINE or CANCEL */
    struct text content;
};

/* Shows what is to be shown of the open questions and was not yet. */
void show_open(struct dialogue *d, struct terminal *t, const struct questions *q);

/* The user agreed to open the address. */
void show_visit(const struct dialogue *d, const struct terminal *t,
                const struct question *question);

/* The server does not want an answer any more, because the address was visited or for another
   reason, in its words; there may be none. */
void show_ended(struct dialogue *d, const struct terminal *t, const struct question *question,
                bool is_completed, struct text reason);

/* Asks for the next line, if that is not what was shown last. */
void show_prompt(struct dialogue *d, const struct terminal *t, const struct questions *q);

/* The call has ended, and with it the questions that are open. */
void show_end(struct dialogue *d, const struct terminal *t, const struct questions *q);

/* Reads a line of the user's. False: there is nothing to do yet, and the user was told why or what
   is to be typed next. */
bool understand(struct dialogue *d, const struct terminal *t, struct questions *q, struct text line,
                struct command *command);

#endif
