#!/usr/bin/env bash
# What the libraries show to a linker; each property is a test.
#
#   exports.sh PROJECT_FOLDER SHARED_LIBRARY STATIC_LIBRARY
set -uo pipefail
cd "$(dirname "$0")"
source ../harness/checks.sh
source ../harness/version.sh
project=$1
shared=$2
static=$3
list=$project/tests/exported_symbols.txt

same() { # COMMAND…: prints what must be the list
    diff --label exported_symbols.txt --label "$1" "$list" <("$@" | LC_ALL=C sort)
}

exported() { nm -D --defined-only "$shared" | awk '{ print $NF }'; }
declared() { gcc -E -P "$project/include/tn_elicit.h" | grep -oE '\btn_[a-z_]+ *\(' | tr -d ' ('; }
# Not nm: where a compiler's plugin is installed for it, nm reads archives through that.
archived() {
    readelf -sW "$static" | awk '$5 == "GLOBAL" && $7 != "UND" && $8 ~ /^tn_/ { print $8 }'
}

all_functions() {
    ! nm -D --defined-only "$shared" | grep -v ' T '
}

soname_has_the_version() {
    local version soname expected
    version=$(version_in "$project")
    expected=libtn_elicit.so.$(abi_of "$version")
    soname=$(readelf -dW "$shared" | sed -n 's/.*(SONAME).*\[\(.*\)\]$/\1/p')
    [[ -n $version && $soname == "$expected" ]] || {
        echo "SONAME \"$soname\", expected \"$expected\""
        return 1
    }
}

no_text_relocations() {
    local dynamic
    dynamic=$(readelf -dW "$shared") && [[ -n $dynamic ]] && ! grep TEXTREL <<<"$dynamic"
}

stack_is_not_executable() {
    local flags
    flags=$(readelf -lW "$shared" | awk '$1 == "GNU_STACK" { print $7 }')
    [[ $flags == RW ]] || {
        echo "GNU_STACK has the flags \"$flags\""
        return 1
    }
}

needs_the_c_library_alone() {
    local needed
    needed=$(readelf -dW "$shared" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p')
    [[ -n $needed ]] && ! grep -vE '^(libc\.so\.6|libgcc_s\.so\.1|ld-linux.*)$' <<<"$needed"
}

check "exports: the shared library has the listed symbols" same exported
check "exports: the header declares the listed symbols" same declared
check "exports: the static library has the listed symbols" same archived
check "exports: all are functions" all_functions
check "exports: the SONAME has the version" soname_has_the_version
check "exports: no text relocations" no_text_relocations
check "exports: no executable stack" stack_is_not_executable
check "exports: no library but the C library is needed" needs_the_c_library_alone
finish
