// A whole MCP host in C++ (MCP 2025-11-25, over stdio): starts a server, calls one of its tools,
// asks you what the server asks, and prints the response:  host TOOL SERVER [ARGUMENT…]
//
// Answer with a line of JSON, say {"name":"muthu"}; "no" declines, an empty line cancels. The host
// opens no address by itself: if you agree to one, open it in a browser. While you are asked, the
// server's lines are read on: its pings are answered, and what it takes back is closed.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <deque>
#include <iostream>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <tn_elicit.hpp>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using tn_elicit::Modes;
using tn_elicit::Text;

constexpr Modes modes = Modes::form | Modes::url;

// A member of an object, or an element of an array; that has no name.
struct Part {
    std::string_view name, value;
};

// What an object or an array consists of, as it stands there. The text must be JSON, which the
// library has checked. A host that has a JSON library needs neither this nor member.
std::vector<Part> parts(std::string_view json) {
    constexpr auto space = " \t\r\n";
    std::vector<Part> all;
    std::string_view text, name;
    std::size_t start = 0; // of the value
    int depth = 0;
    for (std::size_t at = 0; at < json.size(); ++at) {
        const char byte = json[at];
        const bool opens = byte == '{' || byte == '[', closes = byte == '}' || byte == ']';
        if (byte == '"') {
            const std::size_t quote = at;
            while (json[++at] != '"')
                at += json[at] == '\\' ? 1 : 0;
            text = json.substr(quote + 1, at - quote - 1);
        } else if (depth == 1 && byte == ':') {
            name = text;
            start = at + 1;
        } else if (depth == 1 && (closes || byte == ',')) {
            std::string_view value = json.substr(start, at - start);
            value.remove_prefix(std::min(value.find_first_not_of(space), value.size()));
            all.push_back({name, value.substr(0, value.find_last_not_of(space) + 1)});
            start = at + 1;
        }
        if (opens && depth == 0)
            start = at + 1;
        depth += opens ? 1 : closes ? -1 : 0;
    }
    return all;
}

// The value of an object's member; empty if it has none.
std::string_view member(std::string_view object, std::string_view name) {
    std::string_view value;
    for (const Part &part : parts(object))
        if (part.name == name)
            value = part.value; // of duplicates the last counts
    return value;
}

// Reads lines, which end at byte 0x0A and nowhere else.
struct Lines {
    int fd;
    bool ended = false;
    std::string text{}; // what has been read and not been taken

    bool take(std::string &line) {
        const std::size_t end = text.find('\n');
        if (end == std::string::npos)
            return false;
        line = text.substr(0, end);
        text.erase(0, end + 1);
        return true;
    }

    void read() {
        char bytes[65536];
        const ssize_t count = ::read(fd, bytes, sizeof bytes);
        ended = count <= 0;
        text.append(bytes, ended ? 0 : static_cast<std::size_t>(count));
        if (ended && !text.empty())
            text += '\n'; // of the last line
    }
};

struct Question {
    std::string id;      // of the server's request; none if the error -32042 asks
    std::string message; // which asks
    std::string request; // what the user is shown
    bool is_shown = false;
};

class Host {
  public:
    Host(int to_server, int from_server) : to_server_(to_server), server_{from_server} {}

    void send(std::string_view frame) const {
        if (dprintf(to_server_, "%.*s\n", static_cast<int>(frame.size()), frame.data()) < 0)
            throw std::runtime_error("the server has gone");
    }

    // Sends a request, does what the server asks meanwhile, and returns the response.
    std::string call(const std::string &method, const std::string &params) {
        call_ = R"(,"method":")" + method + R"(","params":)" + params + '}';
        rounds_ = 0;
        response_.clear();
        send_call();
        for (std::string line; response_.empty(); line.clear()) {
            if (server_.take(line))
                from_server(line);
            else if (server_.ended)
                throw std::runtime_error("the server ended without a response");
            else if (is_answered(line))
                from_user(line);
            else
                wait();
        }
        questions_.clear(); // what is still open was asked for this call
        return response_;
    }

  private:
    using Questions = std::deque<Question>;

    void send_call() {
        id_ = std::to_string(++last_id_);
        send(R"({"jsonrpc":"2.0","id":)" + id_ + call_);
    }

    // Shows the first question, and takes the user's line; without a user it is empty, a cancel.
    bool is_answered(std::string &line) {
        if (questions_.empty())
            return false;
        if (!std::exchange(questions_.front().is_shown, true))
            std::cerr << questions_.front().request << "\n> ";
        return user_.take(line) || user_.ended;
    }

    // Waits for the server, and for the user if there is a question.
    void wait() {
        pollfd ready[] = {{server_.fd, POLLIN, 0}, {questions_.empty() ? -1 : user_.fd, POLLIN, 0}};
        poll(ready, 2, -1);
        if (ready[0].revents != 0)
            server_.read();
        if (ready[1].revents != 0)
            user_.read();
    }

    // Each line goes to the library first, also while a question is open.
    void from_server(const std::string &line) {
        const auto begun = tn_elicit::try_server_request_begin(modes, line);
        if (!begun)
            std::cerr << begun.error().what() << '\n'; // no JSON
        else if (begun->reply)
            send(begun->reply); // to a ping, or to what was not advertised
        else if (begun->request)
            questions_.push_back({std::string(member(line, "id")), line, begun->request.str()});
        else if (const Text ended = tn_elicit::elicitation_ended(line))
            end(ended);
        else if (member(line, "id") == id_)
            take_response(line);
    }

    // With the error -32042 the user has to visit addresses before the call is sent again.
    void take_response(const std::string &line) {
        const Text visits = tn_elicit::url_elicitations(line);
        if (!visits || ++rounds_ > 10)
            response_ = line;
        else
            for (const Part &visit : parts(visits))
                questions_.push_back({"", line, std::string(visit.value)});
    }

    void from_user(const std::string &line) {
        const bool accepts = !line.empty() && line != "no";
        answer(questions_.begin(), accepts,
               accepts        ? R"({"ok":true,"data":)" + line + '}'
               : line.empty() ? R"({"ok":false,"reason":"cancelled"})"
                              : R"({"ok":false,"reason":"declined"})");
    }

    void answer(const Questions::iterator &question, bool accepts, const std::string &answer) {
        const auto reply = tn_elicit::try_server_request_finish(question->message, answer);
        if (!reply) {
            std::cerr << reply.error().what() << '\n'; // no JSON: the user is asked again
            question->is_shown = false;
            return;
        }
        const std::string message = question->message;
        questions_.erase(question);
        const auto is_visit = [](const Question &open) { return open.id.empty(); };
        if (*reply)
            send(*reply);
        else if (!accepts) // and to an error there is no reply
            response_ = message;
        else if (std::none_of(questions_.begin(), questions_.end(), is_visit))
            send_call();
    }

    // A question that the server takes back gets no answer. One whose address has been visited
    // needs no more of the user.
    void end(std::string_view ended) {
        const std::string_view cancelled = member(ended, "requestId");
        const std::string_view completed = member(ended, "elicitationId");
        const auto question =
            std::find_if(questions_.begin(), questions_.end(), [&](const Question &open) {
                return completed.empty() ? open.id == cancelled
                                         : member(open.request, "elicitationId") == completed;
            });
        if (question == questions_.end())
            return; // it was answered a moment ago
        if (question->is_shown)
            std::cerr << "this question is over\n";
        if (completed.empty())
            questions_.erase(question);
        else
            answer(question, true, R"({"ok":true})");
    }

    int to_server_;
    Lines server_;
    Lines user_{STDIN_FILENO};
    Questions questions_; // the first is being asked
    std::string call_;    // the request, but for its id
    std::string id_;
    int last_id_ = 0;
    int rounds_ = 0;
    std::string response_;
};

} // namespace

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

    Host host(in[1], out[0]);
    host.call("initialize", R"({"protocolVersion":"2025-11-25","capabilities":)" +
                                std::string(tn_elicit::client_capabilities(modes)) +
                                R"(,"clientInfo":{"name":"host","version":"1"}})");
    host.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    const std::string response =
        host.call("tools/call", R"({"name":")" + std::string(argv[1]) + R"(","arguments":{}})");
    // What is not final must not pass for it. Throws where the type of the result is unknown.
    const std::string_view result = member(response, "result");
    if (!result.empty() && tn_elicit::input_required_begin(Modes::none, result))
        throw std::runtime_error("the result asks for input, which it may not in a session");
    std::cout << response << '\n';
    close(in[1]);
    return waitpid(server, nullptr, 0) == server ? 0 : 1;
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
