//! The functions in two halves, or in rounds: every vector, each counts as one test.
const std = @import("std");
const tn_elicit = @import("../src/tn_elicit.zig");
const settings = @import("settings");
const runner = @import("root");
const allocator = std.testing.allocator;
const expectEqualStrings = std.testing.expectEqualStrings;

const Place = struct { of: ?[]const u8 = null, line: usize, column: usize };

const BeginVector = struct {
    name: []const u8,
    modes: u32,
    message: []const u8,
    status: []const u8,
    request: ?[]const u8 = null,
    reply: ?[]const u8 = null,
    @"error": ?Place = null,

    fn check(vector: BeginVector, arena: std.mem.Allocator) !void {
        var diagnostics: tn_elicit.Diagnostics = .empty;
        const begun = tn_elicit.serverRequestBegin(@bitCast(vector.modes), vector.message, &diagnostics) catch |err|
            return expectRefusal(arena, vector.status, vector.@"error", err, diagnostics.message());
        defer begun.deinit();
        const nothing = begun.request == null and begun.reply == null;
        try expectEqualStrings(vector.status, if (nothing) "TN_NO_REPLY" else "TN_OK");
        try expectText(arena, vector.request, begun.request);
        try expectText(arena, vector.reply, begun.reply);
    }
};

const FinishVector = struct {
    name: []const u8,
    message: []const u8,
    answer: ?[]const u8 = null,
    status: []const u8,
    reply: ?[]const u8 = null,
    @"error": ?Place = null,

    fn check(vector: FinishVector, arena: std.mem.Allocator) !void {
        var diagnostics: tn_elicit.Diagnostics = .empty;
        const reply = tn_elicit.serverRequestFinish(vector.message, vector.answer, &diagnostics) catch |err|
            return expectRefusal(arena, vector.status, vector.@"error", err, diagnostics.message());
        defer if (reply) |text| text.deinit();
        try expectEqualStrings(vector.status, if (reply == null) "TN_NO_REPLY" else "TN_OK");
        try expectText(arena, vector.reply, reply);
    }
};

const Turn = struct {
    action: enum { set, accept, decline, cancel, nothing, fail },
    json: ?[]const u8 = null,
};

const RetryVector = struct {
    name: []const u8,
    params: []const u8,
    result: []const u8,
    resolvers: ?[]const Turn = null,
    requests: []const []const u8 = &.{},
    status: []const u8,
    retry_params: ?[]const u8 = null,
    @"error": ?Place = null,

    fn check(vector: RetryVector, arena: std.mem.Allocator) !void {
        var diagnostics: tn_elicit.Diagnostics = .empty;
        var host: Host = .{ .vector = vector, .arena = arena };
        const resolver: ?tn_elicit.Resolver = if (vector.resolvers == null) null else .init(&host, Host.resolve);
        const retry = tn_elicit.inputRequiredRetry(resolver, vector.params, vector.result, &diagnostics) catch |err| {
            try std.testing.expectEqual(0, host.calls);
            return expectRefusal(arena, vector.status, vector.@"error", err, diagnostics.message());
        };
        defer retry.deinit();
        try std.testing.expectEqual(vector.requests.len, host.calls);
        if (retry.failure) |failure| {
            try std.testing.expect(failure == error.VectorFails);
            try expectEqualStrings(vector.status, "TN_RESOLVER_FAILED");
        } else {
            try expectEqualStrings(vector.status, if (retry.params == null) "TN_NO_REPLY" else "TN_OK");
        }
        try expectText(arena, vector.retry_params, retry.params);
    }
};

/// Does in turn what a vector's resolver is to do.
const Host = struct {
    vector: RetryVector,
    arena: std.mem.Allocator,
    calls: usize = 0,

    fn resolve(host: *Host, request: []const u8, answer: *tn_elicit.Answer) !void {
        const turn = host.vector.resolvers.?[host.calls];
        try expectEqualStrings(host.vector.requests[host.calls], try withoutId(host.arena, request));
        host.calls += 1;
        switch (turn.action) {
            .set => try answer.set(turn.json.?),
            .accept => try answer.accept(turn.json),
            .decline => try answer.decline(),
            .cancel => try answer.cancel(),
            .nothing => {},
            .fail => return error.VectorFails,
        }
    }
};

const AsksVector = struct {
    name: []const u8,
    modes: u32,
    result: []const u8,
    status: []const u8,
    requests: ?[]const u8 = null,
    @"error": ?Place = null,

    fn check(vector: AsksVector, arena: std.mem.Allocator) !void {
        var diagnostics: tn_elicit.Diagnostics = .empty;
        const requests = tn_elicit.inputRequiredBegin(@bitCast(vector.modes), vector.result, &diagnostics) catch |err|
            return expectRefusal(arena, vector.status, vector.@"error", err, diagnostics.message());
        defer if (requests) |text| text.deinit();
        try expectEqualStrings(vector.status, if (requests == null) "TN_NO_REPLY" else "TN_OK");
        try expectText(arena, vector.requests, requests);
    }
};

const ResponsesVector = struct {
    name: []const u8,
    params: []const u8,
    result: []const u8,
    responses: ?[]const u8 = null,
    status: []const u8,
    retry_params: ?[]const u8 = null,
    @"error": ?Place = null,

    fn check(vector: ResponsesVector, arena: std.mem.Allocator) !void {
        var diagnostics: tn_elicit.Diagnostics = .empty;
        const retry = tn_elicit.inputRequiredFinish(
            vector.params,
            vector.result,
            vector.responses,
            &diagnostics,
        ) catch |err|
            return expectRefusal(arena, vector.status, vector.@"error", err, diagnostics.message());
        defer if (retry) |text| text.deinit();
        try expectEqualStrings(vector.status, if (retry == null) "TN_NO_REPLY" else "TN_OK");
        try expectText(arena, vector.retry_params, retry);
    }
};

fn expectRefusal(
    arena: std.mem.Allocator,
    status: []const u8,
    place: ?Place,
    err: tn_elicit.Error,
    message: []const u8,
) !void {
    try expectEqualStrings(status, switch (err) {
        error.InvalidUtf8 => "TN_ERR_INVALID_UTF8",
        error.InvalidJson => "TN_ERR_INVALID_JSON",
        error.UnsupportedInput => "TN_ERR_UNSUPPORTED_INPUT",
        error.UnknownResultType => "TN_ERR_UNKNOWN_RESULT_TYPE",
        else => return err,
    });
    try std.testing.expect(message.len > 0);
    const expected = place orelse return;
    if (expected.of) |of| try std.testing.expectStringStartsWith(message, of);
    const text = try std.fmt.allocPrint(arena, "line {d} column {d}:", .{ expected.line, expected.column });
    try std.testing.expect(std.mem.find(u8, message, text) != null);
}

fn expectText(arena: std.mem.Allocator, expected: ?[]const u8, seen: ?tn_elicit.String) !void {
    const wanted = expected orelse return std.testing.expectEqual(null, seen);
    const text = (seen orelse return error.NoText).text;
    try std.testing.expectEqual(0, text.ptr[text.len]);
    try expectEqualStrings(wanted, try withoutId(arena, text));
}

/// The ids of Requests are written `ID`.
fn withoutId(arena: std.mem.Allocator, text: []const u8) ![]const u8 {
    const start = "{\"id\":\"elc-";
    var written: std.ArrayList(u8) = .empty;
    var rest = text;
    while (std.mem.find(u8, rest, start)) |at| {
        const end = std.mem.findPos(u8, rest, at + start.len, "\"") orelse return error.NoId;
        try written.appendSlice(arena, rest[0..at]);
        try written.appendSlice(arena, "{\"id\":\"ID");
        rest = rest[end..];
    }
    try written.appendSlice(arena, rest);
    return written.items;
}

fn run(comptime Vector: type, file: []const u8) !void {
    var arena_instance: std.heap.ArenaAllocator = .init(allocator);
    defer arena_instance.deinit();
    const arena = arena_instance.allocator();
    const io = std.testing.io;
    var folder = try std.Io.Dir.cwd().openDir(io, settings.vectors, .{});
    defer folder.close(io);
    const json = try folder.readFileAlloc(io, file, arena, .unlimited);
    const vectors = try std.json.parseFromSliceLeaky([]const Vector, arena, json, .{});
    try std.testing.expect(vectors.len > 0);
    for (vectors) |vector| runner.count(vector.name, vector.check(arena));
}

test "begin" {
    try run(BeginVector, "begin_finish/begin.json");
}

test "finish" {
    try run(FinishVector, "begin_finish/finish.json");
}

test "retry" {
    try run(RetryVector, "input_required/retry.json");
}

test "input required, begin" {
    try run(AsksVector, "input_required/begin.json");
}

test "input required, finish" {
    try run(ResponsesVector, "input_required/finish.json");
}

test "of several failures the first is kept, and its message" {
    const Twice = struct {
        calls: usize = 0,

        fn resolve(host: *@This(), _: []const u8, answer: *tn_elicit.Answer) !void {
            host.calls += 1;
            try answer.accept(if (host.calls == 1) "[" else "{");
        }
    };
    var host: Twice = .{};
    var diagnostics: tn_elicit.Diagnostics = .empty;
    const retry = try tn_elicit.inputRequiredRetry(.init(&host, Twice.resolve), "{}",
        \\{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create"},
        \\"b":{"method":"elicitation/create"}}}
    , &diagnostics);
    defer retry.deinit();
    try std.testing.expectEqual(2, host.calls);
    try std.testing.expect(retry.failure.? == error.InvalidJson);
    try std.testing.expectStringEndsWith(diagnostics.message(), "expected a value");
}
