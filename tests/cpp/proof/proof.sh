#!/usr/bin/env bash
# Proves that a tool is at work; see ../../harness/proof.sh.
#
#   proof.sh sanitized|valgrind|threads COMMAND…    COMMAND: the program of mistake.cpp, under the tool
set -uo pipefail
cd "$(dirname "$0")"
source ../../harness/checks.sh
source ../../harness/proof.sh
tool=$1
shift
command=("$@")

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
