/* Makes one mistake, named by its argument, that valgrind or a sanitizer must report; without an
   argument it makes none and they must be quiet. See proof.sh. */
#include "tn_elicit.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Keeps compilers from seeing through a mistake and leaving it out. */
static volatile int sink;

/* Texts of the library's that are never freed; several, because a pointer to the last of them may
   still lie about somewhere. */
static void leak(void) {
    for (int times = 0; times < 100; ++times) {
        tn_string result;
        tn_answer_to_elicit_result("{}", 2, &result, NULL);
        sink = result.data[0];
        result.data = NULL;
    }
}

/* A text of the library's that is read after it was freed. */
static void use_after_free(void) {
    tn_string result;
    const char *kept;
    tn_answer_to_elicit_result("{}", 2, &result, NULL);
    kept = result.data;
    tn_string_free(&result);
    sink = kept[0];
}

/* The library is told of more bytes than there are, which only valgrind sees it read. */
static void long_length(void) {
    char *input = malloc(2);
    tn_string result;
    if (input == NULL)
        abort();
    memcpy(input, "{}", 2);
    tn_answer_to_elicit_result(input, 3, &result, NULL);
    tn_string_free(&result);
    free(input);
}

/* Arithmetic that C does not define, which only UndefinedBehaviorSanitizer sees. */
static void overflow(void) {
    sink = INT_MAX;
    sink = sink + 1;
}

static void none(void) {
    tn_string result;
    tn_answer_to_elicit_result("{}", 2, &result, NULL);
    sink = result.data[0];
    tn_string_free(&result);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*make)(void);
    } mistakes[] = {{"none", none},
                    {"leak", leak},
                    {"use-after-free", use_after_free},
                    {"long-length", long_length},
                    {"overflow", overflow}};
    const char *wanted = argc > 1 ? argv[1] : "none";
    for (size_t row = 0; row < sizeof mistakes / sizeof mistakes[0]; ++row) {
        if (strcmp(mistakes[row].name, wanted) == 0) {
            mistakes[row].make();
            return EXIT_SUCCESS;
        }
    }
    /* No such mistake: not what proof.sh expects of any run. */
    return 2;
}
