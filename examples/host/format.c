#include "format.h"

#include <stdio.h>
#include <stdlib.h>

char *vformat(const char *pattern, va_list args) {
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, pattern, again);
    va_end(again);
    char *text = len < 0 ? NULL : malloc((size_t)len + 1);
    if (text != NULL)
        vsnprintf(text, (size_t)len + 1, pattern, args);
    return text;
}

char *format(const char *pattern, ...) {
    va_list args;
    va_start(args, pattern);
    char *text = vformat(pattern, args);
    va_end(args);
    return text;
}
