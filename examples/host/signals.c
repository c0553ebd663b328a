#define _POSIX_C_SOURCE 200809L

#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "descriptors.h"

/* A signal only writes its number here, so that poll, which waits for it, cannot miss it. */
static int ends[2];

static void on_signal(int number) {
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    ssize_t ignored = write(ends[1], &byte, 1);
    (void)ignored;
    errno = saved;
}

bool catch_signals(void) {
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
    if (!open_pipe(ends) || !make_non_blocking(ends[1]))
        return false;
    struct sigaction action = {.sa_handler = on_signal}, old;
    for (size_t at = 0; at < sizeof caught / sizeof caught[0]; ++at)
        if (sigaction(caught[at], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(caught[at], &action, NULL);
    /* Writing to a server that is gone is an error like any other. */
    signal(SIGPIPE, SIG_IGN);
    return true;
}

int signal_fd(void) { return ends[0]; }

int take_signal(void) {
    unsigned char number = SIGTERM;
    ssize_t ignored = read(ends[0], &number, 1);
    (void)ignored;
    return number;
}
