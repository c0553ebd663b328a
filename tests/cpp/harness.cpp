#include "harness.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

struct Test {
    const char *name;
    void (*run)();
};

// In a function, because tests register before main.
std::vector<Test> &tests() {
    static std::vector<Test> all;
    return all;
}

std::string current;
bool current_failed;
unsigned long passed;
unsigned long failed;

void fail(const char *file, int line, const std::string &complaint) {
    current_failed = true;
    std::printf("%s:%d: %s: %s\n", file, line, current.c_str(), complaint.c_str());
}

// The length of an id of a Request, elc-DIGITS-DIGITS, at the beginning; 0 if there is none.
std::size_t id_length(std::string_view text) {
    constexpr std::string_view prefix = "elc-";
    constexpr std::string_view digits = "0123456789";
    if (text.substr(0, prefix.size()) != prefix)
        return 0;
    const std::size_t dash = text.find_first_not_of(digits, prefix.size());
    if (dash == std::string_view::npos || dash == prefix.size() || text[dash] != '-')
        return 0;
    const std::size_t end = text.find_first_not_of(digits, dash + 1);
    return end == std::string_view::npos || end == dash + 1 ? 0 : end;
}

// The text with ID in place of each id of a Request, so that it can be compared.
std::string without_ids(std::string_view text) {
    constexpr std::string_view opening = R"({"id":")";
    std::string all;
    for (std::size_t at; (at = text.find(opening)) != std::string_view::npos;) {
        const std::size_t behind = at + opening.size();
        const std::size_t length = id_length(text.substr(behind));
        all.append(text.substr(0, behind)).append(length > 0 ? "ID" : "");
        text.remove_prefix(behind + length);
    }
    return all.append(text);
}

} // namespace

namespace harness {

Registration::Registration(const char *name, void (*test)()) { tests().push_back({name, test}); }

void begin(std::string_view name) {
    current = name;
    current_failed = false;
}

void end() { ++(current_failed ? failed : passed); }

void check(const char *file, int line, std::string_view what, bool holds) {
    if (!holds)
        fail(file, line, "not so: " + std::string(what));
}

void check_equal(const char *file, int line, std::string_view what, std::string_view expected,
                 std::string_view actual) {
    constexpr std::size_t shown = 400;
    if (expected != actual)
        fail(file, line,
             std::string(what) + "\n  expected " + std::string(expected.substr(0, shown)) +
                 "\n  but is   " + std::string(actual.substr(0, shown)));
}

void check_equal(const char *file, int line, std::string_view what, tn_elicit::Status expected,
                 tn_elicit::Status actual) {
    if (expected != actual)
        fail(file, line,
             std::string(what) + " is " + std::to_string(static_cast<int>(actual)) + ", expected " +
                 std::to_string(static_cast<int>(expected)));
}

void check_text(const char *file, int line, std::string_view what, std::string_view expected,
                std::string_view actual) {
    const bool has_ids = expected.find(R"({"id":"ID")") != std::string_view::npos;
    check_equal(file, line, what, expected, has_ids ? without_ids(actual) : actual);
}

void check_position(const char *file, int line, unsigned long text_line, unsigned long text_column,
                    const tn_elicit::Error &error) {
    const std::string place =
        "line " + std::to_string(text_line) + " column " + std::to_string(text_column);
    const std::string message = error.what();
    const std::size_t at = message.find(place);
    // Column 1 is not column 12.
    const std::size_t behind = at + place.size();
    if (at == std::string::npos ||
        (behind < message.size() && message[behind] >= '0' && message[behind] <= '9'))
        fail(file, line, "expected " + place + " in: " + message);
}

} // namespace harness

int main() {
    for (const Test &test : tests()) {
        if (test.name != nullptr)
            harness::begin(test.name);
        test.run();
        if (test.name != nullptr)
            harness::end();
    }
    std::printf("%lu passed, %lu failed\n", passed, failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
