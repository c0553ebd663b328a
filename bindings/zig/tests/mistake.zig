//! Makes one mistake, named by its argument, that valgrind must report; without one it makes none.
const std = @import("std");
const tn_elicit = @import("tn_elicit");

pub fn main(init: std.process.Init.Minimal) !void {
    var arguments: std.process.Args.Iterator = .init(init.args);
    _ = arguments.skip();
    const mistake = arguments.next() orelse "none";
    // Several, because a pointer to the last of them may still lie about somewhere.
    for (0..100) |_| {
        const result = try tn_elicit.answerToElicitResult("{}", null);
        if (!std.mem.eql(u8, mistake, "leak")) result.deinit();
        if (std.mem.eql(u8, mistake, "use-after-free")) std.mem.doNotOptimizeAway(result.text[0] +% 1);
    }
}
