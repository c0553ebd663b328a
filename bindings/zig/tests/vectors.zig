//! Every vector of tests/vectors, through the public API; each counts as one test.
const std = @import("std");
const tn_elicit = @import("../src/tn_elicit.zig");
const settings = @import("settings");
const runner = @import("root");
const allocator = std.testing.allocator;

const Vector = struct {
    name: []const u8,
    function: enum {
        elicitation_to_request,
        answer_to_elicit_result,
        server_request_response,
        url_elicitations,
        elicitation_ended,
    },
    input: ?[]const u8 = null,
    input_hex: ?[]const u8 = null,
    resolver: ?VectorResolver = null,
    request: ?[]const u8 = null,
    status: []const u8,
    output: ?[]const u8 = null,
    @"error": ?struct { line: usize, column: usize } = null,
};

const VectorResolver = struct {
    action: enum { set, accept, decline, cancel, nothing, fail },
    json: ?[]const u8 = null,
};

/// What a call did, in the vectors' terms.
const Seen = struct {
    status: []const u8,
    output: ?[]const u8 = null,
    message: []const u8,

    fn of(vector: Vector, arena: std.mem.Allocator, host: *Host, input: []const u8) !Seen {
        var diagnostics: tn_elicit.Diagnostics = .empty;
        const string = switch (vector.function) {
            .elicitation_to_request => tn_elicit.elicitationToRequest(input, &diagnostics),
            .answer_to_elicit_result => tn_elicit.answerToElicitResult(input, &diagnostics),
            .url_elicitations, .elicitation_ended => notice: {
                const read = if (vector.function == .url_elicitations)
                    tn_elicit.urlElicitations(input, &diagnostics)
                else
                    tn_elicit.elicitationEnded(input, &diagnostics);
                const found = read catch |err| break :notice err;
                break :notice found orelse return .{ .status = "TN_NO_REPLY", .message = "" };
            },
            .server_request_response => response: {
                const resolver: ?tn_elicit.Resolver = if (vector.resolver == null) null else .init(host, Host.resolve);
                const outcome = tn_elicit.serverRequestResponse(resolver, input, &diagnostics) catch |err|
                    break :response err;
                if (outcome.failure) |failure| if (failure != error.VectorFails) return failure;
                const reply = outcome.reply orelse return .{ .status = "TN_NO_REPLY", .message = "" };
                if (outcome.failure == null) break :response reply;
                defer reply.deinit();
                return .{
                    .status = "TN_RESOLVER_FAILED",
                    .output = try arena.dupe(u8, reply.text),
                    .message = try arena.dupe(u8, diagnostics.message()),
                };
            },
        } catch |err| return .{
            .status = switch (err) {
                error.InvalidUtf8 => "TN_ERR_INVALID_UTF8",
                error.InvalidJson => "TN_ERR_INVALID_JSON",
                error.OutOfMemory => "TN_ERR_OUT_OF_MEMORY",
                error.LibraryPanic => "TN_ERR_PANIC",
                error.UnsupportedInput => "TN_ERR_UNSUPPORTED_INPUT",
                error.UnknownResultType => "TN_ERR_UNKNOWN_RESULT_TYPE",
                error.Unexpected => "unexpected",
            },
            .message = try arena.dupe(u8, diagnostics.message()),
        };
        defer string.deinit();
        return .{ .status = "TN_OK", .output = try arena.dupe(u8, string.text), .message = "" };
    }
};

/// Does what a vector's resolver is to do, and keeps the Request.
const Host = struct {
    resolver: ?VectorResolver,
    arena: std.mem.Allocator,
    request: ?[]const u8 = null,

    fn resolve(host: *Host, request: []const u8, answer: *tn_elicit.Answer) !void {
        if (host.request != null) return error.CalledTwice;
        host.request = try host.arena.dupe(u8, request);
        const resolver = host.resolver.?;
        switch (resolver.action) {
            .set => try answer.set(resolver.json.?),
            .accept => try answer.accept(resolver.json),
            .decline => try answer.decline(),
            .cancel => try answer.cancel(),
            .nothing => {},
            .fail => return error.VectorFails,
        }
    }
};

test "the folder has vectors, and each holds" {
    var arena_instance: std.heap.ArenaAllocator = .init(allocator);
    defer arena_instance.deinit();
    const arena = arena_instance.allocator();
    const io = std.testing.io;

    var folder = try std.Io.Dir.cwd().openDir(io, settings.vectors, .{ .iterate = true });
    defer folder.close(io);
    var vectors: usize = 0;
    var files = folder.iterate();
    while (try files.next(io)) |file| {
        if (!std.mem.endsWith(u8, file.name, ".json")) continue;
        const json = try folder.readFileAlloc(io, file.name, arena, .unlimited);
        for (try std.json.parseFromSliceLeaky([]const Vector, arena, json, .{})) |vector| {
            runner.count(vector.name, check(vector));
            vectors += 1;
        }
    }
    try std.testing.expect(vectors > 0);
}

fn check(vector: Vector) !void {
    var arena_instance: std.heap.ArenaAllocator = .init(allocator);
    defer arena_instance.deinit();
    const arena = arena_instance.allocator();

    const input = if (vector.input) |text| text else hex: {
        const digits = vector.input_hex orelse return error.NoInput;
        break :hex try std.fmt.hexToBytes(try arena.alloc(u8, digits.len / 2), digits);
    };
    var host: Host = .{ .resolver = vector.resolver, .arena = arena };
    const seen: Seen = try .of(vector, arena, &host, input);
    try std.testing.expectEqualStrings(vector.status, seen.status);
    try expectText(vector.output, seen.output);
    try expectText(vector.request, host.request);
    if (vector.@"error") |position| {
        const expected = try std.fmt.allocPrint(arena, "line {d} column {d}", .{ position.line, position.column });
        const at = std.mem.find(u8, seen.message, expected) orelse return error.NoPosition;
        const behind = at + expected.len;
        if (behind < seen.message.len and std.ascii.isDigit(seen.message[behind])) return error.NoPosition;
    }
}

/// The id of a Request is written `ID`; the real one is `elc-`, digits, `-`, digits.
fn expectText(expected: ?[]const u8, seen: ?[]const u8) !void {
    const placeholder = "{\"id\":\"ID\"";
    const text = expected orelse return std.testing.expectEqual(null, seen);
    var rest = seen orelse return error.NoText;
    var parts = std.mem.splitSequence(u8, text, placeholder);
    try expectPart(&rest, parts.first());
    while (parts.next()) |part| {
        for ([_][]const u8{ "{\"id\":\"elc-", "-" }) |before| {
            try expectPart(&rest, before);
            const digits = std.mem.findNone(u8, rest, "0123456789") orelse return error.NoId;
            if (digits == 0) return error.NoId;
            rest = rest[digits..];
        }
        try expectPart(&rest, "\"");
        try expectPart(&rest, part);
    }
    try std.testing.expectEqualStrings("", rest);
}

/// Takes the part from the front of the text.
fn expectPart(text: *[]const u8, part: []const u8) !void {
    try std.testing.expectStringStartsWith(text.*, part);
    text.* = text.*[part.len..];
}
