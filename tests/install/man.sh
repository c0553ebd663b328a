#!/usr/bin/env bash
# The man pages; each property is a test.
#
#   man.sh PROJECT_FOLDER
set -uo pipefail
cd "$(dirname "$0")"
source ./installed.sh
make_target install PREFIX="$prefix" || exit 1
cd "$prefix/share/man/man3" || exit 1
header=$prefix/include/tn_elicit.h

rendered() { groff -ww -man -Tutf8 -P-cbou "$@"; }
no_warning() {
    local warnings
    warnings=$(rendered "$1" 2>&1 >/dev/null) && [[ -z $warnings ]] || {
        echo "$warnings"
        return 1
    }
}
has_sections() { # PAGE SECTION…
    local page
    page=$(rendered "$1")
    shift
    for section; do
        grep -x "$section" <<<"$page" || {
            echo "no $section"
            return 1
        }
    done
}

words() { tr -cs 'A-Za-z0-9_' '\n' | tr '[:upper:]' '[:lower:]' | LC_ALL=C sort -u; }
# The comments' words, but Doxygen's, those of Windows, the one sentence that no reader of the pages
# needs, and "Source:", which is a section.
words_of_comments() {
    sed '/^ \* @file$/d; /^ \* Generated from/d; /On Windows/,/\*\//d
        s/^ \* ```.*//; s/^ \* Source: //' "$header" | grep -E '^ *(/\*\*|\*)' | words
}
nothing_is_lost() { ! LC_ALL=C comm -23 <(words_of_comments) <(rendered ./*.3 | words) | grep .; }

declared=$(gcc -E -P "$header" | grep -oE '\btn_[a-z_]+ *\(' | tr -d ' (')
check "a page for each function, and one for all" \
    diff <(printf '%s.3\n' tn_elicit $declared | LC_ALL=C sort) <(ls)
for page in *.3; do
    check "$page: no warning" no_warning "$page"
done
# What is said of a parameter is an entry of its own: none is left inside of another text.
parameters_have_entries() { ! grep -E '(^|[.] )\\fI\w+\\fR:' "$1"; }
for function in $declared; do
    check "$function.3: its parameters" parameters_have_entries "$function.3"
    check "$function.3: its sections" \
        has_sections "$function.3" NAME SYNOPSIS DESCRIPTION THREADS EXAMPLES "SEE ALSO"
done
check "tn_elicit.3: its sections" \
    has_sections tn_elicit.3 NAME SYNOPSIS DESCRIPTION FUNCTIONS CONVENTIONS TYPES CONSTANTS
check "every word of the header's comments is there" nothing_is_lost

finish
