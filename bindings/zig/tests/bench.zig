//! What a call costs from Zig. Prints `LABEL NANOSECONDS` lines, the median of the rounds.
const std = @import("std");
const tn_elicit = @import("tn_elicit");

const params =
    \\{"mode":"form","message":"Please tell us where to send the parcel.","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Full name","minLength":1},"street":{"type":"string"},"zip":{"type":"string","pattern":"^[0-9]{5}$"},"express":{"type":"boolean","default":false},"floor":{"type":"integer","minimum":0}},"required":["name","street","zip"]}}
;
const message = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/create\",\"params\":" ++ params ++ "}";

fn text() !void {
    const request = try tn_elicit.elicitationToRequest(params, null);
    request.deinit();
}

fn response() !void {
    const outcome = try tn_elicit.serverRequestResponse(.init(&{}, accept), message, null);
    if (outcome.failure) |err| return err;
    outcome.deinit();
}

fn accept(_: *const void, _: []const u8, answer: *tn_elicit.Answer) !void {
    try answer.accept("{\"name\":\"muthu\"}");
}

fn nanoseconds(io: std.Io, comptime call: fn () anyerror!void, calls: usize) !f64 {
    const start: std.Io.Timestamp = .now(io, .awake);
    for (0..calls) |_| try call();
    const elapsed = start.durationTo(.now(io, .awake));
    return @as(f64, @floatFromInt(elapsed.nanoseconds)) / @as(f64, @floatFromInt(calls));
}

/// About a second and a half, however fast the machine is.
fn measure(io: std.Io, comptime label: []const u8, comptime call: fn () anyerror!void) !void {
    var rounds: [15]f64 = undefined;
    const calls: usize = @intFromFloat(1.5e9 / @as(f64, rounds.len) / try nanoseconds(io, call, 20_000));
    for (&rounds) |*round| round.* = try nanoseconds(io, call, calls);
    std.mem.sort(f64, &rounds, {}, std.sort.asc(f64));
    var stdout = std.Io.File.stdout().writerStreaming(io, &.{});
    try stdout.interface.print("{s} {d:.0}\n", .{ label, rounds[rounds.len / 2] });
}

pub fn main(init: std.process.Init) !void {
    try measure(init.io, "zig-text", text);
    try measure(init.io, "zig-response", response);
}
