//! A whole MCP host: starts a server, calls one of its tools, asks you what the server asks, and
//! prints the tool's result:  host TOOL SERVER [ARGUMENT…]
//! Answer with a line of JSON, say {"name":"muthu"}; "no" declines, an empty line cancels.
const std = @import("std");
const tn_elicit = @import("tn_elicit");

const Value = std.json.Value;
const modes: tn_elicit.Modes = .{ .form = true, .url = true };

const Message = struct { id: ?Value = null, result: ?Value = null };
const Ended = struct { requestId: ?Value = null, elicitationId: ?Value = null };
const Event = union(enum) { server: anyerror!?[]const u8, user: anyerror!?[]const u8 };

/// Open until it is answered, or the server ends it.
const Question = struct {
    /// The server's request; null: an address that the call needs visited.
    line: ?[]const u8,
    id: ?Value = null,
    request: Value,
};

const Host = struct {
    arena: std.mem.Allocator,
    tool: []const u8,
    to_server: std.Io.File.Writer,
    last_id: i64 = 0,
    /// The first is on the terminal.
    questions: std.ArrayList(Question) = .empty,
    result: ?Value = null,

    /// Takes a line of the server's and never waits, so that a ping is answered while a question is open.
    fn take(host: *Host, line: []const u8) !void {
        var why: tn_elicit.Diagnostics = .empty;
        const begun = tn_elicit.serverRequestBegin(modes, line, &why) catch |err|
            return std.log.warn("a line of the server's: {t}: {s}", .{ err, why.message() });
        defer begun.deinit();
        const message = host.parse(Message, line) catch Message{}; // it is JSON, but may be no object
        if (begun.reply) |reply| return host.send("{s}", .{reply.text});
        if (begun.request) |request| {
            return host.ask(.{ .line = line, .id = message.id, .request = try host.parse(Value, request.text) });
        }
        if (same(message.id, .{ .integer = host.last_id })) return host.respond(line, message.result);
        if (try tn_elicit.elicitationEnded(line, null)) |ended| {
            defer ended.deinit();
            try host.end(try host.parse(Ended, ended.text));
        }
    }

    /// Goes on after a response to the host's own request.
    fn respond(host: *Host, line: []const u8, response: ?Value) !void {
        if (host.last_id == 1) {
            try host.send("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}}", .{});
            return host.callTool();
        }
        if (try tn_elicit.urlElicitations(line, null)) |requests| { // the error -32042
            defer requests.deinit();
            for (try host.parse([]const Value, requests.text)) |request| {
                try host.ask(.{ .line = null, .request = request });
            }
            return;
        }
        const result = response orelse std.process.fatal("the server refuses: {s}", .{line});
        // Here it is final, or of a type that is refused.
        const text = try std.json.Stringify.valueAlloc(host.arena, result, .{});
        if (try tn_elicit.inputRequiredBegin(.{}, text, null) != null) return error.AsksInItsResult;
        host.result = result;
    }

    /// Drops a question that the server has taken back. One that is completed needs no word of the user.
    fn end(host: *Host, ended: Ended) !void {
        for (host.questions.items, 0..) |question, at| {
            if (same(ended.requestId, question.id)) {
                std.debug.print("\nThe server has taken its question back.\n", .{});
                _ = host.questions.orderedRemove(at);
                return host.show();
            }
            if (same(ended.elicitationId, question.request.object.get("elicitationId"))) {
                std.debug.print("\nCompleted.\n", .{});
                return host.finish(at, true, "{\"ok\":true}");
            }
        }
    }

    fn ask(host: *Host, question: Question) !void {
        try host.questions.append(host.arena, question);
        if (host.questions.items.len == 1) host.show();
    }

    /// Shows the first question, in ASCII: the server's words must not drive the terminal.
    fn show(host: *Host) void {
        if (host.questions.items.len == 0) return;
        const request = host.questions.items[0].request;
        std.debug.print("{f}\n> ", .{std.json.fmt(request, .{ .escape_unicode = true })});
    }

    /// A user who is gone has typed nothing.
    fn answer(host: *Host, typed: []const u8) !void {
        if (typed.len == 0) return host.finish(0, false, null); // which cancels
        if (std.mem.eql(u8, typed, "no")) return host.finish(0, false, "{\"ok\":false,\"reason\":\"declined\"}");
        return host.finish(0, true, try std.mem.concat(host.arena, u8, &.{ "{\"ok\":true,\"data\":", typed, "}" }));
    }

    fn finish(host: *Host, at: usize, consent: bool, text: ?[]const u8) !void {
        const question = host.questions.items[at];
        var why: tn_elicit.Diagnostics = .empty;
        const finished = if (question.line) |line|
            tn_elicit.serverRequestFinish(line, text, &why)
        else
            tn_elicit.answerToElicitResult(text orelse "null", &why);
        const written = finished catch |err| { // what was typed is no JSON: ask again
            std.log.warn("{t}: {s}", .{ err, why.message() });
            return host.show();
        };
        defer if (written) |reply| reply.deinit();
        _ = host.questions.orderedRemove(at);
        if (question.line != null) {
            try host.send("{s}", .{written.?.text});
        } else {
            if (!consent) std.process.fatal("the tool needs that address", .{});
            for (host.questions.items) |other| {
                if (other.line == null) break;
            } else try host.callTool();
        }
        if (at == 0) host.show();
    }

    fn callTool(host: *Host) !void {
        if (host.last_id == 10) return error.AsksWithoutEnd;
        try host.call("tools/call", "\"name\":{f},\"arguments\":{{}}", .{std.json.fmt(host.tool, .{})});
    }

    fn call(host: *Host, method: []const u8, comptime params: []const u8, values: anytype) !void {
        host.last_id += 1;
        const frame = "{{\"jsonrpc\":\"2.0\",\"id\":{d},\"method\":\"{s}\",\"params\":{{" ++ params ++ "}}}}";
        try host.send(frame, .{ host.last_id, method } ++ values);
    }

    fn send(host: *Host, comptime frame: []const u8, values: anytype) !void {
        try host.to_server.interface.print(frame ++ "\n", values);
        try host.to_server.interface.flush();
    }

    fn parse(host: *Host, comptime T: type, text: []const u8) !T {
        const options: std.json.ParseOptions = .{
            .ignore_unknown_fields = true,
            .duplicate_field_behavior = .use_last,
            .allocate = .alloc_always,
        };
        return std.json.parseFromSliceLeaky(T, host.arena, text, options);
    }
};

/// Whether two ids are the same: MCP's are integers and strings.
fn same(a: ?Value, b: ?Value) bool {
    const left = a orelse return false;
    const right = b orelse return false;
    return switch (left) {
        .integer => |number| right == .integer and right.integer == number,
        .string => |string| right == .string and std.mem.eql(u8, right.string, string),
        else => false,
    };
}

/// The next line; it has no limit here. Null: there is none.
fn nextLine(from: *std.Io.Reader, arena: std.mem.Allocator) anyerror!?[]const u8 {
    var line: std.Io.Writer.Allocating = .init(arena);
    _ = from.streamDelimiter(&line.writer, '\n') catch |err| return if (err == error.EndOfStream) null else err;
    from.toss(1);
    return line.written();
}

pub fn main(init: std.process.Init) !void {
    const arena = init.arena.allocator();
    const arguments = try init.minimal.args.toSlice(arena);
    if (arguments.len < 3) std.process.fatal("usage: host TOOL SERVER [ARGUMENT…]", .{});
    var server = try std.process.spawn(init.io, .{ .argv = arguments[2..], .stdin = .pipe, .stdout = .pipe });
    defer server.kill(init.io);
    var buffers: [3][4096]u8 = undefined;
    var user = std.Io.File.stdin().readerStreaming(init.io, &buffers[0]);
    var from_server = server.stdout.?.readerStreaming(init.io, &buffers[1]);
    const to_server = server.stdin.?.writerStreaming(init.io, &buffers[2]);
    var host: Host = .{ .arena = arena, .tool = arguments[1], .to_server = to_server };
    const client = "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{s},\"clientInfo\":{{\"name\":\"host\",\"version\":\"1\"}}";
    try host.call("initialize", client, .{tn_elicit.clientCapabilities(modes)});

    // Two tasks: the next line of the server's, and the next of the user's while a question is open.
    var events: [2]Event = undefined;
    var select: std.Io.Select(Event) = .init(init.io, &events);
    defer select.cancelDiscard();
    try select.concurrent(.server, nextLine, .{ &from_server.interface, arena });
    var user_is_asked = false;
    while (host.result == null) {
        if (host.questions.items.len > 0 and !user_is_asked) {
            try select.concurrent(.user, nextLine, .{ &user.interface, arena });
            user_is_asked = true;
        }
        switch (try select.await()) {
            .server => |line| {
                try host.take(try line orelse return error.ServerHasEnded);
                try select.concurrent(.server, nextLine, .{ &from_server.interface, arena });
            },
            .user => |line| {
                user_is_asked = false;
                if (host.questions.items.len > 0) try host.answer(try line orelse "");
            },
        }
    }
    select.cancelDiscard();
    var stdout = std.Io.File.stdout().writerStreaming(init.io, &.{});
    try stdout.interface.print("{f}\n", .{std.json.fmt(host.result.?, .{})});
    server.stdin.?.close(init.io); // The server ends when there is nothing more to read.
    server.stdin = null;
    _ = try server.wait(init.io);
}
