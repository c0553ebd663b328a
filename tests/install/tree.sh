#!/usr/bin/env bash
# What make install and make uninstall do to a file system; each property is a test.
#
#   tree.sh PROJECT_FOLDER
set -uo pipefail
cd "$(dirname "$0")"
source ./installed.sh
cd "$work" || exit 1

# Everything about a tree but its times: kind, mode, name, where links lead, content.
listing() { # FOLDER
    (cd "$1" && find . -printf '%y %m %p %l\n' && find . -type f -exec cksum {} +) | LC_ALL=C sort
}
same() { # FOLDER FOLDER
    diff <(listing "$1") <(listing "$2")
}

installed_files() {
    cat <<END
include/tn_elicit.h
include/tn_elicit.hpp
lib/cmake/tn_elicit/tn_elicit-config-version.cmake
lib/cmake/tn_elicit/tn_elicit-config.cmake
lib/libtn_elicit.a
lib/libtn_elicit.so -> $soname
lib/$soname -> libtn_elicit.so.$version
lib/libtn_elicit.so.$version
lib/pkgconfig/tn_elicit.pc
share/man/man3/tn_elicit.3
$(sed 's|.*|share/man/man3/&.3|' "$root/tests/exported_symbols.txt")
END
}
files_are_as_expected() {
    diff <(installed_files | LC_ALL=C sort) \
        <(cd "$prefix" && find . -type f -printf '%P\n' -o -type l -printf '%P -> %l\n' | LC_ALL=C sort)
}
soname_is_in_the_library() {
    readelf -d "$prefix/lib/libtn_elicit.so.$version" | grep -F "SONAME" | grep -F "[$soname]"
}
ldconfig_changes_nothing() {
    cp -a "$prefix" ldconfig && /sbin/ldconfig -n "$work/ldconfig/lib" && same "$prefix" ldconfig
}

check "make install" make_target install PREFIX="$prefix"
check "the files are there, and no other" files_are_as_expected
check "the headers are the project's" eval 'diff -r "$root/include" "$prefix/include"'
check "the SONAME is the name of the link" soname_is_in_the_library
check "ldconfig finds its links in place" ldconfig_changes_nothing
check "all may read it, and only the owner write" eval '
    ! find "$prefix" -mindepth 1 \( -type d -o -name "*.so.*" \) ! -type l ! -perm 755 | grep . &&
    ! find "$prefix" -type f ! -name "*.so.*" ! -perm 644 | grep .'

cp -a "$prefix" first
check "installed again it is the same" eval 'make_target install PREFIX="$prefix" && same first "$prefix"'
check "in two steps, by DESTDIR, it is the same" eval '
    rm -r "$prefix" && make_target install PREFIX="$prefix" DESTDIR="$work/stage" &&
    [[ ! -e $prefix ]] && mv "stage$prefix" "$prefix" && same first "$prefix"'
check "a strict umask makes no difference" eval '
    rm -r "$prefix" && (umask 077 && make_target install PREFIX="$prefix") &&
    chmod 755 "$prefix" && same first "$prefix"'

# With the folders of GNU's standards, in both spellings.
folders=(lib/x86_64-linux-gnu headers doc/man)
install_below() { # PREFIX_NAME LIBDIR_NAME INCLUDEDIR_NAME MANDIR_NAME
    rm -rf "$prefix" && make_target install "$1=$prefix" "$2=$prefix/${folders[0]}" \
        "$3=$prefix/${folders[1]}" "$4=$prefix/${folders[2]}"
}
check "PREFIX, LIBDIR, INCLUDEDIR, MANDIR" eval '
    install_below PREFIX LIBDIR INCLUDEDIR MANDIR && cp -a "$prefix" second &&
    [[ -e second/${folders[0]}/libtn_elicit.a && -e second/${folders[1]}/tn_elicit.h &&
        -e second/${folders[2]}/man3/tn_version.3 ]]'
check "prefix, libdir, includedir, mandir" eval '
    install_below prefix libdir includedir mandir && same second "$prefix"'
check "the .pc file follows them" eval '
    [[ $(PKG_CONFIG_PATH=second/${folders[0]}/pkgconfig pkg-config --cflags --libs tn_elicit) == \
        "-I$prefix/${folders[1]} -L$prefix/${folders[0]} -ltn_elicit "* ]]'

# What rustc says for this crate, in another profile: that makes no difference to it.
said_by_rustc() {
    cargo rustc --manifest-path "$root/Cargo.toml" --lib --locked --crate-type staticlib \
        --target-dir "$root/build/install/target" -- --print native-static-libs 2>&1 |
        sed -n 's/^note: native-static-libs: //p'
}
named_by_pkg_config() {
    PKG_CONFIG_PATH=first/lib/pkgconfig pkg-config --static --libs-only-l tn_elicit |
        sed 's/^-ltn_elicit //; s/ *$//'
}
check "the .pc file names what rustc says that the static library needs" eval '
    named_by_pkg_config | grep . && diff <(said_by_rustc) <(named_by_pkg_config)'

# Root may have no cargo: what is built is not built again.
mkdir path && printf '#!/bin/sh\nexit 1\n' >path/cargo && chmod +x path/cargo
check "without cargo, when the library is built" eval '
    PATH=$work/path:$PATH make_target install PREFIX="$work/no-cargo"'

# Others have files in all folders, and one in the CMake package's.
rm -r "$prefix"
cp -a first "$prefix"
(cd first && find . -type d) | while read -r folder; do
    mkdir -p "foreign/$folder" && echo foreign >"foreign/$folder/foreign" || exit 1
done
check "uninstall removes exactly what install made" eval '
    cp -a foreign/. "$prefix" && make_target uninstall PREFIX="$prefix" && same foreign "$prefix"'
check "uninstall takes its own folder with it" eval '
    rm -r foreign/lib/cmake/tn_elicit "$prefix" && cp -a foreign "$prefix" &&
    make_target install PREFIX="$prefix" && make_target uninstall PREFIX="$prefix" &&
    same foreign "$prefix"'
check "uninstall where nothing is" make_target uninstall PREFIX="$work/nothing"

finish
