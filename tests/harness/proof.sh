# Sourced by scripts that prove that a tool is at work, so that a quiet run of the tests means
# something: each mistake must be reported, and a program without one must run quietly.
# `command` is the program that makes mistakes, under the tool.

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
