#include "questions.h"

#include <stdlib.h>
#include <string.h>

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

bool has_id(const struct question *question, struct text id) {
    return same(question->id, id) || are_same_string(question->id, id);
}
