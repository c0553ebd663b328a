#!/usr/bin/env bash
# Runs the tests on the Python of $VENV, all of them, and on each other Python that is named, without
# the wheel and the example hosts. Closes with `N passed, M failed`.
set -uo pipefail
cd "$(dirname "$0")/.."
passed=0
failed=0

run() { # PYTHON ARGUMENT…
    local python=$1 output counts
    shift
    echo "$("$python" --version)"
    output=$("$python" -m pytest "$@" 2>&1)
    counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' <<<"$output" | tail -n 1)
    [[ $counts == *" 0 failed" ]] || echo "$output"
    # One that could not count has failed.
    [[ $counts ]] || counts="0 passed, 1 failed"
    echo "$counts"
    passed=$((passed + ${counts%% *}))
    counts=${counts#*, }
    failed=$((failed + ${counts%% *}))
}

run "$VENV/bin/python"
# pytest and what it stands on are Python alone, so those of the venv serve all.
for python in "$@"; do
    PYTHONPATH=$(echo "$VENV"/lib/python*/site-packages) run "$python" \
        --ignore tests/test_wheel.py --ignore tests/test_hosts.py
done
echo "$passed passed, $failed failed"
((failed == 0))
