//! Gives the shared library its SONAME. Writes nothing.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let part = |name: &str| env::var(format!("CARGO_PKG_VERSION_{name}")).unwrap_or_default();
    let (major, minor) = (part("MAJOR"), part("MINOR"));
    // While the major version is 0 a new minor version may change the ABI.
    let abi = if major == "0" { format!("0.{minor}") } else { major };
    let family = env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    let vendor = env::var("CARGO_CFG_TARGET_VENDOR").unwrap_or_default();
    if family == "unix" && vendor != "apple" {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libtn_elicit.so.{abi}");
    }
}
