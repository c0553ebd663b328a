/* tests.h: the files of the test program, each with the tests of one idea. */
#ifndef TESTS_H
#define TESTS_H

void answer_tests(void);
void argument_tests(void);
void constant_tests(void);
void depth_tests(void);
void error_tests(void);
void flow_tests(void);
void ownership_tests(void);
void reentrancy_tests(void);
void thread_tests(void);
void vector_tests(void);

#endif
