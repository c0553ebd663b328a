/*
 * Time for deadlines. It goes on when the clock on the wall is put back.
 */
#ifndef HOST_CLOCK_H
#define HOST_CLOCK_H

#include <stdint.h>

int64_t now_in_ms(void);

#endif
