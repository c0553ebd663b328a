#!/usr/bin/env bash
# Formatter and linter. Prints nothing when all is well.
#
#   lint.sh ROOT
set -uo pipefail
cd "$(dirname "$0")"
root=$1
files=("$root/include/tn_elicit.hpp" "$root/examples/host.cpp" ./*.cpp ./*.hpp ./*/*.cpp ./*/*.hpp)
failed=0

"$root/build/tools/bin/clang-format" --dry-run -Werror "${files[@]}" || failed=1

# Which checks: .clang-tidy. It also counts the warnings that it
# does not show.
tidy=$(printf '%s\n' ./*.cpp ./*/*.cpp "$root/examples/host.cpp" |
    xargs -P "$(nproc)" -I{} clang-tidy-14 --quiet --config-file=.clang-tidy {} -- -std=c++17 \
        -I. -I../c -I"$root/include" 2> >(grep -v ' generated\.$' >&2)) || failed=1
[[ -z $tidy ]] || { echo "$tidy"; failed=1; }

exit "$failed"
