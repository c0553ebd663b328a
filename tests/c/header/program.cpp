// A C++ host: the resolver is a lambda, its user_data an object, and texts become strings.
#include "tn_elicit.h"

#include "second.h"

#include <string>

namespace {

struct User {
    std::string data;
    std::string request;
};

} // namespace

int main() {
    User user{"{\"name\":\"muthu\"}", ""};
    const std::string message = "{\"id\":77,\"method\":\"elicitation/create\"}";
    const tn_resolver resolver = [](void *user_data, const char *request, size_t request_len,
                                    tn_answer *answer) -> int32_t {
        User &asked = *static_cast<User *>(user_data);
        asked.request.assign(request, request_len);
        return tn_answer_accept(answer, asked.data.data(), asked.data.size(), nullptr);
    };
    tn_string reply;
    tn_error error;
    if (tn_server_request_response(resolver, &user, message.data(), message.size(), &reply,
                                   &error) != TN_OK)
        return 1;
    const std::string frame(reply.data, reply.len);
    tn_string_free(&reply);
    if (frame != "{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":"
                 "{\"action\":\"accept\",\"content\":{\"name\":\"muthu\"}}}")
        return 2;
    if (user.request.find("\"kind\":\"input\"") == std::string::npos)
        return 3;
    return second();
}
