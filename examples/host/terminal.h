/*
 * The terminal, where the user is: standard input and output may be a file or a pipe.
 */
#ifndef HOST_TERMINAL_H
#define HOST_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

#include "buffer.h"
#include "text.h"

struct terminal {
    int in; /* does not block */
    FILE *out;
    struct buffer typed;
};

/* False: there is none. */
bool open_terminal(struct terminal *t);
void close_terminal(struct terminal *t);

/* What was typed before a question is there does not answer it. */
void forget_typed(struct terminal *t);

/* Reads into typed what is there. False: it is the end of the input. */
bool read_typed(struct terminal *t);

/* Says why a line cannot be sent. */
void refuse_content(const struct terminal *t, struct text line, const char *why);

#endif
