//! Resolvers: what they answer, how they fail, and what they may do meanwhile.
const std = @import("std");
const tn_elicit = @import("../src/tn_elicit.zig");
const expect = std.testing.expect;
const expectEqual = std.testing.expectEqual;
const expectEqualStrings = std.testing.expectEqualStrings;
const Answer = tn_elicit.Answer;

const elicitation =
    \\{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"message":"Your name?"}}
;

/// Runs an elicitation with a resolver that has no context of its own; the reply must have `result`.
fn expectResult(
    comptime resolve: fn (context: *const void, request: []const u8, answer: *Answer) anyerror!void,
    failure: ?anyerror,
    result: []const u8,
) !void {
    var buffer: [256]u8 = undefined;
    const expected = try std.fmt.bufPrint(&buffer, "{{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{s}}}", .{result});
    var diagnostics: tn_elicit.Diagnostics = .empty;
    for ([_]?*tn_elicit.Diagnostics{ null, &diagnostics }) |wanted| {
        const outcome = try tn_elicit.serverRequestResponse(.init(&{}, resolve), elicitation, wanted);
        defer outcome.deinit();
        try expectEqualStrings(expected, outcome.reply.?.text);
        try expectEqual(failure, outcome.failure);
    }
    try expectEqual(failure == null, diagnostics.message().len == 0);
}

const accept_muthu = "{\"action\":\"accept\",\"content\":{\"name\":\"muthu\"}}";
const cancel = "{\"action\":\"cancel\"}";

test "accept, with data and without" {
    try expectResult(struct {
        fn resolve(_: *const void, _: []const u8, answer: *Answer) !void {
            try answer.accept("{\"name\": \"muthu\"}");
        }
    }.resolve, null, accept_muthu);
    try expectResult(struct {
        fn resolve(_: *const void, _: []const u8, answer: *Answer) !void {
            try answer.accept(null);
        }
    }.resolve, null, "{\"action\":\"accept\",\"content\":{}}");
}

test "decline" {
    try expectResult(struct {
        fn resolve(_: *const void, _: []const u8, answer: *Answer) !void {
            try answer.decline();
        }
    }.resolve, null, "{\"action\":\"decline\"}");
}

test "cancel, and the same without an answer" {
    try expectResult(struct {
        fn resolve(_: *const void, _: []const u8, answer: *Answer) !void {
            try answer.cancel();
        }
    }.resolve, null, cancel);
    try expectResult(struct {
        fn resolve(_: *const void, _: []const u8, _: *Answer) !void {}
    }.resolve, null, cancel);
}

test "a whole Answer" {
    try expectResult(struct {
        fn resolve(_: *const void, _: []const u8, answer: *Answer) !void {
            try answer.set("{\"ok\":true,\"data\":{\"name\":\"muthu\"}}");
        }
    }.resolve, null, accept_muthu);
}

test "of several answers the last counts" {
    try expectResult(struct {
        fn resolve(_: *const void, _: []const u8, answer: *Answer) !void {
            try answer.decline();
            try answer.set("{\"ok\":false}");
            try answer.accept("{\"name\":\"muthu\"}");
        }
    }.resolve, null, accept_muthu);
}

test "an error is a cancel, and the host sees it" {
    try expectResult(struct {
        fn resolve(_: *const void, _: []const u8, _: *Answer) !void {
            return error.UserGone;
        }
    }.resolve, error.UserGone, cancel);
}

test "an error after an answer is a cancel, too" {
    try expectResult(struct {
        fn resolve(_: *const void, _: []const u8, answer: *Answer) !void {
            try answer.accept("{\"name\":\"muthu\"}");
            return error.UserGone;
        }
    }.resolve, error.UserGone, cancel);
}

test "an invalid Answer is a cancel, and the host sees why" {
    const resolves = struct {
        fn accept(_: *const void, _: []const u8, answer: *Answer) !void {
            try answer.accept("[1,]");
        }
        fn set(_: *const void, _: []const u8, answer: *Answer) !void {
            try answer.set("{\"ok\":true}}");
        }
        fn utf8(_: *const void, _: []const u8, answer: *Answer) !void {
            try answer.accept("\"\n\xff\"");
        }
    };
    try expectResult(resolves.accept, error.InvalidJson, cancel);
    try expectResult(resolves.set, error.InvalidJson, cancel);
    try expectResult(resolves.utf8, error.InvalidUtf8, cancel);

    inline for (.{
        .{ resolves.accept, "line 1 column 4" },
        .{ resolves.set, "line 1 column 12" },
        .{ resolves.utf8, "line 2 column 1" },
    }) |case| {
        var diagnostics: tn_elicit.Diagnostics = .empty;
        const outcome = try tn_elicit.serverRequestResponse(.init(&{}, case[0]), elicitation, &diagnostics);
        defer outcome.deinit();
        try expect(std.mem.indexOf(u8, diagnostics.message(), case[1]) != null);
    }
}

test "a resolver that gets over a refusal has not failed" {
    const resolves = struct {
        fn again(_: *const void, _: []const u8, answer: *Answer) !void {
            answer.accept("{\"name\":") catch try answer.accept("{\"name\":\"muthu\"}");
        }
        fn stays(_: *const void, _: []const u8, answer: *Answer) !void {
            try answer.accept("{\"name\":\"muthu\"}");
            answer.set("") catch {};
        }
        fn other(_: *const void, _: []const u8, answer: *Answer) !void {
            answer.accept("nonsense") catch return error.UserGone;
        }
    };
    try expectResult(resolves.again, null, accept_muthu);
    try expectResult(resolves.stays, null, accept_muthu);
    try expectResult(resolves.other, error.UserGone, cancel);
}

/// Counts its calls.
const Counter = struct {
    calls: usize = 0,

    fn resolve(counter: *Counter, request: []const u8, answer: *Answer) !void {
        counter.calls += 1;
        try expect(std.mem.endsWith(u8, request, ",\"kind\":\"input\",\"prompt\":\"Your name?\"}"));
        try answer.decline();
    }
};

test "the resolver is called once for an elicitation, with its context, and not for anything else" {
    var counter: Counter = .{};
    const outcome = try tn_elicit.serverRequestResponse(.init(&counter, Counter.resolve), elicitation, null);
    outcome.deinit();
    try expectEqual(1, counter.calls);

    const roots = try tn_elicit.serverRequestResponse(.init(&counter, Counter.resolve), "{\"id\":\"a\",\"method\":\"roots/list\"}", null);
    defer roots.deinit();
    try expectEqualStrings(
        \\{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"Method not found"}}
    , roots.reply.?.text);
    const ping = try tn_elicit.serverRequestResponse(.init(&counter, Counter.resolve), "{\"id\":\"a\",\"method\":\"ping\"}", null);
    defer ping.deinit();
    try expectEqualStrings(
        \\{"jsonrpc":"2.0","id":"a","result":{}}
    , ping.reply.?.text);

    for ([_][]const u8{ "{\"id\":7,\"result\":{}}", "{\"method\":\"elicitation/create\"}", "[]", "1" }) |message| {
        const none = try tn_elicit.serverRequestResponse(.init(&counter, Counter.resolve), message, null);
        defer none.deinit();
        try expectEqual(null, none.reply);
        try expectEqual(null, none.failure);
    }
    try std.testing.expectError(
        error.InvalidJson,
        tn_elicit.serverRequestResponse(.init(&counter, Counter.resolve), elicitation ++ "}", null),
    );
    try expectEqual(1, counter.calls);
}

test "without a resolver an elicitation is no method" {
    const outcome = try tn_elicit.serverRequestResponse(null, elicitation, null);
    defer outcome.deinit();
    try expectEqual(null, outcome.failure);
    try expectEqualStrings(
        \\{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found"}}
    , outcome.reply.?.text);
}

/// Answers with what answering again gives, some levels deep, and fails at the innermost.
const Nested = struct {
    levels: usize,

    fn resolve(nested: *Nested, request: []const u8, answer: *Answer) !void {
        const again = try tn_elicit.elicitationToRequest(request, null);
        defer again.deinit();
        if (nested.levels == 0) return error.Innermost;
        nested.levels -= 1;
        const outcome = try tn_elicit.serverRequestResponse(.init(nested, Nested.resolve), elicitation, null);
        defer outcome.deinit();
        try expectEqual(@as(?anyerror, if (nested.levels == 0) error.Innermost else null), outcome.failure);
        nested.levels += 1;
        try answer.accept(outcome.reply.?.text);
    }
};

test "a resolver may call the library itself" {
    var nested: Nested = .{ .levels = 3 };
    // Two levels put the third's cancel into their contents.
    const outcome = try tn_elicit.serverRequestResponse(.init(&nested, Nested.resolve), elicitation, null);
    defer outcome.deinit();
    try expectEqual(null, outcome.failure);
    const open = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"action\":\"accept\",\"content\":";
    const inner = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"action\":\"cancel\"}}";
    try expectEqualStrings(open ++ open ++ open ++ inner ++ "}}}}}}", outcome.reply.?.text);
}

test "a resolver without init: a context and a function of one's own" {
    var calls: usize = 0;
    const outcome = try tn_elicit.serverRequestResponse(.{
        .context = &calls,
        .resolve = struct {
            fn resolve(context: *anyopaque, _: []const u8, answer: *Answer) anyerror!void {
                const counted: *usize = @ptrCast(@alignCast(context));
                counted.* += 1;
                try answer.cancel();
            }
        }.resolve,
    }, elicitation, null);
    defer outcome.deinit();
    try expectEqual(1, calls);
}
