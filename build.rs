//! Gives the shared library the name by which programs look for it at run time. Writes nothing.
//! `tests/build_script.rs` includes this file.

use std::env;

/// What the linker is told for the shared library, or `None` where the file name is all there is.
///
/// On Windows that is `tn_elicit.dll`, and rustc itself names the import library: `tn_elicit.dll.lib`
/// by MSVC, `libtn_elicit.dll.a` by MinGW.
pub fn run_time_name(family: &str, os: &str, vendor: &str, version: [&str; 2]) -> Option<String> {
    let [major, minor] = version;
    // While the major version is 0 a new minor version may change the ABI.
    let abi = if major == "0" { format!("0.{minor}") } else { major.to_owned() };
    match (family, os, vendor) {
        // By the run path, so that programs may carry the library along.
        ("unix", _, "apple") => Some(format!("-Wl,-install_name,@rpath/libtn_elicit.{abi}.dylib")),
        // Only names that end in .so are packed into an application.
        ("unix", "android", _) => Some("-Wl,-soname,libtn_elicit.so".to_owned()),
        ("unix", ..) => Some(format!("-Wl,-soname,libtn_elicit.so.{abi}")),
        _ => None,
    }
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let name = run_time_name(
        &variable("CARGO_CFG_TARGET_FAMILY"),
        &variable("CARGO_CFG_TARGET_OS"),
        &variable("CARGO_CFG_TARGET_VENDOR"),
        [&variable("CARGO_PKG_VERSION_MAJOR"), &variable("CARGO_PKG_VERSION_MINOR")],
    );
    if let Some(argument) = name {
        println!("cargo::rustc-cdylib-link-arg={argument}");
    }
}
