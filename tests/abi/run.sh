#!/usr/bin/env bash
# The ABI against the one that is recorded, programs of each recorded version with the present library,
# and what the libraries ask of the system's; each is a test. docs/abi.md and docs/portability.md.
#
#   run.sh SHARED_LIBRARY PORTABLE_LIBRARY
set -uo pipefail
library=$(realpath "$1")
portable=$(realpath "$2")
cd "$(dirname "$0")"
root=$(realpath ../..)
source ../harness/checks.sh
source ../harness/version.sh
build=$root/build/abi
rm -rf "$build"
mkdir -p "$build"
export ZIG_GLOBAL_CACHE_DIR=$root/build/zig/global-cache ZIG_LOCAL_CACHE_DIR=$root/build/zig/cache
zig() { "$root/build/tools/bin/python" -m ziglang "$@"; }

header=$root/include/tn_elicit.h
generation=$(abi_of "$(version_in "$root")")
soname=libtn_elicit.so.$generation
mapfile -t records < <(printf '%s\n' "$generation".*/ | tr -d / | sort -V)
newest=${records[-1]}

warnings=(-Wall -Wextra -Wpedantic -Wundef -Werror)

# A library that a header describes, with debug information. Its name is its SONAME, so that programs
# that are linked with it find the real one when they run.
stub() { # HEADER FOLDER
    mkdir -p "$2" && python3 stub.py "$1" >"$2/stub.c" &&
        gcc -g -w -shared -fPIC -Wl,-soname,"$soname" "$2/stub.c" -o "$2/$soname"
}

# abidiff keeps quiet about signs and const unless it is to show what it holds for harmless.
same() { abidiff --harmless "$1/$soname" "$2/$soname"; }
adds_at_most() { abidiff --harmless --no-added-syms "$1/$soname" "$2/$soname"; }

as_recorded() {
    same "$build/$newest" "$build/now" || {
        echo "The ABI is not the recorded one: docs/abi.md says what that means for the version."
        return 1
    }
}

says_its_version() { # RECORD
    local macros
    macros=$(sed -n 's/^#define TN_VERSION_[A-Z]* //p' "$1/tn_elicit.h" | paste -sd .)
    [[ $macros == "$1" ]] || {
        echo "its header says $macros"
        return 1
    }
}

contract() { # COMPILER FLAG…: the folder of the header is among the flags
    "$@" "${warnings[@]}" -c contract.c -o "$build/contract.o"
}
refers_to() { # SYMBOL FLAG…: what a program for Windows asks its linker for
    zig cc -target x86_64-windows-gnu "${@:2}" -I"$root/include" -c contract.c \
        -o "$build/windows.o" && nm "$build/windows.o" | grep " U $1\$"
}

program() { # RECORD: as it was built in its time
    gcc -std=c99 "${warnings[@]}" -I"$1" host.c "$build/$1/$soname" -o "$build/$1/host"
}
runs_with() { # RECORD LIBRARY
    mkdir -p "$build/path" && ln -sf "$2" "$build/path/$soname" &&
        LD_LIBRARY_PATH=$build/path LD_BIND_NOW=1 "$build/$1/host"
}

# By its status: 4 says that there is a difference, 1 and 2 that abidiff itself failed.
differ() { # FLAG MUTANT
    abidiff --harmless "$1" "$build/now/$soname" "$build/mutant/$2/$soname"
    local status=$?
    ((status & 4 && !(status & 3)))
}
contract_is_broken() { # MUTANT
    local errors
    ! errors=$(contract gcc -std=c99 -I"$build/mutant/$1" 2>&1) &&
        grep -E '^contract\.c:[0-9]+:[0-9]+: error: ' <<<"$errors"
}

aborts_in_the_stub() {
    runs_with "$newest" "$build/$newest/$soname"
    local status=$?
    # By SIGILL, or on other processors SIGTRAP.
    ((status == 132 || status == 133))
}
misses_a_function() {
    local output
    ! output=$(runs_with "$newest" "$build/mutant/a function that is gone/$soname" 2>&1) &&
        grep 'undefined symbol: tn_answer_cancel' <<<"$output"
}

# A header with one change, made by sed, must differ from the present one, or the change proves nothing.
mutate() { # NAME SCRIPT
    local folder=$build/mutant/$1
    mkdir -p "$folder" && sed "$2" "$header" >"$folder/tn_elicit.h" &&
        ! cmp -s "$header" "$folder/tn_elicit.h" && stub "$folder/tn_elicit.h" "$folder"
}

# The newest version of glibc that a library asks for, weakly or not: the loader looks at each.
glibc_at_most() { # VERSION LIBRARY
    local versions
    versions=$(objdump -T "$2" | grep -oE 'GLIBC_[0-9.]+' | sort -uV) && [[ -n $versions ]] || return 1
    echo "$versions"
    [[ $(printf '%s\n' "$versions" "GLIBC_$1" | sort -V | tail -n 1) == "GLIBC_$1" ]]
}
is_newer_than() { ! glibc_at_most "$1" "$portable" && glibc_at_most 2.17 "$portable"; }
exports_the_same() {
    diff "$root/tests/exported_symbols.txt" \
        <(nm -D --defined-only "$1" | awk '{ print $NF }' | LC_ALL=C sort)
}
has_soname() { readelf -dW "$1" | grep -F '(SONAME)' | grep -F "[$soname]"; }

check "stub: the header" stub "$header" "$build/now"
for record in "${records[@]}"; do
    check "stub: $record" stub "$PWD/$record/tn_elicit.h" "$build/$record"
    check "$record is recorded under its own version" says_its_version "$record"
    check "since $record nothing has gone or changed" adds_at_most "$build/$record" "$build/now"
done
check "the ABI is that of $newest" as_recorded

for compiler in "gcc -std=c99" "clang-14 -std=c99" "g++ -x c++ -std=c++11" \
    "clang++-14 -x c++ -std=c++11"; do
    read -ra command <<<"$compiler"
    check "contract: $compiler" contract "${command[@]}" -I"$root/include"
done
for target in aarch64-linux-gnu x86_64-linux-musl x86-linux-gnu powerpc64-linux-musl \
    x86_64-windows-gnu x86-windows-gnu aarch64-windows-gnu x86_64-macos aarch64-macos; do
    check "contract: $target" contract zig cc -target "$target" -std=c99 -I"$root/include"
done
check "Windows: functions are imported" refers_to __imp_tn_version
check "Windows: not with TN_ELICIT_STATIC" refers_to tn_version -DTN_ELICIT_STATIC

# What both the contract and abidiff must see.
breaks() { # NAME SCRIPT
    check "mutant: $1" mutate "$1" "$2"
    check "mutant: $1: abidiff sees a break" differ --no-added-syms "$1"
    check "mutant: $1: the contract does not compile" contract_is_broken "$1"
}
breaks "a constant with another value" 's/^#define TN_ERR_PANIC -5$/#define TN_ERR_PANIC -7/'
breaks "a constant that is gone" '/^#define TN_MODE_URL /d'
breaks "a parameter of another size" 's/size_t params_len,/uint32_t params_len,/'
breaks "a parameter of another sign" 's/client_capabilities(uint32_t/client_capabilities(int32_t/'
breaks "one parameter more" 's/tn_answer_cancel(struct tn_answer \*answer/&, size_t more/'
breaks "another return type" 's/\bvoid tn_string_free(/tn_status tn_string_free(/'
breaks "another resolver" 's/size_t request_len,$/uint32_t request_len,/'
breaks "members in another order" '/^    size_t len;$/d; s/^    char \*data;$/    size_t len; char *data;/'
breaks "a larger struct" 's/message\[252\]/message[508]/'
breaks "a wider status" 's/^typedef int32_t tn_status/typedef int64_t tn_status/'
breaks "a function that is gone" '/^tn_status tn_answer_cancel(/d'

# What is a change, but breaks nothing.
adds() { # NAME SCRIPT
    check "mutant: $1" mutate "$1" "$2"
    check "mutant: $1: abidiff sees a change" differ --harmless "$1"
    check "mutant: $1: abidiff sees no break" adds_at_most "$build/now" "$build/mutant/$1"
    check "mutant: $1: the contract compiles" contract gcc -std=c99 -I"$build/mutant/$1"
}
adds "one function more" 's/^tn_status tn_answer_cancel(/tn_status tn_more(void);\n&/'
adds "one constant more" 's/^#define TN_MODE_URL 2$/&\n#define TN_MODE_MORE 4/'

for record in "${records[@]}"; do
    check "a program of $record: build" program "$record"
    check "a program of $record with the library" runs_with "$record" "$library"
    check "a program of $record with the portable library" runs_with "$record" "$portable"
done
check "a program without the library only has the stub" aborts_in_the_stub
check "a program sees that a library lacks a function" misses_a_function

check "portable: exports the listed symbols" exports_the_same "$portable"
check "portable: has the SONAME" has_soname "$portable"
check "portable: asks for glibc 2.17 at most" glibc_at_most 2.17 "$portable"
check "portable: more than 2.16 would be seen" is_newer_than 2.16
check "the library asks for glibc 2.33 at most" glibc_at_most 2.33 "$library"
finish
