/* Makes a number of calls of one job, and nothing else, so that callgrind can count what one costs:
   the difference of two runs, by the difference of their calls.

   Usage: instructions params|answer|message FILE CALLS */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tn_elicit.h>

static char *text;
static size_t len;

static void require(int holds) {
    if (!holds) {
        fputs("instructions: something failed\n", stderr);
        exit(1);
    }
}

static void read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    require(file != NULL && fseek(file, 0, SEEK_END) == 0);
    len = (size_t)ftell(file);
    rewind(file);
    text = malloc(len);
    require(text != NULL && fread(text, 1, len, file) == len && fclose(file) == 0);
}

static int32_t accept(void *user_data, const char *request, size_t request_len, tn_answer *answer) {
    static const char data[] = "{\"name\":\"muthu\"}";
    (void)user_data, (void)request, (void)request_len;
    return tn_answer_accept(answer, data, sizeof data - 1, NULL);
}

int main(int argc, char **argv) {
    tn_string output;
    tn_error error;
    require(argc == 4);
    read_text(argv[2]);
    for (long calls = strtol(argv[3], NULL, 10); calls > 0; --calls) {
        if (argv[1][0] == 'p')
            require(tn_elicitation_to_request(text, len, &output, &error) == TN_OK);
        else if (argv[1][0] == 'a')
            require(tn_answer_to_elicit_result(text, len, &output, &error) == TN_OK);
        else
            require(tn_server_request_response(accept, NULL, text, len, &output, &error) == TN_OK);
        require(output.data != NULL);
        tn_string_free(&output);
    }
    free(text);
    return 0;
}
