#!/usr/bin/env bash
# The module as README.md says that it is fetched: from the file proxy that `make go-module` writes, with
# a copy in vendor, and from a checkout. Usage: module.sh ROOT. It closes with "N passed, M failed".
set -uo pipefail
root=$(cd "$1" && pwd)
source "$root/tests/harness/checks.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
cp "$root/tests/install/consumers/consumer.go" .

# The machine's own module cache would have a module of this name and version from an earlier run.
export GOMODCACHE=$work/cache GOFLAGS=-modcacherw CGO_ENABLED=0
export TN_ELICIT_LIBRARY=$root/target/release/libtn_elicit.so
others=$(go env GOPROXY)
version=v$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml")

prints() { # COMMAND…: it answers as consumer.go does
    local output
    output=$("$@") || return 1
    [[ $output == *'"result":{"action":"accept","content":{"name":"muthu"}}'* ]] || { echo "$output"; return 1; }
}
project() { # NAME: a new module that uses this one, and the commands that README.md has for it
    mkdir "$1" && cp consumer.go "$1" && cd "$1" && go mod init example.test/host
}

check "make go-module" make --silent -C "$root" go-module
check "it is the same bytes again" eval '
    python3 "$root/bindings/go/proxy.py" again && diff -r again "$root/build/go-module"'
check "go get, from the file proxy" eval '
    (project fetched && export GOPROXY=file://$root/build/go-module,$others GONOSUMDB=tn-elicit.alt/* &&
        go get "tn-elicit.alt/tnelicit@$version" && prints go run . && go mod verify)'
check "a copy in vendor needs no proxy" eval '
    (cd fetched && GOPROXY=file://$root/build/go-module,$others GONOSUMDB=tn-elicit.alt/* go mod vendor &&
        GOPROXY=off prints go run -mod=vendor .)'
check "a replace to a checkout" eval '
    (project replaced &&
        go mod edit -require tn-elicit.alt/tnelicit@v0.0.0 -replace "tn-elicit.alt/tnelicit=$root/bindings/go" &&
        go mod tidy && prints go run .)'
check "a workspace with a checkout" eval '
    (project used && go work init . "$root/bindings/go" && prints go run .)'
check "README.md has these commands" eval '
    grep -F "go mod edit -require tn-elicit.alt/tnelicit@v0.0.0 -replace tn-elicit.alt/tnelicit=" "$root/bindings/go/README.md" &&
    grep -F "go get tn-elicit.alt/tnelicit@$version" "$root/bindings/go/README.md"'

finish
