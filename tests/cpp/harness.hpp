// Named tests, checks that print what they saw, and a count at the end.
//
// A failed check marks its test as failed, and the test goes on. Checks belong to the main thread:
// other threads keep what they saw, and their test checks it once they have been joined.
#ifndef HARNESS_HPP
#define HARNESS_HPP

#include <tn_elicit.hpp>

#include <string_view>

namespace harness {

// For tests that are rows of a table: begin, checks, end, in a function that is registered as
// TABLE.
void begin(std::string_view name);
void end();

void check(const char *file, int line, std::string_view what, bool holds);
void check_equal(const char *file, int line, std::string_view what, std::string_view expected,
                 std::string_view actual);
void check_equal(const char *file, int line, std::string_view what, tn_elicit::Status expected,
                 tn_elicit::Status actual);

// As check_equal, but wherever the expected text has {"id":"ID" the actual one must have an id of a
// Request in place of ID.
void check_text(const char *file, int line, std::string_view what, std::string_view expected,
                std::string_view actual);

// Checks that the error's message names this place.
void check_position(const char *file, int line, unsigned long text_line, unsigned long text_column,
                    const tn_elicit::Error &error);

struct Registration {
    // Without a name: the function begins and ends its tests itself.
    Registration(const char *name, void (*test)());
};

} // namespace harness

#define TEST(name)                                                                                 \
    static void name();                                                                            \
    static const harness::Registration registration_of_##name(#name, name);                        \
    static void name()

#define TABLE(name)                                                                                \
    static void name();                                                                            \
    static const harness::Registration registration_of_##name(nullptr, name);                      \
    static void name()

#define EXPECT(...) harness::check(__FILE__, __LINE__, #__VA_ARGS__, __VA_ARGS__)
#define EXPECT_EQUAL(expected, ...)                                                                \
    harness::check_equal(__FILE__, __LINE__, #__VA_ARGS__, expected, __VA_ARGS__)
#define EXPECT_TEXT(expected, ...)                                                                 \
    harness::check_text(__FILE__, __LINE__, #__VA_ARGS__, expected, __VA_ARGS__)
#define EXPECT_POSITION(line, column, error)                                                       \
    harness::check_position(__FILE__, __LINE__, line, column, error)

#endif
