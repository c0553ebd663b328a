#define _POSIX_C_SOURCE 200809L

#include "server.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "descriptors.h"
#include "display.h"
#include "report.h"

extern char **environ;

/* How long the server gets to end after its input was closed, and again after SIGTERM. */
enum { GRACE_IN_MS = 2000 };

/* Returns 0, or what went wrong, as an errno. */
static int spawn(pid_t *pid, char **command, int input, int output, int log) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE); /* what is ignored here would be ignored there */
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0)
        return failure;
    if ((failure = posix_spawnattr_init(&attributes)) == 0) {
        /* A process group of its own: what the server started is ended with it, and neither reads
           what the user types at the terminal. */
        if ((failure = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)) == 0 &&
            (failure = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)) == 0 &&
            (failure = posix_spawn_file_actions_adddup2(&actions, log, STDERR_FILENO)) == 0 &&
            (failure = posix_spawnattr_setsigdefault(&attributes, &defaults)) == 0 &&
            (failure = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF |
                                                                 POSIX_SPAWN_SETPGROUP)) == 0)
            failure = posix_spawnp(pid, command[0], &actions, &attributes, command, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

static int fail(int exit_status, const char *what, int error) {
    complain("%s: %s", what, strerror(error));
    return exit_status;
}

int start_server(struct server *s, char **command) {
    int input[2], output[2], log[2];
    if (!open_pipe(input) || !open_pipe(output) || !open_pipe(log) ||
        !make_non_blocking(input[1]) || !make_non_blocking(output[0]) || !make_non_blocking(log[0]))
        return fail(EXIT_HOST_FAILED, "no pipe to the server", errno);
    s->to = input[1];
    s->from = output[0];
    s->log = log[0];
    int failure = spawn(&s->pid, command, input[0], output[1], log[1]);
    close(input[0]);
    close(output[1]);
    close(log[1]);
    if (failure != 0) {
        s->pid = 0;
        return fail(EXIT_SERVER_BROKE, command[0], failure);
    }
    return 0;
}

static void show_log(struct text line) {
    fputs("server: ", stderr);
    put_line(stderr, line, true);
}

void read_log(struct server *s) {
    ssize_t count = read(s->log, s->log_line + s->log_len, sizeof s->log_line - s->log_len);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0) {
        if (s->log_len > 0)
            show_log((struct text){s->log_line, s->log_len});
        s->log_len = 0;
        close(s->log);
        s->log = -1;
        return;
    }
    size_t end = s->log_len + (size_t)count, start = 0;
    char *newline;
    while ((newline = memchr(s->log_line + start, '\n', end - start)) != NULL) {
        show_log((struct text){s->log_line + start, (size_t)(newline - s->log_line) - start});
        start = (size_t)(newline - s->log_line) + 1;
    }
    if (start == 0 && end == sizeof s->log_line) {
        show_log((struct text){s->log_line, end}); /* too long for one line */
        start = end;
    }
    s->log_len = end - start;
    memmove(s->log_line, s->log_line + start, s->log_len);
}

/* Whether the server ends within the grace period. What it still writes is read, or it could not.
   Its process is not reaped yet, so that its number stays its own. */
static bool server_ends(struct server *s) {
    char unread[4096];
    int64_t deadline = now_in_ms() + GRACE_IN_MS;
    do {
        siginfo_t info = {.si_pid = 0};
        if (waitid(P_PID, (id_t)s->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid != 0)
            return true;
        struct pollfd outputs[] = {{.fd = s->from, .events = POLLIN},
                                   {.fd = s->log, .events = POLLIN}};
        if (poll(outputs, 2, 10) <= 0)
            continue;
        if (outputs[1].revents != 0)
            read_log(s);
        if (outputs[0].revents != 0 && read(s->from, unread, sizeof unread) == 0) {
            close(s->from);
            s->from = -1;
        }
    } while (now_in_ms() < deadline);
    return false;
}

/* Its group, and itself should it have left that. */
static void signal_server(const struct server *s, int number) {
    kill(-s->pid, number);
    kill(s->pid, number);
}

void stop_server(struct server *s) {
    if (s->to >= 0)
        close(s->to);
    if (s->pid > 0) {
        bool by_itself = server_ends(s);
        if (!by_itself) {
            complain("the server does not end by itself");
            signal_server(s, SIGTERM);
            server_ends(s);
        }
        signal_server(s, SIGKILL); /* what is left, also of what it started */
        int status = 0;
        while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR)
            continue;
        if (by_itself && WIFSIGNALED(status))
            complain("the server was killed by signal %d", WTERMSIG(status));
        else if (by_itself && WEXITSTATUS(status) != 0)
            complain("the server exited with status %d", WEXITSTATUS(status));
    }
    /* What is left in the pipe, and no more: others may still have its other end. */
    struct pollfd log = {.fd = s->log, .events = POLLIN};
    for (int rest = 64 * 1024; rest > 0 && poll(&log, 1, 0) > 0; rest -= (int)sizeof s->log_line) {
        read_log(s);
        log.fd = s->log;
    }
    if (s->log >= 0)
        close(s->log);
    if (s->from >= 0)
        close(s->from);
}
