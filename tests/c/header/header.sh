#!/usr/bin/env bash
# The header in every standard that it promises to compile in, without a warning; each is a test.
#
#   header.sh INCLUDE_FOLDER SHARED_LIBRARY OUTPUT_FOLDER
set -uo pipefail
cd "$(dirname "$0")"
source ../../harness/checks.sh
include=$1
library=$2
mkdir -p "$3"
folder=$(mktemp -d "$3/XXXXXX")
trap 'rm -r "$folder"' EXIT

warnings=(-Wall -Wextra -Wpedantic -Wundef -Werror)
link=("$library" "-Wl,-rpath,$(dirname "$library")")

# Two units, one of which includes the header twice.
units() { # COMPILER FLAG…
    local program=$folder/units
    "$@" "${warnings[@]}" -I"$include" first.c second.c -x none "${link[@]}" -o "$program" &&
        "$program"
}

# A unit in C++ and one in C.
mixed() { # C_COMPILER CXX_COMPILER STANDARD
    local program=$folder/mixed
    "$1" -std=c99 "${warnings[@]}" -I"$include" -c second.c -o "$folder/second.o" &&
        "$2" "-std=$3" "${warnings[@]}" -I"$include" program.cpp "$folder/second.o" "${link[@]}" \
            -o "$program" &&
        "$program"
}

for compiler in gcc clang-14; do
    for standard in c99 c11 c17 c2x; do
        check "header: $compiler -std=$standard" \
            units "$compiler" "-std=$standard" -Wstrict-prototypes
    done
done
for compilers in "gcc g++" "clang-14 clang++-14"; do
    read -r c cxx <<<"$compilers"
    for standard in c++11 c++14 c++17 c++20 c++2b; do
        check "header: $cxx -std=$standard" units "$cxx" "-std=$standard" -x c++
        check "header: $cxx -std=$standard with a unit in C" mixed "$c" "$cxx" "$standard"
    done
done
finish
