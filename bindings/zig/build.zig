const std = @import("std");

/// How and from where the library is linked.
const Library = struct {
    linkage: std.builtin.LinkMode,
    folder: std.Build.LazyPath,

    fn link(library: Library, b: *std.Build, module: *std.Build.Module) void {
        switch (library.linkage) {
            .dynamic => {
                module.addLibraryPath(library.folder);
                module.addRPath(library.folder);
                module.linkSystemLibrary("tn_elicit", .{
                    .use_pkg_config = .no,
                    .preferred_link_mode = .dynamic,
                    .search_strategy = .no_fallback,
                });
            },
            .static => {
                module.addObjectFile(library.folder.path(b, "libtn_elicit.a"));
                // The library catches its panics by unwinding; Zig brings the unwinder along.
                module.linkSystemLibrary("unwind", .{});
            },
        }
    }
};

pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const optimize = b.standardOptimizeOption(.{});
    const library: Library = .{
        .linkage = b.option(
            std.builtin.LinkMode,
            "linkage",
            "Link libtn_elicit.so (dynamic, the default) or libtn_elicit.a (static)",
        ) orelse .dynamic,
        .folder = b.option(
            std.Build.LazyPath,
            "library-path",
            "The folder of the library (default: ../../target/release)",
        ) orelse b.path("../../target/release"),
    };

    const tn_elicit = b.addModule("tn_elicit", .{
        .root_source_file = b.path("src/tn_elicit.zig"),
        .target = target,
        .optimize = optimize,
        .link_libc = true,
    });
    library.link(b, tn_elicit);

    // The rest is for working on this package, from a checkout of the whole project.
    const settings = b.addOptions();
    settings.addOption([]const u8, "version", @import("build.zig.zon").version);
    settings.addOptionPathUntracked("vectors", b.path("../../tests/vectors"));
    const header = b.addTranslateC(.{
        .root_source_file = b.path("../../include/tn_elicit.h"),
        .target = target,
        .optimize = optimize,
    });
    const tests_module = b.createModule(.{
        .root_source_file = b.path("tests.zig"),
        .target = target,
        .optimize = optimize,
        .link_libc = true,
        .imports = &.{
            .{ .name = "header", .module = header.createModule() },
            .{ .name = "settings", .module = settings.createModule() },
        },
    });
    library.link(b, tests_module);
    const tests = b.addTest(.{
        .name = "tests",
        .root_module = tests_module,
        .test_runner = .{ .path = b.path("tests/runner.zig"), .mode = .simple },
    });
    const test_step = b.step("test", "Run the tests");
    test_step.dependOn(&b.addRunArtifact(tests).step);
    test_step.dependOn(&b.addInstallArtifact(tests, .{}).step);

    const imports: []const std.Build.Module.Import = &.{.{ .name = "tn_elicit", .module = tn_elicit }};
    const programs = [_]struct { step: []const u8, about: []const u8, source: []const u8 }{
        .{ .step = "host", .about = "Build the example host", .source = "examples/host.zig" },
        .{ .step = "bench", .about = "Build the benchmark", .source = "tests/bench.zig" },
        .{ .step = "mistake", .about = "Build a program that leaks, to prove that valgrind sees it", .source = "tests/mistake.zig" },
    };
    for (programs) |program| {
        const executable = b.addExecutable(.{
            .name = program.step,
            .root_module = b.createModule(.{
                .root_source_file = b.path(program.source),
                .target = target,
                .optimize = optimize,
                .imports = imports,
            }),
        });
        b.step(program.step, program.about).dependOn(&b.addInstallArtifact(executable, .{}).step);
    }

    const docs = b.addObject(.{ .name = "tn_elicit", .root_module = tn_elicit });
    b.step("docs", "Write the documentation, a web site, to docs").dependOn(&b.addInstallDirectory(.{
        .source_dir = docs.getEmittedDocs(),
        .install_dir = .prefix,
        .install_subdir = "docs",
    }).step);
}
