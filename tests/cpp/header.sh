#!/usr/bin/env bash
# Compiles the header and all that uses it, in every standard, by each compiler, with and without
# exceptions and run-time types, without a warning; each is a test. And what must not compile.
#
#   header.sh INCLUDE_FOLDER SOURCE…
set -uo pipefail
source "$(dirname "$0")/../harness/checks.sh"
include=$1
shift

warnings=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Werror)

compiles() { # COMPILER FLAGS SOURCE…
    local compiler=$1 flags
    read -ra flags <<<"$2"
    shift 2
    "$compiler" "${flags[@]}" "${warnings[@]}" -I"$include" -I../c -fsyntax-only "$@"
}

refused() { # COMPILER REASON CODE
    local output
    output=$(printf '#include <tn_elicit.hpp>\nvoid f() { %s; }\n' "$3" |
        "$1" -std=c++17 -Werror -I"$include" -fsyntax-only -x c++ - 2>&1) && return 1
    grep -E "$2" <<<"$output" || { echo "$output"; return 1; }
}

for compiler in g++ clang++-14; do
    for standard in c++17 c++20 c++2b; do
        for flags in "" "-fno-exceptions" "-fno-exceptions -fno-rtti"; do
            check "$compiler -std=$standard $flags" compiles "$compiler" "-std=$standard $flags" "$@"
        done
    done
    check "$compiler: a resolver that returns no Answer" refused "$compiler" \
        "a resolver is called with a std::string_view" \
        'tn_elicit::try_server_request_response([](std::string_view) { return 1; }, "")'
    check "$compiler: a copy of a Text" refused "$compiler" "deleted" \
        'tn_elicit::Text a; tn_elicit::Text b(a)'
    check "$compiler: a Result that is ignored" refused "$compiler" \
        "nodiscard" 'tn_elicit::try_elicitation_to_request("{}")'
done
finish
