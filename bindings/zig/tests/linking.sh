#!/usr/bin/env bash
# How programs are linked, what they do without the right library, that README.md tells the truth, and
# that valgrind sees mistakes. Usage: linking.sh ROOT BUILD ZIG…
set -uo pipefail
cd "$(dirname "$0")/.."
root=$1
build=$2
shift 2
zig=("$@")
work=$build/linking
source "$root/tests/harness/checks.sh"

holds() { # TEXT COMMAND…: the command succeeds and prints the text
    local text=$1 output
    shift
    output=$("$@" 2>&1) && grep -qF -- "$text" <<<"$output" || {
        echo "$output"
        return 1
    }
}

refuses() { # TEXT COMMAND…: the command fails and prints the text
    local text=$1 output
    shift
    ! output=$("$@" 2>&1) && grep -qF -- "$text" <<<"$output" || {
        echo "$output"
        return 1
    }
}

# The program of README.md, as a package of its own beside this project.
extract() { # N: the Nth Zig block of README.md
    awk -v wanted="$1" '/^```zig$/ { inside = ++block == wanted; next } /^```$/ { inside = 0 } inside' README.md
}
rm -rf "$work"
mkdir -p "$work/app/src" "$work/other" "$work/empty"
ln -s "$root" "$work/tn_elicit"
extract 1 >"$work/app/src/main.zig"
extract 2 >"$work/app/build.zig"
extract 3 >"$work/app/build.zig.zon"
build_app() { (cd "$work/app" && "${zig[@]}" build -Dcpu=baseline -p "$@"); }
reply='{"jsonrpc":"2.0","id":77,"result":{"action":"accept","content":{"name":"muthu"}}}'
elsewhere() { (cd / && env -i "$@"); }
needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }
never() { ! grep "$@"; }
needs_libc_alone() { needed "$1" | grep '^libc\.' && ! needed "$1" | grep -E 'tn_elicit|gcc_s'; }

for linkage in dynamic static; do
    check "README.md's package builds, $linkage" build_app "$work/$linkage" "-Dlinkage=$linkage"
done
check "README.md's program answers, dynamic" \
    holds "$reply" env LD_LIBRARY_PATH="$root/target/release" "$work/dynamic/bin/app"
check "README.md's program answers, static" holds "$reply" elsewhere "$work/static/bin/app"
check "a dynamic program needs the library by its SONAME" \
    grep -Ex 'libtn_elicit\.so\.[0-9]+(\.[0-9]+)?' <(needed "$work/dynamic/bin/app")
check "a static program needs neither the library nor GCC's unwinder" \
    needs_libc_alone "$work/static/bin/app"

# A program with a folder of its own for the library.
build_program() { "${zig[@]}" build mistake -Dcpu=baseline -p "$work" "$@"; }
cp -P "$root"/target/release/libtn_elicit.so* "$work/other"
check "a dynamic program starts from anywhere with an absolute library-path" \
    eval 'build_program -Dlibrary-path="$work/other" && elsewhere "$work/bin/mistake"'
soname=$(needed "$work/bin/mistake" | grep tn_elicit)
missing="$soname: cannot open shared object file"
mv "$work/other/$soname" "$work/other/libtn_elicit.so.99"
check "a library of another version is not taken" refuses "$missing" elsewhere "$work/bin/mistake"
rm "$work"/other/*
check "a library that is gone is named" refuses "$missing" elsewhere "$work/bin/mistake"
for linkage in dynamic static; do
    check "building without the library fails and names it, $linkage" \
        refuses tn_elicit build_program -Dlinkage=$linkage -Dlibrary-path="$work/empty"
done

for mode in debug safe fast; do
    check "a panic of Rust's is caught in a static program, $mode" eval '
        rustc --edition 2024 --crate-type staticlib -C opt-level=3 -o "$work/libpanic.a" tests/panic.rs &&
        "${zig[@]}" build-exe tests/panic.zig "$work/libpanic.a" -lc -lunwind -O$mode -mcpu=baseline \
            -femit-bin="$work/panic-$mode" &&
        "$work/panic-$mode"'
done

# Valgrind cannot read all of Zig's debug information, and says so.
strip --strip-debug -o "$work/mistake" "$build/debug-dynamic/bin/mistake"
memcheck=(valgrind -q --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all --error-exitcode=99)
check "valgrind: no mistake, no report" never . <("${memcheck[@]}" "$work/mistake" 2>&1)
check "valgrind: leak" refuses "definitely lost" "${memcheck[@]}" "$work/mistake" leak
check "valgrind: use after free" refuses "Invalid read" "${memcheck[@]}" "$work/mistake" use-after-free

check "the documentation builds" "${zig[@]}" build docs -p "$work"

finish
