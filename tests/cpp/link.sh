#!/usr/bin/env bash
# What a host meets whose library is missing or of another version: the loader's message, never a
# call into the wrong library. And that each translation unit may include the header, in any mode.
#
#   link.sh ROOT OUTPUT_FOLDER
set -uo pipefail
source "$(dirname "$0")/../harness/checks.sh"
root=$1
folder=$2
release=$root/target/release
rm -rf "$folder"
mkdir -p "$folder/none" "$folder/other"
unset LD_LIBRARY_PATH

soname=$(objdump -p "$release/libtn_elicit.so" | awk '$1 == "SONAME" { print $2 }')
ln -s "$release/libtn_elicit.so" "$folder/other/libtn_elicit.so"
ln -s "$release/libtn_elicit.so" "$folder/other/${soname%.*}.999"

build() { # PROGRAM ARGUMENT…
    local program=$1
    shift
    g++ -std=c++17 -Wall -Wextra -Werror -I"$root/include" "$@" -o "$folder/$program"
}

not_loaded() { # LIBRARY_PATH
    local output
    if output=$(LD_LIBRARY_PATH=$1 "$folder/version" 2>&1); then
        echo "it ran"
        return 1
    fi
    grep -F "$soname" <<<"$output" || { echo "$output"; return 1; }
}

# A resolver of one type that throws, called from a unit without exceptions as well: the linker must
# not take the function of the one unit for that of the other.
mixed() {
    g++ -std=c++17 -I"$root/include" -c link/throws.cpp -o "$folder/throws.o" &&
        g++ -std=c++17 -fno-exceptions -I"$root/include" -c link/quiet.cpp -o "$folder/quiet.o" &&
        build "$1" "${@:2}" "$release/libtn_elicit.so" &&
        LD_LIBRARY_PATH=$release "$folder/$1"
}

check "a program links" build version link/version.cpp "$release/libtn_elicit.so"
check "it runs with the library" env LD_LIBRARY_PATH="$release" "$folder/version"
check "without the library it is not loaded" not_loaded "$folder/none"
check "with another version's library it is not loaded" not_loaded "$folder/other"
check "units with and without exceptions" mixed mixed "$folder/throws.o" "$folder/quiet.o"
check "in the other order, too" mixed mixed_too "$folder/quiet.o" "$folder/throws.o"
finish
