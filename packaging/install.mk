# make install and make uninstall, for the Makefile. The folders may be given on the command line, in
# GNU's spelling or in capitals, and DESTDIR to stand before all of them.

prefix = /usr/local
PREFIX = $(prefix)
libdir = $(PREFIX)/lib
LIBDIR = $(libdir)
includedir = $(PREFIX)/include
INCLUDEDIR = $(includedir)
mandir = $(PREFIX)/share/man
MANDIR = $(mandir)

PKGCONFIG = $(LIBDIR)/pkgconfig
CMAKE = $(LIBDIR)/cmake/tn_elicit
MAN3 = $(MANDIR)/man3

INSTALL = install
INSTALL_PROGRAM = $(INSTALL)
INSTALL_DATA = $(INSTALL) -m 644

RELEASE = target/release
SONAME = libtn_elicit.so.$(ABI)

# Nothing is built that was built since its sources changed: root may have no cargo. The link is as
# old as the last `make lib`.
SOURCES = Makefile Cargo.toml Cargo.lock build.rs src
STALE = $(shell find $(SOURCES) -newer $(RELEASE)/$(SONAME) 2>&1)

# TEMPLATE, FOLDER, LIBDIR, INCLUDEDIR: puts the template there with the values in it.
define install_filled
sed -e 's|@VERSION@|$(VERSION)|' -e 's|@ABI@|$(ABI)|' -e 's|@PREFIX@|$(PREFIX)|' \
	-e 's|@LIBDIR@|$3|' -e 's|@INCLUDEDIR@|$4|' \
	-e "s|@NATIVE_STATIC_LIBS@|$$(cat $(RELEASE)/native-static-libs)|" \
	packaging/$1.in >"$(DESTDIR)$2/$1"
chmod 644 "$(DESTDIR)$2/$1"
endef

# A folder below PREFIX, for the .pc file: written so that pkg-config can move it.
in_prefix = $(patsubst $(PREFIX)/%,$${prefix}/%,$1)
# Where the CMake package, which can be moved, too, finds the headers from where it is itself.
include_from_cmake = $(shell realpath -m --relative-to="$(CMAKE)" "$(INCLUDEDIR)")

.PHONY: install uninstall

install: $(if $(STALE),lib) ## libraries, headers, man pages, below PREFIX=/usr/local
	$(INSTALL) -d "$(DESTDIR)$(INCLUDEDIR)" "$(DESTDIR)$(PKGCONFIG)" "$(DESTDIR)$(CMAKE)" "$(DESTDIR)$(MAN3)"
	$(INSTALL_PROGRAM) $(RELEASE)/libtn_elicit.so "$(DESTDIR)$(LIBDIR)/libtn_elicit.so.$(VERSION)"
	ln -sf libtn_elicit.so.$(VERSION) "$(DESTDIR)$(LIBDIR)/$(SONAME)"
	ln -sf $(SONAME) "$(DESTDIR)$(LIBDIR)/libtn_elicit.so"
	$(INSTALL_DATA) $(RELEASE)/libtn_elicit.a "$(DESTDIR)$(LIBDIR)"
	$(INSTALL_DATA) include/tn_elicit.h include/tn_elicit.hpp "$(DESTDIR)$(INCLUDEDIR)"
	$(call install_filled,tn_elicit.pc,$(PKGCONFIG),$(call in_prefix,$(LIBDIR)),$(call in_prefix,$(INCLUDEDIR)))
	$(call install_filled,tn_elicit-config.cmake,$(CMAKE),,$(include_from_cmake))
	$(call install_filled,tn_elicit-config-version.cmake,$(CMAKE))
	python3 packaging/man.py "$(DESTDIR)$(MAN3)"

uninstall: ## takes away what make install put there, with the same folders
	rm -f "$(DESTDIR)$(LIBDIR)/libtn_elicit.so" "$(DESTDIR)$(LIBDIR)/$(SONAME)" \
		"$(DESTDIR)$(LIBDIR)/libtn_elicit.so.$(VERSION)" "$(DESTDIR)$(LIBDIR)/libtn_elicit.a" \
		"$(DESTDIR)$(INCLUDEDIR)/tn_elicit.h" "$(DESTDIR)$(INCLUDEDIR)/tn_elicit.hpp" \
		"$(DESTDIR)$(PKGCONFIG)/tn_elicit.pc" \
		"$(DESTDIR)$(CMAKE)/tn_elicit-config.cmake" \
		"$(DESTDIR)$(CMAKE)/tn_elicit-config-version.cmake" \
		$(foreach page,$(shell python3 packaging/man.py),"$(DESTDIR)$(MAN3)/$(page)")
	-rmdir "$(DESTDIR)$(CMAKE)"
