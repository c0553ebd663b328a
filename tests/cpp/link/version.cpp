// The smallest program that needs the library.
#include <tn_elicit.hpp>

int main() { return tn_elicit::version().empty() ? 1 : 0; }
