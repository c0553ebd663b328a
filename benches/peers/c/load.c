/* Times how long loading a shared library takes, once, as a process does it. Usage: load LIBRARY:
   prints nanoseconds. */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>

#include "timing.h"

int main(int argc, char **argv) {
    double start;
    void *library;
    (void)read_text, (void)median, (void)text_len;
    require(argc == 2, "usage: load LIBRARY:");
    start = seconds();
    library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    printf("%f\n", (seconds() - start) * 1e9);
    require(library != NULL, "dlopen");
    return 0;
}
