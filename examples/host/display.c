#include "display.h"

#include <stdint.h>

#include "decode.h"

/* C0, DEL and C1 drive a terminal; the others reorder text, end lines, or are not seen. (What joins
   letters, U+200C and U+200D, is not seen either, but whole scripts need it.) */
static bool is_harmless(uint32_t code) {
    static const struct {
        uint32_t first, last;
    } harmful[] = {{0, 0x1f},          {0x7f, 0x9f},         {0xad, 0xad},     {0x34f, 0x34f},
                   {0x61c, 0x61c},     {0x115f, 0x1160},     {0x180e, 0x180e}, {0x200b, 0x200b},
                   {0x200e, 0x200f},   {0x2028, 0x202e},     {0x2060, 0x206f}, {0x3164, 0x3164},
                   {0xd800, 0xdfff},   {0xfeff, 0xfeff},     {0xffa0, 0xffa0}, {0xfff9, 0xfffb},
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

bool is_form(struct text request) { return !equals(member(request, "kind"), "\"authorization\""); }

void show_request(FILE *out, struct text request, const char *moment) {
    fprintf(out, "asks %s%s. These are its words:\n",
            is_form(request) ? "for data" : "you to open an address", moment);
    show(out, member(request, "prompt"), false);
    struct text url = member(request, "url"), schema = member(member(request, "data"), "schema");
    if (url.data != NULL) {
        fputs("The whole address, from the server; the host does not open it:\n", out);
        show(out, url, true);
    }
    if (schema.data != NULL) {
        fputs("It wants JSON that fits this schema, also the server's:\n", out);
        show(out, schema, false);
    }
}
