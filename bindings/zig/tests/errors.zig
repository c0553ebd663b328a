//! Bad texts, and what the host gets to know about them.
const std = @import("std");
const tn_elicit = @import("../src/tn_elicit.zig");
const expect = std.testing.expect;
const expectError = std.testing.expectError;
const expectEqualStrings = std.testing.expectEqualStrings;

fn expectMessage(diagnostics: *const tn_elicit.Diagnostics, position: []const u8) !void {
    if (std.mem.indexOf(u8, diagnostics.message(), position) == null) {
        std.debug.print("no \"{s}\" in \"{s}\"\n", .{ position, diagnostics.message() });
        return error.NoPosition;
    }
}

test "bad JSON: the error, and a message with line and column" {
    var diagnostics: tn_elicit.Diagnostics = .empty;
    try expectError(error.InvalidJson, tn_elicit.elicitationToRequest("{\n  1}", &diagnostics));
    try expectMessage(&diagnostics, "line 2 column 3");
    try expectError(error.InvalidJson, tn_elicit.answerToElicitResult("[1,]", &diagnostics));
    try expectMessage(&diagnostics, "line 1 column 4");
    try expectError(error.InvalidJson, tn_elicit.serverRequestResponse(null, "tru", &diagnostics));
    try expectMessage(&diagnostics, "line 1 column 4");
    try expectError(error.InvalidJson, tn_elicit.urlElicitations("[\n\n}", &diagnostics));
    try expectMessage(&diagnostics, "line 3 column 1");
    try expectError(error.InvalidJson, tn_elicit.elicitationEnded("", &diagnostics));
    try expectMessage(&diagnostics, "line 1 column 1");
    try expectError(error.InvalidJson, tn_elicit.inputRequiredBegin(.{}, "{,", &diagnostics));
    try expectMessage(&diagnostics, "line 1 column 2");
    const asks = "{\"resultType\":\"input_required\"}";
    try expectError(error.InvalidJson, tn_elicit.inputRequiredFinish("{}", asks, "{]", &diagnostics));
    try expectMessage(&diagnostics, "responses: invalid JSON at line 1 column 2");
}

test "bad UTF-8: the error, and a message with line and column" {
    var diagnostics: tn_elicit.Diagnostics = .empty;
    try expectError(error.InvalidUtf8, tn_elicit.elicitationToRequest("[\n\"\xff\"]", &diagnostics));
    try expectMessage(&diagnostics, "line 2 column 2");
    try expectError(error.InvalidUtf8, tn_elicit.answerToElicitResult("\xc3", &diagnostics));
    try expectMessage(&diagnostics, "line 1 column 1");
    try expectError(error.InvalidUtf8, tn_elicit.serverRequestResponse(null, "\xed\xa0\x80", &diagnostics));
    try expectMessage(&diagnostics, "line 1 column 1");
    try expectError(error.InvalidUtf8, tn_elicit.urlElicitations("\xff", &diagnostics));
    try expectMessage(&diagnostics, "line 1 column 1");
    try expectError(error.InvalidUtf8, tn_elicit.elicitationEnded("\xff", &diagnostics));
    try expectMessage(&diagnostics, "line 1 column 1");
    try expectError(error.InvalidUtf8, tn_elicit.inputRequiredBegin(.{}, " \xff", &diagnostics));
    try expectMessage(&diagnostics, "line 1 column 2");
    try expectError(error.InvalidUtf8, tn_elicit.inputRequiredFinish("{}", "{}", "\xff", &diagnostics));
    try expectMessage(&diagnostics, "responses: ");
}

test "an empty slice is no JSON" {
    var diagnostics: tn_elicit.Diagnostics = .empty;
    try expectError(error.InvalidJson, tn_elicit.elicitationToRequest(&.{}, &diagnostics));
    try expectMessage(&diagnostics, "line 1 column 1");
    const nothing: []const u8 = @as([*]const u8, undefined)[0..0];
    try expectError(error.InvalidJson, tn_elicit.elicitationToRequest(nothing, &diagnostics));
    try expectMessage(&diagnostics, "line 1 column 1");
}

test "without diagnostics there is the error alone" {
    try expectError(error.InvalidJson, tn_elicit.elicitationToRequest("{", null));
    try expectError(error.InvalidUtf8, tn_elicit.answerToElicitResult("\x80", null));
    try expectError(error.InvalidJson, tn_elicit.serverRequestResponse(null, "", null));
}

test "diagnostics are overwritten: success leaves no message, and poison does no harm" {
    var diagnostics: tn_elicit.Diagnostics = undefined;
    try expectError(error.InvalidJson, tn_elicit.elicitationToRequest("{", &diagnostics));
    try expect(diagnostics.message().len > 0);
    const request = try tn_elicit.elicitationToRequest("{}", &diagnostics);
    defer request.deinit();
    try expectEqualStrings("", diagnostics.message());
    try expectEqualStrings("", tn_elicit.Diagnostics.empty.message());
}

test "a message does not quote the input" {
    var diagnostics: tn_elicit.Diagnostics = .empty;
    try expectError(error.InvalidJson, tn_elicit.elicitationToRequest("{\"hunter2\"", &diagnostics));
    try expect(std.mem.indexOf(u8, diagnostics.message(), "hunter2") == null);
}
