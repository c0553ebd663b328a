/* Loads and unloads the library, again and again, with a call between. Its memory must not grow.

   Usage: reload LIBRARY TIMES */
#define _POSIX_C_SOURCE 200809L
#include "common.h"

#include <dlfcn.h>

typedef tn_status mapping(const char *, size_t, tn_string *, tn_error *);
typedef tn_status beginning(uint32_t, const char *, size_t, tn_string *, tn_error *);
typedef void freeing(tn_string *);

/* The way to a function's address that POSIX has and ISO C has not. */
static void find(void *library, const char *name, void *function) {
    void *address = dlsym(library, name);
    REQUIRE(address != NULL);
    memcpy(function, &address, sizeof address);
}

int main(int argc, char **argv) {
    REQUIRE(argc == 3);
    long times = number(argv[2]), before = 0;
    for (long at = 0; at < times; ++at) {
        void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
        mapping *map;
        beginning *begin;
        freeing *give_back;
        tn_string request;
        tn_error error;
        REQUIRE(library != NULL);
        find(library, "tn_elicitation_to_request", &map);
        find(library, "tn_input_required_begin", &begin);
        find(library, "tn_string_free", &give_back);
        REQUIRE(map("{\"message\":\"x\"}", TN_NUL_TERMINATED, &request, NULL) == TN_OK);
        give_back(&request);
        REQUIRE(map("{", 1, &request, &error) == TN_ERR_INVALID_JSON);
        /* It finds keys by a hash, whose seed is the thread's. */
        REQUIRE(
            begin(
                0,
                "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{\"method\":\"x\"}}}",
                TN_NUL_TERMINATED, &request, NULL) == TN_OK);
        give_back(&request);
        REQUIRE(dlclose(library) == 0);
        if (at == times / 10)
            before = memory_in_kib("VmRSS");
    }
    long after = memory_in_kib("VmRSS");
    int is_loaded = dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD) != NULL;
    printf("loaded %ld times, %ld KiB more at the end than after a tenth; %s\n", times,
           after - before, is_loaded ? "it stays loaded" : "unloaded at the end");
    REQUIRE(after - before < 512);
    return 0;
}
