# Reads what `go test -v` prints, with a line "=== EXIT" behind it if that failed. Prints what failed
# and, in the end, how many tests passed and failed. A test that consists of others is
# not counted, unless it failed without them. A package or a run that failed without a failed test (it
# did not build, it crashed) is one failure.

$1 == "===" && $2 == "EXIT" {
    if (!seen_in_run) broken++
    seen_in_run = 0
    next
}
/^ *=== / { next }
/^ *--- (PASS|FAIL|SKIP): / {
    name = packages " " $3
    result[name] = $2
    parent = name
    while (sub(/\/[^\/]*$/, "", parent)) {
        holds[parent] = 1
        if ($2 != "PASS:") held_bad[parent] = 1
    }
    if ($2 != "PASS:") {
        print
        seen_in_package = seen_in_run = 1
    }
    next
}
/^(ok|FAIL|\?)[ \t]/ {
    print
    if ($1 == "FAIL") {
        if (!seen_in_package) broken++
        seen_in_run = 1
    }
    seen_in_package = 0
    packages++
    next
}
/^(PASS|FAIL)$/ { next }
{ print }

END {
    for (name in result) {
        if (result[name] == "PASS:") passed += !(name in holds)
        else failed += !(name in held_bad)
    }
    printf "%d passed, %d failed\n", passed, failed + broken
    exit failed + broken > 0 || passed == 0
}
