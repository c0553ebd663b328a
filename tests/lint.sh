#!/usr/bin/env bash
# Formatters, linters and the rules of the house; each is one test.
set -uo pipefail
cd "$(dirname "$0")/.."
PATH=$PWD/build/tools/bin:$PATH
source tests/harness/checks.sh

files() { git ls-files --cached --others --exclude-standard -- "$@"; }
none() { ! grep "$@"; }
nothing() { # COMMAND…: it succeeds or not, but prints nothing
    local output
    output=$("$@" 2>&1)
    echo "$output"
    [ -z "$output" ]
}

refuses_to_abort() { # panic = "abort" would take the guard away, so it must not compile
    local output
    output=$(cargo check --quiet --locked --lib --target-dir build/abort \
        --config 'profile.dev.panic="abort"' 2>&1) && return 1
    grep -F 'build it with panic = "unwind"' <<<"$output"
}

# cbindgen has its own style, in the records of the ABI, too.
c_family() { files '*.c' '*.h' '*.cpp' '*.hpp' | grep -v '/tn_elicit\.h$'; }
mapfile -t c_files < <(c_family)
mapfile -t rust_crates < <(files '*Cargo.toml')
mapfile -t text_files < <(files ':!tests/lint.sh')

for crate in "${rust_crates[@]}"; do
    check "cargo fmt ($crate)" cargo fmt --check --manifest-path "$crate"
    # A dependency of the library is one of each crate that is built with it.
    check "lock file ($crate)" cargo metadata --quiet --locked --format-version 1 \
        --manifest-path "$crate"
done
check "cargo clippy" cargo clippy --quiet --all-targets --features test-panic --locked -- \
    -D warnings
check "panic = \"abort\" is refused" refuses_to_abort
check "cargo doc" env RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --locked
check "clang-format" clang-format --dry-run -Werror "${c_files[@]}"
for folder in tests/cpp bindings/go bindings/python bindings/zig; do
    # By its exit status alone: on a fresh machine it installs its tools first, and says so.
    check "$folder, by its own linters" make --silent -C "$folder" lint
done
check "gofmt (outside of bindings)" nothing gofmt -l benches tests
check "ruff check" ruff check --quiet
check "ruff format" ruff format --quiet --check
check "unsafe in src/ffi alone" none -rnw unsafe src --include='*.rs' --exclude-dir=ffi
check "forbid(unsafe_code) in every other module" nothing grep -rL 'forbid(unsafe_code)' src \
    --include='*.rs' --exclude-dir=ffi --exclude=lib.rs
check "nothing left open" none -nwE 'TODO|FIXME|XXX|unimplemented!|todo!' "${text_files[@]}"

finish
