#include <iostream>
#include <string_view>
#include <tn_elicit.hpp>

int main() {
    auto resolver = [](std::string_view) {
        return tn_elicit::Answer::accept(R"({"name":"muthu"})");
    };
    tn_elicit::Outcome outcome = tn_elicit::server_request_response(
        resolver, R"({"jsonrpc":"2.0","id":77,"method":"elicitation/create","params":{}})");
    std::cout << tn_elicit::version() << '\n' << outcome.reply.view() << '\n';
}
