# make help lists what there is. `make run` and `make test` do all their own set-up.

CFLAGS = -std=c99 -O2 -g -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
LIBRARY = target/release/libtn_elicit.so
PORTABLE = target/portable/libtn_elicit.so
# What stands in the library as its SONAME: 0.MINOR while the major version is 0.
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
ABI := $(shell echo $(VERSION) | awk -F. '{ print $$1 == 0 ? "0." $$2 : $$1 }')
SUITES = lint vectors rust c abi docs install host interop conformance zig reliability bench instructions
# They run beside those: fuzz first, which takes the same time however busy the machine is.
BESIDE = fuzz cpp python go
# How long make fuzz runs each target.
SECONDS = 60

.PHONY: help run test lib portable go-module header abi docs diagrams format bench bench-peers bench-bindings bench-instructions fuzz soak clean setup FORCE $(SUITES:%=test-%) $(BESIDE:%=test-%)

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build/host target/debug/examples/demo_server ## the C host answers a demo server's elicitation
	@examples/transcript.sh build/host target/debug/examples/demo_server

test: ## everything; the last line says how many tests passed and failed
	@python3 tests/run.py $(SUITES) --beside $(BESIDE)

lib: $(LIBRARY) ## the shared and the static library, in target/release

# Zig has the stubs of every glibc, so that nothing newer is asked for than the oldest that Rust knows.
portable: setup lib ## the shared library for every Linux since glibc 2.17, in target/portable
	@tools/portable.sh $(PORTABLE) libtn_elicit.so.$(ABI)

go-module: ## a file proxy with the Go module in it, in build/go-module
	@python3 bindings/go/proxy.py build/go-module

header: ## writes include/tn_elicit.h from src/ffi
	TN_ELICIT_HEADER=write cargo test --quiet --test header

abi: ## records the ABI of the header under the version in Cargo.toml, by docs/abi.md
	@! git rev-parse --quiet --verify 'refs/tags/v$(VERSION)' || \
		{ echo "$(VERSION) is released: raise the version in Cargo.toml"; exit 1; }
	@mkdir -p tests/abi/$(VERSION)
	cp include/tn_elicit.h tests/abi/$(VERSION)

docs: setup ## the reference of both headers and these pages, in build/docs/html
	@mkdir -p build/docs
	@(cat docs/Doxyfile && echo "PROJECT_NUMBER = $(VERSION)") | doxygen -

diagrams: ## docs/diagrams/*.svg, each from the text beside it
	@python3 tools/sequence.py $(CHECK) docs/diagrams/*.txt

format: setup ## formats everything
	git ls-files '*Cargo.toml' | xargs -n 1 cargo fmt --manifest-path
	gofmt -w bindings/go benches tests
	build/tools/bin/python -m ziglang fmt bindings/zig
	build/tools/bin/ruff check --quiet --fix
	build/tools/bin/ruff format --quiet
	git ls-files --cached --others --exclude-standard '*.c' '*.h' '*.cpp' '*.hpp' \
		| grep -v '/tn_elicit\.h$$' | xargs build/tools/bin/clang-format -i

bench: bench-peers ## us beside our peers, into docs/performance.md
	@build/bench/peers/python/bin/pip install --quiet --require-virtualenv -r benches/plot.txt
	@build/bench/peers/python/bin/python benches/bench.py build/bench

bench-peers: lib
	@python3 benches/inputs.py build/bench/inputs
	@$(MAKE) --no-print-directory --silent -C benches/peers

bench-bindings: lib build/bench-bindings ## what a call costs from each language, into bindings/README.md
	@python3 benches/bindings.py

bench-instructions: setup build/bench/instructions ## what a call costs in instructions, the size, and their budget
	@python3 benches/inputs.py build/bench/inputs
	@python3 benches/instructions.py build/bench/instructions build/bench/inputs $(if $(WRITE),--write)

fuzz: ## each fuzz target for SECONDS=60
	@$(MAKE) --no-print-directory --silent -C fuzz run SECONDS=$(SECONDS)

soak: lib build/host target/debug/examples/demo_server ## the long forms of the reliability tests
	cargo test --locked --release --target-dir build/soak --test grammar -- --ignored
	@$(MAKE) --no-print-directory --silent -C tests/reliability soak

clean: ## removes all that was built
	rm -rf build target

setup:
	@tools/setup.sh

# Cargo knows best what is out of date. It optimises no more than one crate at a time for as long as an
# rlib is among the crate types, so the C libraries are built without one. What the static one needs of
# the system is for those who link it.
$(LIBRARY): FORCE
	cargo rustc --release --lib --locked --crate-type cdylib,staticlib -- \
		--print native-static-libs=target/release/native-static-libs
	ln -sf $(notdir $(LIBRARY)) $(LIBRARY).$(ABI)

target/debug/examples/demo_server: FORCE
	cargo build --example demo_server --locked

# The run path lets the program find the library that was just built.
build/host: examples/host.c $(wildcard examples/host/*) include/tn_elicit.h $(LIBRARY)
	@mkdir -p build
	$(CC) $(CFLAGS) -Iinclude $(filter %.c,$^) -o $@ $(LIBRARY) -Wl,-rpath,$(CURDIR)/target/release

build/bench/instructions: benches/instructions.c include/tn_elicit.h $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Iinclude $< -o $@ $(LIBRARY) -Wl,-rpath,$(CURDIR)/target/release

build/bench-bindings: benches/bindings.c include/tn_elicit.h $(LIBRARY)
	@mkdir -p build
	$(CC) $(CFLAGS) -Iinclude $< -o $@ $(LIBRARY) \
		-Wl,-rpath,$(CURDIR)/target/release

test-lint: setup
	@tests/lint.sh

test-vectors:
	@python3 tests/vectors/check.py

test-rust:
	cargo test --locked --features test-panic

test-c: setup lib
	@$(MAKE) --no-print-directory -C tests/c test

test-abi: portable
	@tests/abi/run.sh $(LIBRARY) $(PORTABLE)

test-docs: setup lib build/host target/debug/examples/demo_server
	@PYTHONPATH=tests/harness python3 tests/docs/run.py

test-install: setup lib
	@$(MAKE) --no-print-directory --silent -C tests/install test

test-host: setup build/host target/debug/examples/demo_server
	@PYTHONPATH=tests/harness python3 tests/host/run.py build/host target/debug/examples/demo_server

test-interop: build/host
	@$(MAKE) --no-print-directory -C tests/interop test HOST=$(CURDIR)/build/host

test-conformance: lib
	@$(MAKE) --no-print-directory --silent -C tests/conformance test

test-cpp: lib
	@$(MAKE) --no-print-directory --silent -C tests/cpp test

test-reliability: lib build/host target/debug/examples/demo_server
	@$(MAKE) --no-print-directory --silent -C tests/reliability test

test-bench: bench-peers
	@python3 benches/bench.py build/bench --check

test-instructions: bench-instructions

test-fuzz: fuzz

test-python test-go test-zig: test-%: lib setup
	@$(MAKE) --no-print-directory --silent -C bindings/$* test

include packaging/install.mk
