//! The test runner: a line for each test and each vector, then "N passed, M failed".
const std = @import("std");
const builtin = @import("builtin");
const testing = std.testing;

pub const std_options: std.Options = .{ .logFn = log };

var passed: usize = 0;
var failed: usize = 0;
var logged_errors: usize = 0;

pub fn main(init: std.process.Init.Minimal) void {
    testing.environ = init.environ;
    for (builtin.test_functions) |test_function| {
        testing.allocator_instance = .init(std.heap.page_allocator, .{
            .canary = 0xe11c17ed,
            .check_write_after_free = true,
        });
        testing.io_instance = .init(testing.allocator, .{
            .argv0 = .init(init.args),
            .environ = init.environ,
        });
        logged_errors = 0;
        var result = test_function.func();
        testing.io_instance.deinit();
        if (testing.allocator_instance.deinit() != 0) result = error.MemoryLeaked;
        if (logged_errors != 0) result = error.ErrorLogged;
        count(test_function.name, result);
    }
    print("{d} passed, {d} failed\n", .{ passed, failed });
    if (failed != 0) std.process.exit(1);
}

/// Counts one test. Tests that find their cases at run time call it for each.
pub fn count(name: []const u8, result: anyerror!void) void {
    if (result) {
        passed += 1;
        print("ok {s}\n", .{name});
    } else |err| {
        failed += 1;
        print("FAILED {s}: {t}\n", .{ name, err });
        if (@errorReturnTrace()) |trace| std.debug.dumpErrorReturnTrace(trace);
    }
}

fn print(comptime format: []const u8, args: anytype) void {
    const io = std.Io.Threaded.global_single_threaded.io();
    var writer = std.Io.File.stdout().writerStreaming(io, &.{});
    writer.interface.print(format, args) catch std.process.exit(2);
}

fn log(
    comptime level: std.log.Level,
    comptime scope: @EnumLiteral(),
    comptime format: []const u8,
    args: anytype,
) void {
    if (level == .err) logged_errors += 1;
    std.log.defaultLog(level, scope, format, args);
}
