// A whole MCP host in C++: starts a server, calls one of its tools, asks you what the server asks,
// and prints the response:  host TOOL SERVER [ARGUMENT…]
// Answer with a line of JSON, say {"name":"muthu"}; "no" declines, an empty line cancels.
#include <csignal>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <sys/wait.h>
#include <tn_elicit.hpp>
#include <unistd.h>

static int to_server;
static std::FILE *from_server;

static tn_elicit::Answer ask_the_user(std::string_view request) {
    std::cerr << request << "\n> ";
    std::string line;
    if (!std::getline(std::cin, line))
        throw std::runtime_error("there is nobody to ask"); // for the server, a cancel
    if (line.empty())
        return tn_elicit::Answer::cancel();
    return line == "no" ? tn_elicit::Answer::decline() : tn_elicit::Answer::accept(line);
}

static void send(std::string_view frame) {
    if (dprintf(to_server, "%.*s\n", static_cast<int>(frame.size()), frame.data()) < 0)
        throw std::runtime_error("the server has gone");
}

// Sends a request, answers what the server asks meanwhile, and returns the response. The id is a
// text that no other line holds, which saves this example from parsing JSON.
static std::string call(const std::string &method, const std::string &params) {
    const std::string id = "\"host:" + method + '"';
    send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":{)" + params +
         "}}");
    std::string line;
    for (int byte; (byte = std::getc(from_server)) != EOF;) {
        if (byte != '\n') {
            line += static_cast<char>(byte);
            continue;
        }
        const auto outcome = tn_elicit::try_server_request_response(ask_the_user, line);
        if (!outcome || outcome->resolver_failed())
            std::cerr << (outcome ? outcome->cause : outcome.error()).what() << '\n';
        if (outcome && outcome->reply)
            send(outcome->reply);
        else if (line.find(id) != std::string::npos)
            return line;
        line.clear();
    }
    throw std::runtime_error("the server ended without a response");
}

int main(int argc, char **argv) try {
    int in[2], out[2];
    if (argc < 3 || pipe(in) != 0 || pipe(out) != 0)
        throw std::runtime_error("usage: host TOOL SERVER [ARGUMENT…]");
    std::signal(SIGPIPE, SIG_IGN);
    const pid_t server = fork();
    if (server == 0) {
        dup2(in[0], 0), dup2(out[1], 1);
        close(in[1]), close(out[0]);
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    close(in[0]), close(out[1]);
    to_server = in[1], from_server = fdopen(out[0], "r");

    using tn_elicit::Modes;
    const std::string modes(tn_elicit::client_capabilities(Modes::form | Modes::url));
    call("initialize", R"("protocolVersion":"2025-11-25","capabilities":)" + modes +
                           R"(,"clientInfo":{"name":"host","version":"1"})");
    send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    const std::string tool = R"("name":")" + std::string(argv[1]) + R"(","arguments":{})";
    std::cout << call("tools/call", tool) << '\n';
    close(to_server);
    return waitpid(server, nullptr, 0) == server ? 0 : 1;
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
