#!/usr/bin/env bash
# Installs the C++ compilers and linters that the machine lacks. Does nothing the second time.
set -euo pipefail

declare -A package_of=(
    [clang++-14]=clang-14
    [clang-tidy-14]=clang-tidy-14
    [g++]=g++
    [valgrind]=valgrind
)
missing=()
for command in "${!package_of[@]}"; do
    command -v "$command" >/dev/null || missing+=("${package_of[$command]}")
done
if ((${#missing[@]})); then
    if ((EUID != 0)); then
        echo "setup: please install, as root: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        "${missing[@]}" >/dev/null
fi
