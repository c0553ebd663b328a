/*
 * The open questions: what the server has asked, and the user has not answered. A server may ask as
 * often as it likes, so there is a limit.
 */
#ifndef HOST_QUESTIONS_H
#define HOST_QUESTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

enum { MOST_QUESTIONS = 1000 };

/* What a question came in says where its answer goes. */
enum source {
    IN_REQUEST, /* elicitation/create: the answer is its response */
    IN_RESULT,  /* one of the inputRequests: its answer goes along with the next call */
    IN_ERROR    /* one of the addresses of -32042: the next call waits until it was visited */
};

struct question {
    enum source source;
    struct text request; /* the Request, to show */
    struct text origin;  /* IN_REQUEST: the server's message; IN_RESULT: the key */
    int64_t number;      /* for the user: from 1, none used twice */
    bool is_accepted;    /* IN_ERROR: the user agreed, and is visiting the address */
    char *memory;        /* of request and origin */
};

struct questions {
    struct question open[MOST_QUESTIONS]; /* the oldest first */
    size_t count;
    int64_t last_number;
};

/* Keeps a copy, under the next number. NULL: there are too many, or there is no memory. What it
   returns is there until one is dropped. */
struct question *keep_question(struct questions *q, const struct question *asked);

void drop_question(struct questions *q, struct question *question);

/* NULL: it is not open. */
struct question *find_question(struct questions *q, int64_t number);

/* Whether the server means this question, by what tn_elicitation_ended says. A string may be
   spelled with other escapes; a number is its digits, so that 1.0 is not 1, nor is "1". */
bool is_ended(const struct question *question, struct text ended);

#endif
