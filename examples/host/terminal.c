#define _POSIX_C_SOURCE 200809L

#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

bool open_terminal(struct terminal *t) {
    t->in = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    int out = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC);
    t->out = out < 0 ? NULL : fdopen(out, "w");
    return t->in >= 0 && t->out != NULL;
}

void close_terminal(struct terminal *t) {
    if (t->in >= 0)
        close(t->in);
    if (t->out != NULL)
        fclose(t->out);
    free(t->typed.data);
}

void forget_typed(struct terminal *t) {
    tcflush(t->in, TCIFLUSH);
    t->typed.start = t->typed.end = t->typed.searched = 0;
}

bool read_typed(struct terminal *t) {
    ssize_t count = read_into(&t->typed, t->in);
    if (count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR)))
        return true;
    /* What stands there without a newline is the last line. */
    return !is_empty(&t->typed) && put_frame(&t->typed, (struct text){"", 0});
}

void refuse_content(const struct terminal *t, struct text line, const char *why) {
    fprintf(t->out, "That cannot be sent: %s\n", why);
    if (line.len >= 4095)
        fputs("(A terminal passes on 4095 bytes of a line; --accept takes more.)\n", t->out);
}
