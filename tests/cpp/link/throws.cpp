#include "mixed.hpp"

#include <cstdlib>

int main() {
    const Resolver resolver = [](std::string_view) -> tn_elicit::Answer { throw 42; };
    const auto outcome = tn_elicit::try_server_request_response(resolver, elicitation);
    const bool caught = outcome && outcome->resolver_failed() && outcome->exception != nullptr;
    return caught && quiet_unit_works() ? EXIT_SUCCESS : EXIT_FAILURE;
}
