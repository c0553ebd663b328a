/* elicitation.h: the elicitation that most tests answer, and the replies to it. */
#ifndef ELICITATION_H
#define ELICITATION_H

#define ELICITATION                                                                                \
    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/create\","                             \
    "\"params\":{\"message\":\"What is your name?\"}}"

#define ELICITATION_REQUEST "{\"id\":\"ID\",\"kind\":\"input\",\"prompt\":\"What is your name?\"}"

/* What makes two Requests, and what makes one. */
#define URL_ELICITATIONS_ERROR                                                                     \
    "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32042,\"message\":\"\",\"data\":{"         \
    "\"elicitations\":[{\"mode\":\"url\",\"url\":\"https://a.test/\"},"                            \
    "{\"mode\":\"url\",\"url\":\"https://b.test/\"}]}}}"
#define INPUT_REQUIRED                                                                             \
    "{\"resultType\":\"input_required\",\"inputRequests\":"                                        \
    "{\"who\":{\"method\":\"elicitation/create\"}}}"

#define REPLY(result) "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":" result "}"
#define ACCEPTED(content) REPLY("{\"action\":\"accept\",\"content\":" content "}")
#define DECLINED REPLY("{\"action\":\"decline\"}")
#define CANCELLED REPLY("{\"action\":\"cancel\"}")
#define METHOD_NOT_FOUND                                                                           \
    "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"
#define INVALID_PARAMS                                                                             \
    "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32602,\"message\":\"Invalid params\"}}"

#endif
