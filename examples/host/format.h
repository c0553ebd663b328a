/*
 * Texts made like printf would.
 */
#ifndef HOST_FORMAT_H
#define HOST_FORMAT_H

#include <stdarg.h>

/* For the caller to free; NULL: there is no memory. */
char *format(const char *pattern, ...);
char *vformat(const char *pattern, va_list args);

#endif
