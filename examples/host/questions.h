/*
 * The open questions: elicitations that were begun and are not finished. A server may ask as often
 * as it likes, so there is a limit.
 */
#ifndef HOST_QUESTIONS_H
#define HOST_QUESTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tn_elicit.h>

#include "text.h"

enum { MOST_QUESTIONS = 1000 };

struct question {
    int64_t number; /* for the user: from 1, none used twice */
    bool is_form;
    char *message; /* the server's, a copy: to finish with */
    size_t len;
    tn_string cancel; /* the reply that cancels it */
    struct text id;   /* in there, and so in compact form */
};

struct questions {
    struct question open[MOST_QUESTIONS]; /* the oldest first */
    size_t count;
    int64_t last_number;
};

/* NULL: there are too many, or there is no memory. What it returns is there until one is dropped.
 */
struct question *keep_question(struct questions *q, struct text message, bool is_form);

void drop_question(struct questions *q, struct question *question);

/* NULL: it is not open. */
struct question *find_question(struct questions *q, int64_t number);

/* Whether a JSON-RPC id is the question's. A string may be spelled with other escapes; a number is
   its digits, so that 1.0 is not 1, nor is "1". */
bool has_id(const struct question *question, struct text id);

#endif
