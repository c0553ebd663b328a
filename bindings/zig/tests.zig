//! All tests: those that document the module, and those of tests/.

test {
    _ = @import("src/tn_elicit.zig");
    _ = @import("tests/abi.zig");
    _ = @import("tests/errors.zig");
    _ = @import("tests/flows.zig");
    _ = @import("tests/large.zig");
    _ = @import("tests/resolver.zig");
    _ = @import("tests/text.zig");
    _ = @import("tests/threads.zig");
    _ = @import("tests/vectors.zig");
}
