#!/usr/bin/env bash
# Runs `go test -v` (all of the arguments) and closes with "N passed, M failed".
{ "$@" || echo "=== EXIT"; } 2>&1 | awk -f tally.awk
