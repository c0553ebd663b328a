#!/usr/bin/env bash
# Programs that know nothing of the project but an installed tree, in each way to build or load; each is
# a test.
#
#   consumers.sh PROJECT_FOLDER ZIG…
set -uo pipefail
cd "$(dirname "$0")"
source ./installed.sh
shift
zig=("$@")

make_target install PREFIX="$prefix" || exit 1
cp consumers/* "$work"
cp -r "$root/bindings/go" "$work/tnelicit"
cp -r "$root/bindings/python/src/tn_elicit" "$work"
cd "$work" || exit 1
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig

expected="$version
"'{"jsonrpc":"2.0","id":77,"result":{"action":"accept","content":{"name":"muthu"}}}'

prints() { # COMMAND…: it prints what each consumer must
    local output
    output=$("$@") && [[ $output == "$expected" ]] || {
        echo "$output"
        return 1
    }
}
with_library() { LD_LIBRARY_PATH=$prefix/lib "$@"; }
needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }
needs_library() { needed "$1" | grep -x "${soname//./\\.}"; }
needs_no_library() { needed "$1" | grep '^libc\.' && ! needed "$1" | grep tn_elicit; }
shared() { needs_library "$1" && prints with_library "./$1"; }
static() { needs_no_library "$1" && prints "./$1"; }

# By pkg-config. The quotes around its words would make one of them.
strict=(-Wall -Wextra -Wpedantic -Werror)
flags() { pkg-config "$@" --cflags --libs tn_elicit; }
# Where there are both libraries a linker takes the shared one.
static_flags() { flags --static | sed 's/-ltn_elicit/-l:libtn_elicit.a/'; }
# shellcheck disable=SC2046
build() { # PROGRAM FLAGS COMPILER…
    local program=$1 flags=$2
    shift 2
    "$@" "${strict[@]}" -o "$program" $($flags)
}
c() { build "$1" "$2" cc -std=c99 consumer.c; }
cpp() { build "$1" "$2" c++ -std=c++17 consumer.cpp; }
only_static() { PKG_CONFIG_PATH=$work/only-static/lib/pkgconfig flags --define-prefix --static; }
cp -r "$prefix" only-static && rm only-static/lib/libtn_elicit.so*

# The Nth command of README.md that builds an example so.
readme() { # N PROGRAM
    local command
    command=$(grep -F 'cc example.c $(pkg-config' "$root/README.md" | sed -n "$1p")
    command=${command/example.c/consumer.c}
    eval "${command/-o example/-o $2}"
}

check "README.md's command, shared" eval 'readme 1 readme-shared && shared readme-shared'
check "README.md's command, static" eval 'readme 2 readme-static && static readme-static'
check "C, shared, by pkg-config" eval 'c c-shared flags && shared c-shared'
check "C, static, by pkg-config" eval 'c c-static static_flags && static c-static'
check "C, static, from a tree without the shared one" \
    eval 'c c-only-static only_static && static c-only-static'
check "C, all static" eval '
    cc -static consumer.c -o all-static $(flags) && ! needed all-static | grep . && prints ./all-static'
check "C++, shared, by pkg-config" eval 'cpp cpp-shared flags && shared cpp-shared'
check "C++, static, by pkg-config" eval 'cpp cpp-static static_flags && static cpp-static'

# By CMake, which gives the programs a run path.
cmake_build() { # FOLDER PREFIX
    cmake -S . -B "$1" -DCMAKE_PREFIX_PATH="$2" && cmake --build "$1" --parallel
}
check "CMake: four programs build" cmake_build cmake "$prefix"
for language in c cpp; do
    check "CMake: $language, shared" \
        eval "needs_library cmake/$language-shared && prints cmake/$language-shared"
    check "CMake: $language, static" static "cmake/$language-static"
done

readme_by_cmake() {
    mkdir -p readme
    {
        echo 'cmake_minimum_required(VERSION 3.20)'
        echo 'project(readme LANGUAGES C)'
        echo "add_executable(example $PWD/consumer.c)"
        sed -n '/^```cmake$/,/^```$/p' "$root/README.md" | grep -v '^```'
    } >readme/CMakeLists.txt
    cmake -S readme -B readme/build -DCMAKE_PREFIX_PATH="$prefix" && cmake --build readme/build &&
        needs_library readme/build/example && prints readme/build/example
}
check "README.md's lines for CMake" readme_by_cmake

# Which versions find_package takes, of this one and of later ones.
mkdir find
cat >find/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(find LANGUAGES NONE)
find_package(tn_elicit ${WANTED} REQUIRED)
message(STATUS "found ${tn_elicit_VERSION}")
END
find_package() { # VERSION_OF_THE_LIBRARY WANTED
    local package=find/$1/lib/cmake/tn_elicit
    mkdir -p "$package" && cp "$prefix"/lib/cmake/tn_elicit/* "$package" &&
        sed -i "s/\"$version\"/\"$1\"/; s/\"${soname#*.so.}\"/\"$(abi_of "$1")\"/" \
            "$package/tn_elicit-config-version.cmake" &&
        cmake -S find -B find/build --fresh -DCMAKE_PREFIX_PATH="$work/find/$1" -DWANTED="$2" 2>&1
}
finds() { find_package "$@" | grep -F "found $1"; }
refuses() {
    local output
    ! output=$(find_package "$@") && grep -F "requested version" <<<"$output" || {
        echo "$output"
        return 1
    }
}
for wanted in "" 0.2 0.2.5 "0.2.5;EXACT" 0.2.2...0.2.5 "0.2...<0.3" 0.2.2...1; do
    check "CMake: find_package($wanted) takes 0.2.5" finds 0.2.5 "$wanted"
done
for wanted in 0 0.1 0.1.9 0.2.6 0.3 1 "0.2.4;EXACT" 0.2.2...0.2.4 "0.2.2...<0.2.5"; do
    check "CMake: find_package($wanted) refuses 0.2.5" refuses 0.2.5 "$wanted"
done
for wanted in 1 1.0 1.4.2 "1...<2"; do
    check "CMake: find_package($wanted) takes 1.4.2" finds 1.4.2 "$wanted"
done
for wanted in 0.9 1.4.3 1.5 2; do
    check "CMake: find_package($wanted) refuses 1.4.2" refuses 1.4.2 "$wanted"
done
check "CMake: find_package takes this version" finds "$version" "$version;EXACT"

check "Go, cgo by pkg-config" eval '
    mkdir go && cp consumer.go go && cd go && go mod init consumer &&
    go mod edit -require tn-elicit.alt/tnelicit@v0.0.0 -replace tn-elicit.alt/tnelicit=../tnelicit && go mod tidy &&
    CGO_ENABLED=1 go build -tags tn_elicit_installed -o ../go-cgo && cd .. && shared go-cgo'
check "Go, without cgo, by the system's loader" eval '
    cd go && CGO_ENABLED=0 go build -o ../go-purego && cd .. && prints with_library ./go-purego'

check "zig cc, shared, by pkg-config" eval 'build zig-shared flags "${zig[@]}" cc consumer.c && shared zig-shared'
check "zig cc, static, with the unwinder of Zig" eval '
    "${zig[@]}" cc consumer.c -o zig-static $(pkg-config --cflags tn_elicit) \
        "$prefix/lib/libtn_elicit.a" -lunwind && static zig-static'

check "Python, by the system's loader" eval '
    python3 -m venv --without-pip venv && mv tn_elicit venv/lib/python3.*/site-packages &&
    prints with_library venv/bin/python consumer.py'

# The tree somewhere else; CMake also by way of a link to its lib alone, as /lib is one to /usr/lib.
mv "$prefix" "$work/elsewhere"
mkdir linked && ln -s ../elsewhere/lib linked/lib
check "moved: CMake" eval '
    cmake_build cmake-moved "$work/elsewhere" && prints cmake-moved/c-shared && static cmake-moved/cpp-static'
check "moved: CMake, through a link" eval '
    cmake_build cmake-linked "$work/linked" && prints cmake-linked/c-shared && static cmake-linked/cpp-static'
check "moved: pkg-config --define-prefix" eval '
    [[ $(PKG_CONFIG_PATH=$work/elsewhere/lib/pkgconfig flags --define-prefix) == \
        "-I$work/elsewhere/include -L$work/elsewhere/lib -ltn_elicit "* ]]'

finish
