/* What the programs of this folder share. */
#ifndef TN_RELIABILITY_COMMON_H
#define TN_RELIABILITY_COMMON_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tn_elicit.h>

/* Ends the program where something does not hold. */
#define REQUIRE(holds)                                                                             \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #holds);                            \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static inline long number(const char *text) {
    char *end;
    long value = strtol(text, &end, 10);
    REQUIRE(*text != '\0' && *end == '\0' && value > 0);
    return value;
}

/* The resident memory of this process in KiB: a line of /proc/self/status, VmRSS or VmHWM (the most
   that it ever was). */
static inline long memory_in_kib(const char *name) {
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    long value = -1;
    REQUIRE(file != NULL);
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, name, strlen(name)) == 0)
            value = strtol(line + strlen(name) + 1, NULL, 10);
    fclose(file);
    REQUIRE(value > 0);
    return value;
}

#endif
