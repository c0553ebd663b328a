/*
 * harness.h: named tests, checks that print what they saw, and a count at the end.
 *
 * A failed check marks its test as failed, and the test goes on, so that one run shows all that is
 * wrong. Checks belong to the main thread: other threads keep what they saw, and their test checks
 * it once they have been joined.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include "tn_elicit.h"

#include <stdbool.h>
#include <stddef.h>

/* Bytes to compare with: data NULL is no text at all, which is not the same as an empty one. */
typedef struct text {
    const char *data;
    size_t len;
} text;

/* A literal, which may hold NUL bytes. */
#define TEXT(literal) ((text){"" literal, sizeof(literal) - 1})
#define NO_TEXT ((text){NULL, 0})

/* A text that ends at its NUL. */
text text_of(const char *string);

/* What a call returned and wrote. Start from poisoned(), so that nothing is right by accident. */
typedef struct outcome {
    tn_status status;
    tn_string text;
    tn_error error;
} outcome;

outcome poisoned(void);

#define CHECK(condition)                                                                           \
    ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, "not so: %s", #condition))

#define CHECK_STATUS(expected, actual) check_status(__FILE__, __LINE__, #actual, expected, actual)

#define CHECK_SIZE(expected, actual) check_size(__FILE__, __LINE__, #actual, expected, actual)

/* Compares bytes. Wherever the expected text has {"id":"ID" the actual one must have an id of a
   Request in place of ID. */
#define CHECK_TEXT(expected, actual) check_text(__FILE__, __LINE__, expected, actual)

/* The error struct belongs to a call that returned this status: it says so, all of it has been
   written, and there is a message exactly when something went wrong. */
#define CHECK_ERROR(expected, error) check_error(__FILE__, __LINE__, expected, error)

/* The message of the error names this place. */
#define CHECK_POSITION(line, column, error) check_position(__FILE__, __LINE__, line, column, error)

/* Status, error struct and text, which has a NUL behind it and is then freed. */
#define CHECK_OUTCOME(status, expected_text, actual)                                               \
    check_outcome(__FILE__, __LINE__, status, expected_text, actual)

/* Runs a function as the test of its name. */
#define RUN(test) run_test(#test, test)

void run_test(const char *name, void (*test)(void));

/* For tests that are rows of a table; begin_test says whether to run this one. */
bool begin_test(const char *name);
void end_test(void);

/* Runs tests, by RUN or as rows of a table. */
typedef void (*suite)(void);

/* All of main: runs the suites, or of their tests only those whose names contain argv[1], prints
   the count, and returns what main is to return. To have run nothing is a failure. */
int run_suites(int argc, char **argv, const suite *suites, size_t count);

/* Whether these bytes are "elc-", digits, "-", digits, and then a quotation mark; *len becomes the
   length up to it. */
bool is_request_id(const char *data, size_t available, size_t *len);

void check_failed(const char *file, int line, const char *format, ...);
void check_status(const char *file, int line, const char *what, tn_status expected,
                  tn_status actual);
void check_size(const char *file, int line, const char *what, size_t expected, size_t actual);
void check_text(const char *file, int line, text expected, text actual);
void check_error(const char *file, int line, tn_status expected, const tn_error *error);
void check_position(const char *file, int line, unsigned long text_line, unsigned long text_column,
                    const tn_error *error);
void check_outcome(const char *file, int line, tn_status expected, text expected_text,
                   outcome *actual);

#endif
