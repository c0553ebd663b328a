#!/usr/bin/env bash
# Proves that a tool is at work; see ../../harness/proof.sh.
#
#   proof.sh sanitizers|valgrind COMMAND…    COMMAND: the program of mistake.c, under the tool
set -uo pipefail
cd "$(dirname "$0")"
source ../../harness/checks.sh
source ../../harness/proof.sh
tool=$1
shift
command=("$@")

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
