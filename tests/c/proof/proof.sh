#!/usr/bin/env bash
# Proves that a tool is at work, so that a quiet run of the tests means something: each mistake must
# be reported, and a program without one must run quietly.
#
#   proof.sh sanitizers|valgrind COMMAND…    COMMAND: the program of mistake.c, under the tool
set -uo pipefail
cd "$(dirname "$0")"
source ../checks.sh
tool=$1
shift
command=("$@")

reported() { # MISTAKE REPORT
    local output
    if output=$("${command[@]}" "$1" 2>&1); then
        echo "the program ended well"
        return 1
    fi
    grep -F "$2" <<<"$output" || {
        printf 'no "%s" in:\n%s\n' "$2" "$output"
        return 1
    }
}

quiet() {
    local output
    output=$("${command[@]}" 2>&1) && [[ -z $output ]] || {
        echo "$output"
        return 1
    }
}

check "$tool: no mistake, no report" quiet
case $tool in
sanitizers)
    check "$tool: leak" reported leak "LeakSanitizer: detected memory leaks"
    check "$tool: use after free" reported use-after-free "heap-use-after-free"
    check "$tool: overflow" reported overflow "signed integer overflow"
    ;;
valgrind)
    check "$tool: leak" reported leak "definitely lost"
    check "$tool: use after free" reported use-after-free "Invalid read"
    check "$tool: length too long" reported long-length "Invalid read"
    ;;
*)
    echo "no such tool: $tool" >&2
    exit 2
    ;;
esac
finish
