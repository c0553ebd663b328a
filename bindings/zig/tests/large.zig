//! Large and deep texts.
const std = @import("std");
const tn_elicit = @import("../src/tn_elicit.zig");
const expect = std.testing.expect;
const expectEqual = std.testing.expectEqual;
const allocator = std.testing.allocator;

test "a prompt of 16 MiB" {
    const size = 16 << 20;
    const params = try allocator.alloc(u8, size);
    defer allocator.free(params);
    const head = "{\"message\":\"";
    @memset(params, 'x');
    @memcpy(params[0..head.len], head);
    @memcpy(params[size - 2 ..], "\"}");
    const request = try tn_elicit.elicitationToRequest(params, null);
    defer request.deinit();
    const prompt_at = std.mem.indexOf(u8, request.text, "\"prompt\":\"").? + "\"prompt\":\"".len;
    try std.testing.expectEqualStrings(params[head.len..], request.text[prompt_at..]);
}

test "data that is a million levels deep, through a resolver" {
    const depth = 1_000_000;
    const data = try allocator.alloc(u8, 2 * depth);
    defer allocator.free(data);
    @memset(data[0..depth], '[');
    @memset(data[depth..], ']');
    const resolver: tn_elicit.Resolver = .init(&data, struct {
        fn resolve(deep: *const []u8, _: []const u8, answer: *tn_elicit.Answer) !void {
            try answer.accept(deep.*);
        }
    }.resolve);
    const outcome = try tn_elicit.serverRequestResponse(resolver, "{\"id\":1,\"method\":\"elicitation/create\"}", null);
    defer outcome.deinit();
    try expectEqual(null, outcome.failure);
    const content = "\"content\":";
    const at = std.mem.indexOf(u8, outcome.reply.?.text, content).? + content.len;
    try expect(std.mem.eql(u8, data, outcome.reply.?.text[at..][0..data.len]));
}

test "many calls, each with its reply freed" {
    for (0..10_000) |_| {
        const outcome = try tn_elicit.serverRequestResponse(null, "{\"id\":1,\"method\":\"ping\"}", null);
        outcome.deinit();
    }
}
