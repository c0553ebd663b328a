//! Answers an MCP server's `elicitation/create` on the client's side.
//!
//! While an MCP server serves a `tools/call` it may ask the user something: it sends its client an
//! `elicitation/create` request and waits. Hand every line of the server's to
//! `serverRequestResponse`: it turns such a request into a Request for your one `Resolver`, and the
//! resolver's Answer into the frame to write back.
//!
//! All text is JSON in UTF-8, as slices. What you pass in is borrowed for the call; a `String` that
//! comes back is yours until `String.deinit`. Ids, URLs, schemas and data pass through token for
//! token. Output is compact, on one line.
//!
//! Any thread may call anything at any time. No lock is held while a resolver runs, and it may call
//! this module itself.
//!
//! No allocator is asked for: the library has its own memory.

const std = @import("std");
const abi = @import("abi.zig");

/// Why a call failed. There is no output then, and nothing else happened. For bad text a
/// `Diagnostics` has the line and column.
pub const Error = error{
    /// A text is not valid UTF-8.
    InvalidUtf8,
    /// A text is not valid JSON (RFC 8259).
    InvalidJson,
    /// There is no memory for a text.
    OutOfMemory,
    /// A bug in the library, caught at its boundary. The process can go on.
    LibraryPanic,
    /// The server asks for a kind of input that the host did not advertise, or for one that cannot be
    /// asked. Only from the `inputRequired…` functions and `urlElicitations`.
    UnsupportedInput,
    /// A result's `resultType` is neither absent, `"complete"` nor `"input_required"`: it must not pass
    /// for final. Only from the `inputRequired…` functions.
    UnknownResultType,
    /// A status that this module does not know: the library is of another version.
    Unexpected,
};

/// What went wrong in a call, in words. You own it and pass its address, or null if you do not care;
/// each call overwrites it. One thread at a time may use it.
///
/// ```zig
/// var diagnostics: tn_elicit.Diagnostics = .empty;
/// const request = tn_elicit.elicitationToRequest(params, &diagnostics) catch |err| {
///     std.log.err("{t}: {s}", .{ err, diagnostics.message() });
///     return err;
/// };
/// defer request.deinit();
/// ```
pub const Diagnostics = struct {
    /// The library's own form of it.
    raw: abi.Error,

    /// Nothing went wrong so far.
    pub const empty: Diagnostics = .{ .raw = .{ .status = abi.ok, .message = @splat(0) } };

    /// English; for bad text it names the line and column, which count from 1, columns in bytes.
    /// Empty when nothing went wrong. It never quotes the input, which may hold secrets.
    ///
    /// The slice is valid until the next call that is given these diagnostics.
    pub fn message(diagnostics: *const Diagnostics) []const u8 {
        return std.mem.sliceTo(&diagnostics.raw.message, 0);
    }
};

/// Text that the library made: a Request, an ElicitResult, or a frame. It belongs to you.
///
/// Any thread may `deinit` it, once.
pub const String = struct {
    /// JSON, on one line, with a NUL behind it.
    text: [:0]const u8,

    /// Gives the memory back. The text and all copies of this struct end with it.
    pub fn deinit(string: String) void {
        var raw: abi.String = .{ .data = @constCast(string.text.ptr), .len = string.text.len };
        abi.tn_string_free(&raw);
    }

    fn fromRaw(raw: abi.String) ?String {
        const data = raw.data orelse return null;
        return .{ .text = data[0..raw.len :0] };
    }
};

/// Turns the params of an `elicitation/create` into a Request for the host's user:
/// `{"id":…,"kind":"input","prompt":…,"data":{"schema":…}}`, or `"kind":"authorization"` with a
/// `url`. The id is unique in the process.
///
/// Any JSON value is taken; one that is no object has no members. The caller owns the Request.
///
/// Errors: `InvalidUtf8` and `InvalidJson` for `params`, and those of every function in `Error`.
/// `diagnostics`, unless null, receives the message.
///
/// ```zig
/// const request = try tn_elicit.elicitationToRequest("{\"message\":\"Your name?\"}", null);
/// defer request.deinit();
/// std.debug.print("{s}\n", .{request.text});
/// ```
pub fn elicitationToRequest(params: []const u8, diagnostics: ?*Diagnostics) Error!String {
    var request: abi.String = undefined;
    try check(abi.tn_elicitation_to_request(params.ptr, params.len, &request, errorOf(diagnostics)));
    return String.fromRaw(request) orelse error.Unexpected;
}

test elicitationToRequest {
    const request = try elicitationToRequest("{\"message\":\"Your name?\"}", null);
    defer request.deinit();
    try std.testing.expectStringEndsWith(request.text, ",\"kind\":\"input\",\"prompt\":\"Your name?\"}");
}

/// Turns a whole Answer, `{"ok":…,"data":…,"reason":…}`, into the MCP ElicitResult to send: accept
/// with content if `ok` is `true`, decline if `reason` is `"declined"`, otherwise cancel. Consent is
/// the literal `true`.
///
/// The caller owns the ElicitResult.
///
/// Errors: `InvalidUtf8` and `InvalidJson` for `answer`, and those of every function in `Error`.
/// `diagnostics`, unless null, receives the message.
///
/// ```zig
/// const result = try tn_elicit.answerToElicitResult("{\"ok\":false,\"reason\":\"declined\"}", null);
/// defer result.deinit();
/// std.debug.print("{s}\n", .{result.text}); // {"action":"decline"}
/// ```
pub fn answerToElicitResult(answer: []const u8, diagnostics: ?*Diagnostics) Error!String {
    var result: abi.String = undefined;
    try check(abi.tn_answer_to_elicit_result(answer.ptr, answer.len, &result, errorOf(diagnostics)));
    return String.fromRaw(result) orelse error.Unexpected;
}

test answerToElicitResult {
    const result = try answerToElicitResult("{\"ok\":false,\"reason\":\"declined\"}", null);
    defer result.deinit();
    try std.testing.expectEqualStrings("{\"action\":\"decline\"}", result.text);
}

/// The Answer that a resolver is to give. Of several calls the last that succeeded counts, and
/// without any the server gets a cancel.
///
/// It ends when the resolver returns. Texts are copied. An error of these functions changes nothing;
/// a resolver that returns it has failed, and `Outcome.failure` is that error.
///
/// One thread at a time may use it.
pub const Answer = struct {
    /// The library's side of it.
    handle: *abi.Answer,
    /// Keeps the message of a refusal for the caller of `serverRequestResponse`.
    diagnostics: ?*Diagnostics,
    /// The last error of `accept` or `set`.
    refusal: ?Error = null,

    /// Answers that the user accepts, with `data` as the content: JSON of any type; servers that
    /// asked by form want an object. Null, and the JSON `null` and `false`, become `{}`.
    ///
    /// Errors: `InvalidUtf8` and `InvalidJson` for `data`, and those of every function in `Error`.
    ///
    /// ```zig
    /// try answer.accept("{\"name\":\"muthu\"}");
    /// ```
    pub fn accept(answer: *Answer, data: ?[]const u8) Error!void {
        const text = data orelse "";
        return answer.noted(abi.tn_answer_accept(
            answer.handle,
            if (data == null) null else text.ptr,
            text.len,
            errorOf(answer.diagnostics),
        ));
    }

    /// Answers that the user says no.
    pub fn decline(answer: *Answer) Error!void {
        return check(abi.tn_answer_decline(answer.handle));
    }

    /// Answers that there is no answer: dismissed, timed out, gone. The same as returning without
    /// one.
    pub fn cancel(answer: *Answer) Error!void {
        return check(abi.tn_answer_cancel(answer.handle));
    }

    /// Answers with a whole Answer, `{"ok":…,"data":…,"reason":…}`, by the rule of
    /// `answerToElicitResult`.
    ///
    /// Errors: `InvalidUtf8` and `InvalidJson` for `json`, and those of every function in `Error`.
    pub fn set(answer: *Answer, json: []const u8) Error!void {
        return answer.noted(abi.tn_answer_set(
            answer.handle,
            json.ptr,
            json.len,
            errorOf(answer.diagnostics),
        ));
    }

    fn noted(answer: *Answer, status: abi.Status) Error!void {
        check(status) catch |err| {
            answer.refusal = err;
            return err;
        };
    }
};

/// The host's resolver: it is given a Request, asks the user, and answers. A context pointer and a
/// function; make one with `init`.
///
/// It runs on the thread that called `serverRequestResponse`; resolvers of several calls may run at
/// once. An error that it returns becomes a cancel for the server, whatever was answered before, and
/// the host sees it as `Outcome.failure`. A Zig panic ends the process, as always.
pub const Resolver = struct {
    /// Handed to `resolve`. Must stay valid while a call has the resolver.
    context: *anyopaque,
    /// `request` and `answer` end when it returns.
    resolve: *const fn (context: *anyopaque, request: []const u8, answer: *Answer) anyerror!void,

    /// A resolver of a pointer to the host's own state and a function that takes it.
    ///
    /// ```zig
    /// const Host = struct {
    ///     name: []const u8,
    ///
    ///     fn resolve(host: *Host, request: []const u8, answer: *tn_elicit.Answer) !void {
    ///         if (std.mem.indexOf(u8, request, "\"kind\":\"input\"") == null) return answer.decline();
    ///         try answer.accept(host.name);
    ///     }
    /// };
    ///
    /// var host: Host = .{ .name = "{\"name\":\"muthu\"}" };
    /// const resolver: tn_elicit.Resolver = .init(&host, Host.resolve);
    /// ```
    pub fn init(
        context: anytype,
        comptime resolve: fn (context: @TypeOf(context), request: []const u8, answer: *Answer) anyerror!void,
    ) Resolver {
        const erased = struct {
            fn call(pointer: *anyopaque, request: []const u8, answer: *Answer) anyerror!void {
                return resolve(@ptrCast(@alignCast(pointer)), request, answer);
            }
        };
        return .{ .context = @ptrCast(@constCast(context)), .resolve = erased.call };
    }
};

/// What `serverRequestResponse` did.
pub const Outcome = struct {
    /// The frame to write to the server, with a newline behind it; null if there is nothing to
    /// write.
    reply: ?String,
    /// The error that the resolver returned; the reply is a cancel then. Null: it did not fail, or
    /// was not called.
    failure: ?anyerror,

    /// Gives the memory of the reply back, if there is one.
    pub fn deinit(outcome: Outcome) void {
        if (outcome.reply) |reply| reply.deinit();
    }
};

/// Answers one message that the server sent, while its own `tools/call` is still in flight.
///
/// - a request for `elicitation/create`, and a resolver: its id and the ElicitResult; in URL mode without
///   a usable `url`: its id and the error -32602, and nobody is asked;
/// - a request for `ping`, resolver or not: its id and an empty result;
/// - a request for anything else, or no resolver: its id and the error -32601, "Method not found";
/// - any other JSON, such as a response to one of the host's own ids or a notification: no reply.
///
/// One rule for a reader loop: if there is a reply, write it and a newline. The Request names its call:
/// after `url` or `data` come `elicitationId` (URL mode) and `_meta`, if the server gave them. The caller
/// owns the outcome. The resolver is called once, on this thread, or not at all. Null: the host has none, and
/// should advertise nothing (`clientCapabilities`).
///
/// Errors: `InvalidUtf8` and `InvalidJson` for `message`, and those of every function in `Error`.
/// A resolver that fails is none of them, but `Outcome.failure`. `diagnostics`, unless null, receives
/// the message; when the resolver failed because its Answer was refused, the message of that.
///
/// ```zig
/// const outcome = try tn_elicit.serverRequestResponse(.init(&host, Host.resolve), line, null);
/// defer outcome.deinit();
/// if (outcome.failure) |err| std.log.warn("the resolver failed: {t}", .{err});
/// if (outcome.reply) |reply| {
///     try to_server.print("{s}\n", .{reply.text});
///     try to_server.flush();
/// }
/// ```
pub fn serverRequestResponse(
    resolver: ?Resolver,
    message: []const u8,
    diagnostics: ?*Diagnostics,
) Error!Outcome {
    var refused: Diagnostics = undefined;
    var call: Call = .{
        .resolver = undefined,
        .diagnostics = if (diagnostics == null) null else &refused,
    };
    if (resolver) |given| call.resolver = given;
    var reply: abi.String = undefined;
    const status = abi.tn_server_request_response(
        if (resolver == null) null else Call.resolve,
        &call,
        message.ptr,
        message.len,
        &reply,
        errorOf(diagnostics),
    );
    try check(status);
    if (call.failure_is_refusal) if (diagnostics) |wanted| {
        wanted.* = refused;
    };
    return .{ .reply = .fromRaw(reply), .failure = call.failure };
}

test serverRequestResponse {
    const Host = struct {
        name: []const u8,

        fn resolve(host: *const @This(), request: []const u8, answer: *Answer) !void {
            try std.testing.expect(std.mem.endsWith(u8, request, "\"prompt\":\"Your name?\"}"));
            try answer.accept(host.name);
        }
    };
    const host: Host = .{ .name = "{\"name\":\"muthu\"}" };
    const outcome = try serverRequestResponse(.init(&host, Host.resolve),
        \\{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"message":"Your name?"}}
    , null);
    defer outcome.deinit();
    try std.testing.expectEqual(null, outcome.failure);
    try std.testing.expectEqualStrings(
        \\{"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"muthu"}}}
    , outcome.reply.?.text);
}

/// What is due for a message, before anyone is asked. The caller owns it.
pub const Begun = struct {
    /// Ask the user with this Request, and pass the Answer to `serverRequestFinish`; or null.
    request: ?String,
    /// Write this frame, with a newline behind it; or null.
    reply: ?String,

    /// Gives the memory back.
    pub fn deinit(begun: Begun) void {
        if (begun.request) |request| request.deinit();
        if (begun.reply) |reply| reply.deinit();
    }
};

/// The first half of `serverRequestResponse`, for a host that must not block its reader while the
/// user is asked. Nothing is kept: the host keeps the message until there is an answer, and drops it
/// when the server cancels its request. An elicitation in a mode that is not among `modes`, which
/// the host advertised, has a reply that refuses it; no modes are for a host without a resolver.
///
/// Errors: `InvalidUtf8` and `InvalidJson` for `message`, and those of every function in `Error`.
/// `diagnostics`, unless null, receives the message.
///
/// ```zig
/// const begun = try tn_elicit.serverRequestBegin(.{ .form = true }, line, null);
/// defer begun.deinit();
/// if (begun.reply) |reply| try to_server.print("{s}\n", .{reply.text});
/// if (begun.request) |request| try show(request.text); // and keep the line
/// ```
pub fn serverRequestBegin(modes: Modes, message: []const u8, diagnostics: ?*Diagnostics) Error!Begun {
    var request: abi.String = undefined;
    var reply: abi.String = undefined;
    try check(abi.tn_server_request_begin(
        @bitCast(modes),
        message.ptr,
        message.len,
        &request,
        &reply,
        errorOf(diagnostics),
    ));
    return .{ .request = .fromRaw(request), .reply = .fromRaw(reply) };
}

/// The second half: the frame for a message that `serverRequestBegin` had a Request for. `answer` is
/// a whole Answer in JSON; null is a cancel. Null comes back if the message is no request for an
/// elicitation. It may run on another thread, and again with another answer.
///
/// Errors: `InvalidUtf8` and `InvalidJson` for either text, and those of every function in `Error`.
/// `diagnostics`, unless null, receives the message, which names the text that was refused.
///
/// ```zig
/// if (try tn_elicit.serverRequestFinish(line, "{\"ok\":true}", null)) |reply| {
///     defer reply.deinit();
///     try to_server.print("{s}\n", .{reply.text});
/// }
/// ```
pub fn serverRequestFinish(
    message: []const u8,
    answer: ?[]const u8,
    diagnostics: ?*Diagnostics,
) Error!?String {
    var reply: abi.String = undefined;
    try check(abi.tn_server_request_finish(
        message.ptr,
        message.len,
        if (answer) |text| text.ptr else null,
        if (answer) |text| text.len else 0,
        &reply,
        errorOf(diagnostics),
    ));
    return .fromRaw(reply);
}

test serverRequestFinish {
    const message = "{\"id\":7,\"method\":\"elicitation/create\"}";
    const begun = try serverRequestBegin(.{ .form = true }, message, null);
    defer begun.deinit();
    try std.testing.expectEqual(null, begun.reply);
    try std.testing.expect(begun.request != null);
    const reply = (try serverRequestFinish(message, "{\"ok\":true}", null)).?;
    defer reply.deinit();
    try std.testing.expectEqualStrings(
        \\{"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{}}}
    , reply.text);
}

/// What `inputRequiredRetry` made of a result.
pub const Retry = struct {
    /// The params to send the same request with again, under a new id; null if the result is final.
    params: ?String,
    /// The first error that the resolver returned; the params have a cancel for it then.
    failure: ?anyerror,

    /// Gives the memory of the params back, if there are some.
    pub fn deinit(retry: Retry) void {
        if (retry.params) |params| params.deinit();
    }
};

/// Answers what a result asks for, and makes the params to send the same request with again: from
/// MCP 2026-07-28 on the result of a `tools/call`, `prompts/get` or `resources/read` may have the
/// `resultType` `"input_required"`. Limit the rounds that you go along with.
///
/// `params` are those of the request that was sent, `result` is what came back for it. Each
/// `elicitation/create` among the `inputRequests` is given to the resolver, one after the other, as
/// in `serverRequestResponse`; where it fails there is a cancel for that key, and the others are
/// asked for all the same. The caller owns the params.
///
/// Errors: `UnsupportedInput` for a request of anything else, or of anything at all without a
/// resolver, before anyone is asked; `UnknownResultType` for a result that is invalid, and not final;
/// `InvalidUtf8` and `InvalidJson` for either text, and those of every function in `Error`.
/// `diagnostics`, unless null, receives the message, which names the text that was refused; when the
/// resolver failed because its Answer was refused, the message of that.
///
/// ```zig
/// const retry = try tn_elicit.inputRequiredRetry(.init(&host, Host.resolve), params, result, null);
/// defer retry.deinit();
/// if (retry.params) |again| try callToolAgain(again.text);
/// ```
pub fn inputRequiredRetry(
    resolver: ?Resolver,
    params: []const u8,
    result: []const u8,
    diagnostics: ?*Diagnostics,
) Error!Retry {
    var refused: Diagnostics = undefined;
    var call: Call = .{
        .resolver = undefined,
        .diagnostics = if (diagnostics == null) null else &refused,
    };
    if (resolver) |given| call.resolver = given;
    var retry: abi.String = undefined;
    try check(abi.tn_input_required_retry(
        if (resolver == null) null else Call.resolve,
        &call,
        params.ptr,
        params.len,
        result.ptr,
        result.len,
        &retry,
        errorOf(diagnostics),
    ));
    if (call.failure_is_refusal) if (diagnostics) |wanted| {
        wanted.* = refused;
    };
    return .{ .params = .fromRaw(retry), .failure = call.failure };
}

test inputRequiredRetry {
    const retry = try inputRequiredRetry(null,
        \\{"name":"greet"}
    ,
        \\{"resultType":"input_required","requestState":"s"}
    , null);
    defer retry.deinit();
    try std.testing.expectEqualStrings(
        \\{"name":"greet","requestState":"s"}
    , retry.params.?.text);
}

/// The first half of `inputRequiredRetry`, for a host that must not block while the user is asked, or
/// that answers other kinds of input as well (sampling, roots). Nothing is kept: the host keeps the
/// params that it sent and the result until there are answers.
///
/// The text is `{"requests":{KEY:Request,…},"others":{KEY:{"method":…,"params":…},…}}`, both in the order
/// of the result; null: the result is final. `modes` are those that the host advertised. A host that
/// answers nothing but elicitations refuses a result with others. The caller owns the text.
///
/// Errors: `UnsupportedInput` for an elicitation in another mode, or one that cannot be asked;
/// `UnknownResultType` for a result that is invalid, and not final; `InvalidUtf8` and `InvalidJson` for
/// `result`, and those of every function in `Error`. `diagnostics`, unless null, receives the message.
///
/// ```zig
/// if (try tn_elicit.inputRequiredBegin(.{ .form = true }, result, null)) |requests| {
///     defer requests.deinit();
///     try show(requests.text); // and keep params and result
/// }
/// ```
pub fn inputRequiredBegin(modes: Modes, result: []const u8, diagnostics: ?*Diagnostics) Error!?String {
    var requests: abi.String = undefined;
    try check(abi.tn_input_required_begin(
        @bitCast(modes),
        result.ptr,
        result.len,
        &requests,
        errorOf(diagnostics),
    ));
    return .fromRaw(requests);
}

/// The second half: the params to send the same request with again, under a new id, as
/// `inputRequiredRetry` makes them; null: the result is final. It may run on another thread, and again
/// with other responses. The caller owns the params.
///
/// `responses` is `{"answers":{KEY:Answer,…},"others":{KEY:the result of that request,…}}`. A key without
/// an Answer is a cancel; null cancels everything.
///
/// Errors: `UnsupportedInput` when one of the others has no result; `UnknownResultType` as with
/// `inputRequiredBegin`; `InvalidUtf8` and `InvalidJson` for each text, and those of every function in
/// `Error`. `diagnostics`, unless null, receives the message, which names the text that was refused.
///
/// ```zig
/// const responses = "{\"answers\":{\"who\":{\"ok\":true,\"data\":{\"name\":\"muthu\"}}}}";
/// if (try tn_elicit.inputRequiredFinish(params, result, responses, null)) |again| {
///     defer again.deinit();
///     try callToolAgain(again.text);
/// }
/// ```
pub fn inputRequiredFinish(
    params: []const u8,
    result: []const u8,
    responses: ?[]const u8,
    diagnostics: ?*Diagnostics,
) Error!?String {
    var retry: abi.String = undefined;
    try check(abi.tn_input_required_finish(
        params.ptr,
        params.len,
        result.ptr,
        result.len,
        if (responses) |text| text.ptr else null,
        if (responses) |text| text.len else 0,
        &retry,
        errorOf(diagnostics),
    ));
    return .fromRaw(retry);
}

test inputRequiredFinish {
    const result =
        \\{"resultType":"input_required","inputRequests":{"who":{"method":"elicitation/create"},
        \\"where":{"method":"roots/list"}}}
    ;
    const requests = (try inputRequiredBegin(.{ .form = true }, result, null)).?;
    defer requests.deinit();
    try std.testing.expectStringEndsWith(requests.text, "\"others\":{\"where\":{\"method\":\"roots/list\"}}}");
    const retry = (try inputRequiredFinish("{}", result,
        \\{"answers":{"who":{"ok":true}},"others":{"where":{"roots":[]}}}
    , null)).?;
    defer retry.deinit();
    try std.testing.expectEqualStrings(
        \\{"inputResponses":{"who":{"action":"accept","content":{}},"where":{"roots":[]}}}
    , retry.text);
}

/// Makes Requests of the error -32042, with which a server may respond to a request of the host's own:
/// the user has to visit addresses first. Null: it is another message. Get consent for each, open its
/// `url`, and send the request again, under a new id, when all are completed (`elicitationEnded`) or the
/// user says so. Nothing is replied to the server.
///
/// The text is an array of Requests of the kind `"authorization"`. The caller owns it.
///
/// Errors: `UnsupportedInput` for an error with no elicitations, or with one that is no usable address;
/// `InvalidUtf8` and `InvalidJson` for `message`, and those of every function in `Error`. `diagnostics`,
/// unless null, receives the message.
///
/// ```zig
/// if (try tn_elicit.urlElicitations(line, null)) |requests| {
///     defer requests.deinit();
///     try show(requests.text); // and keep the call, to send it again
/// }
/// ```
pub fn urlElicitations(message: []const u8, diagnostics: ?*Diagnostics) Error!?String {
    var requests: abi.String = undefined;
    try check(abi.tn_url_elicitations(message.ptr, message.len, &requests, errorOf(diagnostics)));
    return .fromRaw(requests);
}

test urlElicitations {
    const requests = (try urlElicitations(
        \\{"id":3,"error":{"code":-32042,"data":{"elicitations":[{"mode":"url","url":"https://a.test/"}]}}}
    , null)).?;
    defer requests.deinit();
    try std.testing.expectStringEndsWith(requests.text,
        \\"kind":"authorization","prompt":"","url":"https://a.test/"}]
    );
    try std.testing.expectEqual(null, try urlElicitations("{\"id\":3,\"result\":{}}", null));
}

/// Says which question a message ends, for a host that keeps questions open: `{"requestId":…}` for
/// `notifications/cancelled`, `{"elicitationId":…}` for `notifications/elicitation/complete`, both as the
/// server wrote them; null for any other message. A question that is cancelled is dropped and never
/// finished. One that is completed needs no more of the user; if it still waits for its Answer, it gets
/// it. The caller owns the text.
///
/// Errors: `InvalidUtf8` and `InvalidJson` for `message`, and those of every function in `Error`.
/// `diagnostics`, unless null, receives the message.
///
/// ```zig
/// if (try tn_elicit.elicitationEnded(line, null)) |ended| {
///     defer ended.deinit();
///     dropQuestion(ended.text);
/// }
/// ```
pub fn elicitationEnded(message: []const u8, diagnostics: ?*Diagnostics) Error!?String {
    var ended: abi.String = undefined;
    try check(abi.tn_elicitation_ended(message.ptr, message.len, &ended, errorOf(diagnostics)));
    return .fromRaw(ended);
}

test elicitationEnded {
    const ended = (try elicitationEnded(
        \\{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}
    , null)).?;
    defer ended.deinit();
    try std.testing.expectEqualStrings("{\"requestId\":7}", ended.text);
}

/// One call of the library with a resolver, as its user data. The resolver may be called several
/// times; of its failures the first is kept.
const Call = struct {
    resolver: Resolver,
    diagnostics: ?*Diagnostics,
    failure: ?anyerror = null,
    failure_is_refusal: bool = false,

    fn resolve(
        user_data: ?*anyopaque,
        request: [*]const u8,
        request_len: usize,
        handle: *abi.Answer,
    ) callconv(.c) i32 {
        const call: *Call = @ptrCast(@alignCast(user_data.?));
        // After a failure its message is kept.
        const diagnostics = if (call.failure == null) call.diagnostics else null;
        var answer: Answer = .{ .handle = handle, .diagnostics = diagnostics };
        call.resolver.resolve(call.resolver.context, request[0..request_len], &answer) catch |err| {
            if (call.failure != null) return 1;
            call.failure = err;
            call.failure_is_refusal = if (answer.refusal) |refusal| refusal == err else false;
            return 1;
        };
        return 0;
    }
};

/// The ways of asking that a host's resolver can answer.
pub const Modes = packed struct(u32) {
    /// The server asks for data by a schema.
    form: bool = false,
    /// The server asks to open an address.
    url: bool = false,
    /// Bits that stand for no mode: ignored.
    reserved: u30 = 0,
};

/// The client capabilities to send with `initialize`, for a host whose resolver answers `modes`:
/// `{"elicitation":{"form":{},"url":{}}}` for both, and `{}` for none, as a host without a resolver
/// must say.
///
/// The text is static.
///
/// ```zig
/// try to_server.print("\"capabilities\":{s}", .{tn_elicit.clientCapabilities(.{ .form = true })});
/// ```
pub fn clientCapabilities(modes: Modes) [:0]const u8 {
    return std.mem.span(abi.tn_client_capabilities(@bitCast(modes)));
}

test clientCapabilities {
    try std.testing.expectEqualStrings("{}", clientCapabilities(.{}));
    try std.testing.expectEqualStrings("{\"elicitation\":{}}", clientCapabilities(.{ .form = true }));
}

/// The version of the library that is running, "MAJOR.MINOR.PATCH". The text is static.
///
/// ```zig
/// std.debug.print("tn_elicit {s}\n", .{tn_elicit.version()});
/// ```
pub fn version() [:0]const u8 {
    return std.mem.span(abi.tn_version());
}

fn errorOf(diagnostics: ?*Diagnostics) ?*abi.Error {
    return if (diagnostics) |wanted| &wanted.raw else null;
}

fn check(status: abi.Status) Error!void {
    if (status >= 0) return;
    return switch (status) {
        abi.err_invalid_utf8 => error.InvalidUtf8,
        abi.err_invalid_json => error.InvalidJson,
        abi.err_out_of_memory => error.OutOfMemory,
        abi.err_panic => error.LibraryPanic,
        abi.err_unsupported_input => error.UnsupportedInput,
        abi.err_unknown_result_type => error.UnknownResultType,
        else => error.Unexpected,
    };
}
