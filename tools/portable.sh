#!/usr/bin/env bash
# Links the shared library anew, from the static one, against the oldest glibc that Rust supports.
#
#   portable.sh OUTPUT SONAME
set -euo pipefail
output=$(realpath -m "$1")
soname=$2
cd "$(dirname "$0")/.."
export ZIG_GLOBAL_CACHE_DIR=$PWD/build/zig/global-cache ZIG_LOCAL_CACHE_DIR=$PWD/build/zig/cache
mkdir -p "$(dirname "$output")"

mapfile -t symbols <tests/exported_symbols.txt
script=$output.map
printf '{ global: %s local: *; };\n' "$(printf '%s; ' "${symbols[@]}")" >"$script"

build/tools/bin/python -m ziglang cc -target "$(uname -m)-linux-gnu.2.17" -shared -s \
    "${symbols[@]/#/-Wl,-u,}" target/release/libtn_elicit.a -lunwind \
    -Wl,--gc-sections -Wl,--version-script="$script" -Wl,-soname,"$soname" \
    -Wl,-z,relro -Wl,-z,now -o "$output"
ln -sf "$(basename "$output")" "$(dirname "$output")/$soname"
