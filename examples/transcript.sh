#!/usr/bin/env bash
# Shows the host answer the demo server's questions in every way there is, and checks what comes.
# Usage: transcript.sh HOST DEMO_SERVER
set -euo pipefail
host=$1
server=$2

# The words of a command line, as one would type them.
typed() {
    local word plain='^[A-Za-z0-9_./-]+$'
    for word in "$@"; do
        [[ $word =~ $plain ]] || word=${word@Q}
        printf ' %s' "$word"
    done
}

shown=0
unexpected=0

# show TITLE STATUS TEXT OPTION…: runs the host; its exit status must be STATUS, and its result must
# hold TEXT.
show() {
    local title=$1 status=$2 text=$3 output actual=0
    shift 3
    printf '\n== %s\n$' "$title"
    typed "$host" "$@" --trace -- "$server"
    echo
    # The frames are on stderr, the result on stdout.
    output=$("$host" "$@" --trace -- "$server" 2>&1) || actual=$?
    printf '%s\nexit status %s\n' "$output" "$actual"
    shown=$((shown + 1))
    if [[ $actual != "$status" || ${output##*$'\n'} != *"$text"* ]]; then
        echo "NOT AS EXPECTED: exit status $status, and a result with: $text"
        unexpected=$((unexpected + 1))
    fi
}

show 'The user accepts' 0 '"text":"Hello, muthu!"' \
    --tool greet --accept '{"name":"muthu"}'
show 'The user declines' 0 '"text":"You declined to say your name."' \
    --tool greet --decline
show 'The user cancels' 0 '"text":"You cancelled."' \
    --tool greet --cancel
show 'The resolver fails: the server gets a cancel, and the call goes on' 0 \
    '"text":"You cancelled."' \
    --tool greet --fail
show 'The host has no resolver and says so: the server does not ask' 1 \
    '"text":"This client cannot be asked' \
    --tool greet --no-resolver
show 'URL mode: the user agrees to open the address' 0 \
    '"text":"You agreed to open the address."' \
    --tool connect --accept '{}'
show 'URL mode: the user declines' 0 '"text":"You declined to connect."' \
    --tool connect --decline
show 'Error -32042: an address is to be visited first, and the call is sent again afterwards' 0 \
    '"text":"You signed in."' \
    --tool restricted --arguments '{"visited":true}' --accept '{}'
show 'Error -32042: the user declines to visit the address' 1 \
    'because its address was not visited: declined' \
    --tool restricted --decline

if ((unexpected)); then
    printf '\n%s of %s did not come as expected.\n' "$unexpected" "$shown"
    exit 1
fi
printf '\nAll %s came as expected.\n' "$shown"
