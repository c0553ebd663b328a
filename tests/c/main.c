#include "harness.h"
#include "tests.h"

int main(int argc, char **argv) {
    static const suite suites[] = {
        constant_tests, vector_tests,     argument_tests, ownership_tests, error_tests,
        answer_tests,   reentrancy_tests, thread_tests,   depth_tests,     flow_tests,
    };
    return run_suites(argc, argv, suites, sizeof suites / sizeof suites[0]);
}
