# Sourced by the scripts here, with the project's folder as $1: a folder for the script's own, and
# what installs into it.
source ../harness/checks.sh
source ../harness/version.sh
root=$1
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
prefix=$work/prefix
version=$(version_in "$root")
soname=libtn_elicit.so.$(abi_of "$version")

# Not with the variables of the make that runs the tests.
make_target() { env -u MAKEFLAGS -u MAKELEVEL make --silent -C "$root" "$@"; }
