//! What `build.rs` tells the linkers of systems on which the tests do not run.

#[allow(dead_code)]
#[path = "../build.rs"]
mod build_script;

use build_script::run_time_name;

#[track_caller]
fn is(family: &str, os: &str, vendor: &str, version: [&str; 2], expected: Option<&str>) {
    assert_eq!(run_time_name(family, os, vendor, version).as_deref(), expected);
}

#[test]
fn elf_has_a_soname() {
    is("unix", "linux", "unknown", ["0", "1"], Some("-Wl,-soname,libtn_elicit.so.0.1"));
    is("unix", "freebsd", "unknown", ["0", "12"], Some("-Wl,-soname,libtn_elicit.so.0.12"));
}

#[test]
fn from_version_1_on_the_major_version_is_enough() {
    is("unix", "linux", "unknown", ["1", "4"], Some("-Wl,-soname,libtn_elicit.so.1"));
    is("unix", "macos", "apple", ["2", "0"], Some("-Wl,-install_name,@rpath/libtn_elicit.2.dylib"));
}

#[test]
fn macos_has_an_install_name() {
    is(
        "unix",
        "macos",
        "apple",
        ["0", "1"],
        Some("-Wl,-install_name,@rpath/libtn_elicit.0.1.dylib"),
    );
}

#[test]
fn android_has_no_version_in_it() {
    is("unix", "android", "unknown", ["0", "1"], Some("-Wl,-soname,libtn_elicit.so"));
}

#[test]
fn windows_and_webassembly_have_none() {
    is("windows", "windows", "pc", ["0", "1"], None);
    is("wasm", "unknown", "unknown", ["0", "1"], None);
}
