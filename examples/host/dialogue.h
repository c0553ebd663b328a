/*
 * Several questions on one terminal: each has a number, and the user names it in the answer, as in
 * `2 a {"name":"x"}`, `1 d`, `3 c`. What comes from the server may come while the user is typing.
 */
#ifndef HOST_DIALOGUE_H
#define HOST_DIALOGUE_H

#include <stdbool.h>

#include "questions.h"
#include "terminal.h"
#include "text.h"

struct dialogue {
    bool is_prompted;   /* the cursor stands behind a prompt */
    bool needs_numbers; /* the server has withdrawn a question: a letter alone, typed at that
                           moment, could answer another than the user meant */
};

/* What the user wants; content is for a, and empty if there is none. */
struct command {
    struct question *question;
    char letter; /* a, d or c */
    struct text content;
};

void show_question(struct dialogue *d, const struct terminal *t, const struct question *question,
                   struct text request);

/* Its reason is the server's; there may be none. */
void show_withdrawn(struct dialogue *d, const struct terminal *t, const struct question *question,
                    struct text reason);

/* Says which questions are open, if that is not what was shown last. */
void show_prompt(struct dialogue *d, const struct terminal *t, const struct questions *q);

/* The call has ended, and with it the questions that are open. */
void show_end(struct dialogue *d, const struct terminal *t, const struct questions *q);

/* Reads a line of the user's. False: it is none that can be followed, and the user was told why. */
bool understand(struct dialogue *d, const struct terminal *t, struct questions *q, struct text line,
                struct command *command);

#endif
