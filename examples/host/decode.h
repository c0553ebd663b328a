/*
 * Taking code points off UTF-8, and off JSON strings with their escapes.
 */
#ifndef HOST_DECODE_H
#define HOST_DECODE_H

#include <stdint.h>

#include "text.h"

/* What comes for a byte that is not UTF-8: this, and the byte. */
#define NO_UTF8 0x80000000U

/* Takes the first code point off a text that is not empty. */
uint32_t take_utf8(struct text *text);

/* Takes the first character off the inside of a JSON string and decodes it if it is an escape. A
   surrogate without its partner comes as it is. */
uint32_t take_decoded(struct text *string);

#endif
