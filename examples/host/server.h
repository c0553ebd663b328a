/*
 * The server's process, with a pipe to each of its standard descriptors.
 */
#ifndef HOST_SERVER_H
#define HOST_SERVER_H

#include <stddef.h>
#include <sys/types.h>

struct server {
    pid_t pid;         /* 0: not started */
    int to, from, log; /* its standard input, output and error; -1: closed */
    char log_line[4096];
    size_t log_len;
};

/* Returns 0, or the exit status for the host, and then that was reported. The descriptors do not
   block, so that one poll loop can serve all. */
int start_server(struct server *s, char **command);

/* Shows what the server says on its standard error, by line. It has a pipe of its own for that:
   what it shared with the host it could make non-blocking, as Node does, and then the host would
   lose its own words; and on the terminal itself it could show what it liked. */
void read_log(struct server *s);

/* As MCP says: close its input, wait, SIGTERM, wait, SIGKILL. Nothing of it is left afterwards. */
void stop_server(struct server *s);

#endif
