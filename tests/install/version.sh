#!/usr/bin/env bash
# Cargo.toml has the version; each other place that names it is compared. (The wheel's is, where the wheel
# is built: bindings/python/tests/test_wheel.py.)
#
#   version.sh PROJECT_FOLDER
set -uo pipefail
cd "$(dirname "$0")"
source ./installed.sh
make_target install PREFIX="$prefix" || exit 1
cd "$root" || exit 1
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
abi=$(abi_of "$version")

is() { # EXPECTED COMMAND…: prints that, once or more, and nothing else
    local expected=$1 found
    shift
    found=$("$@" | sort -u) && [[ -n $expected && $found == "$expected" ]] || {
        echo "\"$found\", expected \"$expected\""
        return 1
    }
}
macro() { sed -n "s/^#define TN_VERSION_$1 //p" include/tn_elicit.h; }
macros() { echo "$(macro MAJOR).$(macro MINOR).$(macro PATCH)"; }
running() {
    python3 -c 'import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
library.tn_version.restype = ctypes.c_char_p
print(library.tn_version().decode())' "$prefix/lib/libtn_elicit.so"
}
locked() { # FILE
    sed -n '/^name = "tn_elicit"$/ { n; s/^version = "\(.*\)"$/\1/p }' "$1"
}
go_guard() {
    sed -n 's/^#if TN_VERSION_MAJOR != \([0-9]*\) || TN_VERSION_MINOR != \([0-9]*\)$/\1.\2/p' \
        bindings/go/library_cgo.go
}
documented_sonames() {
    git ls-files -- '*.md' 'bindings/*.go' 'bindings/*.py' ':!bindings/*test*' |
        xargs grep -ohE 'libtn_elicit\.so\.[0-9]+(\.[0-9]+)*'
}

check "version: the header's macros" is "$version" macros
check "version: tn_version()" is "$version" running
for lock in $(git grep -l '^name = "tn_elicit"$' -- '*Cargo.lock'); do
    check "version: $lock" is "$version" locked "$lock"
done
check "version: the file of the shared library" test -f "$prefix/lib/libtn_elicit.so.$version"
check "version: pkg-config" is "$version" pkg-config --modversion tn_elicit
check "version: the CMake package" is "$version" \
    sed -n 's/^set(PACKAGE_VERSION "\(.*\)")$/\1/p' "$prefix"/lib/cmake/tn_elicit/*-version.cmake
check "version: the man pages" is "$version" \
    sed -n 's/^\.TH .* "tn_elicit \([0-9.]*\)".*/\1/p' "$prefix"/share/man/man3/*
check "version: build.zig.zon" is "$version" \
    sed -n 's/^    \.version = "\(.*\)",$/\1/p' bindings/zig/build.zig.zon

check "ABI: the SONAME" is "$soname" \
    sed -n 's/.*(SONAME).*\[\(.*\)\]$/\1/p' <(readelf -dW "$prefix/lib/libtn_elicit.so")
check "ABI: the CMake package" is "$abi" \
    sed -n 's/.*VERSION_GREATER_EQUAL "\(.*\)" AND$/\1/p' "$prefix"/lib/cmake/tn_elicit/*-version.cmake
check "ABI: Python" is "$abi" sed -n 's/^ABI = "\(.*\)"$/\1/p' bindings/python/src/tn_elicit/_library.py
check "ABI: Go" is "$abi" sed -n 's/^const abi = "\(.*\)"$/\1/p' bindings/go/tnelicit.go
check "ABI: Go, of the header" is "$abi" go_guard
check "ABI: Go, of the header, in words" is "$abi" \
    sed -n 's/^#error "this package needs version \(.*\) of tn_elicit.h"$/\1/p' bindings/go/library_cgo.go
check "ABI: README.md, for CMake" is "$abi" sed -n 's/^find_package(tn_elicit \(.*\) REQUIRED)$/\1/p' README.md
check "ABI: the documentation" is "$soname" documented_sonames

finish
