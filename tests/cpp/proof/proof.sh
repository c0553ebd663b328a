#!/usr/bin/env bash
# Proves that a tool is at work, so that a quiet run of the tests means something: each mistake must
# be reported, and a program without one must run quietly.
#
#   proof.sh sanitized|valgrind|threads COMMAND…    COMMAND: the program of mistake.cpp, under the tool
set -uo pipefail
cd "$(dirname "$0")"
source ../../c/checks.sh
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
sanitized)
    check "$tool: leak" reported leak "LeakSanitizer: detected memory leaks"
    check "$tool: dangling view" reported dangling "heap-use-after-free"
    ;;
valgrind)
    check "$tool: leak" reported leak "definitely lost"
    check "$tool: dangling view" reported dangling "Invalid read"
    ;;
threads)
    check "$tool: race" reported race "ThreadSanitizer: data race"
    ;;
*)
    echo "no such tool: $tool" >&2
    exit 2
    ;;
esac
finish
