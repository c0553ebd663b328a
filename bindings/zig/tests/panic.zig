//! Is linked with panic.rs in the way that build.zig links the static library.
const std = @import("std");

extern fn catches_a_panic() bool;

pub fn main() void {
    std.process.exit(if (catches_a_panic()) 0 else 1);
}
