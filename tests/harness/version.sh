# Sourced: the version that a Cargo.toml has, and the ABI that a version names.
version_in() { sed -n 's/^version = "\(.*\)"/\1/p' "$1/Cargo.toml"; } # FOLDER
# MAJOR, or 0.MINOR while the major version is 0.
abi_of() { sed -E 's/^(0\.[0-9]+|[0-9]+).*/\1/' <<<"$1"; } # VERSION
