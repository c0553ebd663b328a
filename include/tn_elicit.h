/**
 * @file
 * tn_elicit: answers an MCP server's elicitation/create on the client's side.
 *
 * While an MCP server serves a tools/call it may ask the user something: it sends its client an
 * elicitation/create request and waits. This library turns that request into a Request for the
 * host's one resolver, and the resolver's Answer into the frame to write back. A host's reader loop
 * hands every line of the server's to tn_server_request_response and writes what comes; a ping is answered,
 * too. What else a server may ask, such as sampling or roots, is the host's own to answer if it advertised
 * it, before it comes here: from here it gets "Method not found".
 *
 * From MCP 2026-07-28 on it is the result of a call that asks: tn_input_required_retry. A call may also
 * fail until the user has visited an address: tn_url_elicitations. What ends a question that is open is
 * told by tn_elicitation_ended.
 *
 * Request, Answer and resolver are words of the toolnexus libraries: one contract for whatever makes a
 * running tool wait for a person.
 *
 * Generated from the Rust sources (make header): do not edit.
 *
 * CONVENTIONS, which hold for every function
 *
 * - Text. All text is JSON (RFC 8259) in UTF-8. Lengths count bytes, without a NUL; instead of a length
 *   TN_NUL_TERMINATED says that the text ends at its NUL. A length of 0 is an empty text, which is no
 *   valid JSON. A byte order mark in front is skipped. Depth and size have no limit but memory.
 *   Output is compact, on one line, and ends with a NUL that its length does not count.
 * - Pass-through. An id, a url, a schema, data, _meta and params keep their tokens: the digits of
 *   numbers, the escapes of strings, the order of members, even duplicates; the white space between
 *   tokens goes. One exception: an escape that is a lone surrogate becomes `\ufffd`, everywhere but in
 *   the id of a JSON-RPC message, because strict peers drop a line that holds one. Where this library
 *   reads a member, the last of duplicates counts, and names and strings are compared after decoding
 *   their escapes.
 * - Ownership. What a host passes in is borrowed for the call, must not change during it, and is never
 *   kept. What comes back in a tn_string is the host's until tn_string_free. What comes back as a
 *   const char * is static.
 * - Out-parameters. They may be uninitialised. They are overwritten by every call, whatever happens;
 *   a tn_string is {NULL, 0} unless there is text. What one held before is not freed.
 * - NULL. Where text or an out-parameter is due, NULL is TN_ERR_NULL_ARGUMENT, whatever the length.
 *   A tn_error * may always be NULL, and so may what a function's comment says may be.
 * - Errors. A status below 0 is a failure; then there is no output and nothing else happened, but that
 *   the resolver may have been called before memory ran out. What went wrong is in the tn_error that
 *   the host passed along; there is no "last error" anywhere. On success it is overwritten, too: the
 *   status, and an empty message (for TN_RESOLVER_FAILED: one that says so).
 * - Positions. An error of a text names the line and column of the first byte with which it can no
 *   longer become valid, in bad UTF-8 of the byte that starts the bad sequence. Both count from 1,
 *   columns count bytes, a line ends at byte 0x0A alone, and a byte order mark in front is not counted.
 *   UTF-8 is checked first, over the whole text.
 * - Threads. Any thread, fibre or goroutine may call anything at any time. The one state in the library
 *   is the counter that makes the ids of Requests unique.
 * - Panics. None leaves the library: a bug in it is TN_ERR_PANIC.
 * - Versions. Semantic versions. While the major version is 0, a minor version may change the ABI, and
 *   the shared library's SONAME says which it is: libtn_elicit.so.0.MINOR.
 */


#ifndef TN_ELICIT_H
#define TN_ELICIT_H

#include <stddef.h>
#include <stdint.h>

/** The version of this header: its MAJOR. */
#define TN_VERSION_MAJOR 0
/** Its MINOR. */
#define TN_VERSION_MINOR 2
/** Its PATCH. */
#define TN_VERSION_PATCH 0

/** As a length: the text ends at its NUL, which is not part of it. */
#define TN_NUL_TERMINATED SIZE_MAX

/** In front of each function. On Windows it says that the function is in a DLL, unless the
    program links the static library and says so by TN_ELICIT_STATIC. */
#if defined(_WIN32) && !defined(TN_ELICIT_STATIC)
#define TN_API __declspec(dllimport)
#else
#define TN_API
#endif



/**
 * Done.
 */
#define TN_OK 0

/**
 * Done, and nothing comes of it: there is nothing to write back, to ask or to end.
 */
#define TN_NO_REPLY 1

/**
 * Done: there is a reply to write, a cancel, because the resolver failed.
 */
#define TN_RESOLVER_FAILED 2

/**
 * A pointer is NULL where text or an out-parameter is due.
 */
#define TN_ERR_NULL_ARGUMENT -1

/**
 * A text is not valid UTF-8. The message has the line and column.
 */
#define TN_ERR_INVALID_UTF8 -2

/**
 * A text is not valid JSON. The message has the line and column.
 */
#define TN_ERR_INVALID_JSON -3

/**
 * There is no memory for a text, or a length is larger than any object in memory.
 */
#define TN_ERR_OUT_OF_MEMORY -4

/**
 * A bug in this library, caught at its boundary. The process can go on.
 */
#define TN_ERR_PANIC -5

/**
 * The server asks for a kind of input that this host did not advertise or has no result for, or for one
 * that cannot be asked. Only from the tn_input_required_… functions and tn_url_elicitations.
 */
#define TN_ERR_UNSUPPORTED_INPUT -6

/**
 * A result's resultType is neither absent, "complete" nor "input_required": it must not pass for final.
 * Only from the tn_input_required_… functions.
 */
#define TN_ERR_UNKNOWN_RESULT_TYPE -7

/**
 * For tn_client_capabilities: form mode, where the server asks for data by a schema.
 */
#define TN_MODE_FORM 1

/**
 * For tn_client_capabilities: URL mode, where the server asks to open an address.
 */
#define TN_MODE_URL 2

/**
 * The Answer that a resolver is to give. It belongs to the library and ends when the resolver
 * returns; one thread at a time may use it.
 */
typedef struct tn_answer tn_answer;

/**
 * What a function did. 0 and above: it worked; below 0: it failed. Values are never reused.
 */
typedef int32_t tn_status;

/**
 * A text that the library made: JSON, UTF-8, on one line. It belongs to the host, which gives it
 * back with tn_string_free and changes neither member before that.
 */
typedef struct tn_string {
    /**
     * The text; `data[len]` is NUL. NULL: there is no text.
     */
    char *data;
    /**
     * Its length in bytes, without the NUL.
     */
    size_t len;
} tn_string;

/**
 * What went wrong in a call. The host owns it and passes its address, or NULL if it does not care.
 * Each call overwrites the whole of it.
 */
typedef struct tn_error {
    /**
     * What the function returned.
     */
    tn_status status;
    /**
     * English, ends with a NUL, cut at a character if it is too long; empty when there is nothing to
     * say. It never quotes the input, which may hold secrets.
     */
    char message[252];
} tn_error;

/**
 * The host's resolver: it is given a Request, asks the user, and answers with one of the
 * tn_answer_… functions.
 *
 * `user_data`: what the host passed along. `request`, `request_len`: the Request, with a NUL behind
 * it. `answer`: to answer with. Both end when it returns.
 *
 * Returns 0 when it is done, anything else when it failed; then the server gets a cancel, whatever
 * was answered. 0 without an answer is a cancel, too.
 *
 * It runs on the thread that called the library, holding no lock, and may call the library itself.
 * It must return: no longjmp, no C++ exception, and its thread must not end in it (pthread_exit,
 * pthread_cancel): that aborts the process, or leaves memory behind.
 */
typedef int32_t (*tn_resolver)(void *user_data,
                               const char *request,
                               size_t request_len,
                               struct tn_answer *answer);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Turns the params of an `elicitation/create` into a Request for the host's resolver.
 *
 * ```text
 * params                                          Request
 * -----------------------------------------------------------------------------------------
 * mode is not "url", or absent                    "kind":"input"
 * mode is "url"                                   "kind":"authorization"
 * message: a string                               "prompt": that string
 * message: absent, null or false                  "prompt":""
 * message: of another type                        "prompt": its compact JSON, as a string
 * url, given, and mode is "url"                   "url": as it is
 * requestedSchema, given, and mode is not "url"   "data":{"schema": as it is}
 * always                                          "id": unique in the process, opaque
 * ```
 *
 * "Given" is present and neither null nor false. The members stand in the order id, kind, prompt,
 * then url or data. Everything else is dropped; in URL mode that includes a requestedSchema, because
 * a credential is never collected through a form. Any JSON value is taken: one that is no object has
 * no members.
 *
 * `params`, `params_len`: the JSON text. `request`: receives the Request, which the host frees with
 * tn_string_free. `error`: receives what went wrong, or NULL.
 *
 * Returns TN_OK, or TN_ERR_NULL_ARGUMENT (params or request), TN_ERR_INVALID_UTF8,
 * TN_ERR_INVALID_JSON, TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then `request` is empty.
 *
 * Threads: any, at any time.
 *
 * ```c
 * tn_string request;
 * tn_error error;
 * const char *params = "{\"message\":\"What is your name?\"}";
 * if (tn_elicitation_to_request(params, TN_NUL_TERMINATED, &request, &error) == TN_OK) {
 *     puts(request.data);
 * } else {
 *     fprintf(stderr, "%s\n", error.message);
 * }
 * tn_string_free(&request);
 * ```
 *
 * Source: MCP 2025-11-25, "Elicitation"; the toolnexus Request.
 */
TN_API
tn_status tn_elicitation_to_request(const char *params,
                                    size_t params_len,
                                    struct tn_string *request,
                                    struct tn_error *error);

/**
 * Turns a resolver's whole Answer into the MCP ElicitResult to send.
 *
 * ```text
 * Answer                                             ElicitResult
 * -----------------------------------------------------------------------------------------
 * ok is true; data is present, not null, not false   {"action":"accept","content":<data>}
 * ok is true                                         {"action":"accept","content":{}}
 * ok is not true; reason is "declined"               {"action":"decline"}
 * anything else                                      {"action":"cancel"}
 * ```
 *
 * Consent is the literal true: 1, "true" and {} are not. data of any type is passed on as it is.
 * Anything else is also "cancelled", "expired", no reason, and what is no object at all.
 *
 * An Answer does not say what was asked. Where that was in URL mode, in which an accept carries no content,
 * or by a task, the result is for tn_server_request_finish to make.
 *
 * `answer`, `answer_len`: the JSON text. `result`: receives the ElicitResult, which the host frees
 * with tn_string_free. `error`: receives what went wrong, or NULL.
 *
 * Returns TN_OK, or TN_ERR_NULL_ARGUMENT (answer or result), TN_ERR_INVALID_UTF8,
 * TN_ERR_INVALID_JSON, TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then `result` is empty.
 *
 * Threads: any, at any time.
 *
 * ```c
 * tn_string result;
 * const char *answer = "{\"ok\":true,\"data\":{\"name\":\"muthu\"}}";
 * if (tn_answer_to_elicit_result(answer, TN_NUL_TERMINATED, &result, NULL) == TN_OK) {
 *     puts(result.data);
 * }
 * tn_string_free(&result);
 * ```
 *
 * Source: MCP 2025-11-25, "Elicitation", response actions; the toolnexus Answer.
 */
TN_API
tn_status tn_answer_to_elicit_result(const char *answer,
                                     size_t answer_len,
                                     struct tn_string *result,
                                     struct tn_error *error);

/**
 * Answers one message that the server sent, while its own `tools/call` is still in flight.
 *
 * ```text
 * message                                          reply
 * -----------------------------------------------------------------------------------------
 * a request for elicitation/create, and resolver   its id and the ElicitResult
 * ... in URL mode without a usable url (a string   its id and the error -32602,
 *     that is not empty)                           "Invalid params"
 * a request for ping, resolver or not              its id and the result {}
 * a request for anything else, or no resolver      its id and the error -32601,
 *                                                  "Method not found"
 * other JSON: a response to one of the host's      none (TN_NO_REPLY)
 * own ids, a notification, an array, a scalar
 * ```
 *
 * A request is an object with an id that is not null and a method that is neither null nor false.
 * The id is echoed token for token. Nothing is run again.
 *
 * The Request is that of tn_elicitation_to_request and names the call that it belongs to: after url or data
 * come elicitationId (URL mode, when it is a string) and _meta (of the params, when it is an object that
 * is not empty), token for token. The result is that of tn_answer_to_elicit_result, with two differences.
 * In URL mode an accept is {"action":"accept"} alone, whatever data was answered: a credential is collected
 * neither through a form nor through an answer. Where the params' _meta has the member
 * io.modelcontextprotocol/related-task the result, of all three actions, has it in its own _meta.
 *
 * `resolver`: called once for an elicitation/create, on this thread; NULL if the host has none, and
 * then it should advertise nothing (tn_client_capabilities(0)). `user_data`: handed to the resolver;
 * may be NULL. `message`, `message_len`: the JSON text of one message. `reply`: receives the frame,
 * which the host writes with a newline behind it and frees with tn_string_free. `error`: receives
 * what went wrong, or NULL.
 *
 * One rule for a reader loop: if `reply.data` is not NULL, write it and a newline.
 *
 * Returns TN_OK (there is a reply), TN_NO_REPLY (there is none), TN_RESOLVER_FAILED (there is one, a
 * cancel), or TN_ERR_NULL_ARGUMENT (message or reply), TN_ERR_INVALID_UTF8, TN_ERR_INVALID_JSON,
 * TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then `reply` is empty. The resolver was not called when
 * the arguments or the message were refused.
 *
 * Threads: any, at any time; resolvers of several calls may run at once.
 *
 * ```c
 * static int32_t decline(void *user_data, const char *request, size_t len, tn_answer *answer) {
 *     (void)user_data, (void)request, (void)len;
 *     return tn_answer_decline(answer);
 * }
 *
 * tn_string reply;
 * tn_server_request_response(decline, NULL, line, line_len, &reply, NULL);
 * if (reply.data != NULL) {
 *     fprintf(to_server, "%s\n", reply.data);
 * }
 * tn_string_free(&reply);
 * ```
 *
 * Source: JSON-RPC 2.0; MCP 2025-11-25, "Elicitation", "Ping" and "Tasks"; the toolnexus suspension
 * contract.
 */
TN_API
tn_status tn_server_request_response(tn_resolver resolver,
                                     void *user_data,
                                     const char *message,
                                     size_t message_len,
                                     struct tn_string *reply,
                                     struct tn_error *error);

/**
 * The first half of tn_server_request_response, for a host that must not block its reader while the
 * user is asked: an event loop, asyncio, a UI thread. Nothing is kept between the halves. The host
 * keeps the message until there is an answer, in memory or on disk, and hands it to
 * tn_server_request_finish on any thread; other messages go on through here meanwhile.
 *
 * ```text
 * message                                           request, reply
 * -----------------------------------------------------------------------------------------
 * a request for elicitation/create, in a mode       request: ask the user with it, and call
 * of `modes`                                        tn_server_request_finish with the answer
 * ... in another mode                               reply: its id and the error -32602,
 *                                                   "Unsupported elicitation mode"
 * ... in URL mode without a usable url (a string    reply: its id and the error -32602,
 *     that is not empty)                            "Invalid params"
 * a request for ping, whatever the modes            reply: its id and the result {}
 * a request for anything else, or modes is 0        reply: its id and the error -32601,
 *                                                   "Method not found"
 * other JSON: a response to one of the host's       neither (TN_NO_REPLY)
 * own ids, a notification, an array, a scalar
 * ```
 *
 * When the server cancels its request (notifications/cancelled with its id, which comes through here as
 * TN_NO_REPLY, and which tn_elicitation_ended reads) the host drops the message and never finishes it: no
 * reply is due.
 *
 * `modes`: what the host advertised, as given to tn_client_capabilities; 0 if it has no resolver; other
 * bits are ignored. `message`, `message_len`: the JSON text of one message. `request`, `reply`: one of
 * them receives a text, or neither; the host frees both with tn_string_free, and they are two structs.
 * `error`: receives what went wrong, or NULL.
 *
 * Returns TN_OK (there is a request or a reply), TN_NO_REPLY (there is neither), or
 * TN_ERR_NULL_ARGUMENT (message, request or reply), TN_ERR_INVALID_UTF8, TN_ERR_INVALID_JSON,
 * TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then both are empty.
 *
 * Threads: any, at any time.
 *
 * ```c
 * tn_string request, reply;
 * if (tn_server_request_begin(TN_MODE_FORM, line, line_len, &request, &reply, NULL) == TN_OK) {
 *     if (reply.data != NULL)
 *         fprintf(to_server, "%s\n", reply.data);
 *     else
 *         show(request.data); // and keep the line for tn_server_request_finish
 * }
 * tn_string_free(&request);
 * tn_string_free(&reply);
 * ```
 *
 * Source: JSON-RPC 2.0; MCP 2025-11-25, "Elicitation" (modes), "Ping" and "Cancellation"; the toolnexus
 * suspension contract.
 */
TN_API
tn_status tn_server_request_begin(uint32_t modes,
                                  const char *message,
                                  size_t message_len,
                                  struct tn_string *request,
                                  struct tn_string *reply,
                                  struct tn_error *error);

/**
 * The second half: the frame to write for a message that tn_server_request_begin made a request of.
 * It is pure: called again it gives the same, and after a refused answer it can be called with another.
 *
 * `message`, `message_len`: the same message. `answer`, `answer_len`: the whole Answer, by the rule of
 * tn_answer_to_elicit_result; NULL is a cancel, whatever its length. `reply`: receives the frame, which
 * the host writes with a newline behind it and frees with tn_string_free. `error`: receives what went
 * wrong, or NULL; its message names the text that was refused: first both are checked for UTF-8, then
 * `message` and after it, unless it is TN_NO_REPLY, `answer` for JSON.
 *
 * The result names a task and leaves out content by the rules of tn_server_request_response.
 *
 * Returns TN_OK (there is a reply), TN_NO_REPLY (the message is none that anyone is asked for, so that
 * there is nothing to finish), or TN_ERR_NULL_ARGUMENT (message or reply), TN_ERR_INVALID_UTF8,
 * TN_ERR_INVALID_JSON, TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then `reply` is empty.
 *
 * Threads: any, at any time; not necessarily the one that began.
 *
 * ```c
 * tn_string reply;
 * const char *answer = "{\"ok\":true,\"data\":{\"name\":\"muthu\"}}";
 * if (tn_server_request_finish(line, line_len, answer, TN_NUL_TERMINATED, &reply, NULL) == TN_OK) {
 *     fprintf(to_server, "%s\n", reply.data);
 * }
 * tn_string_free(&reply);
 * ```
 *
 * Source: JSON-RPC 2.0; MCP 2025-11-25, "Elicitation", response actions, and "Tasks", related task.
 */
TN_API
tn_status tn_server_request_finish(const char *message,
                                   size_t message_len,
                                   const char *answer,
                                   size_t answer_len,
                                   struct tn_string *reply,
                                   struct tn_error *error);

/**
 * Answers what a result asks for, and makes the params to send the same request with again.
 *
 * From MCP 2026-07-28 on a server sends no requests. The result of a tools/call, prompts/get or
 * resources/read may instead have the resultType "input_required", with inputRequests and a
 * requestState. The client asks the user and sends the same request again, under a new id, with the
 * answers and the state among its params, until a result is final.
 *
 * ```text
 * result                                       retry_params
 * -----------------------------------------------------------------------------------------
 * resultType is absent or "complete"           none (TN_NO_REPLY): it is the final result
 * ... anything else but "input_required"       none (TN_ERR_UNKNOWN_RESULT_TYPE)
 * inputRequests: {KEY: a request, ...}         "inputResponses": {KEY: ElicitResult, ...}
 * inputRequests is absent, null or false       no inputResponses
 * requestState is there, and not null          "requestState": as it is
 * ```
 *
 * Each elicitation/create in inputRequests goes to the resolver, one after the other, in the order of
 * the text; of keys that stand twice the last counts. Where the resolver fails its key gets a cancel,
 * and the others are asked for all the same. A request of any other method is TN_ERR_UNSUPPORTED_INPUT,
 * and so is one in URL mode without a usable url, and any request if there is no resolver, before anyone
 * is asked. Requests and results are those of tn_server_request_response.
 *
 * The params keep their members, in their order, but for inputResponses and requestState of an earlier
 * round; the new ones come last, in this order. What is no object has no members. Nothing is kept: the
 * host keeps the params that it sent first, or takes those of the last round, and limits the rounds that
 * it goes along with.
 *
 * `resolver`, `user_data`: as in tn_server_request_response. `params`, `params_len`: the params of the
 * request that was sent. `result`, `result_len`: the `result` that came back for it. `retry_params`:
 * receives the params to send, which the host frees with tn_string_free. `error`: receives what went
 * wrong, or NULL; its message names the text that was refused: first both are checked for UTF-8, then
 * `params` and after it `result` for JSON.
 *
 * Returns TN_OK (there are params to retry with), TN_NO_REPLY (there are none), TN_RESOLVER_FAILED
 * (there are params, with a cancel in them), or TN_ERR_NULL_ARGUMENT (params, result or retry_params),
 * TN_ERR_INVALID_UTF8, TN_ERR_INVALID_JSON, TN_ERR_UNSUPPORTED_INPUT, TN_ERR_UNKNOWN_RESULT_TYPE,
 * TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then `retry_params` is empty. The resolver was not called,
 * unless memory ran out.
 *
 * Threads: any, at any time; resolvers of several calls may run at once.
 *
 * ```c
 * tn_string retry;
 * tn_status status = tn_input_required_retry(ask, NULL, params, TN_NUL_TERMINATED, result,
 *                                            TN_NUL_TERMINATED, &retry, NULL);
 * if (status == TN_NO_REPLY)
 *     puts(result);
 * else if (retry.data != NULL)
 *     call_tool_again(retry.data);
 * tn_string_free(&retry);
 * ```
 *
 * Source: MCP 2026-07-28, multi round-trip requests; the toolnexus suspension contract.
 */
TN_API
tn_status tn_input_required_retry(tn_resolver resolver,
                                  void *user_data,
                                  const char *params,
                                  size_t params_len,
                                  const char *result,
                                  size_t result_len,
                                  struct tn_string *retry_params,
                                  struct tn_error *error);

/**
 * The first half of tn_input_required_retry, for a host that must not block while the user is asked, or
 * that answers other kinds of input as well (sampling, roots). Nothing is kept between the halves. The
 * host keeps the params that it sent and the result until there are answers, and hands all of them to
 * tn_input_required_finish on any thread.
 *
 * ```text
 * result                                        requests
 * -----------------------------------------------------------------------------------------
 * resultType is absent or "complete"            none (TN_NO_REPLY): it is the final result
 * ... anything else but "input_required"        none (TN_ERR_UNKNOWN_RESULT_TYPE)
 * an input request for elicitation/create, in   in "requests": its key and a Request
 * a mode of `modes`
 * ... in another mode, or in URL mode without   none (TN_ERR_UNSUPPORTED_INPUT)
 *     a usable url
 * ... for another method                        in "others": its key and the whole of it
 * ... without a method                          none (TN_ERR_UNSUPPORTED_INPUT)
 * ```
 *
 * The text is an object with two members, both in the order of the result; one without keys is {}:
 *
 * ```text
 * {"requests":{KEY: Request, ...},
 *  "others":{KEY: {"method": ..., "params": ...}, ...}}
 * ```
 *
 * Of keys that stand twice the last counts. Requests are those of tn_server_request_response. Where there
 * are no keys at all nobody is asked, and the host finishes at once. Where there are others, a host that
 * answers nothing but elicitations gives up the call: it did not advertise them.
 *
 * `modes`: what the host advertised, as given to tn_client_capabilities; 0 if it asks nobody; other
 * bits are ignored. `result`, `result_len`: the `result` that came back for the host's request.
 * `requests`: receives the text, which the host frees with tn_string_free. `error`: receives what went
 * wrong, or NULL.
 *
 * Returns TN_OK (the request is to be sent again, and this is what to ask before), TN_NO_REPLY (the
 * result is final), or TN_ERR_NULL_ARGUMENT (result or requests), TN_ERR_INVALID_UTF8,
 * TN_ERR_INVALID_JSON, TN_ERR_UNSUPPORTED_INPUT, TN_ERR_UNKNOWN_RESULT_TYPE, TN_ERR_OUT_OF_MEMORY or
 * TN_ERR_PANIC, and then `requests` is empty.
 *
 * Threads: any, at any time.
 *
 * ```c
 * tn_string requests;
 * tn_status status =
 *     tn_input_required_begin(TN_MODE_FORM, result, TN_NUL_TERMINATED, &requests, NULL);
 * if (status == TN_NO_REPLY)
 *     puts(result);
 * else if (requests.data != NULL)
 *     show(requests.data); // and keep params and result for tn_input_required_finish
 * tn_string_free(&requests);
 * ```
 *
 * Source: MCP 2026-07-28, multi round-trip requests; the toolnexus suspension contract.
 */
TN_API
tn_status tn_input_required_begin(uint32_t modes,
                                  const char *result,
                                  size_t result_len,
                                  struct tn_string *requests,
                                  struct tn_error *error);

/**
 * The second half: the params to send the same request with again, as tn_input_required_retry makes
 * them. It is pure: called again it gives the same, and after refused responses it can be called with
 * others.
 *
 * What the user said, and what became of the others, the host gives by the keys of
 * tn_input_required_begin:
 *
 * ```text
 * {"answers":{KEY: Answer, ...},
 *  "others":{KEY: the result of that request, ...}}
 * ```
 *
 * Answers become results as in tn_server_request_finish, and one that is missing is a cancel. A result of
 * the others goes on as it is; one that is missing, null or false is TN_ERR_UNSUPPORTED_INPUT. Keys that
 * tn_input_required_begin did not give are ignored; of keys that stand twice the last counts.
 *
 * `params`, `params_len`: the params of the request that was sent. `result`, `result_len`: the same
 * result. `responses`, `responses_len`: the text above; NULL is {}, whatever its length, which cancels
 * every question. `retry_params`: receives the params to send, which the host frees with
 * tn_string_free. `error`: receives what went wrong, or NULL; its message names the text that was
 * refused: first all are checked for UTF-8, then `params`, `result` and, unless that is final,
 * `responses` for JSON.
 *
 * Returns TN_OK (there are params to retry with), TN_NO_REPLY (the result is final, so that there is
 * nothing to finish), or TN_ERR_NULL_ARGUMENT (params, result or retry_params), TN_ERR_INVALID_UTF8,
 * TN_ERR_INVALID_JSON, TN_ERR_UNSUPPORTED_INPUT, TN_ERR_UNKNOWN_RESULT_TYPE, TN_ERR_OUT_OF_MEMORY or
 * TN_ERR_PANIC, and then `retry_params` is empty.
 *
 * Threads: any, at any time; not necessarily the one that began.
 *
 * ```c
 * tn_string retry;
 * const char *responses = "{\"answers\":{\"who\":{\"ok\":true,\"data\":{\"name\":\"muthu\"}}}}";
 * if (tn_input_required_finish(params, TN_NUL_TERMINATED, result, TN_NUL_TERMINATED, responses,
 *                              TN_NUL_TERMINATED, &retry, NULL) == TN_OK)
 *     call_tool_again(retry.data);
 * tn_string_free(&retry);
 * ```
 *
 * Source: MCP 2026-07-28, multi round-trip requests; the toolnexus Answer.
 */
TN_API
tn_status tn_input_required_finish(const char *params,
                                   size_t params_len,
                                   const char *result,
                                   size_t result_len,
                                   const char *responses,
                                   size_t responses_len,
                                   struct tn_string *retry_params,
                                   struct tn_error *error);

/**
 * Makes Requests of the error -32042 that came back for a request of the host's own: the user has to visit
 * addresses before the server goes on.
 *
 * ```text
 * message                                        requests
 * -----------------------------------------------------------------------------------------
 * a response whose error has the code -32042     an array of Requests of the kind
 *                                                "authorization", one for each of
 *                                                error.data.elicitations, in their order
 * ... with no elicitations, or one that is not   none (TN_ERR_UNSUPPORTED_INPUT)
 *     in URL mode or has no usable url
 * any other JSON                                 none (TN_NO_REPLY)
 * ```
 *
 * The host gets the user's consent for each, opens its url, and sends its request again, under a new id,
 * when all are completed (tn_elicitation_ended tells it by the elicitationId) or the user says so; it
 * limits how often. Nothing is replied to the server: the error is the answer to the host's request.
 * Requests are those of tn_server_request_response. A response has no method; its id is the host's to
 * match.
 *
 * `message`, `message_len`: the JSON text of one message. `requests`: receives the array, which the host
 * frees with tn_string_free. `error`: receives what went wrong, or NULL.
 *
 * Returns TN_OK (there are requests), TN_NO_REPLY (it is another message), or TN_ERR_NULL_ARGUMENT
 * (message or requests), TN_ERR_INVALID_UTF8, TN_ERR_INVALID_JSON, TN_ERR_UNSUPPORTED_INPUT,
 * TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then `requests` is empty.
 *
 * Threads: any, at any time.
 *
 * ```c
 * tn_string requests;
 * if (tn_url_elicitations(line, line_len, &requests, NULL) == TN_OK) {
 *     show(requests.data); // and keep the call, to send it again
 * }
 * tn_string_free(&requests);
 * ```
 *
 * Source: MCP 2025-11-25, "Elicitation", URL elicitation required error; the toolnexus suspension contract.
 */
TN_API
tn_status tn_url_elicitations(const char *message,
                              size_t message_len,
                              struct tn_string *requests,
                              struct tn_error *error);

/**
 * Says which question a message ends, if it ends one. It is for a host that keeps questions open, which
 * hands it every message, or every notification.
 *
 * ```text
 * message                                        ended
 * -----------------------------------------------------------------------------------------
 * the notification notifications/cancelled,      {"requestId":...}: the id of the server's
 * with a requestId that is not null              request
 * the notification                               {"elicitationId":...}: that of the Request
 * notifications/elicitation/complete, with an
 * elicitationId that is a string
 * any other JSON, a request included             none (TN_NO_REPLY)
 * ```
 *
 * Both go token for token, a requestId even with lone surrogates, like the id that is echoed. A server may
 * write the same id in other tokens, with other escapes or as 7.0 instead of 7: hosts compare what they
 * stand for. An id that belongs to no open question is ignored. A question that was cancelled is dropped
 * and never finished. One that is completed needs no more of the user; if it has no answer yet it gets
 * one, because the server still waits for its reply.
 *
 * `message`, `message_len`: the JSON text of one message. `ended`: receives the text, which the host frees
 * with tn_string_free. `error`: receives what went wrong, or NULL.
 *
 * Returns TN_OK (a question ended), TN_NO_REPLY (none did), or TN_ERR_NULL_ARGUMENT (message or ended),
 * TN_ERR_INVALID_UTF8, TN_ERR_INVALID_JSON, TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC, and then `ended` is empty.
 *
 * Threads: any, at any time.
 *
 * ```c
 * tn_string ended;
 * if (tn_elicitation_ended(line, line_len, &ended, NULL) == TN_OK) {
 *     drop_question(ended.data);
 * }
 * tn_string_free(&ended);
 * ```
 *
 * Source: MCP 2025-11-25, "Cancellation"; "Elicitation", completion notifications.
 */
TN_API
tn_status tn_elicitation_ended(const char *message,
                               size_t message_len,
                               struct tn_string *ended,
                               struct tn_error *error);

/**
 * Answers with a whole Answer: `{"ok":…,"data":…,"reason":…}`, by the rule of
 * tn_answer_to_elicit_result.
 *
 * For a resolver, with the `answer` that it was given. The text is copied. Of several calls the
 * last that returned TN_OK counts; one that fails changes nothing.
 *
 * `json`, `json_len`: the JSON text. `error`: receives what went wrong, or NULL.
 *
 * Returns TN_OK, or TN_ERR_NULL_ARGUMENT (answer or json), TN_ERR_INVALID_UTF8,
 * TN_ERR_INVALID_JSON, TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC.
 *
 * Threads: any, one at a time for one answer, while the resolver has not returned.
 *
 * ```c
 * static int32_t resolve(void *user_data, const char *request, size_t len, tn_answer *answer) {
 *     const char *json = ask_the_user(user_data, request, len);
 *     return tn_answer_set(answer, json, TN_NUL_TERMINATED, NULL) == TN_OK ? 0 : 1;
 * }
 * ```
 *
 * Source: the toolnexus Answer.
 */
TN_API
tn_status tn_answer_set(struct tn_answer *answer,
                        const char *json,
                        size_t json_len,
                        struct tn_error *error);

/**
 * Answers that the user accepts, with `data` as the content.
 *
 * `data`, `data_len`: the JSON text, of any type; servers that asked by form want an object. NULL
 * (then the length does not matter), null and false all become `{}`. Everything else is as with
 * tn_answer_set.
 *
 * Returns TN_OK, or TN_ERR_NULL_ARGUMENT (answer), TN_ERR_INVALID_UTF8, TN_ERR_INVALID_JSON,
 * TN_ERR_OUT_OF_MEMORY or TN_ERR_PANIC.
 *
 * Threads: any, one at a time for one answer, while the resolver has not returned.
 *
 * ```c
 * tn_answer_accept(answer, "{\"name\":\"muthu\"}", TN_NUL_TERMINATED, NULL);
 * ```
 *
 * Source: MCP 2025-11-25, "Elicitation", response actions: accept.
 */
TN_API
tn_status tn_answer_accept(struct tn_answer *answer,
                           const char *data,
                           size_t data_len,
                           struct tn_error *error);

/**
 * Answers that the user says no.
 *
 * Returns TN_OK, or TN_ERR_NULL_ARGUMENT (answer) or TN_ERR_PANIC. Of several calls the last counts.
 *
 * Threads: any, one at a time for one answer, while the resolver has not returned.
 *
 * ```c
 * tn_answer_decline(answer);
 * ```
 *
 * Source: MCP 2025-11-25, "Elicitation", response actions: decline.
 */
TN_API
tn_status tn_answer_decline(struct tn_answer *answer);

/**
 * Answers that there is no answer: dismissed, timed out, gone. The same as returning 0 without one.
 *
 * Returns TN_OK, or TN_ERR_NULL_ARGUMENT (answer) or TN_ERR_PANIC. Of several calls the last counts.
 *
 * Threads: any, one at a time for one answer, while the resolver has not returned.
 *
 * ```c
 * tn_answer_cancel(answer);
 * ```
 *
 * Source: MCP 2025-11-25, "Elicitation", response actions: cancel.
 */
TN_API
tn_status tn_answer_cancel(struct tn_answer *answer);

/**
 * Frees a text that this library made, and empties the struct, so that a second call does nothing.
 *
 * `string` may be NULL, and so may its `data`: then nothing happens. The struct itself is the
 * host's. A struct that was copied is freed through one of the copies only.
 *
 * Threads: any; a text may be freed on another thread than the one that got it.
 *
 * ```c
 * tn_string request;
 * if (tn_elicitation_to_request("{}", TN_NUL_TERMINATED, &request, NULL) == TN_OK) {
 *     puts(request.data);
 * }
 * tn_string_free(&request);
 * ```
 */
TN_API void tn_string_free(struct tn_string *string);

/**
 * The client capabilities to send with `initialize`, for a host whose resolver answers `modes`.
 *
 * ```text
 * modes                         text
 * ------------------------------------------------------------------
 * 0                             {}
 * TN_MODE_FORM                  {"elicitation":{}}
 * TN_MODE_URL                   {"elicitation":{"url":{}}}
 * TN_MODE_FORM | TN_MODE_URL    {"elicitation":{"form":{},"url":{}}}
 * ```
 *
 * A host without a resolver passes 0 and so advertises nothing: a promise that would have to be
 * broken is worse. Form mode alone is written in the way that every revision of the protocol reads.
 * Bits that stand for no mode are ignored.
 *
 * Returns a static text that ends with a NUL: never NULL, never to be freed.
 *
 * Threads: any, at any time.
 *
 * ```c
 * printf("\"capabilities\":%s", tn_client_capabilities(TN_MODE_FORM | TN_MODE_URL));
 * ```
 *
 * Source: MCP 2025-11-25, "Elicitation", capabilities; MCP 2025-06-18 for the form that is empty.
 */
TN_API const char *tn_client_capabilities(uint32_t modes);

/**
 * The version of the library that is running, "MAJOR.MINOR.PATCH". The header's own is in
 * TN_VERSION_MAJOR, TN_VERSION_MINOR and TN_VERSION_PATCH.
 *
 * Returns a static text that ends with a NUL: never NULL, never to be freed.
 *
 * Threads: any, at any time.
 *
 * ```c
 * printf("tn_elicit %s\n", tn_version());
 * ```
 *
 * Source: Semantic Versioning 2.0.0.
 */
TN_API const char *tn_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TN_ELICIT_H */
