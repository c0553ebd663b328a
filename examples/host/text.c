#include "text.h"

#include <string.h>

#include "decode.h"

bool same(struct text a, struct text b) {
    return a.data != NULL && b.data != NULL && a.len == b.len && memcmp(a.data, b.data, a.len) == 0;
}

bool equals(struct text text, const char *other) {
    return same(text, (struct text){other, strlen(other)});
}

static bool is_any_string(struct text json) { return json.len >= 2 && json.data[0] == '"'; }

/* Whether the insides of two JSON strings say the same. */
static bool say_the_same(struct text a, struct text b) {
    while (a.len > 0 && b.len > 0)
        if (take_decoded(&a) != take_decoded(&b))
            return false;
    return a.len == b.len;
}

bool is_string(struct text json, const char *ascii) {
    return is_any_string(json) && say_the_same((struct text){json.data + 1, json.len - 2},
                                               (struct text){ascii, strlen(ascii)});
}

bool are_same_string(struct text a, struct text b) {
    if (!is_any_string(a) || !is_any_string(b))
        return false;
    a = (struct text){a.data + 1, a.len - 2};
    b = (struct text){b.data + 1, b.len - 2};
    /* Without an escape in one of them they are the same bytes, which is seen at once. */
    return same(a, b) ||
           ((memchr(a.data, '\\', a.len) != NULL || memchr(b.data, '\\', b.len) != NULL) &&
            say_the_same(a, b));
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

struct text trim(struct text text) {
    for (; text.len > 0 && is_space(text.data[text.len - 1]); --text.len)
        continue;
    for (; text.len > 0 && is_space(text.data[0]); --text.len)
        ++text.data;
    return text;
}

/* The skippers need no end: in valid JSON a quote stands behind a string, a bracket behind all
   values that are inside of another, and white space has something behind it. */
static const char *skip_space(const char *at) {
    while (is_space(*at))
        ++at;
    return at;
}

static const char *skip_string(const char *at) {
    for (++at; *at != '"'; ++at)
        if (*at == '\\')
            ++at;
    return at + 1;
}

/* Of a value in an object or an array. It counts brackets instead of calling itself, because a
   server may nest as deep as it likes. */
static const char *skip_value(const char *at) {
    for (size_t depth = 0;;) {
        if (depth == 0 && (*at == ',' || *at == '}' || *at == ']'))
            return at;
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        at = *at == '"' ? skip_string(at) : at + 1;
    }
}

/* Where the next item starts, behind a bracket or a comma; NULL: there is none. */
static const char *start_of_next(struct text rest, char bracket) {
    if (rest.data == NULL || (*rest.data != bracket && *rest.data != ','))
        return NULL;
    const char *at = skip_space(rest.data + 1);
    return *at == '}' || *at == ']' ? NULL : at;
}

/* The value that starts there; the rest is what stands behind it. */
static struct text take_value(struct text *rest, const char *at) {
    const char *end = skip_value(at);
    rest->len -= (size_t)(end - rest->data);
    rest->data = end;
    return trim((struct text){at, (size_t)(end - at)});
}

bool next_element(struct text *rest, struct text *element) {
    const char *at = start_of_next(*rest, '[');
    if (at == NULL)
        return false;
    *element = take_value(rest, at);
    return true;
}

bool next_member(struct text *rest, struct text *key, struct text *value) {
    const char *at = start_of_next(*rest, '{');
    if (at == NULL)
        return false;
    const char *end = skip_string(at);
    *key = (struct text){at, (size_t)(end - at)};
    *value = take_value(rest, skip_space(skip_space(end) + 1));
    return true;
}

struct text member(struct text json, const char *name) {
    struct text found = {NULL, 0}, rest = json, key, value;
    if (json.len >= 3 && memcmp(json.data, "\xef\xbb\xbf", 3) == 0)
        rest = (struct text){json.data + 3, json.len - 3};
    rest = trim(rest);
    while (next_member(&rest, &key, &value))
        if (is_string(key, name))
            found = value;
    return found;
}
