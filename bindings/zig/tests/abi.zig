//! src/abi.zig is written by hand: here it is compared with the header.
const std = @import("std");
const abi = @import("../src/abi.zig");
const header = @import("header");
const expect = std.testing.expect;
const expectEqual = std.testing.expectEqual;

test "every function of the header is declared, with the same parameters" {
    var functions: usize = 0;
    inline for (comptime std.meta.declarations(header)) |name| {
        @setEvalBranchQuota(100_000);
        if (comptime !std.mem.startsWith(u8, name, "tn_")) continue;
        const Declared = @TypeOf(@field(header, name));
        if (@typeInfo(Declared) != .@"fn") continue;
        try expectSameFunction(Declared, @TypeOf(@field(abi, name)));
        functions += 1;
    }
    try expectEqual(17, functions);
    const Resolver = @typeInfo(header.tn_resolver).optional.child;
    try expectSameFunction(@typeInfo(Resolver).pointer.child, @typeInfo(abi.Resolver).pointer.child);
}

test "structs have the same layout" {
    try expectSameStruct(header.tn_string, abi.String, &.{ "data", "len" });
    try expectSameStruct(header.tn_error, abi.Error, &.{ "status", "message" });
}

test "constants have the same values" {
    try expectEqual(header.TN_OK, abi.ok);
    try expectEqual(header.TN_NO_REPLY, abi.no_reply);
    try expectEqual(header.TN_RESOLVER_FAILED, abi.resolver_failed);
    try expectEqual(header.TN_ERR_NULL_ARGUMENT, abi.err_null_argument);
    try expectEqual(header.TN_ERR_INVALID_UTF8, abi.err_invalid_utf8);
    try expectEqual(header.TN_ERR_INVALID_JSON, abi.err_invalid_json);
    try expectEqual(header.TN_ERR_OUT_OF_MEMORY, abi.err_out_of_memory);
    try expectEqual(header.TN_ERR_PANIC, abi.err_panic);
    try expectEqual(header.TN_ERR_UNSUPPORTED_INPUT, abi.err_unsupported_input);
    try expectEqual(header.TN_ERR_UNKNOWN_RESULT_TYPE, abi.err_unknown_result_type);
    try expectEqual(header.TN_MODE_FORM, abi.mode_form);
    try expectEqual(header.TN_MODE_URL, abi.mode_url);
}

fn expectSameFunction(comptime Expected: type, comptime Actual: type) !void {
    const expected = @typeInfo(Expected).@"fn";
    const actual = @typeInfo(Actual).@"fn";
    try expectEqual(expected.param_types.len, actual.param_types.len);
    inline for (expected.param_types, actual.param_types) |Left, Right| {
        try expectAlike(Left.?, Right.?);
    }
    try expectAlike(expected.return_type.?, actual.return_type.?);
    try expect(std.meta.eql(expected.attrs.@"callconv", actual.attrs.@"callconv"));
}

/// Passed in the same way: both pointers, or the same type.
fn expectAlike(comptime Expected: type, comptime Actual: type) !void {
    if (comptime isPointer(Expected)) {
        try expect(comptime isPointer(Actual));
        try expectEqual(@sizeOf(Expected), @sizeOf(Actual));
    } else {
        try expectEqual(Expected, Actual);
    }
}

fn isPointer(comptime T: type) bool {
    return switch (@typeInfo(T)) {
        .pointer => true,
        .optional => |optional| @typeInfo(optional.child) == .pointer,
        else => false,
    };
}

fn expectSameStruct(comptime Expected: type, comptime Actual: type, comptime fields: []const []const u8) !void {
    try expectEqual(@sizeOf(Expected), @sizeOf(Actual));
    try expectEqual(@alignOf(Expected), @alignOf(Actual));
    try expectEqual(fields.len, @typeInfo(Expected).@"struct".field_names.len);
    inline for (fields) |field| {
        try expectEqual(@offsetOf(Expected, field), @offsetOf(Actual, field));
        try expectEqual(@sizeOf(@FieldType(Expected, field)), @sizeOf(@FieldType(Actual, field)));
    }
}
