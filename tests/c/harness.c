#include "harness.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a program that forgets to write leaves behind. */
#define POISON 0xA5

static const char *current_test;
static const char *wanted = "";
static bool current_failed;
static unsigned long passed;
static unsigned long failed;

int run_suites(int argc, char **argv, const suite *suites, size_t count) {
    /* What a test printed is to be seen even if it ends the program. */
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    if (argc > 1)
        wanted = argv[1];
    for (size_t at = 0; at < count; ++at)
        suites[at]();
    printf("%lu passed, %lu failed\n", passed, failed);
    return passed > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

bool begin_test(const char *name) {
    if (strstr(name, wanted) == NULL)
        return false;
    current_test = name;
    current_failed = false;
    return true;
}

void end_test(void) {
    if (current_failed) {
        ++failed;
    } else {
        ++passed;
        printf("ok %s\n", current_test);
    }
}

void run_test(const char *name, void (*test)(void)) {
    if (!begin_test(name))
        return;
    test();
    end_test();
}

text text_of(const char *string) { return (text){string, strlen(string)}; }

outcome poisoned(void) {
    outcome fresh;
    memset(&fresh, POISON, sizeof fresh);
    return fresh;
}

static void print_place(const char *file, int line) {
    current_failed = true;
    printf("%s:%d: %s: ", file, line, current_test);
}

void check_failed(const char *file, int line, const char *format, ...) {
    va_list arguments;
    print_place(file, line);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

static const char *status_name(tn_status status) {
    switch (status) {
    case TN_OK:
        return "TN_OK";
    case TN_NO_REPLY:
        return "TN_NO_REPLY";
    case TN_RESOLVER_FAILED:
        return "TN_RESOLVER_FAILED";
    case TN_ERR_NULL_ARGUMENT:
        return "TN_ERR_NULL_ARGUMENT";
    case TN_ERR_INVALID_UTF8:
        return "TN_ERR_INVALID_UTF8";
    case TN_ERR_INVALID_JSON:
        return "TN_ERR_INVALID_JSON";
    case TN_ERR_OUT_OF_MEMORY:
        return "TN_ERR_OUT_OF_MEMORY";
    case TN_ERR_PANIC:
        return "TN_ERR_PANIC";
    case TN_ERR_UNSUPPORTED_INPUT:
        return "TN_ERR_UNSUPPORTED_INPUT";
    case TN_ERR_UNKNOWN_RESULT_TYPE:
        return "TN_ERR_UNKNOWN_RESULT_TYPE";
    default:
        return "no status";
    }
}

void check_status(const char *file, int line, const char *what, tn_status expected,
                  tn_status actual) {
    if (expected != actual)
        check_failed(file, line, "%s is %ld (%s), expected %ld (%s)", what, (long)actual,
                     status_name(actual), (long)expected, status_name(expected));
}

void check_size(const char *file, int line, const char *what, size_t expected, size_t actual) {
    if (expected != actual)
        check_failed(file, line, "%s is %zu, expected %zu", what, actual, expected);
}

bool is_request_id(const char *data, size_t available, size_t *len) {
    static const char prefix[] = "elc-";
    size_t at = sizeof prefix - 1;
    size_t start;
    if (available < at || memcmp(data, prefix, at) != 0)
        return false;
    for (start = at; at < available && isdigit((unsigned char)data[at]);)
        ++at;
    if (at == start || at == available || data[at] != '-')
        return false;
    for (start = ++at; at < available && isdigit((unsigned char)data[at]);)
        ++at;
    if (at == start || at == available || data[at] != '"')
        return false;
    *len = at;
    return true;
}

static bool starts_with(text whole, const char *start) {
    return whole.len >= strlen(start) && memcmp(whole.data, start, strlen(start)) == 0;
}

static void skip(text *rest, size_t len) {
    rest->data += len;
    rest->len -= len;
}

static bool matches(text expected, text actual) {
    static const char opening[] = "{\"id\":\"";
    static const char placeholder[] = "ID";
    while (expected.len > 0 && actual.len > 0) {
        if (*expected.data != *actual.data)
            return false;
        if (starts_with(expected, "{\"id\":\"ID\"") && starts_with(actual, opening)) {
            size_t id_len;
            skip(&expected, sizeof opening - 1 + sizeof placeholder - 1);
            skip(&actual, sizeof opening - 1);
            if (!is_request_id(actual.data, actual.len, &id_len))
                return false;
            skip(&actual, id_len);
        } else {
            skip(&expected, 1);
            skip(&actual, 1);
        }
    }
    return expected.len == actual.len;
}

static void print_text(const char *label, text shown) {
    const size_t limit = 400;
    if (shown.data == NULL) {
        printf("    %s: no text\n", label);
        return;
    }
    printf("    %s (%zu bytes): ", label, shown.len);
    for (size_t at = 0; at < shown.len && at < limit; ++at) {
        const unsigned char byte = (unsigned char)shown.data[at];
        if (byte >= 0x20 && byte < 0x7F)
            putchar(byte);
        else
            printf("<%02X>", byte);
    }
    puts(shown.len > limit ? "..." : "");
}

void check_text(const char *file, int line, text expected, text actual) {
    if (expected.data == NULL || actual.data == NULL ? expected.data == actual.data
                                                     : matches(expected, actual))
        return;
    print_place(file, line);
    puts("another text than expected");
    print_text("actual", actual);
    print_text("expected", expected);
}

void check_error(const char *file, int line, tn_status expected, const tn_error *error) {
    const char *end = memchr(error->message, '\0', sizeof error->message);
    check_status(file, line, "error.status", expected, error->status);
    if (end == NULL) {
        check_failed(file, line, "error.message has no NUL");
        return;
    }
    for (const char *at = end; at < error->message + sizeof error->message; ++at) {
        if (*at != '\0') {
            check_failed(file, line, "error.message[%zu] has not been written",
                         (size_t)(at - error->message));
            break;
        }
    }
    for (const char *at = error->message; at < end; ++at) {
        if (*at < ' ' || *at > '~') {
            check_failed(file, line, "error.message[%zu] is no plain English",
                         (size_t)(at - error->message));
            break;
        }
    }
    if ((expected == TN_OK || expected == TN_NO_REPLY) != (end == error->message))
        check_failed(file, line, "error.message is \"%s\"", error->message);
}

void check_position(const char *file, int line, unsigned long text_line, unsigned long text_column,
                    const tn_error *error) {
    char place[64];
    const int len = snprintf(place, sizeof place, "line %lu column %lu", text_line, text_column);
    const char *found = strstr(error->message, place);
    if (found == NULL || isdigit((unsigned char)found[len]))
        check_failed(file, line, "error.message is \"%s\", expected %s in it", error->message,
                     place);
}

void check_outcome(const char *file, int line, tn_status expected, text expected_text,
                   outcome *actual) {
    check_status(file, line, "the status", expected, actual->status);
    check_error(file, line, expected, &actual->error);
    if (expected_text.data == NULL) {
        if (actual->text.data != NULL || actual->text.len != 0)
            check_failed(file, line, "the text is not {NULL, 0}");
        return;
    }
    if (actual->text.data == NULL) {
        check_text(file, line, expected_text, NO_TEXT);
        return;
    }
    check_text(file, line, expected_text, (text){actual->text.data, actual->text.len});
    if (actual->text.data[actual->text.len] != '\0')
        check_failed(file, line, "no NUL behind the text");
    tn_string_free(&actual->text);
    if (actual->text.data != NULL || actual->text.len != 0)
        check_failed(file, line, "tn_string_free did not empty the struct");
}
