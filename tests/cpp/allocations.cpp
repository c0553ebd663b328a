// Where copies are made. A program of its own, because it replaces operator new, which valgrind and
// sanitizers want to do themselves.
#include "harness.hpp"

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>

using tn_elicit::Answer;

static std::atomic<unsigned long> allocations;

// Counts what C++ allocates in this program; the library's own memory is Rust's.
void *operator new(std::size_t size) {
    ++allocations;
    void *memory = std::malloc(size > 0 ? size : 1);
    if (memory == nullptr)
        std::abort();
    return memory;
}

void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

TEST(a_call_copies_nothing_in_cpp) {
    constexpr std::size_t size = std::size_t{8} << 20U;
    const std::string data = '"' + std::string(size, 'x') + '"';
    const std::string message = R"({"id":1,"method":"elicitation/create","params":{"message":)" +
                                data + R"(,"requestedSchema":)" + data + "}}";
    Answer given = Answer::accept(data);
    std::size_t asked = 0;
    auto resolver = [&](std::string_view request) {
        asked = request.size();
        return std::move(given);
    };

    const unsigned long before = allocations;
    const auto result = tn_elicit::try_server_request_response(resolver, message);
    EXPECT(allocations == before);

    EXPECT(asked > 2 * size);
    EXPECT(result && result->reply.size() > size);
    if (result)
        EXPECT_EQUAL(R"({"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":)" + data +
                         "}}",
                     result->reply.view());
}
