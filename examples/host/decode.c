#include "decode.h"

#include <stdbool.h>
#include <string.h>

uint32_t take_utf8(struct text *text) {
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text->data;
    unsigned char lead = bytes[0];
    size_t more = lead < 0xc0 ? 0U : lead < 0xe0 ? 1U : lead < 0xf0 ? 2U : 3U;
    uint32_t code = more == 0 ? lead : lead & (0x3fU >> more);
    bool valid = (lead < 0x80 || lead >= 0xc0) && lead < 0xf8 && more < text->len;
    for (size_t at = 1; valid && at <= more; ++at) {
        valid = (bytes[at] & 0xc0) == 0x80;
        code = code << 6 | (bytes[at] & 0x3fU);
    }
    if (!valid || code < least[more] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
        code = NO_UTF8 | lead;
        more = 0;
    }
    text->data += more + 1;
    text->len -= more + 1;
    return code;
}

static uint32_t hex4(const char *digits) {
    uint32_t value = 0;
    for (int at = 0; at < 4; ++at) {
        char c = digits[at];
        value = value << 4 | (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return value;
}

uint32_t take_decoded(struct text *string) {
    static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
    if (string->data[0] != '\\')
        return take_utf8(string);
    char letter = string->data[1];
    size_t len = 2;
    uint32_t code = (unsigned char)letter;
    const char *known = strchr(letters, letter);
    if (known != NULL) {
        code = (unsigned char)meanings[known - letters];
    } else if (letter == 'u') {
        len = 6;
        code = hex4(string->data + 2);
        if (code >= 0xd800 && code < 0xdc00 && string->len >= 12 &&
            memcmp(string->data + 6, "\\u", 2) == 0) {
            uint32_t low = hex4(string->data + 8);
            if (low >= 0xdc00 && low < 0xe000) {
                len = 12;
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            }
        }
    }
    string->data += len;
    string->len -= len;
    return code;
}
