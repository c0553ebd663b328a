//! `include/tn_elicit.h` is what cbindgen makes of `src/ffi`. `make header` runs this with
//! `TN_ELICIT_HEADER=write`.

use std::{env, fs};

const HEADER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/include/tn_elicit.h");

/// In the order in which a reader wants them.
const SOURCES: [&str; 11] = [
    "text",
    "status",
    "mapping",
    "server_request",
    "begin_finish",
    "input_required",
    "notices",
    "answer",
    "string",
    "about",
    "error",
];

/// What has nothing for C in it.
const OTHERS: [&str; 2] = ["mod", "guard"];

/// What cbindgen cannot take from the sources: the version is Cargo's, SIZE_MAX is C's name, and DLLs are
/// Windows'.
const MACROS: &str = concat!(
    "\n/** The version of this header: its MAJOR. */",
    "\n#define TN_VERSION_MAJOR ",
    env!("CARGO_PKG_VERSION_MAJOR"),
    "\n/** Its MINOR. */",
    "\n#define TN_VERSION_MINOR ",
    env!("CARGO_PKG_VERSION_MINOR"),
    "\n/** Its PATCH. */",
    "\n#define TN_VERSION_PATCH ",
    env!("CARGO_PKG_VERSION_PATCH"),
    "\n\n/** As a length: the text ends at its NUL, which is not part of it. */",
    "\n#define TN_NUL_TERMINATED SIZE_MAX",
    "\n\n/** In front of each function. On Windows it says that the function is in a DLL, unless the",
    "\n    program links the static library and says so by TN_ELICIT_STATIC. */",
    "\n#if defined(_WIN32) && !defined(TN_ELICIT_STATIC)",
    "\n#define TN_API __declspec(dllimport)",
    "\n#else",
    "\n#define TN_API",
    "\n#endif",
);

fn generated() -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut config = cbindgen::Config::from_root_or_default(root);
    config.after_includes = Some(MACROS.into());
    let builder =
        SOURCES.iter().fold(cbindgen::Builder::new().with_config(config), |builder, file| {
            builder.with_src(format!("{root}/src/ffi/{file}.rs"))
        });
    let mut header = Vec::new();
    builder.generate().expect("cbindgen reads src/ffi").write(&mut header);
    String::from_utf8(header).expect("the header is UTF-8")
}

#[test]
fn the_committed_header_is_current() {
    let generated = generated();
    if env::var("TN_ELICIT_HEADER").as_deref() == Ok("write") {
        fs::write(HEADER, &generated).expect("the header can be written");
    }
    let committed = fs::read_to_string(HEADER).unwrap_or_default();
    assert!(committed == generated, "include/tn_elicit.h is stale: run `make header`");
}

#[test]
fn no_file_is_left_out() {
    let folder =
        fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/ffi")).expect("it is there");
    for file in folder {
        let path = file.expect("it can be read").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("it has a name");
        assert!(SOURCES.contains(&name) || OTHERS.contains(&name), "{name}.rs");
    }
}
