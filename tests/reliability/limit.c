/* To be preloaded: a malloc that has nothing above a size, LIMIT bytes. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static int is_refused(size_t size) {
    static size_t limit;
    if (limit == 0) {
        const char *text = getenv("LIMIT");
        limit = text == NULL ? SIZE_MAX : strtoul(text, NULL, 10);
    }
    if (size <= limit)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return is_refused(size) ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) {
    return is_refused(size != 0 && count > SIZE_MAX / size ? SIZE_MAX : count * size)
               ? NULL
               : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    return is_refused(size) ? NULL : __libc_realloc(memory, size);
}
