#include "report.h"

#include <stdarg.h>
#include <stdio.h>

void complain(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("host: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}
