//! The mappings and what the host says of itself.
const std = @import("std");
const tn_elicit = @import("../src/tn_elicit.zig");
const settings = @import("settings");
const expect = std.testing.expect;
const expectEqual = std.testing.expectEqual;
const expectEqualStrings = std.testing.expectEqualStrings;

test "the library has the version of this package" {
    try expectEqualStrings(settings.version, tn_elicit.version());
}

test "the capabilities of each set of modes" {
    const capabilities = tn_elicit.clientCapabilities;
    try expectEqualStrings("{}", capabilities(.{}));
    try expectEqualStrings("{\"elicitation\":{}}", capabilities(.{ .form = true }));
    try expectEqualStrings("{\"elicitation\":{\"url\":{}}}", capabilities(.{ .url = true }));
    try expectEqualStrings(
        "{\"elicitation\":{\"form\":{},\"url\":{}}}",
        capabilities(.{ .form = true, .url = true }),
    );
}

test "a slice ends where it ends, without a NUL behind it" {
    const memory = try std.testing.allocator.dupe(u8, "{\"ok\":true}garbage");
    defer std.testing.allocator.free(memory);
    const result = try tn_elicit.answerToElicitResult(memory[0..11], null);
    defer result.deinit();
    try expectEqualStrings("{\"action\":\"accept\",\"content\":{}}", result.text);
}

test "a text that comes back has a NUL behind it and outlives the input" {
    const input = try std.testing.allocator.dupe(u8, "{\"ok\":true,\"data\":[1]}");
    const result = try tn_elicit.answerToElicitResult(input, null);
    defer result.deinit();
    @memset(input, 'x');
    std.testing.allocator.free(input);
    try expectEqualStrings("{\"action\":\"accept\",\"content\":[1]}", result.text);
    try expectEqual(0, result.text.ptr[result.text.len]);
}

test "every Request has an id of its own" {
    const first = try tn_elicit.elicitationToRequest("{}", null);
    defer first.deinit();
    const second = try tn_elicit.elicitationToRequest("{}", null);
    defer second.deinit();
    try expect(std.mem.startsWith(u8, first.text, "{\"id\":\"elc-"));
    try expect(!std.mem.eql(u8, first.text, second.text));
}
