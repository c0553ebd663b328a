/*
 * Bytes on their way, from data + start to data + end, and lines in them. A buffer has no limit
 * here but memory.
 */
#ifndef HOST_BUFFER_H
#define HOST_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "text.h"

struct buffer {
    char *data;
    size_t start, end, capacity;
    size_t searched; /* bytes from the start that hold no newline */
};

/* Puts a text behind the end, put_frame with a newline behind it. False: there is no memory. */
bool put_text(struct buffer *b, struct text text);
bool put_frame(struct buffer *b, struct text line);

/* As write and read do, of what is in the buffer and to behind its end. Room for reading is made
   before; without memory that is ENOMEM. */
ssize_t write_from(struct buffer *b, int fd);
ssize_t read_into(struct buffer *b, int fd);

/* Takes a line out, without its newline; it is there until more is put or read. False: there is no
   whole one. */
bool take_line(struct buffer *b, struct text *line);

bool is_empty(const struct buffer *b);

#endif
