//! A whole MCP host: starts a server, calls one of its tools, asks you what the server asks, and
//! prints the tool's result:  host TOOL SERVER [ARGUMENT…]
//! Answer with a line of JSON, say {"name":"muthu"}; "no" declines, an empty line cancels.
const std = @import("std");
const tn_elicit = @import("tn_elicit");

const Host = struct {
    arena: std.mem.Allocator,
    user: std.Io.File.Reader,
    to_server: std.Io.File.Writer,
    from_server: std.Io.File.Reader,

    fn askTheUser(host: *Host, request: []const u8, answer: *tn_elicit.Answer) !void {
        std.debug.print("{s}\n> ", .{request});
        const line = try host.user.interface.takeDelimiter('\n') orelse return error.NobodyToAsk; // for the server, a cancel
        if (line.len == 0) return answer.cancel();
        if (std.mem.eql(u8, line, "no")) return answer.decline();
        try answer.accept(line);
    }

    fn send(host: *Host, comptime frame: []const u8, values: anytype) !void {
        try host.to_server.interface.print(frame ++ "\n", values);
        try host.to_server.interface.flush();
    }

    /// Sends a request, answers what the server asks meanwhile, and returns the result.
    fn call(host: *Host, id: i64, method: []const u8, comptime params: []const u8, values: anytype) !std.json.Value {
        try host.send("{{\"jsonrpc\":\"2.0\",\"id\":{d},\"method\":\"{s}\",\"params\":{{" ++ params ++ "}}}}", .{ id, method } ++ values);
        while (true) {
            var line: std.Io.Writer.Allocating = .init(host.arena);
            _ = try host.from_server.interface.streamDelimiter(&line.writer, '\n');
            host.from_server.interface.toss(1);
            var why: tn_elicit.Diagnostics = .empty;
            const outcome = tn_elicit.serverRequestResponse(.init(host, askTheUser), line.written(), &why) catch |err| {
                std.log.warn("a line of the server's: {t}: {s}", .{ err, why.message() });
                continue;
            };
            defer outcome.deinit();
            if (outcome.failure) |err| std.log.warn("cancelled: {t}: {s}", .{ err, why.message() });
            if (outcome.reply) |reply| try host.send("{s}", .{reply.text});
            const Response = struct { id: ?i64 = null, method: ?[]const u8 = null, result: ?std.json.Value = null };
            const options: std.json.ParseOptions = .{ .ignore_unknown_fields = true };
            const response = std.json.parseFromSliceLeaky(Response, host.arena, line.written(), options) catch continue;
            if (response.id != id or response.method != null) continue;
            return response.result orelse std.process.fatal("the server refuses: {s}", .{line.written()});
        }
    }
};

pub fn main(init: std.process.Init) !void {
    const arguments = try init.minimal.args.toSlice(init.arena.allocator());
    if (arguments.len < 3) std.process.fatal("usage: host TOOL SERVER [ARGUMENT…]", .{});
    var server = try std.process.spawn(init.io, .{ .argv = arguments[2..], .stdin = .pipe, .stdout = .pipe });
    defer server.kill(init.io);
    var buffers: [3][4096]u8 = undefined;
    var host: Host = .{
        .arena = init.arena.allocator(),
        .user = std.Io.File.stdin().readerStreaming(init.io, &buffers[0]),
        .to_server = server.stdin.?.writerStreaming(init.io, &buffers[1]),
        .from_server = server.stdout.?.readerStreaming(init.io, &buffers[2]),
    };
    const modes = tn_elicit.clientCapabilities(.{ .form = true, .url = true });
    const client = "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{s},\"clientInfo\":{{\"name\":\"host\",\"version\":\"1\"}}";
    _ = try host.call(1, "initialize", client, .{modes});
    try host.send("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}}", .{});
    const tool = .{std.json.fmt(arguments[1], .{})};
    const result = try host.call(2, "tools/call", "\"name\":{f},\"arguments\":{{}}", tool);
    var stdout = std.Io.File.stdout().writerStreaming(init.io, &.{});
    try stdout.interface.print("{f}\n", .{std.json.fmt(result, .{})});
    server.stdin.?.close(init.io); // The server ends when there is nothing more to read.
    server.stdin = null;
    _ = try server.wait(init.io);
}
