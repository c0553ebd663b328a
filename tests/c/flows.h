/* flows.h: one row for each vector of tests/vectors/begin_finish and tests/vectors/input_required,
   written by flows_to_c.py. No text in an expectation: there must be none. */
#ifndef FLOWS_H
#define FLOWS_H

#include "harness.h"
#include "vectors.h"

typedef struct begin_vector {
    const char *name;
    uint32_t modes;
    text message;
    tn_status status;
    text request;
    text reply;
    unsigned long line; /* 0: no position is asked for */
    unsigned long column;
} begin_vector;

typedef struct finish_vector {
    const char *name;
    text message;
    text answer; /* no text: NULL */
    tn_status status;
    text reply;
    const char *refused; /* which text; NULL: none */
    unsigned long line;
    unsigned long column;
} finish_vector;

/* The halves of the retry. */
typedef struct retry_begin_vector {
    const char *name;
    uint32_t modes;
    text result;
    tn_status status;
    text requests;
    unsigned long line;
    unsigned long column;
} retry_begin_vector;

typedef struct retry_finish_vector {
    const char *name;
    text params;
    text result;
    text responses; /* no text: NULL */
    tn_status status;
    text retry_params;
    const char *refused;
    unsigned long line;
    unsigned long column;
} retry_finish_vector;

/* What the resolver is asked, and does. */
typedef struct turn {
    text request;
    vector_resolver resolver;
    text json;
} turn;

typedef struct retry_vector {
    const char *name;
    text params;
    text result;
    bool has_resolver;
    const turn *turns;
    size_t turn_count;
    tn_status status;
    text retry_params;
    const char *refused;
    unsigned long line;
    unsigned long column;
} retry_vector;

extern const begin_vector begin_vectors[];
extern const size_t begin_vector_count;
extern const finish_vector finish_vectors[];
extern const size_t finish_vector_count;
extern const retry_begin_vector retry_begin_vectors[];
extern const size_t retry_begin_vector_count;
extern const retry_finish_vector retry_finish_vectors[];
extern const size_t retry_finish_vector_count;
extern const retry_vector retry_vectors[];
extern const size_t retry_vector_count;

#endif
