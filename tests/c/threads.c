/* Any thread may call anything at any time. Threads keep what they saw; the tests check it. */
#include "elicitation.h"
#include "harness.h"
#include "tests.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define THREADS 8
#define CALLS 1000
#define IDS_OF_A_CALL 5
#define ID_SIZE 64
#define MEETING_SECONDS 60

static void start(pthread_t *thread, void *(*body)(void *), void *argument) {
    if (pthread_create(thread, NULL, body, argument) != 0)
        abort();
}

static void join(pthread_t thread) {
    if (pthread_join(thread, NULL) != 0)
        abort();
}

/* Copies the id of a Request, without its quotation marks. */
static bool copy_id(const char *request, size_t request_len, char *id) {
    static const char opening[] = "{\"id\":\"";
    size_t len;
    if (request_len < sizeof opening || memcmp(request, opening, sizeof opening - 1) != 0)
        return false;
    request += sizeof opening - 1;
    if (!is_request_id(request, request_len - (sizeof opening - 1), &len) || len >= ID_SIZE)
        return false;
    memcpy(id, request, len);
    id[len] = '\0';
    return true;
}

static int compare_ids(const void *left, const void *right) { return strcmp(left, right); }

static void check_unique(char (*ids)[ID_SIZE], size_t count) {
    qsort(ids, count, sizeof *ids, compare_ids);
    for (size_t at = 1; at < count; ++at) {
        if (strcmp(ids[at - 1], ids[at]) == 0)
            check_failed(__FILE__, __LINE__, "the id %s was given twice", ids[at]);
    }
}

typedef struct caller {
    pthread_t thread;
    unsigned failures;
    char (*ids)[ID_SIZE]; /* IDS_OF_A_CALL * CALLS of them */
    size_t id_count;
} caller;

/* The ids of all Requests in a text. */
static bool copy_ids(const tn_string *requests, size_t expected, caller *to) {
    size_t count = 0;
    for (const char *at = requests->data; (at = strstr(at, "{\"id\":\"")) != NULL; ++at) {
        const size_t available = requests->len - (size_t)(at - requests->data);
        if (++count > expected || !copy_id(at, available, to->ids[to->id_count++]))
            return false;
    }
    return count == expected;
}

static int32_t keep_id(void *user_data, const char *request, size_t request_len,
                       tn_answer *answer) {
    caller *self = user_data;
    if (!copy_id(request, request_len, self->ids[self->id_count++]))
        ++self->failures;
    return tn_answer_decline(answer);
}

/* One call after another, good ones and bad ones, each checked for another call's output. */
static void *call_often(void *argument) {
    caller *self = argument;
    for (size_t call = 0; call < CALLS; ++call) {
        char bad[32];
        char place[64];
        outcome actual = poisoned();
        actual.status = tn_elicitation_to_request("{}", 2, &actual.text, &actual.error);
        if (actual.status != TN_OK ||
            !copy_id(actual.text.data, actual.text.len, self->ids[self->id_count++]))
            ++self->failures;
        tn_string_free(&actual.text);

        actual = poisoned();
        actual.status = tn_server_request_response(keep_id, self, ELICITATION, TN_NUL_TERMINATED,
                                                   &actual.text, &actual.error);
        if (actual.status != TN_OK || strcmp(actual.text.data, DECLINED) != 0)
            ++self->failures;
        tn_string_free(&actual.text);

        /* Several Requests at once. */
        actual = poisoned();
        actual.status = tn_url_elicitations(URL_ELICITATIONS_ERROR, TN_NUL_TERMINATED, &actual.text,
                                            &actual.error);
        if (actual.status != TN_OK || !copy_ids(&actual.text, 2, self))
            ++self->failures;
        tn_string_free(&actual.text);

        actual = poisoned();
        actual.status = tn_input_required_begin(TN_MODE_FORM, INPUT_REQUIRED, TN_NUL_TERMINATED,
                                                &actual.text, &actual.error);
        if (actual.status != TN_OK || !copy_ids(&actual.text, 1, self))
            ++self->failures;
        tn_string_free(&actual.text);

        /* The column tells whose error it is. */
        actual = poisoned();
        memset(bad, ' ', sizeof bad);
        bad[call % sizeof bad] = '}';
        snprintf(place, sizeof place, "line 1 column %zu", call % sizeof bad + 1);
        actual.status = tn_answer_to_elicit_result(bad, sizeof bad, &actual.text, &actual.error);
        if (actual.status != TN_ERR_INVALID_JSON || strstr(actual.error.message, place) == NULL)
            ++self->failures;
    }
    return NULL;
}

static void ids_are_unique(void) {
    static char ids[THREADS * IDS_OF_A_CALL * CALLS][ID_SIZE];
    caller callers[THREADS];
    for (size_t at = 0; at < THREADS; ++at) {
        callers[at] = (caller){.ids = &ids[at * IDS_OF_A_CALL * CALLS]};
        start(&callers[at].thread, call_often, &callers[at]);
    }
    for (size_t at = 0; at < THREADS; ++at) {
        join(callers[at].thread);
        CHECK_SIZE(0, callers[at].failures);
        CHECK_SIZE(IDS_OF_A_CALL * CALLS, callers[at].id_count);
    }
    check_unique(ids, THREADS * IDS_OF_A_CALL * CALLS);
}

/* A place where all threads wait for each other. A barrier that gives up: were a lock held while a
   resolver runs, the threads would never meet, and the test is to fail, not to hang. */
typedef struct meeting {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    unsigned arrived;
    bool given_up;
} meeting;

static bool meet(meeting *here) {
    struct timespec deadline;
    bool met;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += MEETING_SECONDS;
    pthread_mutex_lock(&here->mutex);
    if (++here->arrived == THREADS)
        pthread_cond_broadcast(&here->changed);
    while (here->arrived < THREADS && !here->given_up) {
        if (pthread_cond_timedwait(&here->changed, &here->mutex, &deadline) == ETIMEDOUT) {
            here->given_up = true;
            pthread_cond_broadcast(&here->changed);
        }
    }
    met = here->arrived >= THREADS;
    pthread_mutex_unlock(&here->mutex);
    return met;
}

typedef struct visitor {
    pthread_t thread;
    meeting *place;
    outcome actual;
    bool met;
    bool same_thread;
} visitor;

static int32_t meet_inside(void *user_data, const char *request, size_t request_len,
                           tn_answer *answer) {
    visitor *self = user_data;
    outcome inner = poisoned();
    (void)request;
    (void)request_len;
    self->same_thread = pthread_equal(self->thread, pthread_self()) != 0;
    self->met = meet(self->place);

    /* Now that all resolvers run, each calls the library once more. */
    inner.status =
        tn_elicitation_to_request(ELICITATION, TN_NUL_TERMINATED, &inner.text, &inner.error);
    tn_string_free(&inner.text);
    return inner.status == TN_OK ? tn_answer_decline(answer) : inner.status;
}

static void *visit(void *argument) {
    visitor *self = argument;
    self->thread = pthread_self();
    self->actual = poisoned();
    self->actual.status = tn_server_request_response(
        meet_inside, self, ELICITATION, TN_NUL_TERMINATED, &self->actual.text, &self->actual.error);
    return NULL;
}

static void no_lock_is_held_while_resolvers_run(void) {
    meeting place = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, false};
    visitor visitors[THREADS];
    pthread_t threads[THREADS];
    for (size_t at = 0; at < THREADS; ++at) {
        visitors[at] = (visitor){.place = &place};
        start(&threads[at], visit, &visitors[at]);
    }
    for (size_t at = 0; at < THREADS; ++at)
        join(threads[at]);
    for (size_t at = 0; at < THREADS; ++at) {
        CHECK(visitors[at].met);
        CHECK(visitors[at].same_thread);
        /* Text that one thread got is freed by another. */
        CHECK_OUTCOME(TN_OK, TEXT(DECLINED), &visitors[at].actual);
    }
    pthread_cond_destroy(&place.changed);
    pthread_mutex_destroy(&place.mutex);
}

/* A resolver may have its answer given by another thread, and wait for it. */
static void *give_answer(void *argument) {
    tn_answer *answer = argument;
    tn_error error;
    if (tn_answer_accept(answer, "[1]", 3, &error) != TN_OK)
        abort();
    return NULL;
}

static int32_t have_it_answered(void *user_data, const char *request, size_t request_len,
                                tn_answer *answer) {
    pthread_t thread;
    (void)user_data;
    (void)request;
    (void)request_len;
    start(&thread, give_answer, answer);
    join(thread);
    return 0;
}

static void another_thread_answers(void) {
    outcome actual = poisoned();
    actual.status = tn_server_request_response(have_it_answered, NULL, ELICITATION,
                                               TN_NUL_TERMINATED, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT(ACCEPTED("[1]")), &actual);
}

void thread_tests(void) {
    RUN(ids_are_unique);
    RUN(no_lock_is_held_while_resolvers_run);
    RUN(another_thread_answers);
}
