/*
 * An MCP host: starts a server, calls one of its tools, answers what the server asks meanwhile, and
 * prints the tool's result (MCP 2025-11-25 or 2026-07-28, over stdio). Made to be copied; C99 and
 * POSIX 2008.
 *
 *     make lib
 *     cc -std=c99 -Iinclude examples/host.c target/release/libtn_elicit.so \
 *         -Wl,-rpath,$PWD/target/release -o host
 *
 * The file in order: reading JSON, showing the server's text, signals, the user and the resolver,
 * the server's process, the connection, the conversation, the command line. What a host needs
 * tn_elicit for is in resolve (one answer), handle_line (one message) and ask_back (one result).
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <tn_elicit.h>

extern char **environ;

enum { EXIT_TOOL_ERROR = 1, EXIT_USAGE = 2, EXIT_SERVER_BROKE = 3, EXIT_HOST_FAILED = 4 };

static const char USAGE[] =
    "Usage: host --tool NAME [--arguments JSON] [CHOICE] [--protocol REVISION] [--trace]\n"
    "            [--timeout SECONDS] -- SERVER [ARGS...]\n"
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
    "  --trace            show each frame on stderr: --> to the server, <-- from it\n"
    "  --timeout SECONDS  how long the server may take for a response, the time that the user\n"
    "                     takes not counted; 60 if not given\n"
    "\n"
    "Exit status: 0 the result came and is no error; 1 it is an error, or the server refused;\n"
    "2 wrong usage; 3 the server could not be started, broke off, or was too slow; 4 the host\n"
    "itself failed.\n";

static void complain(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("host: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

static int64_t now_in_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- Reading JSON -------------------------------------------------------------------------------
 * A host with a JSON library uses that. This one needs single members of texts that tn_elicit has
 * already found to be valid, and for those these few lines are enough. */

/* Somebody else's text, without a NUL behind it. */
struct text {
    const char *data; /* NULL: there is none */
    size_t len;
};

/* No text equals none. */
static bool equals(struct text text, const char *other) {
    return text.data != NULL && text.len == strlen(other) &&
           memcmp(text.data, other, text.len) == 0;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static struct text trim(struct text text) {
    for (; text.len > 0 && is_space(text.data[text.len - 1]); --text.len)
        continue;
    for (; text.len > 0 && is_space(text.data[0]); --text.len)
        ++text.data;
    return text;
}

/* The skippers need no end: in valid JSON a quote stands behind a string, a bracket behind all
   values that are inside of another, and white space has something behind it. */
static const char *skip_space(const char *at) {
    while (is_space(*at))
        ++at;
    return at;
}

static const char *skip_string(const char *at) {
    for (++at; *at != '"'; ++at)
        if (*at == '\\')
            ++at;
    return at + 1;
}

/* Of a value in an object or an array. It counts brackets instead of calling itself, because a
   server may nest as deep as it likes. */
static const char *skip_value(const char *at) {
    for (size_t depth = 0;;) {
        if (depth == 0 && (*at == ',' || *at == '}' || *at == ']'))
            return at;
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        at = *at == '"' ? skip_string(at) : at + 1;
    }
}

/* The value of an object's member; none if it is not there, or the text is no object. Of duplicates
   the last counts. Names are compared as they are written: no server escapes those read here. */
static struct text member(struct text json, const char *name) {
    struct text found = {NULL, 0};
    if (json.data == NULL)
        return found;
    bool has_mark = json.len >= 3 && memcmp(json.data, "\xef\xbb\xbf", 3) == 0;
    const char *at = skip_space(json.data + (has_mark ? 3 : 0));
    if (*at != '{' || *(at = skip_space(at + 1)) == '}')
        return found;
    for (;; at = skip_space(at + 1)) {
        struct text key = {at + 1, (size_t)(skip_string(at) - at) - 2};
        const char *value = skip_space(skip_space(skip_string(at)) + 1);
        at = skip_value(value);
        if (equals(key, name))
            found = trim((struct text){value, (size_t)(at - value)});
        if (*at == '}')
            return found;
    }
}

/* Whether a value is an array that has this element. */
static bool has_element(struct text json, const char *wanted) {
    if (json.data == NULL || *json.data != '[')
        return false;
    for (const char *at = skip_space(json.data + 1); *at != ']';) {
        const char *end = skip_value(at);
        if (equals(trim((struct text){at, (size_t)(end - at)}), wanted))
            return true;
        at = *end == ',' ? skip_space(end + 1) : end;
    }
    return false;
}

/* ---- Showing the server's text ------------------------------------------------------------------
 * The server's words are not to be trusted: they must not drive the terminal, reorder or hide what
 * stands there, or pass for the host's own words. */

/* What take_utf8 gives for a byte that is not UTF-8: this, and the byte. */
#define NO_UTF8 0x80000000U

/* Takes the first code point off a text that is not empty. */
static uint32_t take_utf8(struct text *text) {
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text->data;
    unsigned char lead = bytes[0];
    size_t more = lead < 0xc0 ? 0U : lead < 0xe0 ? 1U : lead < 0xf0 ? 2U : 3U;
    uint32_t code = more == 0 ? lead : lead & (0x3fU >> more);
    bool valid = (lead < 0x80 || lead >= 0xc0) && lead < 0xf8 && more < text->len;
    for (size_t at = 1; valid && at <= more; ++at) {
        valid = (bytes[at] & 0xc0) == 0x80;
        code = code << 6 | (bytes[at] & 0x3fU);
    }
    if (!valid || code < least[more] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
        code = NO_UTF8 | lead;
        more = 0;
    }
    text->data += more + 1;
    text->len -= more + 1;
    return code;
}

static uint32_t hex4(const char *digits) {
    uint32_t value = 0;
    for (int at = 0; at < 4; ++at) {
        char c = digits[at];
        value = value << 4 | (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return value;
}

/* Takes the first character off the inside of a JSON string and decodes it if it is an escape. */
static uint32_t take_decoded(struct text *string) {
    static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
    if (string->data[0] != '\\')
        return take_utf8(string);
    char letter = string->data[1];
    size_t len = 2;
    uint32_t code = (unsigned char)letter;
    const char *known = strchr(letters, letter);
    if (known != NULL) {
        code = (unsigned char)meanings[known - letters];
    } else if (letter == 'u') {
        len = 6;
        code = hex4(string->data + 2);
        /* A Request has surrogates in pairs only: the library sees to that. */
        if (code >= 0xd800 && code < 0xdc00) {
            len = 12;
            code = 0x10000 + ((code - 0xd800) << 10) + (hex4(string->data + 8) - 0xdc00);
        }
    }
    string->data += len;
    string->len -= len;
    return code;
}

/* C0, DEL and C1 drive a terminal; the others reorder text, end lines, or are not seen. (What joins
   letters, U+200C and U+200D, is not seen either, but whole scripts need it.) */
static bool is_harmless(uint32_t code) {
    static const struct {
        uint32_t first, last;
    } harmful[] = {{0, 0x1f},          {0x7f, 0x9f},         {0xad, 0xad},
                   {0x34f, 0x34f},     {0x61c, 0x61c},       {0x115f, 0x1160},
                   {0x180e, 0x180e},   {0x200b, 0x200b},     {0x200e, 0x200f},
                   {0x2028, 0x202e},   {0x2060, 0x206f},     {0x3164, 0x3164},
                   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},     {0xfff9, 0xfffb},
                   {0xe0000, 0xe0fff}, {NO_UTF8, UINT32_MAX}};
    for (size_t at = 0; at < sizeof harmful / sizeof harmful[0]; ++at)
        if (code >= harmful[at].first && code <= harmful[at].last)
            return false;
    return true;
}

/* Both return how many columns it takes, at most. */
static int put_escape(FILE *out, uint32_t code) {
    if (code >= NO_UTF8)
        return fprintf(out, "\\x%02x", (unsigned)(code - NO_UTF8));
    return fprintf(out, code > 0xffff ? "\\U%08x" : "\\u%04x", (unsigned)code);
}

static int put_code_point(FILE *out, uint32_t code) {
    if (!is_harmless(code))
        return put_escape(out, code);
    if (code < 0x80) {
        fputc((int)code, out);
        return 1;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    fputc((int)((0xf00U >> (more + 1) & 0xf0) | code >> 6 * more), out);
    while (more-- > 0)
        fputc((int)(0x80 | (code >> 6 * more & 0x3f)), out);
    return 2;
}

/* One line of text, as it is but for what is not harmless. In valid JSON that leaves valid JSON if
   spaces stand for tabs and carriage returns, which can only be white space there. */
static void put_line(FILE *out, struct text text, bool spaces_for_controls) {
    while (text.len > 0) {
        uint32_t code = take_utf8(&text);
        put_code_point(out, spaces_for_controls && code < 0x20 ? ' ' : code);
    }
    fputc('\n', out);
}

/* A JSON value for people: a string decoded, anything else as JSON. Rows have a margin and are
   shorter than a screen is wide, so that nothing in them can look like a line of the host's. An
   address stays on one line, to be copied, and all of it that is not printable ASCII is an escape,
   because letters of other scripts can look like those of a name that the user trusts. */
static void show(FILE *out, struct text json, bool is_address) {
    static const char margin[] = "  | ";
    enum { WIDTH = 64 };
    bool is_string = json.len >= 2 && json.data[0] == '"';
    if (is_string)
        json = (struct text){json.data + 1, json.len - 2};
    int column = 0;
    fputs(margin, out);
    while (json.len > 0) {
        uint32_t code = is_string ? take_decoded(&json) : take_utf8(&json);
        if (is_address) {
            (code > 0x20 && code < 0x7f ? put_code_point : put_escape)(out, code);
            continue;
        }
        if (code == '\n' || column >= WIDTH) {
            fprintf(out, "\n%s", margin);
            column = 0;
        }
        if (code != '\n')
            column += put_code_point(out, code == '\t' ? ' ' : code);
    }
    fputc('\n', out);
}

/* ---- Signals ------------------------------------------------------------------------------------
 */

/* A signal only writes its number here, so that poll, which waits for it, cannot miss it. */
static int signals[2];

static void on_signal(int number) {
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    ssize_t ignored = write(signals[1], &byte, 1);
    (void)ignored;
    errno = saved;
}

/* ---- The user and the resolver --------------------------------------------------------------- */

enum choice { ASK, ACCEPT, DECLINE, CANCEL, FAIL, NO_RESOLVER };

/* What the resolver needs to know; it gets its address as user_data. */
struct user {
    enum choice choice;
    const char *content; /* for ACCEPT: JSON */
    tn_error error;      /* for ACCEPT: why the content was refused */
    FILE *in, *out;      /* for ASK: the terminal */
    char *line;          /* what was read last */
    size_t capacity;
};

/* Standard input and output may be a file or a pipe; the user is at the terminal. */
static bool open_terminal(struct user *user) {
    int in = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
    int out = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC);
    user->in = in < 0 ? NULL : fdopen(in, "r");
    user->out = out < 0 ? NULL : fdopen(out, "w");
    return user->in != NULL && user->out != NULL;
}

static void close_user(struct user *user) {
    if (user->in != NULL)
        fclose(user->in);
    if (user->out != NULL)
        fclose(user->out);
    free(user->line);
}

/* Whether there is something to read; false if a signal comes first. */
static bool wait_for_user(struct user *user) {
    struct pollfd fds[] = {{.fd = fileno(user->in), .events = POLLIN},
                           {.fd = signals[0], .events = POLLIN}};
    while (poll(fds, 2, -1) < 0)
        if (errno != EINTR)
            return false;
    return fds[1].revents == 0;
}

/* One line without the space around it; none at the end of input, or when a signal comes. */
static struct text read_line(struct user *user, const char *question) {
    fputs(question, user->out);
    fflush(user->out);
    ssize_t len = !wait_for_user(user) ? -1 : getline(&user->line, &user->capacity, user->in);
    if (len < 0) {
        clearerr(user->in);
        fputc('\n', user->out);
        fflush(user->out);
        return (struct text){NULL, 0};
    }
    return trim((struct text){user->line, (size_t)len});
}

static void show_request(FILE *out, struct text request, bool is_form) {
    fprintf(out, "\nThe server asks %s. These are its words:\n",
            is_form ? "for data" : "you to open an address");
    show(out, member(request, "prompt"), false);
    struct text url = member(request, "url"), schema = member(member(request, "data"), "schema");
    if (url.data != NULL) {
        fputs("The whole address, from the server; the host does not open it:\n", out);
        show(out, url, true);
    }
    if (schema.data != NULL) {
        fputs("It wants JSON that fits this schema, also the server's:\n", out);
        show(out, schema, false);
    }
}

/* The user is gone. A whole Answer, as a host has it whose answers come as JSON from elsewhere. */
static int32_t answer_for_nobody(tn_answer *answer) {
    static const char cancelled[] = "{\"ok\":false,\"reason\":\"cancelled\"}";
    return tn_answer_set(answer, cancelled, sizeof cancelled - 1, NULL);
}

static int32_t ask_for_content(struct user *user, tn_answer *answer) {
    for (;;) {
        struct text line = read_line(user, "Your answer, JSON on one line (empty: {}): ");
        if (line.data == NULL)
            return answer_for_nobody(answer);
        if (line.len == 0)
            return tn_answer_accept(answer, NULL, 0, NULL);
        tn_error error;
        if (tn_answer_accept(answer, line.data, line.len, &error) == TN_OK)
            return 0;
        fprintf(user->out, "That cannot be sent: %s\n", error.message);
        if (line.len >= 4095)
            fputs("(A terminal passes on 4095 bytes of a line; --accept takes more.)\n", user->out);
    }
}

static int32_t ask(struct user *user, struct text request, tn_answer *answer) {
    bool is_form = !equals(member(request, "kind"), "\"authorization\"");
    /* What was typed before the question is there does not answer it. */
    tcflush(fileno(user->in), TCIFLUSH);
    show_request(user->out, request, is_form);
    for (;;) {
        struct text line = read_line(user, "[a]ccept, [d]ecline or [c]ancel? ");
        if (line.data == NULL)
            return answer_for_nobody(answer);
        if (equals(line, "a"))
            return is_form ? ask_for_content(user, answer)
                           : tn_answer_accept(answer, NULL, 0, NULL);
        if (equals(line, "d"))
            return tn_answer_decline(answer);
        if (equals(line, "c"))
            return tn_answer_cancel(answer);
    }
}

/* The resolver. It runs inside tn_server_request_response and does not touch the connection. It may
   block, here for as long as the user thinks, because this host has nothing else to do meanwhile;
   a host with an event loop must not block its loop here. A status that is not TN_OK is a failure
   of the resolver, too, and then the server gets a cancel. */
static int32_t resolve(void *user_data, const char *request, size_t len, tn_answer *answer) {
    struct user *user = user_data;
    switch (user->choice) {
    case ASK:
        return ask(user, (struct text){request, len}, answer);
    case ACCEPT:
        return tn_answer_accept(answer, user->content, TN_NUL_TERMINATED, &user->error);
    case DECLINE:
        return tn_answer_decline(answer);
    case CANCEL:
        return tn_answer_cancel(answer);
    default:
        return 1; /* FAIL */
    }
}

/* ---- The server's process -------------------------------------------------------------------- */

/* How long the server gets to end after its input was closed, and again after SIGTERM. */
enum { GRACE_IN_MS = 2000 };

/* Bytes on their way: from data + start to data + end. */
struct buffer {
    char *data;
    size_t start, end, capacity;
};

/* Up to 2025-11-25 there is a session, in which the server sends requests of its own. From
   2026-07-28 on there is none: each request says who asks, and a result may ask back. */
enum protocol { SESSION, SINGLE_REQUESTS, AUTO };

struct connection {
    pid_t pid;
    int to, from, log; /* the server's standard input, output and error; -1: closed */
    struct buffer outgoing, incoming;
    char log_line[4096];
    size_t log_len;
    size_t searched;  /* bytes of incoming that hold no newline */
    int64_t timeout;  /* in milliseconds, for each response */
    int64_t deadline; /* of the response that is awaited now */
    bool trace;
    enum protocol protocol;
    int last_id;     /* of the host's own requests */
    char id[16];     /* the same, as JSON */
    int exit_status; /* once it has failed */
    int signal;      /* that is to end the host, or 0 */
    tn_resolver resolver;
    struct user *user;
};

/* Says what broke the connection, and what the host will exit with. Returns false. */
static bool give_up(struct connection *c, int exit_status, const char *what, const char *why) {
    complain("%s%s%s", what, why == NULL ? "" : ": ", why == NULL ? "" : why);
    c->exit_status = exit_status;
    return false;
}

/* Neither end gets into the child by itself. (A host with threads that start processes needs pipe2,
   which does both at once.) */
static bool open_pipe(int ends[2]) {
    return pipe(ends) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

static bool make_non_blocking(int fd) {
    return fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) == 0;
}

/* Ctrl-C and the like end the server, too: they are caught, unless they were ignored on purpose. */
static bool prepare_process(void) {
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
    /* Where the three standard descriptors are not open, a pipe must not take their place. */
    int fd;
    do {
        fd = open("/dev/null", O_RDWR);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd < 0 || close(fd) != 0 || !open_pipe(signals) || !make_non_blocking(signals[1]))
        return false;
    struct sigaction action = {.sa_handler = on_signal}, old;
    for (size_t at = 0; at < sizeof caught / sizeof caught[0]; ++at)
        if (sigaction(caught[at], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(caught[at], &action, NULL);
    /* Writing to a server that is gone is an error like any other. */
    signal(SIGPIPE, SIG_IGN);
    return true;
}

/* Returns 0, or what went wrong, as an errno. */
static int spawn(pid_t *pid, char **command, int input, int output, int log) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE); /* what is ignored here would be ignored there */
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0)
        return failure;
    if ((failure = posix_spawnattr_init(&attributes)) == 0) {
        /* A process group of its own: what the server started is ended with it, and neither reads
           what the user types at the terminal. */
        if ((failure = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)) == 0 &&
            (failure = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)) == 0 &&
            (failure = posix_spawn_file_actions_adddup2(&actions, log, STDERR_FILENO)) == 0 &&
            (failure = posix_spawnattr_setsigdefault(&attributes, &defaults)) == 0 &&
            (failure = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF |
                                                                 POSIX_SPAWN_SETPGROUP)) == 0)
            failure = posix_spawnp(pid, command[0], &actions, &attributes, command, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

static bool start_server(struct connection *c, char **command) {
    int input[2], output[2], log[2];
    if (!open_pipe(input) || !open_pipe(output) || !open_pipe(log) ||
        !make_non_blocking(input[1]) || !make_non_blocking(output[0]) || !make_non_blocking(log[0]))
        return give_up(c, EXIT_HOST_FAILED, "no pipe to the server", strerror(errno));
    c->to = input[1];
    c->from = output[0];
    c->log = log[0];
    int failure = spawn(&c->pid, command, input[0], output[1], log[1]);
    close(input[0]);
    close(output[1]);
    close(log[1]);
    if (failure != 0) {
        c->pid = 0;
        return give_up(c, EXIT_SERVER_BROKE, command[0], strerror(failure));
    }
    return true;
}

static void show_log(struct text line) {
    fputs("server: ", stderr);
    put_line(stderr, line, true);
}

/* Shows what the server says on its standard error, by line. It has a pipe of its own for that:
   what it shared with the host it could make non-blocking, as Node does, and then the host would
   lose its own words; and on the terminal itself it could show what it liked. */
static void read_log(struct connection *c) {
    ssize_t count = read(c->log, c->log_line + c->log_len, sizeof c->log_line - c->log_len);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0) {
        if (c->log_len > 0)
            show_log((struct text){c->log_line, c->log_len});
        c->log_len = 0;
        close(c->log);
        c->log = -1;
        return;
    }
    size_t end = c->log_len + (size_t)count, start = 0;
    char *newline;
    while ((newline = memchr(c->log_line + start, '\n', end - start)) != NULL) {
        show_log((struct text){c->log_line + start, (size_t)(newline - c->log_line) - start});
        start = (size_t)(newline - c->log_line) + 1;
    }
    if (start == 0 && end == sizeof c->log_line) {
        show_log((struct text){c->log_line, end}); /* too long for one line */
        start = end;
    }
    c->log_len = end - start;
    memmove(c->log_line, c->log_line + start, c->log_len);
}

/* Whether the server ends within the grace period. What it still writes is read, or it could not.
   Its process is not reaped yet, so that its number stays its own. */
static bool server_ends(struct connection *c) {
    char unread[4096];
    int64_t deadline = now_in_ms() + GRACE_IN_MS;
    do {
        siginfo_t info = {.si_pid = 0};
        if (waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid != 0)
            return true;
        struct pollfd outputs[] = {{.fd = c->from, .events = POLLIN},
                                   {.fd = c->log, .events = POLLIN}};
        if (poll(outputs, 2, 10) <= 0)
            continue;
        if (outputs[1].revents != 0)
            read_log(c);
        if (outputs[0].revents != 0 && read(c->from, unread, sizeof unread) == 0) {
            close(c->from);
            c->from = -1;
        }
    } while (now_in_ms() < deadline);
    return false;
}

/* Its group, and itself should it have left that. */
static void signal_server(const struct connection *c, int number) {
    kill(-c->pid, number);
    kill(c->pid, number);
}

/* As MCP says: close its input, wait, SIGTERM, wait, SIGKILL. Nothing of it is left afterwards. */
static void stop_server(struct connection *c) {
    if (c->to >= 0)
        close(c->to);
    if (c->pid > 0) {
        bool by_itself = server_ends(c);
        if (!by_itself) {
            complain("the server does not end by itself");
            signal_server(c, SIGTERM);
            server_ends(c);
        }
        signal_server(c, SIGKILL); /* what is left, also of what it started */
        int status = 0;
        while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
            continue;
        if (by_itself && WIFSIGNALED(status))
            complain("the server was killed by signal %d", WTERMSIG(status));
        else if (by_itself && WEXITSTATUS(status) != 0)
            complain("the server exited with status %d", WEXITSTATUS(status));
    }
    /* What is left in the pipe, and no more: others may still have its other end. */
    struct pollfd log = {.fd = c->log, .events = POLLIN};
    for (int rest = 64 * 1024; rest > 0 && poll(&log, 1, 0) > 0; rest -= (int)sizeof c->log_line) {
        read_log(c);
        log.fd = c->log;
    }
    if (c->log >= 0)
        close(c->log);
    if (c->from >= 0)
        close(c->from);
    free(c->outgoing.data);
    free(c->incoming.data);
}

/* ---- The connection -----------------------------------------------------------------------------
 * One poll loop, both pipes non-blocking. What is to be sent waits in a buffer while the server
 * does not read, and what it sends is read all the same: if both sides could wait for the other to
 * read, one day both would. Neither a line nor a buffer has a limit here but memory. */

/* Makes room behind the end. Moves what is there only when at least half of the space is free, so
   that a byte is not moved again and again. */
static bool reserve(struct buffer *b, size_t more) {
    if (b->start > b->end / 2) {
        memmove(b->data, b->data + b->start, b->end - b->start);
        b->end -= b->start;
        b->start = 0;
    }
    if (b->capacity - b->end >= more)
        return true;
    size_t capacity = b->capacity * 2 > b->end + more ? b->capacity * 2 : b->end + more;
    char *data = realloc(b->data, capacity);
    if (data == NULL)
        return false;
    b->data = data;
    b->capacity = capacity;
    return true;
}

static void trace(const struct connection *c, const char *direction, struct text frame) {
    if (c->trace) {
        fputs(direction, stderr);
        put_line(stderr, frame, false);
    }
}

/* Puts a frame and its newline into the outgoing buffer. */
static bool send_frame(struct connection *c, struct text frame) {
    trace(c, "--> ", frame);
    if (!reserve(&c->outgoing, frame.len + 1))
        return give_up(c, EXIT_HOST_FAILED, "no memory for a frame to the server", NULL);
    memcpy(c->outgoing.data + c->outgoing.end, frame.data, frame.len);
    c->outgoing.end += frame.len;
    c->outgoing.data[c->outgoing.end++] = '\n';
    return true;
}

static void write_some(struct connection *c) {
    struct buffer *b = &c->outgoing;
    ssize_t count = write(c->to, b->data + b->start, b->end - b->start);
    if (count > 0) {
        b->start += (size_t)count;
    } else if (count < 0 && errno != EAGAIN && errno != EINTR) {
        /* It may have answered before it closed its input: read on for a moment. */
        complain("the server reads no more: %s", strerror(errno));
        close(c->to);
        c->to = -1;
        int64_t soon = now_in_ms() + 1000;
        c->deadline = c->deadline < soon ? c->deadline : soon;
    }
}

static bool read_some(struct connection *c) {
    enum { CHUNK = 64 * 1024 };
    struct buffer *b = &c->incoming;
    if (!reserve(b, CHUNK))
        return give_up(c, EXIT_HOST_FAILED, "no memory for a line of the server's", NULL);
    ssize_t count = read(c->from, b->data + b->end, b->capacity - b->end);
    if (count < 0)
        return errno == EAGAIN || errno == EINTR ||
               give_up(c, EXIT_SERVER_BROKE, "reading from the server", strerror(errno));
    if (count == 0)
        return give_up(c, EXIT_SERVER_BROKE, "the server closed its output",
                       b->start < b->end ? "in the middle of a line" : "before it had answered");
    b->end += (size_t)count;
    return true;
}

/* Takes a line out of the incoming buffer; it is there until read_some is called. */
static bool take_line(struct connection *c, struct text *line) {
    struct buffer *b = &c->incoming;
    size_t len = b->end - b->start;
    if (len == c->searched)
        return false;
    line->data = b->data + b->start;
    const char *newline = memchr(line->data + c->searched, '\n', len - c->searched);
    if (newline == NULL) {
        c->searched = len;
        return false;
    }
    line->len = (size_t)(newline - line->data);
    b->start += line->len + 1;
    c->searched = 0;
    return true;
}

/* Waits until there is something to do, and does it: writes, reads, or gives up. */
static bool exchange(struct connection *c) {
    bool can_write = c->to >= 0 && c->outgoing.start < c->outgoing.end;
    struct pollfd fds[] = {{.fd = c->from, .events = POLLIN},
                           {.fd = can_write ? c->to : -1, .events = POLLOUT},
                           {.fd = signals[0], .events = POLLIN},
                           {.fd = c->log, .events = POLLIN}};
    int64_t left = c->deadline - now_in_ms();
    if (left <= 0)
        return give_up(c, EXIT_SERVER_BROKE, "the server did not answer in time", NULL);
    if (poll(fds, 4, left > INT_MAX ? INT_MAX : (int)left) < 0)
        return errno == EINTR || give_up(c, EXIT_HOST_FAILED, "poll", strerror(errno));
    if (fds[2].revents != 0) {
        unsigned char number = SIGTERM;
        ssize_t ignored = read(signals[0], &number, 1);
        (void)ignored;
        c->signal = number;
        return give_up(c, EXIT_HOST_FAILED, "interrupted", NULL);
    }
    if (fds[3].revents != 0)
        read_log(c);
    if (fds[1].revents != 0)
        write_some(c);
    return fds[0].revents == 0 || read_some(c);
}

/* ---- The conversation ------------------------------------------------------------------------ */

/* A text made like printf would, for the caller to free; NULL: there is no memory, which was
   reported. */
static char *made(struct connection *c, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = len < 0 ? NULL : malloc((size_t)len + 1);
    if (text == NULL)
        give_up(c, EXIT_HOST_FAILED, "no memory for a request", NULL);
    else
        vsnprintf(text, (size_t)len + 1, format, args);
    return text;
}

/* Sends a frame of the host's own. */
static bool send_own(struct connection *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *frame = made(c, format, args);
    va_end(args);
    bool sent = frame != NULL && send_frame(c, (struct text){frame, strlen(frame)});
    free(frame);
    return sent;
}

static char *params_of(struct connection *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *params = made(c, format, args);
    va_end(args);
    return params;
}

/* The reply to a server's request, by the library; but a ping is the host's own to answer, as MCP
   says. The reply has the id in compact form. */
static bool send_reply(struct connection *c, struct text line, struct text reply) {
    struct text id = member(reply, "id");
    if (equals(member(line, "method"), "\"ping\"") && id.len <= INT_MAX)
        return send_own(c, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{}}", (int)id.len, id.data);
    return send_frame(c, reply);
}

/* The heart of the host: what to do with a line of the server's. Returns whether it is the response
   to the host's own request with this id. */
static bool handle_line(struct connection *c, struct text line, const char *id) {
    if (trim(line).len == 0)
        return false;
    trace(c, "<-- ", line);
    tn_string reply;
    tn_error error;
    int64_t start = now_in_ms();
    tn_status status =
        tn_server_request_response(c->resolver, c->user, line.data, line.len, &reply, &error);
    c->deadline += now_in_ms() - start; /* the user's time is not the server's */
    if (status < 0)
        complain("skipped a line of the server's: %s", error.message);
    if (status == TN_RESOLVER_FAILED)
        complain("%s", error.message);
    /* Whatever the status is: if there is a reply, it is for the server. */
    bool failed = reply.data != NULL && !send_reply(c, line, (struct text){reply.data, reply.len});
    tn_string_free(&reply);
    /* No reply is due: it is valid JSON, and no request, so with this id it is a response. */
    return !failed && status == TN_NO_REPLY && equals(member(line, "id"), id);
}

static bool await_response(struct connection *c, const char *id, struct text *response) {
    c->deadline = now_in_ms() + c->timeout;
    do {
        while (c->exit_status == 0 && take_line(c, response))
            if (handle_line(c, *response, id))
                return true;
    } while (c->exit_status == 0 && exchange(c));
    return false;
}

/* Sends a request under a new id, and waits for its response. */
static bool request(struct connection *c, const char *method, const char *params,
                    struct text *response) {
    snprintf(c->id, sizeof c->id, "%d", ++c->last_id);
    return params != NULL &&
           send_own(c, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":%s}", c->id,
                    method, params) &&
           await_response(c, c->id, response);
}

/* The result of a response, none if it has none; then that was reported. */
static struct text result_of(struct connection *c, const char *method, struct text response) {
    struct text result = member(response, "result"), error = member(response, "error");
    if (error.data != NULL && !equals(error, "null")) {
        fprintf(stderr, "host: the server refused %s: ", method);
        put_line(stderr, error, true);
        c->exit_status = EXIT_TOOL_ERROR;
        return (struct text){NULL, 0};
    }
    if (result.data == NULL)
        give_up(c, EXIT_SERVER_BROKE, "the server sent a response without a result", NULL);
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
static const char *capabilities(const struct connection *c) {
    return tn_client_capabilities(c->resolver == NULL ? 0 : TN_MODE_FORM | TN_MODE_URL);
}

#define CLIENT_INFO "{\"name\":\"tn_elicit-host\",\"version\":\"%s\"}"
/* What each request says from 2026-07-28 on. */
#define META                                                                                       \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","                       \
    "\"io.modelcontextprotocol/clientCapabilities\":%s,"                                           \
    "\"io.modelcontextprotocol/clientInfo\":" CLIENT_INFO "}"

/* Whether the server speaks 2026-07-28. One that does not know the question does not. */
static bool discover(struct connection *c) {
    char *params = params_of(c, "{" META "}", capabilities(c), tn_version());
    struct text response = {NULL, 0};
    bool answered = request(c, "server/discover", params, &response);
    free(params);
    return answered &&
           has_element(member(member(response, "result"), "supportedVersions"), "\"2026-07-28\"");
}

static bool initialize(struct connection *c) {
    struct text response;
    char *params = params_of(c,
                             "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":%s,"
                             "\"clientInfo\":" CLIENT_INFO "}",
                             capabilities(c), tn_version());
    bool answered = request(c, "initialize", params, &response);
    free(params);
    if (!answered)
        return false;
    struct text result = result_of(c, "initialize", response);
    if (result.data == NULL)
        return false;
    if (!is_known_version(member(result, "protocolVersion")))
        return give_up(c, EXIT_SERVER_BROKE, "the server speaks a revision of MCP unknown here",
                       NULL);
    return send_own(c, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
}

/* Agrees with the server on a protocol, and starts a session if that has one. */
static bool start_talking(struct connection *c) {
    if (c->protocol == AUTO)
        c->protocol = discover(c) ? SINGLE_REQUESTS : SESSION;
    if (c->exit_status != 0)
        return false;
    return c->protocol == SINGLE_REQUESTS || initialize(c);
}

/* Answers what a result asks for: whether the request is to be sent again, with what is in retry
   then. In a session no result asks. */
static bool ask_back(struct connection *c, const char *params, struct text result,
                     tn_string *retry) {
    tn_string next;
    tn_error error;
    if (c->protocol == SESSION)
        return false;
    tn_status status = tn_input_required_retry(c->resolver, c->user, params, TN_NUL_TERMINATED,
                                               result.data, result.len, &next, &error);
    if (status == TN_RESOLVER_FAILED)
        complain("%s", error.message);
    if (status < 0)
        give_up(c, EXIT_TOOL_ERROR, "the result cannot be answered", error.message);
    tn_string_free(retry); /* params may have been in there */
    *retry = next;
    return retry->data != NULL;
}

/* The result of a call, after as many rounds as the server wants; none if there is none, and then
   that was reported. */
static struct text call(struct connection *c, const char *params) {
    enum { ROUNDS = 10 };
    static const struct text none = {NULL, 0};
    struct text response, result = none;
    tn_string retry = {NULL, 0};
    int round = 0;
    do {
        if (round++ > ROUNDS)
            give_up(c, EXIT_SERVER_BROKE, "the server asks and asks", NULL);
        if (c->exit_status != 0 || !request(c, "tools/call", params, &response))
            result = none;
        else
            result = result_of(c, "tools/call", response);
        if (result.data == NULL || !ask_back(c, params, result, &retry))
            break;
        params = retry.data;
    } while (true);
    tn_string_free(&retry);
    return c->exit_status == 0 ? result : none;
}

/* Both are JSON: the tool's name a string, the arguments an object. */
static bool call_tool(struct connection *c, const char *tool, const char *arguments) {
    char *params = c->protocol == SESSION
                       ? params_of(c, "{\"name\":%s,\"arguments\":%s}", tool, arguments)
                       : params_of(c, "{\"name\":%s,\"arguments\":%s," META "}", tool, arguments,
                                   capabilities(c), tn_version());
    struct text result = call(c, params);
    free(params);
    if (result.data == NULL)
        return false;
    put_line(stdout, result, true);
    if (fflush(stdout) != 0)
        return give_up(c, EXIT_HOST_FAILED, "writing the result", strerror(errno));
    if (equals(member(result, "isError"), "true"))
        c->exit_status = EXIT_TOOL_ERROR;
    return c->exit_status == 0;
}

/* ---- The command line ------------------------------------------------------------------------ */

struct options {
    const char *tool, *arguments, *content;
    enum choice choice;
    bool trace;
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
        if (strcmp(name, "--trace") == 0 || (choice != ASK && choice != ACCEPT))
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
static int run(struct connection *c, char **server, const struct texts *texts) {
    if (start_server(c, server) && start_talking(c))
        call_tool(c, texts->tool, texts->arguments);
    stop_server(c);
    return c->exit_status;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--help") == 0)
        return fputs(USAGE, stdout) < 0 ? EXIT_HOST_FAILED : 0;
    setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
    if (!prepare_process()) {
        complain("cannot start: %s", strerror(errno));
        return EXIT_HOST_FAILED;
    }
    struct options o = {.arguments = "{}", .content = "{}", .timeout = 60};
    struct texts texts = {NULL, NULL, NULL};
    struct user user = {.choice = ASK};
    struct connection c = {.to = -1, .from = -1, .log = -1, .user = &user};
    int exit_status = EXIT_USAGE;
    if (parse(&o, argc, argv) && check(&o, &texts)) {
        user.choice = o.choice;
        user.content = texts.content;
        c.resolver = o.choice == NO_RESOLVER ? NULL : resolve;
        c.timeout = (int64_t)o.timeout * 1000;
        c.trace = o.trace;
        c.protocol = o.protocol;
        if (o.choice != ASK || open_terminal(&user))
            exit_status = run(&c, o.server, &texts);
        else
            refuse("there is no terminal to ask the user on: use --accept, --decline, --cancel, ",
                   "--fail or --no-resolver");
    }
    free(texts.tool);
    free(texts.arguments);
    free(texts.content);
    close_user(&user);
    if (c.signal != 0) {
        signal(c.signal, SIG_DFL);
        raise(c.signal);
    }
    return exit_status;
}
