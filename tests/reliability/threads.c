/* Threads that answer at once, with resolvers of all kinds: one that answers, one that calls the
   library again, one that blocks a moment, one that fails. Every id in every Request is another
   one, and every reply belongs to its message. Meanwhile one resolver blocks to the end of it all,
   and holds up nobody.

   Usage: threads THREADS CALLS */
#define _POSIX_C_SOURCE 200809L
#include "common.h"

#include <pthread.h>
#include <time.h>

struct worker {
    pthread_t thread;
    long first, calls;
    uint64_t *counters; /* of the ids seen */
    size_t seen;
};

struct call {
    struct worker *worker;
    long number;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_blocked, may_end;

static void note_id(struct worker *worker, const char *request) {
    const char *counter = strchr(strstr(request, "elc-") + 4, '-');
    worker->counters[worker->seen++] = strtoull(counter + 1, NULL, 10);
}

static int32_t resolve(void *user_data, const char *request, size_t len, tn_answer *answer) {
    struct call *call = user_data;
    char data[64];
    REQUIRE(strlen(request) == len);
    note_id(call->worker, request);
    switch (call->number % 4) {
    case 0:
        return 1;
    case 1: {
        tn_string inner;
        REQUIRE(tn_elicitation_to_request("{}", 2, &inner, NULL) == TN_OK);
        note_id(call->worker, inner.data);
        tn_string_free(&inner);
        break;
    }
    case 2:
        if (call->number % 1000 == 2)
            nanosleep(&(struct timespec){0, 1000000}, NULL);
        break;
    default:
        REQUIRE(tn_answer_accept(answer, "{", 1, NULL) == TN_ERR_INVALID_JSON);
    }
    snprintf(data, sizeof data, "{\"n\":%ld}", call->number);
    return tn_answer_accept(answer, data, TN_NUL_TERMINATED, NULL);
}

static void *work(void *argument) {
    struct worker *worker = argument;
    for (long n = worker->first; n < worker->first + worker->calls; ++n) {
        struct call call = {worker, n};
        char message[128], expected[128];
        tn_string reply;
        tn_error error;
        snprintf(message, sizeof message,
                 "{\"id\":%ld,\"method\":\"elicitation/create\",\"params\":{}}", n);
        snprintf(expected, sizeof expected,
                 n % 4 == 0 ? "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{\"action\":\"cancel\"}}"
                            : "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{\"action\":\"accept\","
                              "\"content\":{\"n\":%ld}}}",
                 n, n);
        tn_status status =
            tn_server_request_response(resolve, &call, message, TN_NUL_TERMINATED, &reply, &error);
        REQUIRE(status == (n % 4 == 0 ? TN_RESOLVER_FAILED : TN_OK));
        REQUIRE(strcmp(reply.data, expected) == 0);
        tn_string_free(&reply);
    }
    return NULL;
}

static int32_t block(void *user_data, const char *request, size_t len, tn_answer *answer) {
    (void)user_data, (void)request, (void)len;
    pthread_mutex_lock(&mutex);
    is_blocked = 1;
    pthread_cond_broadcast(&changed);
    while (!may_end)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return tn_answer_decline(answer);
}

static void *work_blocked(void *argument) {
    static const char message[] = "{\"id\":0,\"method\":\"elicitation/create\"}";
    tn_string *reply = argument;
    REQUIRE(tn_server_request_response(block, NULL, message, sizeof message - 1, reply, NULL) ==
            TN_OK);
    return NULL;
}

static int compare(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

int main(int argc, char **argv) {
    REQUIRE(argc == 3);
    long threads = number(argv[1]), calls = number(argv[2]);
    struct worker *workers = calloc((size_t)threads, sizeof *workers);
    uint64_t *counters = malloc((size_t)(threads * calls) * 2 * sizeof *counters);
    REQUIRE(workers != NULL && counters != NULL);

    pthread_t blocked;
    tn_string blocked_reply = {NULL, 0};
    REQUIRE(pthread_create(&blocked, NULL, work_blocked, &blocked_reply) == 0);
    pthread_mutex_lock(&mutex);
    while (!is_blocked)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);

    for (long at = 0; at < threads; ++at) {
        workers[at].first = at * calls;
        workers[at].calls = calls;
        workers[at].counters = counters + at * calls * 2;
        REQUIRE(pthread_create(&workers[at].thread, NULL, work, &workers[at]) == 0);
    }
    size_t total = 0;
    for (long at = 0; at < threads; ++at) {
        pthread_join(workers[at].thread, NULL);
        memmove(counters + total, workers[at].counters, workers[at].seen * sizeof *counters);
        total += workers[at].seen;
    }
    qsort(counters, total, sizeof *counters, compare);
    for (size_t at = 1; at < total; ++at)
        REQUIRE(counters[at] != counters[at - 1]);

    REQUIRE(blocked_reply.data == NULL);
    pthread_mutex_lock(&mutex);
    may_end = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(blocked, NULL);
    REQUIRE(strstr(blocked_reply.data, "decline") != NULL);
    tn_string_free(&blocked_reply);
    printf("%ld threads, %ld calls each, %zu ids, all unique\n", threads, calls, total);
    free(counters);
    free(workers);
    return 0;
}
