#define _POSIX_C_SOURCE 200809L

#include "clock.h"

#include <time.h>

int64_t now_in_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
