/* What the C programs of the benchmark share: they read a file and time one call on it. */
#ifndef TIMING_H
#define TIMING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *text;
static size_t text_len;

static void require(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s failed\n", what);
        exit(1);
    }
}

static void read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    require(file != NULL && fseek(file, 0, SEEK_END) == 0, "opening the file");
    text_len = (size_t)ftell(file);
    rewind(file);
    text = malloc(text_len + 1);
    require(text != NULL && fread(text, 1, text_len, file) == text_len, "reading the file");
    text[text_len] = '\0';
    fclose(file);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double time_of(void (*call)(void), long calls) {
    double start = seconds();
    for (long done = 0; done < calls; ++done)
        call();
    return (seconds() - start) / (double)calls;
}

static int ascending(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* The median of the nanoseconds a call, over batches of about a millisecond. */
static double median(void (*call)(void), double milliseconds) {
    enum { MOST = 10000 };
    static double times[MOST];
    double start = seconds(), first = time_of(call, 1), second = time_of(call, 1);
    double one = first < second ? first : second;
    long calls = one > 1e-3 ? 1 : one < 1e-9 ? 1000000 : (long)(1e-3 / one);
    int count = 0;
    do
        times[count++] = time_of(call, calls);
    while (count < MOST && seconds() - start < milliseconds / 1e3);
    qsort(times, (size_t)count, sizeof *times, ascending);
    return times[count / 2] * 1e9;
}

#endif
