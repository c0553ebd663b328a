//! Many threads at once.
const std = @import("std");
const tn_elicit = @import("../src/tn_elicit.zig");
const allocator = std.testing.allocator;

const threads = 16;
const calls = 250;

/// One thread's work: elicitations whose resolver sees its own context, and answers or fails.
const Worker = struct {
    number: usize,
    /// The Requests' ids.
    ids: [calls][]const u8 = undefined,
    seen: usize = 0,
    /// A text to be freed by another thread.
    left: ?tn_elicit.String = null,
    result: anyerror!void = {},

    fn run(worker: *Worker) void {
        worker.result = worker.work();
    }

    fn work(worker: *Worker) !void {
        for (0..calls) |call| {
            var buffer: [128]u8 = undefined;
            const message = try std.fmt.bufPrint(
                &buffer,
                "{{\"id\":\"{d}-{d}\",\"method\":\"elicitation/create\",\"params\":{{\"message\":\"{d}\"}}}}",
                .{ worker.number, call, worker.number },
            );
            const outcome = try tn_elicit.serverRequestResponse(.init(worker, Worker.resolve), message, null);
            defer outcome.deinit();
            const fails = call % 2 == 1;
            try std.testing.expectEqual(@as(?anyerror, if (fails) error.UserGone else null), outcome.failure);
            var reply_buffer: [128]u8 = undefined;
            const reply = try std.fmt.bufPrint(
                &reply_buffer,
                "{{\"jsonrpc\":\"2.0\",\"id\":\"{d}-{d}\",\"result\":{{\"action\":\"{s}\"}}}}",
                .{ worker.number, call, if (fails) "cancel" else "decline" },
            );
            try std.testing.expectEqualStrings(reply, outcome.reply.?.text);
        }
        worker.left = try tn_elicit.answerToElicitResult("{}", null);
    }

    fn resolve(worker: *Worker, request: []const u8, answer: *tn_elicit.Answer) !void {
        var buffer: [32]u8 = undefined;
        const prompt = try std.fmt.bufPrint(&buffer, "\"prompt\":\"{d}\"}}", .{worker.number});
        try std.testing.expectStringEndsWith(request, prompt);
        const id = request["{\"id\":\"".len..];
        worker.ids[worker.seen] = try allocator.dupe(u8, id[0..std.mem.findScalar(u8, id, '"').?]);
        worker.seen += 1;
        std.Thread.yield() catch {};
        if (worker.seen % 2 == 0) return error.UserGone;
        try answer.decline();
    }
};

test "threads do not meet, and every Request has an id of its own" {
    const workers = try allocator.alloc(Worker, threads);
    defer allocator.free(workers);
    var running: [threads]std.Thread = undefined;
    for (workers, &running, 0..) |*worker, *thread, number| {
        worker.* = .{ .number = number };
        thread.* = try .spawn(.{}, Worker.run, .{worker});
    }
    for (running) |thread| thread.join();

    var ids: std.array_hash_map.String(void) = .empty;
    defer {
        for (ids.keys()) |id| allocator.free(id);
        ids.deinit(allocator);
    }
    for (workers) |*worker| {
        if (worker.left) |left| left.deinit();
        for (worker.ids[0..worker.seen]) |id| {
            const entry = try ids.getOrPut(allocator, id);
            if (entry.found_existing) {
                allocator.free(id);
                return error.IdTwice;
            }
        }
    }
    for (workers) |worker| try worker.result;
    try std.testing.expectEqual(threads * calls, ids.count());
}
