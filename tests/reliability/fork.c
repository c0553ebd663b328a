/* Forks, again and again, while eight threads are inside of calls; each child makes calls of its
   own.

   Usage: fork FORKS */
#define _POSIX_C_SOURCE 200809L
#include "common.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int may_end;

static int32_t accept(void *user_data, const char *request, size_t len, tn_answer *answer) {
    (void)user_data, (void)request, (void)len;
    return tn_answer_accept(answer, "{\"a\":[1,2]}", TN_NUL_TERMINATED, NULL);
}

static void answer_once(void) {
    static const char message[] = "{\"id\":1,\"method\":\"elicitation/create\",\"params\":{}}";
    tn_string reply;
    REQUIRE(tn_server_request_response(accept, NULL, message, sizeof message - 1, &reply, NULL) ==
            TN_OK);
    REQUIRE(strstr(reply.data, "\"content\":{\"a\":[1,2]}") != NULL);
    tn_string_free(&reply);
}

static void *work(void *argument) {
    (void)argument;
    while (!may_end)
        answer_once();
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t threads[8];
    REQUIRE(argc == 2);
    long forks = number(argv[1]);
    for (size_t at = 0; at < 8; ++at)
        REQUIRE(pthread_create(&threads[at], NULL, work, NULL) == 0);
    for (long at = 0; at < forks; ++at) {
        pid_t child = fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            alarm(20); /* a child that waits for a lock for ever */
            for (int call = 0; call < 100; ++call)
                answer_once();
            _exit(0);
        }
        int status;
        REQUIRE(waitpid(child, &status, 0) == child);
        REQUIRE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    may_end = 1;
    for (size_t at = 0; at < 8; ++at)
        pthread_join(threads[at], NULL);
    printf("%ld forks beside 8 threads, 100 calls in each child\n", forks);
    return 0;
}
