/*
 * Signals that end the host, as something that poll can wait for. Ctrl-C and the like end the
 * server, too, so they are caught, unless they were ignored on purpose.
 */
#ifndef HOST_SIGNALS_H
#define HOST_SIGNALS_H

#include <stdbool.h>

/* False, and errno, if that cannot be. */
bool catch_signals(void);

/* What can be read once a signal has come. */
int signal_fd(void);

/* The number of the signal that has come. */
int take_signal(void);

#endif
