/* What JSON cannot say: NULL pointers, odd lengths, and texts at the edge of readable memory. */
#include "elicitation.h"
#include "harness.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Lengths that go with a text of 2 bytes when its pointer is NULL; the last one no object can
   have. */
static const size_t lengths[] = {0, 1, 2, TN_NUL_TERMINATED, SIZE_MAX / 2 + 2};

/* More than any object can have, because the difference of two pointers must fit ptrdiff_t. */
static const size_t impossible_lengths[] = {SIZE_MAX / 2 + 1, SIZE_MAX / 2 + 2, SIZE_MAX - 1};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Every function from text to text in one shape. */
typedef tn_status (*text_function)(const char *input, size_t input_len, tn_string *output,
                                   tn_error *error);

static unsigned resolver_calls;

static int32_t accept_nothing(void *user_data, const char *request, size_t request_len,
                              tn_answer *answer) {
    (void)user_data;
    (void)request;
    (void)request_len;
    ++resolver_calls;
    return tn_answer_accept(answer, NULL, 0, NULL);
}

static tn_status with_resolver(const char *input, size_t input_len, tn_string *output,
                               tn_error *error) {
    return tn_server_request_response(accept_nothing, NULL, input, input_len, output, error);
}

static tn_status with_resolver_and_user_data(const char *input, size_t input_len, tn_string *output,
                                             tn_error *error) {
    int user_data = 0;
    return tn_server_request_response(accept_nothing, &user_data, input, input_len, output, error);
}

static tn_status without_resolver(const char *input, size_t input_len, tn_string *output,
                                  tn_error *error) {
    int user_data = 0;
    return tn_server_request_response(NULL, &user_data, input, input_len, output, error);
}

static tn_status with_nothing(const char *input, size_t input_len, tn_string *output,
                              tn_error *error) {
    return tn_server_request_response(NULL, NULL, input, input_len, output, error);
}

static tn_status begin_result(const char *input, size_t input_len, tn_string *output,
                              tn_error *error) {
    return tn_input_required_begin(TN_MODE_FORM, input, input_len, output, error);
}

static tn_status finish_params(const char *input, size_t input_len, tn_string *output,
                               tn_error *error) {
    return tn_input_required_finish(input, input_len, INPUT_REQUIRED, TN_NUL_TERMINATED, NULL, 0,
                                    output, error);
}

static tn_status finish_result(const char *input, size_t input_len, tn_string *output,
                               tn_error *error) {
    return tn_input_required_finish("{}", 2, input, input_len, "{}", 2, output, error);
}

static const text_function text_functions[] = {
    tn_elicitation_to_request,
    tn_answer_to_elicit_result,
    with_resolver,
    with_resolver_and_user_data,
    without_resolver,
    with_nothing,
    tn_url_elicitations,
    tn_elicitation_ended,
    begin_result,
    finish_params,
    finish_result,
};

/* With the input, or the output, or both NULL; each with and without an error, at every length. */
static void null_text_and_output(void) {
    resolver_calls = 0;
    for (size_t function = 0; function < COUNT(text_functions); ++function) {
        const text_function call = text_functions[function];
        for (size_t row = 0; row < COUNT(lengths); ++row) {
            outcome actual = poisoned();
            actual.status = call(NULL, lengths[row], &actual.text, &actual.error);
            CHECK_OUTCOME(TN_ERR_NULL_ARGUMENT, NO_TEXT, &actual);

            actual = poisoned();
            actual.status = call(NULL, lengths[row], &actual.text, NULL);
            CHECK_STATUS(TN_ERR_NULL_ARGUMENT, actual.status);
            CHECK(actual.text.data == NULL && actual.text.len == 0);

            actual = poisoned();
            actual.status = call(NULL, lengths[row], NULL, &actual.error);
            CHECK_STATUS(TN_ERR_NULL_ARGUMENT, actual.status);
            CHECK_ERROR(TN_ERR_NULL_ARGUMENT, &actual.error);
            CHECK_STATUS(TN_ERR_NULL_ARGUMENT, call(NULL, lengths[row], NULL, NULL));

            actual = poisoned();
            actual.status = call("{}", lengths[row], NULL, &actual.error);
            CHECK_STATUS(TN_ERR_NULL_ARGUMENT, actual.status);
            CHECK_ERROR(TN_ERR_NULL_ARGUMENT, &actual.error);
            CHECK_STATUS(TN_ERR_NULL_ARGUMENT, call("{}", lengths[row], NULL, NULL));
        }
    }
    CHECK_SIZE(0, resolver_calls);
}

/* The out-pointer is looked at before anyone is asked. */
static void null_output_asks_nobody(void) {
    outcome actual = poisoned();
    resolver_calls = 0;
    actual.status = with_resolver(ELICITATION, TN_NUL_TERMINATED, NULL, &actual.error);
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT, actual.status);
    CHECK_ERROR(TN_ERR_NULL_ARGUMENT, &actual.error);
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT, with_resolver(ELICITATION, TN_NUL_TERMINATED, NULL, NULL));
    CHECK_SIZE(0, resolver_calls);
}

/* The error is the one pointer that may always be NULL. */
static void null_error(void) {
    outcome actual = poisoned();
    CHECK_STATUS(TN_OK, tn_elicitation_to_request("{}", 2, &actual.text, NULL));
    tn_string_free(&actual.text);
    CHECK_STATUS(TN_OK, tn_answer_to_elicit_result("{}", 2, &actual.text, NULL));
    tn_string_free(&actual.text);
    CHECK_STATUS(TN_NO_REPLY, without_resolver("{}", 2, &actual.text, NULL));
    CHECK_STATUS(TN_ERR_INVALID_JSON, without_resolver("{", 1, &actual.text, NULL));
    CHECK_STATUS(TN_ERR_INVALID_UTF8, without_resolver("\xFF", 1, &actual.text, NULL));
    CHECK_STATUS(TN_OK, with_resolver(ELICITATION, TN_NUL_TERMINATED, &actual.text, NULL));
    tn_string_free(&actual.text);
    CHECK_STATUS(
        TN_OK, tn_url_elicitations(URL_ELICITATIONS_ERROR, TN_NUL_TERMINATED, &actual.text, NULL));
    tn_string_free(&actual.text);
    CHECK_STATUS(TN_NO_REPLY, tn_elicitation_ended("{}", 2, &actual.text, NULL));
    CHECK_STATUS(TN_OK, begin_result(INPUT_REQUIRED, TN_NUL_TERMINATED, &actual.text, NULL));
    tn_string_free(&actual.text);
    CHECK_STATUS(TN_OK, finish_result(INPUT_REQUIRED, TN_NUL_TERMINATED, &actual.text, NULL));
    tn_string_free(&actual.text);
}

/* Outside of a resolver there is no answer to set, but NULL must be harmless all the same. */
static void setters_null_answer(void) {
    tn_error error = poisoned().error;
    for (size_t row = 0; row < COUNT(lengths); ++row) {
        CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_answer_set(NULL, "{}", lengths[row], &error));
        CHECK_ERROR(TN_ERR_NULL_ARGUMENT, &error);
        error = poisoned().error;
        CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_answer_set(NULL, NULL, lengths[row], &error));
        CHECK_ERROR(TN_ERR_NULL_ARGUMENT, &error);
        error = poisoned().error;
        CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_answer_accept(NULL, "{}", lengths[row], &error));
        CHECK_ERROR(TN_ERR_NULL_ARGUMENT, &error);
        error = poisoned().error;
        CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_answer_accept(NULL, NULL, lengths[row], &error));
        CHECK_ERROR(TN_ERR_NULL_ARGUMENT, &error);
        error = poisoned().error;
        CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_answer_set(NULL, "{}", lengths[row], NULL));
        CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_answer_set(NULL, NULL, lengths[row], NULL));
        CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_answer_accept(NULL, "{}", lengths[row], NULL));
        CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_answer_accept(NULL, NULL, lengths[row], NULL));
    }
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_answer_decline(NULL));
    CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_answer_cancel(NULL));
}

static int32_t set_null_text(void *user_data, const char *request, size_t request_len,
                             tn_answer *answer) {
    (void)user_data;
    (void)request;
    (void)request_len;
    CHECK_STATUS(TN_OK, tn_answer_decline(answer));
    for (size_t row = 0; row < COUNT(lengths); ++row) {
        tn_error error = poisoned().error;
        CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_answer_set(answer, NULL, lengths[row], &error));
        CHECK_ERROR(TN_ERR_NULL_ARGUMENT, &error);
        CHECK_STATUS(TN_ERR_NULL_ARGUMENT, tn_answer_set(answer, NULL, lengths[row], NULL));
    }
    return 0;
}

static void setter_null_text_changes_nothing(void) {
    outcome actual = poisoned();
    actual.status = tn_server_request_response(set_null_text, NULL, ELICITATION, TN_NUL_TERMINATED,
                                               &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT(DECLINED), &actual);
}

static int32_t accept_null_data(void *user_data, const char *request, size_t request_len,
                                tn_answer *answer) {
    const size_t *data_len = user_data;
    tn_error error = poisoned().error;
    (void)request;
    (void)request_len;
    CHECK_STATUS(TN_OK, tn_answer_accept(answer, NULL, *data_len, &error));
    CHECK_ERROR(TN_OK, &error);
    return 0;
}

/* Data may be NULL, and then there is no length to believe. */
static void accept_null_data_at_every_length(void) {
    for (size_t row = 0; row < COUNT(lengths); ++row) {
        size_t data_len = lengths[row];
        outcome actual = poisoned();
        actual.status = tn_server_request_response(accept_null_data, &data_len, ELICITATION,
                                                   TN_NUL_TERMINATED, &actual.text, &actual.error);
        CHECK_OUTCOME(TN_OK, TEXT(ACCEPTED("{}")), &actual);
    }
}

/* A pointer with length 0 is an empty text, which is no JSON, and no NULL argument. */
static void empty_text(void) {
    resolver_calls = 0;
    for (size_t function = 0; function < COUNT(text_functions); ++function) {
        const size_t empty_lengths[] = {0, TN_NUL_TERMINATED};
        for (size_t row = 0; row < COUNT(empty_lengths); ++row) {
            outcome actual = poisoned();
            actual.status =
                text_functions[function]("", empty_lengths[row], &actual.text, &actual.error);
            CHECK_POSITION(1, 1, &actual.error);
            CHECK_OUTCOME(TN_ERR_INVALID_JSON, NO_TEXT, &actual);
        }
    }
    CHECK_SIZE(0, resolver_calls);
}

static void nul_terminated_text(void) {
    outcome actual = poisoned();
    actual.status = tn_elicitation_to_request("{\"message\":\"Hi\"}", TN_NUL_TERMINATED,
                                              &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT("{\"id\":\"ID\",\"kind\":\"input\",\"prompt\":\"Hi\"}"), &actual);

    actual = poisoned();
    actual.status = tn_answer_to_elicit_result("{\"ok\":true}\0 not read", TN_NUL_TERMINATED,
                                               &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT("{\"action\":\"accept\",\"content\":{}}"), &actual);

    actual = poisoned();
    actual.status =
        with_resolver(ELICITATION "\0\xFF", TN_NUL_TERMINATED, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT(ACCEPTED("{}")), &actual);
}

static void bytes_behind_the_length(void) {
    outcome actual = poisoned();
    actual.status = tn_elicitation_to_request("{\"message\":5}67", 13, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT("{\"id\":\"ID\",\"kind\":\"input\",\"prompt\":\"5\"}"), &actual);

    /* A digit behind the length does not belong to the number. */
    actual = poisoned();
    actual.status = tn_elicitation_to_request("123", 2, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT("{\"id\":\"ID\",\"kind\":\"input\",\"prompt\":\"\"}"), &actual);

    actual = poisoned();
    actual.status =
        tn_answer_to_elicit_result("{\"ok\":true}\xFF", 11, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT("{\"action\":\"accept\",\"content\":{}}"), &actual);

    actual = poisoned();
    actual.status =
        with_resolver(ELICITATION ELICITATION, sizeof ELICITATION - 1, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT(ACCEPTED("{}")), &actual);

    /* Nor does what is missing come from behind the length. */
    actual = poisoned();
    actual.status = tn_answer_to_elicit_result("{\"ok\":true}", 10, &actual.text, &actual.error);
    CHECK_POSITION(1, 11, &actual.error);
    CHECK_OUTCOME(TN_ERR_INVALID_JSON, NO_TEXT, &actual);
}

/* An explicit length counts NUL bytes like all others, and JSON has none. */
static void nul_inside_the_length(void) {
    for (size_t function = 0; function < COUNT(text_functions); ++function) {
        const text_function call = text_functions[function];
        outcome actual = poisoned();
        actual.status = call("{}\0", 3, &actual.text, &actual.error);
        CHECK_POSITION(1, 3, &actual.error);
        CHECK_OUTCOME(TN_ERR_INVALID_JSON, NO_TEXT, &actual);

        actual = poisoned();
        actual.status = call("{\"message\":\"a\0b\"}", 17, &actual.text, &actual.error);
        CHECK_POSITION(1, 14, &actual.error);
        CHECK_OUTCOME(TN_ERR_INVALID_JSON, NO_TEXT, &actual);

        actual = poisoned();
        actual.status = call("\0", 1, &actual.text, &actual.error);
        CHECK_POSITION(1, 1, &actual.error);
        CHECK_OUTCOME(TN_ERR_INVALID_JSON, NO_TEXT, &actual);
    }
}

/* Two pages: texts end where the first one ends, and touching the second ends the program. */
typedef struct pages {
    char *first;
    size_t page_len;
} pages;

static pages map_pages(void) {
    pages mapped;
    mapped.page_len = (size_t)sysconf(_SC_PAGESIZE);
    mapped.first =
        mmap(NULL, 2 * mapped.page_len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped.first == MAP_FAILED ||
        mprotect(mapped.first + mapped.page_len, mapped.page_len, PROT_NONE) != 0)
        abort();
    return mapped;
}

static const char *at_the_end(pages mapped, const char *data, size_t len) {
    return memcpy(mapped.first + mapped.page_len - len, data, len);
}

static void unmap_pages(pages mapped) { munmap(mapped.first, 2 * mapped.page_len); }

static void text_at_the_end_of_memory(void) {
    static const char *const texts[] = {
        "{}",
        "12",
        "\"ab\"",
        "true",
        "\"a\\u00",
        "[",
        "\"",
        "\xE2\x82",
        "\"0123456789abcdef0123456789abcdef0123456789abcdef\"",
        ELICITATION,
        URL_ELICITATIONS_ERROR,
        INPUT_REQUIRED,
        "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}"};
    const pages mapped = map_pages();
    for (size_t function = 0; function < COUNT(text_functions); ++function) {
        const text_function call = text_functions[function];
        for (size_t row = 0; row < COUNT(texts); ++row) {
            const size_t len = strlen(texts[row]);
            tn_string output = poisoned().text;
            const tn_status status = call(texts[row], len, &output, NULL);
            tn_string_free(&output);

            CHECK_STATUS(status, call(at_the_end(mapped, texts[row], len), len, &output, NULL));
            tn_string_free(&output);
            CHECK_STATUS(status, call(at_the_end(mapped, texts[row], len + 1), TN_NUL_TERMINATED,
                                      &output, NULL));
            tn_string_free(&output);
        }
    }
    unmap_pages(mapped);
}

/* Such a length must not even be tried: the memory behind the pointer cannot be read. */
static void impossible_length(void) {
    const pages mapped = map_pages();
    const char *unreadable = mapped.first + mapped.page_len;
    resolver_calls = 0;
    for (size_t function = 0; function < COUNT(text_functions); ++function) {
        for (size_t row = 0; row < COUNT(impossible_lengths); ++row) {
            outcome actual = poisoned();
            actual.status = text_functions[function](unreadable, impossible_lengths[row],
                                                     &actual.text, &actual.error);
            CHECK_OUTCOME(TN_ERR_OUT_OF_MEMORY, NO_TEXT, &actual);

            actual = poisoned();
            actual.status =
                text_functions[function](unreadable, impossible_lengths[row], &actual.text, NULL);
            CHECK_STATUS(TN_ERR_OUT_OF_MEMORY, actual.status);
            CHECK(actual.text.data == NULL && actual.text.len == 0);
        }
    }
    CHECK_SIZE(0, resolver_calls);
    unmap_pages(mapped);
}

static int32_t set_impossible_length(void *user_data, const char *request, size_t request_len,
                                     tn_answer *answer) {
    const char *unreadable = user_data;
    (void)request;
    (void)request_len;
    CHECK_STATUS(TN_OK, tn_answer_decline(answer));
    for (size_t row = 0; row < COUNT(impossible_lengths); ++row) {
        const size_t len = impossible_lengths[row];
        tn_error error = poisoned().error;
        CHECK_STATUS(TN_ERR_OUT_OF_MEMORY, tn_answer_set(answer, unreadable, len, &error));
        CHECK_ERROR(TN_ERR_OUT_OF_MEMORY, &error);
        error = poisoned().error;
        CHECK_STATUS(TN_ERR_OUT_OF_MEMORY, tn_answer_accept(answer, unreadable, len, &error));
        CHECK_ERROR(TN_ERR_OUT_OF_MEMORY, &error);
        CHECK_STATUS(TN_ERR_OUT_OF_MEMORY, tn_answer_set(answer, unreadable, len, NULL));
        CHECK_STATUS(TN_ERR_OUT_OF_MEMORY, tn_answer_accept(answer, unreadable, len, NULL));
    }
    return 0;
}

static void setter_impossible_length_changes_nothing(void) {
    const pages mapped = map_pages();
    outcome actual = poisoned();
    actual.status =
        tn_server_request_response(set_impossible_length, mapped.first + mapped.page_len,
                                   ELICITATION, TN_NUL_TERMINATED, &actual.text, &actual.error);
    CHECK_OUTCOME(TN_OK, TEXT(DECLINED), &actual);
    unmap_pages(mapped);
}

void argument_tests(void) {
    RUN(null_text_and_output);
    RUN(null_output_asks_nobody);
    RUN(null_error);
    RUN(setters_null_answer);
    RUN(setter_null_text_changes_nothing);
    RUN(accept_null_data_at_every_length);
    RUN(empty_text);
    RUN(nul_terminated_text);
    RUN(bytes_behind_the_length);
    RUN(nul_inside_the_length);
    RUN(text_at_the_end_of_memory);
    RUN(impossible_length);
    RUN(setter_impossible_length_changes_nothing);
}
