#!/usr/bin/env bash
# Prints nothing if all is well. Usage: lint.sh ZIG…
set -uo pipefail
cd "$(dirname "$0")/.."
zig=("$@")
status=0

unformatted=$("${zig[@]}" fmt --check . 2>&1) || {
    echo "zig fmt: $unformatted"
    status=1
}
while IFS= read -r -d '' file; do
    "${zig[@]}" ast-check "$file" || status=1
done < <(find . -name '*.zig' -print0)

# Every public name has its documentation, and so has every field of a public type.
awk '
    /^pub const .* (struct|struct\(u32\)|error) ?{$/ { in_type = 1 }
    /^}/ { in_type = 0 }
    /^ *pub / || (in_type && /^    [A-Za-z_]+(: .*)?,$/) {
        names++
        if (previous !~ /^ *\/\/\//) {
            print FILENAME ":" FNR ": no documentation: " $0
            bad = 1
        }
    }
    { previous = $0 }
    END { exit bad || !names }
' src/tn_elicit.zig || status=1
exit $status
