/* vectors.h: one row for each vector of tests/vectors, written by vectors_to_c.py. */
#ifndef VECTORS_H
#define VECTORS_H

#include "harness.h"

typedef enum vector_function {
    ELICITATION_TO_REQUEST,
    ANSWER_TO_ELICIT_RESULT,
    SERVER_REQUEST_RESPONSE,
    URL_ELICITATIONS,
    ELICITATION_ENDED
} vector_function;

typedef enum vector_resolver {
    RESOLVER_ABSENT,
    RESOLVER_SET,
    RESOLVER_ACCEPT,
    RESOLVER_DECLINE,
    RESOLVER_CANCEL,
    RESOLVER_NOTHING,
    RESOLVER_FAIL
} vector_resolver;

typedef struct vector {
    const char *name;
    vector_function function;
    text input;
    vector_resolver resolver;
    text resolver_json; /* no text: tn_answer_accept gets NULL */
    text request;       /* no text: the resolver must not be called */
    tn_status status;
    text output;        /* no text: {NULL, 0} */
    unsigned long line; /* 0: no position is asked for */
    unsigned long column;
} vector;

extern const vector vectors[];
extern const size_t vector_count;

#endif
