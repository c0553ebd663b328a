#include "mixed.hpp"

bool quiet_unit_works() {
    const Resolver resolver = [](std::string_view) { return tn_elicit::Answer::decline(); };
    const auto outcome = tn_elicit::try_server_request_response(resolver, elicitation);
    return outcome && !outcome->resolver_failed();
}
