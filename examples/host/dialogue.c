#include "dialogue.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "display.h"

/* What comes unasked starts on a line of its own. */
static void leave_prompt(struct dialogue *d, const struct terminal *t) {
    if (d->is_prompted)
        fputc('\n', t->out);
    d->is_prompted = false;
}

void show_question(struct dialogue *d, const struct terminal *t, const struct question *question,
                   struct text request) {
    leave_prompt(d, t);
    fprintf(t->out, "\nQuestion %" PRId64 ": the server ", question->number);
    show_request(t->out, request);
    fprintf(t->out,
            "Answer: %" PRId64 " a%s to accept, %" PRId64 " d to decline, %" PRId64
            " c to cancel.\n",
            question->number, question->is_form ? " JSON" : "", question->number, question->number);
}

void show_withdrawn(struct dialogue *d, const struct terminal *t, const struct question *question,
                    struct text reason) {
    leave_prompt(d, t);
    d->needs_numbers = true;
    fprintf(t->out, "\nThe server no longer asks question %" PRId64, question->number);
    if (reason.data == NULL) {
        fputs(".\n", t->out);
    } else {
        fputs(". Its reason, in its words:\n", t->out);
        show(t->out, reason, false);
    }
}

static void put_numbers(FILE *out, const struct questions *q) {
    enum { SHOWN = 10 };
    for (size_t at = 0; at < q->count && at < SHOWN; ++at)
        fprintf(out, " %" PRId64, q->open[at].number);
    if (q->count > SHOWN)
        fprintf(out, " and %zu more", q->count - SHOWN);
}

void show_prompt(struct dialogue *d, const struct terminal *t, const struct questions *q) {
    if (d->is_prompted)
        return;
    fputs("Open:", t->out);
    put_numbers(t->out, q);
    fputs("> ", t->out);
    fflush(t->out);
    d->is_prompted = true;
}

void show_end(struct dialogue *d, const struct terminal *t, const struct questions *q) {
    leave_prompt(d, t);
    fputs("The call has ended, and nobody waits for an answer to:", t->out);
    put_numbers(t->out, q);
    fputc('\n', t->out);
    fflush(t->out);
}

/* Takes the number off a line; 0 if there is none in front. */
static int64_t take_number(struct text *line) {
    int64_t number = 0;
    for (; line->len > 0 && *line->data >= '0' && *line->data <= '9'; ++line->data, --line->len)
        if (number < INT64_MAX / 10)
            number = number * 10 + (*line->data - '0');
    *line = trim(*line);
    return number;
}

static bool hint(const struct terminal *t, const char *what) {
    fprintf(t->out, "%s\n", what);
    return false;
}

/* The question that is meant by this number, or without one. NULL: the user was told why. */
static struct question *choose(const struct dialogue *d, const struct terminal *t,
                               struct questions *q, bool has_number, int64_t number) {
    struct question *question = has_number ? find_question(q, number) : &q->open[0];
    if (question == NULL) {
        fprintf(t->out,
                number > 0 && number <= q->last_number ? "Question %" PRId64 " is open no longer.\n"
                                                       : "There is no question %" PRId64 ".\n",
                number);
        return NULL;
    }
    if (!has_number && (q->count > 1 || d->needs_numbers)) {
        fprintf(t->out, "Which question? Put its number in front, as in: %" PRId64 " d\n",
                question->number);
        return NULL;
    }
    return question;
}

bool understand(struct dialogue *d, const struct terminal *t, struct questions *q, struct text line,
                struct command *command) {
    d->is_prompted = false; /* the user has ended its line */
    if (line.len == 0)
        return false;
    const char *start = line.data;
    int64_t number = take_number(&line);
    bool has_number = line.data != start;
    command->letter = line.len == 0 ? '\0' : *line.data;
    command->content = line.len == 0 ? line : (struct text){line.data + 1, line.len - 1};
    bool is_word = command->content.len > 0 && trim(command->content).data == command->content.data;
    if (command->letter == '\0' || strchr("adc", command->letter) == NULL || is_word)
        return hint(t, "Type the number of a question, then a to accept, d to decline or c to "
                       "cancel, as in: 1 d, or 1 a {\"name\":\"x\"}");
    command->content = trim(command->content);
    command->question = choose(d, t, q, has_number, number);
    if (command->question == NULL)
        return false;
    if (command->letter != 'a' && command->content.len > 0)
        return hint(t, "Nothing goes behind d and c.");
    if (!command->question->is_form && command->content.len > 0)
        return hint(t, "Nothing goes behind a: the question is about an address.");
    return true;
}
