// One type of resolver in a unit with exceptions and in one without.
#ifndef MIXED_HPP
#define MIXED_HPP

#include <tn_elicit.hpp>

using Resolver = tn_elicit::Answer (*)(std::string_view);

constexpr std::string_view elicitation = R"({"id":1,"method":"elicitation/create","params":{}})";

// In the unit without exceptions: whether its resolver's answer was sent.
bool quiet_unit_works();

#endif
