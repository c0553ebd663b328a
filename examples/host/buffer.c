#define _POSIX_C_SOURCE 200809L

#include "buffer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Makes room behind the end. Moves what is there only when at least half of the space is free, so
   that a byte is not moved again and again. */
static bool reserve(struct buffer *b, size_t more) {
    if (b->start > b->end / 2) {
        memmove(b->data, b->data + b->start, b->end - b->start);
        b->end -= b->start;
        b->start = 0;
    }
    if (b->capacity - b->end >= more)
        return true;
    size_t capacity = b->capacity * 2 > b->end + more ? b->capacity * 2 : b->end + more;
    char *data = realloc(b->data, capacity);
    if (data == NULL)
        return false;
    b->data = data;
    b->capacity = capacity;
    return true;
}

bool put_text(struct buffer *b, struct text text) {
    if (!reserve(b, text.len))
        return false;
    memcpy(b->data + b->end, text.data, text.len);
    b->end += text.len;
    return true;
}

/* All of it or nothing: half a frame could not be taken back. */
bool put_frame(struct buffer *b, struct text line) {
    return reserve(b, line.len + 1) && put_text(b, line) && put_text(b, (struct text){"\n", 1});
}

ssize_t write_from(struct buffer *b, int fd) {
    ssize_t count = write(fd, b->data + b->start, b->end - b->start);
    if (count > 0)
        b->start += (size_t)count;
    return count;
}

ssize_t read_into(struct buffer *b, int fd) {
    enum { CHUNK = 64 * 1024 };
    if (!reserve(b, CHUNK)) {
        errno = ENOMEM;
        return -1;
    }
    ssize_t count = read(fd, b->data + b->end, b->capacity - b->end);
    if (count > 0)
        b->end += (size_t)count;
    return count;
}

bool take_line(struct buffer *b, struct text *line) {
    size_t len = b->end - b->start;
    if (len == b->searched)
        return false;
    line->data = b->data + b->start;
    const char *newline = memchr(line->data + b->searched, '\n', len - b->searched);
    if (newline == NULL) {
        b->searched = len;
        return false;
    }
    line->len = (size_t)(newline - line->data);
    b->start += line->len + 1;
    b->searched = 0;
    return true;
}

bool is_empty(const struct buffer *b) { return b->start == b->end; }
