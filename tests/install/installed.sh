# Sourced by the scripts here, with the project's folder as $1: a folder for the script's own, and
# what installs into it.
source ../harness/checks.sh
root=$1
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
prefix=$work/prefix
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml")
# MAJOR, or 0.MINOR while the major version is 0.
abi_of() { sed -E 's/^(0\.[0-9]+|[0-9]+).*/\1/' <<<"$1"; }
soname=libtn_elicit.so.$(abi_of "$version")

# Not with the variables of the make that runs the tests.
make_target() { env -u MAKEFLAGS -u MAKELEVEL make --silent -C "$root" "$@"; }
