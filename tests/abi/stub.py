"""Makes a C source of a header: a library with the header's functions, which do nothing but abort.

    stub.py HEADER >stub.c

Built with debug information it is what abidiff compares, and as a library it is what a program of
that header's time was linked with. Each constant becomes a variable of a type that has its value in
it, because debug information knows nothing of macros.
"""

import re
import subprocess
import sys

# What is no constant of the ABI: the version, which is to change, and what is no value at all.
OTHER_MACROS = re.compile(r"TN_(VERSION_\w+|API|ELICIT_H)$")


def preprocess(header: str, *flags: str) -> str:
    command = ["gcc", "-E", "-P", *flags, "-x", "c", header]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> None:
    header = sys.argv[1]
    macros = re.findall(r"^#define (TN_\w+)", preprocess(header, "-dM"), re.M)
    print(f'#include "{header}"')
    for name in sorted(macros):
        if not OTHER_MACROS.match(name):
            print(f"enum type_of_{name} {{ value_of_{name} = {name} }} constant_{name};")
    # Every declaration of a function, but not that of a pointer to one.
    for declaration in re.findall(r"^[\w *]*\btn_\w+\([^;{]*\);", preprocess(header), re.M):
        print(declaration[:-1], "{ __builtin_trap(); }")


if __name__ == "__main__":
    main()
