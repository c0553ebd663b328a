/*
 * Descriptors that the server's process does not inherit.
 */
#ifndef HOST_DESCRIPTORS_H
#define HOST_DESCRIPTORS_H

#include <stdbool.h>

/* Where the three standard descriptors are not open, a pipe must not take their place. */
bool fill_standard_descriptors(void);

/* Neither end gets into the child by itself. (A host with threads that start processes needs pipe2,
   which does both at once.) */
bool open_pipe(int ends[2]);

bool make_non_blocking(int fd);

#endif
