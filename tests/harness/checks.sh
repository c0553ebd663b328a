# Sourced by scripts that count: check NAME COMMAND… is one test, finish prints the count.
passed=0
failed=0

check() { # NAME COMMAND…
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        passed=$((passed + 1))
        echo "ok      $name"
    else
        failed=$((failed + 1))
        printf 'FAILED  %s\n%s\n' "$name" "$output"
    fi
}

finish() {
    echo "$passed passed, $failed failed"
    ((failed == 0))
}
