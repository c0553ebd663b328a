/* One large input, on a stack of 64 KiB: how much memory it takes at most, and how much time.

   Usage: size KIND BYTES    prints: BYTES PEAK_IN_KIB MILLISECONDS */
#define _POSIX_C_SOURCE 200809L
#include "common.h"

#include <limits.h>
#include <pthread.h>
#include <time.h>

static char *text;
static size_t len;
static const char *kind;

/* Adds PIECE until there are BYTES. */
static void repeat(const char *piece, size_t bytes) {
    size_t piece_len = strlen(piece);
    for (; len + piece_len <= bytes; len += piece_len)
        memcpy(text + len, piece, piece_len);
}

static void append(const char *piece) {
    strcpy(text + len, piece);
    len += strlen(piece);
}

static void make(size_t bytes) {
    text = malloc(bytes + 1024);
    REQUIRE(text != NULL);
    append("{\"message\":\"x\",\"requestedSchema\":");
    if (strcmp(kind, "string") == 0) {
        append("\"");
        repeat("0123456789abcdef", bytes);
        append("\"}");
    } else if (strcmp(kind, "depth") == 0) {
        size_t levels = bytes / 2;
        memset(text + len, '[', levels);
        memset(text + len + levels, ']', levels);
        len += 2 * levels;
        append("}");
    } else if (strcmp(kind, "keys") == 0) {
        append("{");
        repeat("\"k\\u0065y\":1,\"key\":[true],", bytes);
        append("\"end\":0}}");
    } else if (strcmp(kind, "pretty") == 0) {
        append("[");
        repeat("\n    {\n        \"name\": \"value\"\n    },", bytes);
        append("\n    null\n]\n}\n");
    } else {
        REQUIRE(strcmp(kind, "message") == 0);
        append("[");
        repeat("{\"type\":\"string\",\"title\":\"பெயர்\",\"minLength\":1.50e3},", bytes);
        append("null]}");
    }
}

/* CPU time, as other work on the machine makes no difference to it. */
static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void *run(void *argument) {
    tn_string request;
    tn_error error;
    double start = milliseconds();
    REQUIRE(tn_elicitation_to_request(text, len, &request, &error) == TN_OK);
    *(double *)argument = milliseconds() - start;
    /* A pretty-printed text comes out shorter, the others as they are. */
    REQUIRE(request.len < len + 100);
    REQUIRE(strcmp(kind, "pretty") == 0 || request.len > len);
    REQUIRE(memchr(request.data, '\n', request.len) == NULL);
    tn_string_free(&request);
    return NULL;
}

int main(int argc, char **argv) {
    pthread_attr_t attributes;
    pthread_t thread;
    double time = 0;
    REQUIRE(argc == 3);
    kind = argv[1];
    make((size_t)number(argv[2]));
    REQUIRE(pthread_attr_init(&attributes) == 0);
    REQUIRE(pthread_attr_setstacksize(&attributes, 64 * 1024) == 0);
    REQUIRE(pthread_create(&thread, &attributes, run, &time) == 0);
    pthread_join(thread, NULL);
    printf("%zu %ld %.3f\n", len, memory_in_kib("VmHWM"), time);
    free(text);
    return 0;
}
