/* What the header promises: constants, sizes, and the two functions that return static texts. */
#include "harness.h"
#include "tests.h"

#include <stdio.h>
#include <string.h>

/* Preprocessors can compare versions, and compilers can use every constant in a constant. */
#if TN_VERSION_MAJOR < 0 || TN_VERSION_MINOR < 0 || TN_VERSION_PATCH < 0
#error "a version number is below 0"
#endif

static const tn_status statuses[] = {
    TN_OK,
    TN_NO_REPLY,
    TN_RESOLVER_FAILED,
    TN_ERR_NULL_ARGUMENT,
    TN_ERR_INVALID_UTF8,
    TN_ERR_INVALID_JSON,
    TN_ERR_OUT_OF_MEMORY,
    TN_ERR_PANIC,
    TN_ERR_UNSUPPORTED_INPUT,
    TN_ERR_UNKNOWN_RESULT_TYPE,
};
static const uint32_t modes[] = {TN_MODE_FORM, TN_MODE_URL, TN_MODE_FORM | TN_MODE_URL};
static const size_t nul_terminated = TN_NUL_TERMINATED;

static void constants_have_their_values(void) {
    static const tn_status expected[] = {0, 1, 2, -1, -2, -3, -4, -5, -6, -7};
    CHECK(memcmp(statuses, expected, sizeof expected) == 0);
    CHECK_SIZE(sizeof expected, sizeof statuses);
    CHECK(modes[0] == 1 && modes[1] == 2 && modes[2] == 3);
    CHECK_SIZE(SIZE_MAX, nul_terminated);
}

/* As every binding lays them out: a status has 32 bits and a sign, and nothing is padded. */
static void structs_have_their_layout(void) {
    CHECK_SIZE(4, sizeof(tn_status));
    CHECK((tn_status)-1 < 0);
    CHECK_SIZE(sizeof(char *) + sizeof(size_t), sizeof(tn_string));
    CHECK_SIZE(0, offsetof(tn_string, data));
    CHECK_SIZE(sizeof(char *), offsetof(tn_string, len));
    CHECK_SIZE(256, sizeof(tn_error));
    CHECK_SIZE(0, offsetof(tn_error, status));
    CHECK_SIZE(4, offsetof(tn_error, message));
    CHECK_SIZE(252, sizeof((tn_error *)NULL)->message);
}

static void version_is_the_headers(void) {
    char expected[64];
    snprintf(expected, sizeof expected, "%d.%d.%d", TN_VERSION_MAJOR, TN_VERSION_MINOR,
             TN_VERSION_PATCH);
    CHECK(strcmp(expected, tn_version()) == 0);
    CHECK(tn_version() == tn_version());
}

static void capabilities(void) {
    static const char *const expected[] = {
        "{}",
        "{\"elicitation\":{}}",
        "{\"elicitation\":{\"url\":{}}}",
        "{\"elicitation\":{\"form\":{},\"url\":{}}}",
    };
    /* Bits that stand for no mode are ignored. */
    static const uint32_t other_bits[] = {
        0, 4, 8, UINT32_C(1) << 16, 1020U, UINT32_C(1) << 31, UINT32_MAX - 3};
    for (uint32_t known = 0; known < 4; ++known) {
        for (size_t row = 0; row < sizeof other_bits / sizeof other_bits[0]; ++row) {
            const char *actual = tn_client_capabilities(known | other_bits[row]);
            CHECK(actual != NULL && strcmp(expected[known], actual) == 0);
            CHECK(actual == tn_client_capabilities(known));
        }
    }
    CHECK(strcmp(expected[3], tn_client_capabilities(UINT32_MAX)) == 0);
}

void constant_tests(void) {
    RUN(constants_have_their_values);
    RUN(structs_have_their_layout);
    RUN(version_is_the_headers);
    RUN(capabilities);
}
