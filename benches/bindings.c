/* What a call costs from C: the floor that every binding is measured against.
   Prints `LABEL NANOSECONDS` lines, the median of the rounds. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tn_elicit.h>

#define PARAMS                                                                                     \
    "{\"mode\":\"form\",\"message\":\"Please tell us where to send the parcel.\","                 \
    "\"requestedSchema\":{\"type\":\"object\",\"properties\":{"                                    \
    "\"name\":{\"type\":\"string\",\"title\":\"Full name\",\"minLength\":1},"                      \
    "\"street\":{\"type\":\"string\"},\"zip\":{\"type\":\"string\",\"pattern\":\"^[0-9]{5}$\"},"   \
    "\"express\":{\"type\":\"boolean\",\"default\":false},"                                        \
    "\"floor\":{\"type\":\"integer\",\"minimum\":0}},"                                             \
    "\"required\":[\"name\",\"street\",\"zip\"]}}"
#define MESSAGE                                                                                    \
    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/create\",\"params\":" PARAMS "}"

enum { ROUNDS = 15, CALLS = 100000 };

static void require(int holds) {
    if (!holds) {
        fputs("a call failed\n", stderr);
        exit(1);
    }
}

static int32_t accept(void *user_data, const char *request, size_t request_len, tn_answer *answer) {
    static const char data[] = "{\"name\":\"muthu\"}";
    (void)user_data, (void)request, (void)request_len;
    return tn_answer_accept(answer, data, sizeof data - 1, NULL);
}

static void text(void) {
    static const char params[] = PARAMS;
    tn_string request;
    require(tn_elicitation_to_request(params, sizeof params - 1, &request, NULL) == TN_OK);
    tn_string_free(&request);
}

static void response(void) {
    static const char message[] = MESSAGE;
    tn_string reply;
    require(tn_server_request_response(accept, NULL, message, sizeof message - 1, &reply, NULL) ==
            TN_OK);
    tn_string_free(&reply);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int compare(const void *left, const void *right) {
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

static void measure(const char *label, void (*call)(void)) {
    double rounds[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int i = 0; i < CALLS; i++)
            call();
        rounds[round] = (now() - start) / CALLS;
    }
    qsort(rounds, ROUNDS, sizeof *rounds, compare);
    printf("%s %.0f\n", label, rounds[ROUNDS / 2]);
}

int main(void) {
    measure("c-text", text);
    measure("c-response", response);
    return 0;
}
