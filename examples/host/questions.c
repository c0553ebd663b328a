#include "questions.h"

#include <stdlib.h>
#include <string.h>

struct question *keep_question(struct questions *q, const struct question *asked) {
    struct text request = asked->request, origin = asked->origin;
    char *memory = q->count == MOST_QUESTIONS ? NULL : malloc(request.len + origin.len + 1);
    if (memory == NULL)
        return NULL;
    struct question *kept = &q->open[q->count++];
    *kept = *asked;
    kept->memory = memcpy(memory, request.data, request.len);
    kept->request.data = memory;
    if (origin.data != NULL)
        kept->origin.data = memcpy(memory + request.len, origin.data, origin.len);
    kept->number = ++q->last_number;
    return kept;
}

void drop_question(struct questions *q, struct question *question) {
    free(question->memory);
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

bool is_ended(const struct question *question, struct text ended) {
    struct text request_id = member(ended, "requestId");
    struct text elicitation_id = member(ended, "elicitationId");
    if (request_id.data == NULL)
        return are_same_string(member(question->request, "elicitationId"), elicitation_id);
    struct text id = member(question->origin, "id");
    return question->source == IN_REQUEST &&
           (same(id, request_id) || are_same_string(id, request_id));
}
