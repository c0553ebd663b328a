#include "display.h"

#include <stdint.h>
#include <string.h>

/* What take_utf8 gives for a byte that is not UTF-8: this, and the byte. */
#define NO_UTF8 0x80000000U

/* Takes the first code point off a text that is not empty. */
static uint32_t take_utf8(struct text *text) {
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

/* Takes the first character off the inside of a JSON string and decodes it if it is an escape. */
static uint32_t take_decoded(struct text *string) {
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
        /* A Request has surrogates in pairs only: the library sees to that. */
        if (code >= 0xd800 && code < 0xdc00) {
            len = 12;
            code = 0x10000 + ((code - 0xd800) << 10) + (hex4(string->data + 8) - 0xdc00);
        }
    }
    string->data += len;
    string->len -= len;
    return code;
}

/* C0, DEL and C1 drive a terminal; the others reorder text, end lines, or are not seen. (What joins
   letters, U+200C and U+200D, is not seen either, but whole scripts need it.) */
static bool is_harmless(uint32_t code) {
    static const struct {
        uint32_t first, last;
    } harmful[] = {{0, 0x1f},          {0x7f, 0x9f},         {0xad, 0xad},
                   {0x34f, 0x34f},     {0x61c, 0x61c},       {0x115f, 0x1160},
                   {0x180e, 0x180e},   {0x200b, 0x200b},     {0x200e, 0x200f},
                   {0x2028, 0x202e},   {0x2060, 0x206f},     {0x3164, 0x3164},
                   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},     {0xfff9, 0xfffb},
                   {0xe0000, 0xe0fff}, {NO_UTF8, UINT32_MAX}};
    for (size_t at = 0; at < sizeof harmful / sizeof harmful[0]; ++at)
        if (code >= harmful[at].first && code <= harmful[at].last)
            return false;
    return true;
}

/* Both return how many columns it takes, at most. */
static int put_escape(FILE *out, uint32_t code) {
    if (code >= NO_UTF8)
        return fprintf(out, "\\x%02x", (unsigned)(code - NO_UTF8));
    return fprintf(out, code > 0xffff ? "\\U%08x" : "\\u%04x", (unsigned)code);
}

static int put_code_point(FILE *out, uint32_t code) {
    if (!is_harmless(code))
        return put_escape(out, code);
    if (code < 0x80) {
        fputc((int)code, out);
        return 1;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    fputc((int)((0xf00U >> (more + 1) & 0xf0) | code >> 6 * more), out);
    while (more-- > 0)
        fputc((int)(0x80 | (code >> 6 * more & 0x3f)), out);
    return 2;
}

void put_line(FILE *out, struct text text, bool spaces_for_controls) {
    while (text.len > 0) {
        uint32_t code = take_utf8(&text);
        put_code_point(out, spaces_for_controls && code < 0x20 ? ' ' : code);
    }
    fputc('\n', out);
}

void show(FILE *out, struct text json, bool is_address) {
    static const char margin[] = "  | ";
    enum { WIDTH = 64 };
    bool is_string = json.len >= 2 && json.data[0] == '"';
    if (is_string)
        json = (struct text){json.data + 1, json.len - 2};
    int column = 0;
    fputs(margin, out);
    while (json.len > 0) {
        uint32_t code = is_string ? take_decoded(&json) : take_utf8(&json);
        if (is_address) {
            (code > 0x20 && code < 0x7f ? put_code_point : put_escape)(out, code);
            continue;
        }
        if (code == '\n' || column >= WIDTH) {
            fprintf(out, "\n%s", margin);
            column = 0;
        }
        if (code != '\n')
            column += put_code_point(out, code == '\t' ? ' ' : code);
    }
    fputc('\n', out);
}
