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

static void show_question(struct dialogue *d, const struct terminal *t,
                          const struct question *question) {
    const char *moment = question->source == IN_ERROR ? " before it goes on" : "";
    int64_t number = question->number;
    leave_prompt(d, t);
    fputs("\nWho asks: ", t->out);
    put_line(t->out, (struct text){d->asker, strlen(d->asker)}, true);
    if (!d->is_numbered) {
        fputs("The server ", t->out);
        show_request(t->out, question->request, moment);
        return;
    }
    fprintf(t->out, "Question %" PRId64 ": the server ", number);
    show_request(t->out, question->request, moment);
    fprintf(t->out,
            "Answer: %" PRId64 " a%s to accept, %" PRId64 " d to decline, %" PRId64
            " c to cancel.\n",
            number, is_form(question->request) ? " JSON" : "", number, number);
}

void show_open(struct dialogue *d, struct terminal *t, const struct questions *q) {
    size_t end = d->is_numbered || q->count == 0 ? q->count : 1;
    for (size_t at = 0; at < end; ++at) {
        if (q->open[at].number <= d->last_shown)
            continue;
        /* What was typed before a question was there does not answer it. */
        if (!d->is_numbered || q->count == 1)
            forget_typed(t);
        show_question(d, t, &q->open[at]);
        d->last_shown = q->open[at].number;
        d->wants_content = false;
    }
}

void show_visit(const struct dialogue *d, const struct terminal *t,
                const struct question *question) {
    if (d->is_numbered)
        fprintf(t->out,
                "Open it now. Type %" PRId64 " done when you have been there, or %" PRId64
                " c to cancel.\n",
                question->number, question->number);
}

void show_ended(struct dialogue *d, const struct terminal *t, const struct question *question,
                bool is_completed, struct text reason) {
    if (question->number > d->last_shown)
        return; /* the user does not know it */
    leave_prompt(d, t);
    fputs("\nThe server no longer asks ", t->out);
    if (d->is_numbered)
        fprintf(t->out, "question %" PRId64, question->number);
    else
        fputs("this", t->out);
    if (is_completed) {
        fputs(": it says that the address was visited.\n", t->out);
    } else if (reason.data == NULL) {
        fputs(".\n", t->out);
    } else {
        fputs(". Its reason, in its words:\n", t->out);
        show(t->out, reason, false);
    }
    if (!question->is_accepted)
        d->is_numbered = d->needs_numbers = true;
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
    if (d->is_numbered) {
        fputs("Open:", t->out);
        put_numbers(t->out, q);
        fputs("> ", t->out);
    } else if (q->open[0].is_accepted) {
        fputs("Open it now. Type done when you have been there, or c to cancel: ", t->out);
    } else if (d->wants_content) {
        fputs("Your answer, JSON on one line (empty: {}): ", t->out);
    } else {
        fputs("[a]ccept, [d]ecline or [c]ancel? ", t->out);
    }
    fflush(t->out);
    d->is_prompted = true;
}

void show_end(struct dialogue *d, const struct terminal *t, const struct questions *q) {
    leave_prompt(d, t);
    fputs("The call has ended, and nobody waits for an answer", t->out);
    if (d->is_numbered) {
        fputs(" to:", t->out);
        put_numbers(t->out, q);
        fputc('\n', t->out);
    } else {
        fputs(" any more.\n", t->out);
    }
    fflush(t->out);
}

static bool hint(const struct terminal *t, const char *what) {
    fprintf(t->out, "%s\n", what);
    return false;
}

/* What a word means as an answer to a question; ASK: nothing. */
static enum choice meaning(const struct question *question, struct text word) {
    if (equals(word, "c"))
        return CANCEL;
    if (question->is_accepted)
        return equals(word, "done") ? ACCEPT : ASK;
    return equals(word, "a") ? ACCEPT : equals(word, "d") ? DECLINE : ASK;
}

static bool understand_answer(struct dialogue *d, struct questions *q, struct text line,
                              struct command *command) {
    struct question *question = &q->open[0];
    bool is_content = d->wants_content;
    command->question = question;
    command->choice = is_content ? ACCEPT : meaning(question, line);
    command->content = is_content ? line : (struct text){NULL, 0};
    d->wants_content = is_content || (command->choice == ACCEPT && is_form(question->request));
    return command->choice != ASK && d->wants_content == is_content;
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

static struct text take_word(struct text *line) {
    struct text word = {line->data, 0};
    while (word.len < line->len && line->data[word.len] != ' ' && line->data[word.len] != '\t')
        ++word.len;
    *line = trim((struct text){line->data + word.len, line->len - word.len});
    return word;
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

static bool understand_numbered(const struct dialogue *d, const struct terminal *t,
                                struct questions *q, struct text line, struct command *command) {
    const char *start = line.data;
    int64_t number = take_number(&line);
    bool has_number = line.data != start;
    struct text word = take_word(&line);
    command->content = line;
    if (!equals(word, "a") && !equals(word, "d") && !equals(word, "c") && !equals(word, "done"))
        return hint(t, "Type the number of a question, then a to accept, d to decline or c to "
                       "cancel, as in: 1 d, or 1 a {\"name\":\"x\"}");
    command->question = choose(d, t, q, has_number, number);
    if (command->question == NULL)
        return false;
    command->choice = meaning(command->question, word);
    if (command->choice == ASK)
        return hint(t, command->question->is_accepted
                           ? "You are visiting its address: done or c."
                           : "Done goes behind the number of an address that you agreed to open.");
    if (command->choice != ACCEPT && line.len > 0)
        return hint(t, "Nothing goes behind d and c.");
    if (!is_form(command->question->request) && line.len > 0)
        return hint(t, "Nothing goes behind a: the question is about an address.");
    return true;
}

bool understand(struct dialogue *d, const struct terminal *t, struct questions *q, struct text line,
                struct command *command) {
    d->is_prompted = false; /* the user has ended its line */
    if (!d->is_numbered)
        return understand_answer(d, q, line, command);
    return line.len > 0 && understand_numbered(d, t, q, line, command);
}
