/*
 * Reading JSON. A host with a JSON library uses that. This one needs single members of texts that
 * tn_elicit has already found to be valid, and for those these few functions are enough.
 */
#ifndef HOST_TEXT_H
#define HOST_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Somebody else's text, without a NUL behind it. */
struct text {
    const char *data; /* NULL: there is none */
    size_t len;
};

/* No text equals none. */
bool same(struct text a, struct text b);
bool equals(struct text text, const char *other);

struct text trim(struct text text);

/* Whether a value is this string, of ASCII without a backslash. As the library does, this looks
   behind escapes: there are servers that write "notifications\/cancelled". */
bool is_string(struct text json, const char *ascii);

/* Whether two values are strings, and the same one behind their escapes. */
bool are_same_string(struct text a, struct text b);

/* The value of an object's member; none if it is not there, or the text is no object. Of duplicates
   the last counts. */
struct text member(struct text json, const char *name);

/* Both take the next item off the rest of an array or an object, which is the whole of it at first.
   False: there is none left, or it is another value. */
bool next_element(struct text *rest, struct text *element);
bool next_member(struct text *rest, struct text *key, struct text *value);

#endif
