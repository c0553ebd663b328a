#include "questions.h"

#include <stdlib.h>
#include <string.h>

#include "decode.h"

struct question *keep_question(struct questions *q, struct text message, bool is_form) {
    struct question kept = {.is_form = is_form, .message = malloc(message.len), .len = message.len};
    if (q->count == MOST_QUESTIONS || kept.message == NULL ||
        tn_server_request_finish(message.data, message.len, NULL, 0, &kept.cancel, NULL) != TN_OK) {
        free(kept.message);
        return NULL;
    }
    memcpy(kept.message, message.data, message.len);
    kept.id = member((struct text){kept.cancel.data, kept.cancel.len}, "id");
    kept.number = ++q->last_number;
    q->open[q->count] = kept;
    return &q->open[q->count++];
}

void drop_question(struct questions *q, struct question *question) {
    free(question->message);
    tn_string_free(&question->cancel);
    size_t behind = q->count - (size_t)(question - q->open) - 1;
    memmove(question, question + 1, behind * sizeof *question);
    --q->count;
}

struct question *find_question(struct questions *q, int64_t number) {
    for (size_t at = 0; at < q->count; ++at)
        if (q->open[at].number == number)
            return &q->open[at];
    return NULL;
}

static bool is_escaped(struct text string) {
    return string.len > 0 && string.data[0] == '"' && memchr(string.data, '\\', string.len) != NULL;
}

/* Two JSON strings, quotes and all. */
static bool say_the_same(struct text a, struct text b) {
    a = (struct text){a.data + 1, a.len - 2};
    b = (struct text){b.data + 1, b.len - 2};
    while (a.len > 0 && b.len > 0)
        if (take_decoded(&a) != take_decoded(&b))
            return false;
    return a.len == b.len;
}

bool has_id(const struct question *question, struct text id) {
    struct text own = question->id;
    if (same(own, id))
        return true;
    /* Without an escape in one of them the same string is the same text. */
    return id.data != NULL && own.data[0] == '"' && id.data[0] == '"' &&
           (is_escaped(own) || is_escaped(id)) && say_the_same(own, id);
}
