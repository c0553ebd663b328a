#!/usr/bin/env bash
# Keeps what a run printed, and adds the runs up.
#
#   tally.sh run LOG COMMAND…    runs the command, with its output and exit status in LOG
#   tally.sh sum LOG…            a line for each run, the output of those that failed, and the total
#
# Runs print "N passed, M failed" as their last count, and perhaps "ok NAME" before. One that ended
# badly without counting a failure, that counted nothing, or that did not run at all, is one failure.
set -uo pipefail

run() {
    local log=$1 status
    shift
    mkdir -p "$(dirname "$log")"
    # A lock that is held for ever is a failure, too.
    timeout --kill-after=10 900 "$@" >"$log" 2>&1
    status=$?
    ((status == 0)) || echo "exit status $status" >>"$log"
}

sum() {
    local log name counts passed failed all_passed=0 all_failed=0
    for log in "$@"; do
        name=$(basename "$log" .log)
        passed=0
        failed=0
        if [[ -f $log ]]; then
            counts=$(grep -aE '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)
            [[ -z $counts ]] || read -r passed _ failed _ <<<"$counts"
            if ((failed == 0)) && { ((passed == 0)) || grep -aq '^exit status ' "$log"; }; then
                failed=1
            fi
            # Without a count it broke down after the last line.
            ((failed == 0)) || if [[ -n $counts ]]; then grep -av '^ok ' "$log"; else tail "$log"; fi
        else
            failed=1
        fi
        printf '%-32s %6d passed, %d failed\n' "$name:" "$passed" "$failed"
        all_passed=$((all_passed + passed))
        all_failed=$((all_failed + failed))
    done
    echo "$all_passed passed, $all_failed failed"
    ((all_failed == 0))
}

"$@"
