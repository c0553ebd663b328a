// What a call costs from C++. Prints `LABEL NANOSECONDS` lines, the median of the rounds.
#include <tn_elicit.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view params =
    R"({"mode":"form","message":"Please tell us where to send the parcel.",)"
    R"("requestedSchema":{"type":"object","properties":{)"
    R"("name":{"type":"string","title":"Full name","minLength":1},)"
    R"("street":{"type":"string"},"zip":{"type":"string","pattern":"^[0-9]{5}$"},)"
    R"("express":{"type":"boolean","default":false},)"
    R"("floor":{"type":"integer","minimum":0}},"required":["name","street","zip"]}})";

void require(bool holds) {
    if (!holds) {
        std::fputs("a call failed\n", stderr);
        std::exit(EXIT_FAILURE);
    }
}

template <class Call> double nanoseconds(const Call &call, int calls) {
    const auto start = Clock::now();
    for (int i = 0; i < calls; ++i)
        call();
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count() / calls;
}

// About a second for each label, however fast the machine is.
template <class Call> void measure(const char *label, const Call &call) {
    std::array<double, 15> rounds{};
    const int calls = static_cast<int>(1e9 / rounds.size() / nanoseconds(call, 20'000));
    for (double &round : rounds)
        round = nanoseconds(call, calls);
    const auto middle = rounds.begin() + rounds.size() / 2;
    std::nth_element(rounds.begin(), middle, rounds.end());
    std::printf("%s %.0f\n", label, *middle);
}

} // namespace

int main() {
    const std::string message =
        R"({"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":)" + std::string(params) +
        "}";
    const auto resolver = [](std::string_view) {
        return tn_elicit::Answer::accept(R"({"name":"muthu"})");
    };
    measure("cpp-string", [] { require(!tn_elicit::elicitation_to_request(params).empty()); });
    measure("cpp-text", [] { require(tn_elicit::try_elicitation_to_request(params).has_value()); });
    measure("cpp-response", [&] {
        const auto outcome = tn_elicit::try_server_request_response(resolver, message);
        require(outcome && outcome->reply);
    });
}
