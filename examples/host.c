/*
 * An MCP host: starts a server, calls one of its tools, answers what the server asks meanwhile, and
 * prints the tool's result (MCP 2025-11-25 or 2026-07-28, over stdio). Made to be copied; C99 and
 * POSIX 2008.
 *
 *     make lib
 *     cc -std=c99 -Iinclude examples/host.c examples/host/[a-z]*.c \
 *         target/release/libtn_elicit.so -Wl,-rpath,$PWD/target/release -o host
 *
 * Here are the conversation with the server, the command line and main. In host/ is what they stand
 * on, a file for an idea. What a host needs tn_elicit for is in reply_to (one message), ask_back
 * (one result), and resolve in host/user.c (one answer). For a host with an event loop, whose user
 * must not hold up the reader, the same in two halves is in host/concurrent.c.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tn_elicit.h>

#include "host/clock.h"
#include "host/concurrent.h"
#include "host/connection.h"
#include "host/descriptors.h"
#include "host/display.h"
#include "host/report.h"
#include "host/signals.h"
#include "host/text.h"
#include "host/user.h"

static const char USAGE[] =
    "Usage: host --tool NAME [--arguments JSON] [CHOICE] [--protocol REVISION] [--concurrent]\n"
    "            [--trace] [--timeout SECONDS] -- SERVER [ARGS...]\n"
    "\n"
    "Starts an MCP server, calls its tool, answers what it asks, and prints the tool's result.\n"
    "\n"
    "CHOICE is how every question of the server's is answered; without one the user is asked, on\n"
    "the terminal:\n"
    "  --accept JSON   accept, with this content\n"
    "  --decline       decline\n"
    "  --cancel        cancel\n"
    "  --fail          the resolver fails; the server gets a cancel\n"
    "  --no-resolver   the server is told that it cannot ask\n"
    "\n"
    "  --arguments JSON   the tool's arguments, an object\n"
    "  --protocol REVISION   of MCP: 2025-11-25, which the server may lower, if not given;\n"
    "                     2026-07-28, in which a server asks in its result; or auto, the newest\n"
    "                     that the server has\n"
    "  --concurrent       ask at once what the server asks at once, up to 1000 questions. Each\n"
    "                     has a number; `2 a {}` or `1 d` answers it, in any order. What the\n"
    "                     server cancels is dropped. Not in 2026-07-28, where a result asks; if\n"
    "                     auto finds that, one question comes after the other\n"
    "  --trace            show each frame on stderr: --> to the server, <-- from it\n"
    "  --timeout SECONDS  how long the server may take for a response, the time that the user\n"
    "                     takes not counted; 60 if not given\n"
    "\n"
    "Exit status: 0 the result came and is no error; 1 it is an error, or the server refused;\n"
    "2 wrong usage; 3 the server could not be started, broke off, or was too slow; 4 the host\n"
    "itself failed.\n";

/* ---- The conversation ------------------------------------------------------------------------ */

/* Up to 2025-11-25 there is a session, in which the server sends requests of its own. From
   2026-07-28 on there is none: each request says who asks, and a result may ask back. */
enum protocol { SESSION, SINGLE_REQUESTS, AUTO };

struct host {
    struct connection connection;
    enum protocol protocol;
    int64_t timeout; /* in milliseconds, for each response */
    int last_id;     /* of the host's own requests */
    char id[16];     /* the same, as JSON */
    uint32_t modes;  /* that the user can be asked in; 0: there is no resolver */
    tn_resolver resolver;
    struct user user;
    struct concurrent *concurrent; /* NULL: one question at a time, by the resolver */
};

/* A text made like printf would, for the caller to free; NULL: there is no memory, which was
   reported. */
static char *made(struct host *h, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = len < 0 ? NULL : malloc((size_t)len + 1);
    if (text == NULL)
        give_up(&h->connection, EXIT_HOST_FAILED, "no memory for a request", NULL);
    else
        vsnprintf(text, (size_t)len + 1, format, args);
    return text;
}

/* Sends a frame of the host's own. */
static bool send_own(struct host *h, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *frame = made(h, format, args);
    va_end(args);
    bool sent = frame != NULL && send_frame(&h->connection, (struct text){frame, strlen(frame)});
    free(frame);
    return sent;
}

static char *params_of(struct host *h, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *params = made(h, format, args);
    va_end(args);
    return params;
}

/* The reply to a server's request, by the library; but a ping is the host's own to answer, as MCP
   says. The reply has the id in compact form. */
static bool send_reply(struct host *h, struct text line, struct text reply) {
    struct text id = member(reply, "id");
    if (is_string(member(line, "method"), "ping") && id.len <= INT_MAX)
        return send_own(h, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{}}", (int)id.len, id.data);
    return send_frame(&h->connection, reply);
}

/* The reply to a line of the server's, if one is due. The resolver waits for the user; with
   --concurrent nothing waits, and what is for the user is answered later. */
static tn_status reply_to(struct host *h, struct text line, tn_string *reply, tn_error *error) {
    if (h->concurrent != NULL)
        return begin_answer(h->concurrent, h->modes, line, reply, error);
    int64_t start = now_in_ms();
    tn_status status =
        tn_server_request_response(h->resolver, &h->user, line.data, line.len, reply, error);
    h->connection.deadline += now_in_ms() - start; /* the user's time is not the server's */
    return status;
}

/* The heart of the host: what to do with a line of the server's. Returns whether it is the response
   to the host's own request with this id. */
static bool handle_line(struct host *h, struct text line, const char *id) {
    if (trim(line).len == 0)
        return false;
    trace(&h->connection, "<-- ", line);
    tn_string reply;
    tn_error error;
    tn_status status = reply_to(h, line, &reply, &error);
    if (status < 0)
        complain("skipped a line of the server's: %s", error.message);
    if (status == TN_RESOLVER_FAILED)
        complain("%s", error.message);
    /* Whatever the status is: if there is a reply, it is for the server. */
    bool failed = reply.data != NULL && !send_reply(h, line, (struct text){reply.data, reply.len});
    tn_string_free(&reply);
    /* No reply is due: it is valid JSON, and no request, so with this id it is a response. */
    return !failed && status == TN_NO_REPLY && equals(member(line, "id"), id);
}

static bool await_response(struct host *h, const char *id, struct text *response) {
    struct connection *c = &h->connection;
    bool has_come = false;
    c->deadline = now_in_ms() + h->timeout;
    do {
        while (!has_come && c->exit_status == 0 && take_line(&c->incoming, response))
            has_come = handle_line(h, *response, id);
        if (h->concurrent != NULL && !has_come)
            attend_user(h->concurrent);
    } while (!has_come && c->exit_status == 0 && exchange(c));
    if (h->concurrent != NULL)
        end_questions(h->concurrent);
    return has_come;
}

/* Sends a request under a new id, and waits for its response. */
static bool request(struct host *h, const char *method, const char *params, struct text *response) {
    snprintf(h->id, sizeof h->id, "%d", ++h->last_id);
    return params != NULL &&
           send_own(h, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":%s}", h->id,
                    method, params) &&
           await_response(h, h->id, response);
}

/* The result of a response, none if it has none; then that was reported. */
static struct text result_of(struct host *h, const char *method, struct text response) {
    struct text result = member(response, "result"), error = member(response, "error");
    if (error.data != NULL && !equals(error, "null")) {
        fprintf(stderr, "host: the server refused %s: ", method);
        put_line(stderr, error, true);
        h->connection.exit_status = EXIT_TOOL_ERROR;
        return (struct text){NULL, 0};
    }
    if (result.data == NULL)
        give_up(&h->connection, EXIT_SERVER_BROKE, "the server sent a response without a result",
                NULL);
    return result;
}

/* Whether this host speaks the revision that the server chose. */
static bool is_known_version(struct text version) {
    static const char *const known[] = {"\"2025-11-25\"", "\"2025-06-18\"", "\"2025-03-26\"",
                                        "\"2024-11-05\""};
    for (size_t at = 0; at < sizeof known / sizeof known[0]; ++at)
        if (equals(version, known[at]))
            return true;
    return false;
}

/* Only what can be kept is promised. */
static const char *capabilities(const struct host *h) { return tn_client_capabilities(h->modes); }

#define CLIENT_INFO "{\"name\":\"tn_elicit-host\",\"version\":\"%s\"}"
/* What each request says from 2026-07-28 on. */
#define META                                                                                       \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","                       \
    "\"io.modelcontextprotocol/clientCapabilities\":%s,"                                           \
    "\"io.modelcontextprotocol/clientInfo\":" CLIENT_INFO "}"

/* Whether the server speaks 2026-07-28. One that does not know the question does not. */
static bool discover(struct host *h) {
    char *params = params_of(h, "{" META "}", capabilities(h), tn_version());
    struct text response = {NULL, 0};
    bool answered = request(h, "server/discover", params, &response);
    free(params);
    return answered &&
           has_element(member(member(response, "result"), "supportedVersions"), "\"2026-07-28\"");
}

static bool initialize(struct host *h) {
    struct text response;
    char *params = params_of(h,
                             "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":%s,"
                             "\"clientInfo\":" CLIENT_INFO "}",
                             capabilities(h), tn_version());
    bool answered = request(h, "initialize", params, &response);
    free(params);
    if (!answered)
        return false;
    struct text result = result_of(h, "initialize", response);
    if (result.data == NULL)
        return false;
    if (!is_known_version(member(result, "protocolVersion")))
        return give_up(&h->connection, EXIT_SERVER_BROKE,
                       "the server speaks a revision of MCP unknown here", NULL);
    return send_own(h, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
}

/* Agrees with the server on a protocol, and starts a session if that has one. */
static bool start_talking(struct host *h) {
    if (h->protocol == AUTO)
        h->protocol = discover(h) ? SINGLE_REQUESTS : SESSION;
    if (h->connection.exit_status != 0)
        return false;
    return h->protocol == SINGLE_REQUESTS || initialize(h);
}

/* Answers what a result asks for: whether the request is to be sent again, with what is in retry
   then. In a session no result asks. */
static bool ask_back(struct host *h, const char *params, struct text result, tn_string *retry) {
    tn_string next;
    tn_error error;
    if (h->protocol == SESSION)
        return false;
    tn_status status = tn_input_required_retry(h->resolver, &h->user, params, TN_NUL_TERMINATED,
                                               result.data, result.len, &next, &error);
    if (status == TN_RESOLVER_FAILED)
        complain("%s", error.message);
    if (status < 0)
        give_up(&h->connection, EXIT_TOOL_ERROR, "the result cannot be answered", error.message);
    tn_string_free(retry); /* params may have been in there */
    *retry = next;
    return retry->data != NULL;
}

/* The result of a call, after as many rounds as the server wants; none if there is none, and then
   that was reported. */
static struct text call(struct host *h, const char *params) {
    enum { ROUNDS = 10 };
    static const struct text none = {NULL, 0};
    struct text response, result = none;
    tn_string retry = {NULL, 0};
    int round = 0;
    do {
        if (round++ > ROUNDS)
            give_up(&h->connection, EXIT_SERVER_BROKE, "the server asks and asks", NULL);
        if (h->connection.exit_status != 0 || !request(h, "tools/call", params, &response))
            result = none;
        else
            result = result_of(h, "tools/call", response);
        if (result.data == NULL || !ask_back(h, params, result, &retry))
            break;
        params = retry.data;
    } while (true);
    tn_string_free(&retry);
    return h->connection.exit_status == 0 ? result : none;
}

/* Both are JSON: the tool's name a string, the arguments an object. */
static bool call_tool(struct host *h, const char *tool, const char *arguments) {
    char *params = h->protocol == SESSION
                       ? params_of(h, "{\"name\":%s,\"arguments\":%s}", tool, arguments)
                       : params_of(h, "{\"name\":%s,\"arguments\":%s," META "}", tool, arguments,
                                   capabilities(h), tn_version());
    struct text result = call(h, params);
    free(params);
    if (result.data == NULL)
        return false;
    put_line(stdout, result, true);
    if (fflush(stdout) != 0)
        return give_up(&h->connection, EXIT_HOST_FAILED, "writing the result", strerror(errno));
    if (equals(member(result, "isError"), "true"))
        h->connection.exit_status = EXIT_TOOL_ERROR;
    return h->connection.exit_status == 0;
}

/* ---- The command line ------------------------------------------------------------------------ */

struct options {
    const char *tool, *arguments, *content;
    enum choice choice;
    bool trace, concurrent;
    enum protocol protocol;
    long timeout; /* in seconds */
    char **server;
};

/* Checks a JSON text of the command line and makes it compact: the newlines of a pretty-printed one
   would break the frame that it becomes part of. The library does both with what a resolver accepts
   with. So the text answers an elicitation that nobody sent, and the content of the reply is it.
   (It could be pasted into an Answer instead; but a text like `1},{"x":2` must not get so far.)
   NULL: it is refused, and that was reported. */
static char *compact(const char *option, const char *json) {
    static const char elicitation[] = "{\"id\":0,\"method\":\"elicitation/create\"}";
    struct user user = {.choice = ACCEPT, .content = json};
    tn_string reply;
    tn_error error;
    tn_status status =
        tn_server_request_response(resolve, &user, elicitation, TN_NUL_TERMINATED, &reply, &error);
    char *copy = NULL;
    if (status == TN_OK) {
        struct text frame = {reply.data, reply.len};
        struct text content = member(member(frame, "result"), "content");
        copy = strndup(content.data, content.len);
    } else {
        complain("%s: %s", option,
                 status == TN_RESOLVER_FAILED ? user.error.message : error.message);
    }
    tn_string_free(&reply);
    return copy;
}

/* A tool's name as a JSON string. A byte that is not UTF-8 makes it none; then compact refuses it.
 */
static char *quote(const char *name) {
    char *quoted = malloc(6 * strlen(name) + 3), *at = quoted;
    if (quoted == NULL)
        return NULL;
    *at++ = '"';
    for (; *name != '\0'; ++name) {
        if (*name == '"' || *name == '\\')
            *at++ = '\\';
        if ((unsigned char)*name < 0x20)
            at += sprintf(at, "\\u%04x", (unsigned)*name);
        else
            *at++ = *name;
    }
    memcpy(at, "\"", 2);
    char *checked = compact("--tool", quoted);
    free(quoted);
    return checked;
}

static bool refuse(const char *what, const char *which) {
    complain("%s%s (see host --help)", what, which);
    return false;
}

static enum choice find_choice(const char *name) {
    static const char *const names[] = {[ACCEPT] = "--accept",
                                        [DECLINE] = "--decline",
                                        [CANCEL] = "--cancel",
                                        [FAIL] = "--fail",
                                        [NO_RESOLVER] = "--no-resolver"};
    for (int choice = ACCEPT; choice <= NO_RESOLVER; ++choice)
        if (strcmp(name, names[choice]) == 0)
            return (enum choice)choice;
    return ASK;
}

static bool set_timeout(struct options *o, const char *seconds) {
    char *end;
    o->timeout = strtol(seconds, &end, 10);
    return (*end == '\0' && o->timeout >= 1 && o->timeout <= 1000000) ||
           refuse("--timeout takes 1 to 1000000 seconds, not ", seconds);
}

static bool set_protocol(struct options *o, const char *revision) {
    static const char *const names[] = {
        [SESSION] = "2025-11-25", [SINGLE_REQUESTS] = "2026-07-28", [AUTO] = "auto"};
    for (int protocol = SESSION; protocol <= AUTO; ++protocol) {
        if (strcmp(revision, names[protocol]) == 0) {
            o->protocol = (enum protocol)protocol;
            return true;
        }
    }
    return refuse("--protocol takes 2025-11-25, 2026-07-28 or auto, not ", revision);
}

static bool parse(struct options *o, int argc, char **argv) {
    int at = 1;
    for (; at < argc && strcmp(argv[at], "--") != 0; ++at) {
        const char *name = argv[at], *value = argv[at + 1];
        enum choice choice = find_choice(name);
        if (choice != ASK && o->choice != ASK)
            return refuse("one choice too many: ", name);
        if (choice != ASK)
            o->choice = choice;
        if (strcmp(name, "--trace") == 0)
            o->trace = true;
        if (strcmp(name, "--concurrent") == 0)
            o->concurrent = true;
        if (strcmp(name, "--trace") == 0 || strcmp(name, "--concurrent") == 0 ||
            (choice != ASK && choice != ACCEPT))
            continue;

        ++at; /* the others have a value */
        if (value == NULL || strcmp(value, "--") == 0)
            return refuse("unknown, or without its value: ", name);
        if (choice == ACCEPT)
            o->content = value;
        else if (strcmp(name, "--tool") == 0)
            o->tool = value;
        else if (strcmp(name, "--arguments") == 0)
            o->arguments = value;
        else if (strcmp(name, "--protocol") == 0 && !set_protocol(o, value))
            return false;
        else if (strcmp(name, "--timeout") == 0 && !set_timeout(o, value))
            return false;
        else if (strcmp(name, "--protocol") != 0 && strcmp(name, "--timeout") != 0)
            return refuse("unknown option ", name);
    }
    if (o->tool == NULL)
        return refuse("--tool is missing", "");
    if (o->concurrent && o->protocol == SINGLE_REQUESTS)
        return refuse("--concurrent: the server sends no requests in 2026-07-28", "");
    if (at + 1 >= argc)
        return refuse("the server is missing, behind --", "");
    o->server = argv + at + 1;
    return true;
}

/* The texts of the command line as the JSON that goes to the server; each is NULL if it was
   refused, and that was reported. */
struct texts {
    char *tool, *arguments, *content;
};

static bool check(const struct options *o, struct texts *texts) {
    texts->tool = quote(o->tool);
    texts->arguments = compact("--arguments", o->arguments);
    texts->content = compact("--accept", o->content);
    if (texts->tool == NULL || texts->arguments == NULL || texts->content == NULL)
        return false;
    /* As what a user accepts with, null and false would do. */
    struct text given = trim((struct text){o->arguments, strlen(o->arguments)});
    return (texts->arguments[0] == '{' && !equals(given, "null") && !equals(given, "false")) ||
           refuse("--arguments: not an object", "");
}

/* Returns the exit status. */
static int run(struct host *h, char **server, const struct texts *texts) {
    struct connection *c = &h->connection;
    c->exit_status = start_server(&c->server, server);
    if (c->exit_status == 0 && start_talking(h))
        call_tool(h, texts->tool, texts->arguments);
    close_connection(c);
    return c->exit_status;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--help") == 0)
        return fputs(USAGE, stdout) < 0 ? EXIT_HOST_FAILED : 0;
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
    if (!fill_standard_descriptors() || !catch_signals()) {
        complain("cannot start: %s", strerror(errno));
        return EXIT_HOST_FAILED;
    }
    struct options o = {.arguments = "{}", .content = "{}", .timeout = 60};
    struct texts texts = {NULL, NULL, NULL};
    struct host h = {.connection.server = {.to = -1, .from = -1, .log = -1},
                     .connection.user = -1,
                     .user.terminal.in = -1};
    struct concurrent concurrent = {.connection = &h.connection, .user = &h.user};
    int exit_status = EXIT_USAGE;
    if (parse(&o, argc, argv) && check(&o, &texts)) {
        h.user.choice = o.choice;
        h.user.content = texts.content;
        h.modes = o.choice == NO_RESOLVER ? 0 : TN_MODE_FORM | TN_MODE_URL;
        h.resolver = o.choice == NO_RESOLVER ? NULL : resolve;
        h.concurrent = o.concurrent ? &concurrent : NULL;
        h.timeout = (int64_t)o.timeout * 1000;
        h.connection.trace = o.trace;
        h.protocol = o.protocol;
        if (o.choice != ASK || open_terminal(&h.user.terminal))
            exit_status = run(&h, o.server, &texts);
        else
            refuse("there is no terminal to ask the user on: use --accept, --decline, --cancel, ",
                   "--fail or --no-resolver");
    }
    free(texts.tool);
    free(texts.arguments);
    free(texts.content);
    close_terminal(&h.user.terminal);
    if (h.connection.signal != 0) {
        signal(h.connection.signal, SIG_DFL);
        raise(h.connection.signal);
    }
    return exit_status;
}
