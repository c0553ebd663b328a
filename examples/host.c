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
 * on, a file for an idea. What a host needs tn_elicit for is in take_message (a message of the
 * server's), deliver (an answer of the user's) and end_by_server (a question that is over), all in
 * host/asking.c, and here in answer_result (MCP 2026-07-28) and visit (error -32042).
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tn_elicit.h>

#include "host/answer.h"
#include "host/asking.h"
#include "host/clock.h"
#include "host/connection.h"
#include "host/descriptors.h"
#include "host/display.h"
#include "host/format.h"
#include "host/report.h"
#include "host/signals.h"
#include "host/text.h"

static const char USAGE[] =
    "Usage: host --tool NAME [--arguments JSON] [CHOICE] [--protocol REVISION] [--concurrent]\n"
    "            [--trace] [--timeout SECONDS] -- SERVER [ARGS...]\n"
    "\n"
    "Starts an MCP server, calls its tool, answers what it asks, and prints the tool's result.\n"
    "\n"
    "CHOICE is how every question of the server's is answered; without one the user is asked, on\n"
    "the terminal, one question after the other:\n"
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
    "                     server cancels is dropped\n"
    "  --trace            show each frame on stderr: --> to the server, <-- from it\n"
    "  --timeout SECONDS  how long the server may take for a response, the time that the user\n"
    "                     takes not counted; 60 if not given\n"
    "\n"
    "Where the server wants an address visited first (its error -32042) the call is sent again "
    "when\n"
    "the server says that it was, or the user; a CHOICE waits for the server.\n"
    "\n"
    "Exit status: 0 the result came and is no error; 1 it is an error or of no known type, the\n"
    "server refused, or the user refused to visit an address; 2 wrong usage; 3 the server could "
    "not be started, broke off, or was too slow; 4 the host\n"
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
    uint32_t modes;  /* that the user can be asked in; 0: they cannot */
    struct asking asking;
};

/* For the caller to free; NULL: there is no memory, which was reported. */
static char *made(struct host *h, const char *pattern, va_list args) {
    char *text = vformat(pattern, args);
    if (text == NULL)
        give_up(&h->connection, EXIT_HOST_FAILED, "no memory for a request", NULL);
    return text;
}

/* Sends a frame of the host's own. */
static bool send_own(struct host *h, const char *pattern, ...) {
    va_list args;
    va_start(args, pattern);
    char *frame = made(h, pattern, args);
    va_end(args);
    bool sent = frame != NULL && send_frame(&h->connection, (struct text){frame, strlen(frame)});
    free(frame);
    return sent;
}

static char *params_of(struct host *h, const char *pattern, ...) {
    va_list args;
    va_start(args, pattern);
    char *params = made(h, pattern, args);
    va_end(args);
    return params;
}

/* The heart of the host: what to do with a line of the server's. Returns whether it is the response
   to the host's own request with this id. */
static bool handle_line(struct host *h, struct text line, const char *id) {
    if (trim(line).len == 0)
        return false;
    trace(&h->connection, "<-- ", line);
    tn_string reply;
    tn_error error;
    tn_status status = take_message(&h->asking, h->modes, line, &reply, &error);
    if (status < 0)
        complain("skipped a line of the server's: %s", error.message);
    /* Whatever the status is: if there is a reply, it is for the server. */
    if (reply.data != NULL)
        send_frame(&h->connection, (struct text){reply.data, reply.len});
    tn_string_free(&reply);
    /* No reply is due: it is valid JSON, and no request, so with this id it is a response. */
    return status == TN_NO_REPLY && id != NULL && equals(member(line, "id"), id);
}

/* Does what there is to do, without waiting. Returns whether the response has come. */
static bool serve(struct host *h, const char *id, struct text *response) {
    struct connection *c = &h->connection;
    while (c->exit_status == 0 && take_line(&c->incoming, response))
        if (handle_line(h, *response, id))
            return true;
    if (c->exit_status == 0)
        attend_user(&h->asking);
    return false;
}

static bool await_response(struct host *h, const char *id, struct text *response) {
    struct connection *c = &h->connection;
    bool has_come;
    c->deadline = now_in_ms() + h->timeout;
    do {
        has_come = serve(h, id, response);
    } while (!has_come && c->exit_status == 0 && exchange(c));
    end_questions(&h->asking);
    return has_come;
}

/* Between two calls: waits until nothing holds up the next one. */
static bool await_user(struct host *h) {
    struct connection *c = &h->connection;
    struct text response;
    c->deadline = now_in_ms() + h->timeout;
    do {
        serve(h, NULL, &response);
    } while (c->exit_status == 0 && is_call_held(&h->asking) && exchange(c));
    if (c->exit_status != 0)
        end_questions(&h->asking);
    return c->exit_status == 0;
}

/* Sends a request under a new id, and waits for its response. */
static bool request(struct host *h, const char *method, const char *params, struct text *response) {
    char id[16];
    snprintf(id, sizeof id, "%d", ++h->last_id);
    return params != NULL &&
           send_own(h, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":%s}", id,
                    method, params) &&
           await_response(h, id, response);
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
    struct text versions = member(member(response, "result"), "supportedVersions"), version;
    while (answered && next_element(&versions, &version))
        if (equals(version, "\"2026-07-28\""))
            return true;
    return false;
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

/* The params to send the call with again, because its result asks (2026-07-28); none if it is
   final, or cannot be answered, and then that was reported. A server that says what type its result
   has means the rules of that revision, whichever was agreed on. */
static tn_string answer_result(struct host *h, const char *params, struct text result) {
    tn_string requests, retry = {NULL, 0};
    tn_error error;
    tn_status status =
        tn_input_required_begin(h->modes, result.data, result.len, &requests, &error);
    if (status < 0)
        give_up(&h->connection, EXIT_TOOL_ERROR, "the result cannot be used", error.message);
    if (status != TN_OK)
        return retry;
    struct text asked = {requests.data, requests.len}, key, request;
    struct text rest = member(asked, "requests"), others = member(asked, "others");
    char *kept = strndup(result.data, result.len); /* the next line takes its place */
    if (!equals(others, "{}"))
        give_up(&h->connection, EXIT_TOOL_ERROR, "the result cannot be used",
                "it asks for a kind of input that was not advertised");
    else if (kept == NULL)
        give_up(&h->connection, EXIT_HOST_FAILED, "no memory for a result", NULL);
    while (h->connection.exit_status == 0 && next_member(&rest, &key, &request))
        ask(&h->asking, &(struct question){.source = IN_RESULT, .request = request, .origin = key});
    tn_string_free(&requests);
    if (h->connection.exit_status == 0 && await_user(h)) {
        struct text answers = take_answers(&h->asking);
        if (tn_input_required_finish(params, TN_NUL_TERMINATED, kept, result.len, answers.data,
                                     answers.len, &retry, &error) < 0)
            give_up(&h->connection, EXIT_HOST_FAILED, "no retry", error.message);
    }
    free(kept);
    return retry;
}

/* Whether the call is to be sent again, because its error wanted addresses visited (-32042), and
   they were. */
static bool visit(struct host *h, struct text response) {
    tn_string requests;
    tn_error error;
    tn_status status = tn_url_elicitations(response.data, response.len, &requests, &error);
    if (status < 0)
        complain("what the server wants visited cannot be shown: %s", error.message);
    if (status != TN_OK || h->modes == 0) {
        tn_string_free(&requests);
        return false;
    }
    struct text rest = {requests.data, requests.len}, request;
    while (h->asking.refusal == NULL && next_element(&rest, &request))
        ask(&h->asking, &(struct question){.source = IN_ERROR, .request = request});
    tn_string_free(&requests);
    if (!await_user(h))
        return false;
    return h->asking.refusal == NULL ||
           give_up(&h->connection, EXIT_TOOL_ERROR,
                   "the call is not sent again, because its address was not visited",
                   h->asking.refusal);
}

/* The result of a call, after as many rounds as the server wants; none if there is none, and then
   that was reported. */
static struct text call(struct host *h, const char *params) {
    enum { ROUNDS = 10 };
    static const struct text none = {NULL, 0};
    struct connection *c = &h->connection;
    struct text response, result = none;
    tn_string retry = {NULL, 0};
    for (int round = 0; c->exit_status == 0 && result.data == NULL; ++round) {
        if (round > ROUNDS)
            give_up(c, EXIT_SERVER_BROKE, "the server asks and asks", NULL);
        else if (request(h, "tools/call", params, &response) && !visit(h, response) &&
                 c->exit_status == 0)
            result = result_of(h, "tools/call", response);
        if (result.data == NULL)
            continue;
        tn_string next = answer_result(h, params, result);
        if (next.data == NULL)
            break;
        tn_string_free(&retry); /* the params were in there */
        retry = next;
        params = retry.data;
        result = none;
    }
    tn_string_free(&retry);
    return c->exit_status == 0 ? result : none;
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

/* What compact or accept_with has made of an option's text; NULL: it was refused, and that is
   reported. */
static char *checked(const char *option, char *text, const tn_error *error) {
    if (text == NULL)
        complain("%s: %s", option, error->message);
    return text;
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
    tn_error error;
    char *name_json = compact((struct text){quoted, strlen(quoted)}, &error);
    free(quoted);
    return checked("--tool", name_json, &error);
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
    if (at + 1 >= argc)
        return refuse("the server is missing, behind --", "");
    o->server = argv + at + 1;
    return true;
}

/* The texts of the command line as the JSON that goes to the server; each is NULL if it was
   refused, and that was reported. */
struct texts {
    char *tool, *arguments, *accept;
};

static bool check(const struct options *o, struct texts *texts) {
    texts->tool = quote(o->tool);
    struct text arguments = {o->arguments, strlen(o->arguments)}, given = trim(arguments);
    struct text content = {o->content, strlen(o->content)};
    tn_error error;
    texts->arguments = checked("--arguments", compact(arguments, &error), &error);
    texts->accept = checked("--accept", accept_with(content, &error), &error);
    if (texts->tool == NULL || texts->arguments == NULL || texts->accept == NULL)
        return false;
    /* As what a user accepts with, null and false would do. */
    return (texts->arguments[0] == '{' && !equals(given, "null") && !equals(given, "false")) ||
           refuse("--arguments: not an object", "");
}

/* A command line as one would type it; NULL: there is no memory. */
static char *join(char **words) {
    char *line = format("%s", words[0]);
    for (size_t at = 1; line != NULL && words[at] != NULL; ++at) {
        char *longer = format("%s %s", line, words[at]);
        free(line);
        line = longer;
    }
    return line;
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
                     .asking.terminal.in = -1};
    struct asking *a = &h.asking;
    char *asker = NULL;
    int exit_status = EXIT_USAGE;
    if (parse(&o, argc, argv) && check(&o, &texts)) {
        a->connection = &h.connection;
        a->choice = o.choice;
        a->accept = texts.accept;
        a->dialogue.is_numbered = o.concurrent;
        a->dialogue.asker = asker = join(o.server);
        h.modes = o.choice == NO_RESOLVER ? 0 : TN_MODE_FORM | TN_MODE_URL;
        h.timeout = (int64_t)o.timeout * 1000;
        h.connection.trace = o.trace;
        h.protocol = o.protocol;
        if (asker == NULL)
            complain("no memory");
        else if (o.choice != ASK || open_terminal(&a->terminal))
            exit_status = run(&h, o.server, &texts);
        else
            refuse("there is no terminal to ask the user on: use --accept, --decline, --cancel, ",
                   "--fail or --no-resolver");
    }
    free(texts.tool);
    free(texts.arguments);
    free(texts.accept);
    free(asker);
    free(a->answers.data);
    close_terminal(&a->terminal);
    if (h.connection.signal != 0) {
        signal(h.connection.signal, SIG_DFL);
        raise(h.connection.signal);
    }
    return exit_status;
}
