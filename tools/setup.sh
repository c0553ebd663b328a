#!/usr/bin/env bash
# Installs what the tests need and the machine lacks: Debian packages, each named with its version
# where Debian has several, and the Python tools into build/tools. Does nothing the second time.
set -euo pipefail
cd "$(dirname "$0")/.."

# Suites run side by side: one at a time.
mkdir -p build
exec 9>build/setup.lock
flock 9

declare -A package_of=(
    [abidiff]=abigail-tools
    [clang-14]=clang-14
    [cmake]=cmake
    [doxygen]=doxygen
    [gcc]=gcc
    [g++]=g++
    [groff]=groff-base
    [nm]=binutils
    [pkg-config]=pkg-config
    [valgrind]=valgrind
)
missing=()
for command in "${!package_of[@]}"; do
    command -v "$command" >/dev/null || missing+=("${package_of[$command]}")
done
# clang's own sanitizer runtime is a package of its own.
compgen -G '/usr/lib/llvm-14/lib/clang/*/lib/linux/libclang_rt.asan-*.a' >/dev/null ||
    missing+=(libclang-rt-14-dev)
if ((${#missing[@]})); then
    if ((EUID != 0)); then
        echo "setup: please install, as root: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
fi

for command in cargo python3 node npm go; do
    command -v "$command" >/dev/null || {
        echo "setup: $command is needed (see README.md, Requirements)" >&2
        exit 1
    }
done

if ! cmp -s tools/requirements.txt build/tools/installed.txt; then
    rm -rf build/tools
    python3 -m venv build/tools
    build/tools/bin/pip install -q --require-virtualenv -r tools/requirements.txt
    cp tools/requirements.txt build/tools/installed.txt
fi
