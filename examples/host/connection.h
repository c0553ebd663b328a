/*
 * The connection to the server: one poll loop, both pipes non-blocking. What is to be sent waits in
 * a buffer while the server does not read, and what it sends is read all the same: if both sides
 * could wait for the other to read, one day both would.
 */
#ifndef HOST_CONNECTION_H
#define HOST_CONNECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "server.h"
#include "text.h"

struct connection {
    struct server server;
    struct buffer outgoing, incoming;
    int64_t deadline; /* of the response that is awaited now */
    bool trace;
    int exit_status; /* once it has failed */
    int signal;      /* that is to end the host, or 0 */
    int user;        /* a descriptor: the user's, while they are asked; -1: they are not */
    bool user_typed; /* there is something to read there */
};

/* Says what broke the connection, and what the host will exit with. Returns false. */
bool give_up(struct connection *c, int exit_status, const char *what, const char *why);

/* Shows a frame on stderr, if that is wanted. */
void trace(const struct connection *c, const char *direction, struct text frame);

/* Puts a frame and its newline into the outgoing buffer. */
bool send_frame(struct connection *c, struct text frame);

/* Waits until there is something to do, and does it: writes, reads, or gives up. What the user
   types is for the caller to read. */
bool exchange(struct connection *c);

/* Stops the server, too. */
void close_connection(struct connection *c);

#endif
