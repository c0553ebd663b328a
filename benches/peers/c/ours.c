/* The library through its ABI, and the floor: a copy into memory that was just allocated.

   Usage: ours tn_elicit|copy params|answer FILE MILLISECONDS: prints the median nanoseconds a call,
   and an output. */
#define _POSIX_C_SOURCE 200809L
#include <tn_elicit.h>

#include "timing.h"

static tn_string output;

static void params(void) {
    tn_string_free(&output);
    require(tn_elicitation_to_request(text, text_len, &output, NULL) == TN_OK, "the call");
}

static void answer(void) {
    tn_string_free(&output);
    require(tn_answer_to_elicit_result(text, text_len, &output, NULL) == TN_OK, "the call");
}

static void copy(void) {
    static char *volatile copied;
    free(copied);
    copied = malloc(text_len);
    require(copied != NULL, "malloc");
    memcpy(copied, text, text_len);
}

int main(int argc, char **argv) {
    int is_copy = argc == 5 && strcmp(argv[1], "copy") == 0;
    require(argc == 5, "usage: ours tn_elicit|copy params|answer FILE MILLISECONDS:");
    read_text(argv[3]);
    printf("%f\n", median(is_copy             ? copy
                          : argv[2][0] == 'p' ? params
                                              : answer,
                          strtod(argv[4], NULL)));
    puts(is_copy ? text : output.data);
    tn_string_free(&output);
    free(text);
    return 0;
}
