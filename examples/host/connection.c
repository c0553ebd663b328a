#define _POSIX_C_SOURCE 200809L

#include "connection.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "display.h"
#include "report.h"
#include "signals.h"

bool give_up(struct connection *c, int exit_status, const char *what, const char *why) {
    complain("%s%s%s", what, why == NULL ? "" : ": ", why == NULL ? "" : why);
    c->exit_status = exit_status;
    return false;
}

void trace(const struct connection *c, const char *direction, struct text frame) {
    if (c->trace) {
        fputs(direction, stderr);
        put_line(stderr, frame, false);
    }
}

bool send_frame(struct connection *c, struct text frame) {
    trace(c, "--> ", frame);
    return put_frame(&c->outgoing, frame) ||
           give_up(c, EXIT_HOST_FAILED, "no memory for a frame to the server", NULL);
}

static void write_some(struct connection *c) {
    if (write_from(&c->outgoing, c->server.to) < 0 && errno != EAGAIN && errno != EINTR) {
        /* It may have answered before it closed its input: read on for a moment. */
        complain("the server reads no more: %s", strerror(errno));
        close(c->server.to);
        c->server.to = -1;
        int64_t soon = now_in_ms() + 1000;
        c->deadline = c->deadline < soon ? c->deadline : soon;
    }
}

static bool read_some(struct connection *c) {
    ssize_t count = read_into(&c->incoming, c->server.from);
    if (count < 0 && errno == ENOMEM)
        return give_up(c, EXIT_HOST_FAILED, "no memory for a line of the server's", NULL);
    if (count < 0)
        return errno == EAGAIN || errno == EINTR ||
               give_up(c, EXIT_SERVER_BROKE, "reading from the server", strerror(errno));
    return count > 0 ||
           give_up(c, EXIT_SERVER_BROKE, "the server closed its output",
                   is_empty(&c->incoming) ? "before it had answered" : "in the middle of a line");
}

bool exchange(struct connection *c) {
    struct server *s = &c->server;
    bool can_write = s->to >= 0 && !is_empty(&c->outgoing);
    struct pollfd fds[] = {{.fd = s->from, .events = POLLIN},
                           {.fd = can_write ? s->to : -1, .events = POLLOUT},
                           {.fd = signal_fd(), .events = POLLIN},
                           {.fd = s->log, .events = POLLIN},
                           {.fd = c->user, .events = POLLIN}};
    /* The user's time is not the server's. But what was sent the server is to read, or there could
       be more and more of it. */
    bool user_thinks = c->user >= 0 && s->to >= 0 && !can_write;
    int64_t start = now_in_ms(), left = c->deadline - start;
    if (left <= 0 && !user_thinks)
        return give_up(c, EXIT_SERVER_BROKE, "the server did not answer in time", NULL);
    int count = poll(fds, 5, user_thinks ? -1 : left > INT_MAX ? INT_MAX : (int)left);
    if (user_thinks)
        c->deadline += now_in_ms() - start;
    c->user_typed = count > 0 && fds[4].revents != 0;
    if (count < 0)
        return errno == EINTR || give_up(c, EXIT_HOST_FAILED, "poll", strerror(errno));
    if (fds[2].revents != 0) {
        c->signal = take_signal();
        return give_up(c, EXIT_HOST_FAILED, "interrupted", NULL);
    }
    if (fds[3].revents != 0)
        read_log(s);
    if (fds[1].revents != 0)
        write_some(c);
    return fds[0].revents == 0 || read_some(c);
}

void close_connection(struct connection *c) {
    stop_server(&c->server);
    free(c->outgoing.data);
    free(c->incoming.data);
}
