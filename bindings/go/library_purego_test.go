//go:build !cgo

package tnelicit

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestSystemLoader(t *testing.T) {
	path, err := filepath.Abs(filepath.Dir(library))
	noError(t, err)
	want, err := Version()
	noError(t, err)
	equal(t, "the version", loading(t, "LD_LIBRARY_PATH="+path), want)
}

func TestMissingLibrary(t *testing.T) {
	empty := t.TempDir()
	for _, c := range []struct{ environment, named string }{
		{"LD_LIBRARY_PATH=" + empty, soname},
		{"TN_ELICIT_LIBRARY=" + empty + "/none.so", empty + "/none.so"},
		{"TN_ELICIT_LIBRARY=" + empty, empty},
	} {
		got := loading(t, c.environment)
		if !strings.HasPrefix(got, ErrLibrary.Error()+": ") || !strings.Contains(got, c.named) {
			t.Errorf("%s: the error is %s, want %s in it", c.environment, got, c.named)
		}
	}
}

// TN_ELICIT_LIBRARY is not one place of several: what it names is what is used.
func TestVariableComesFirst(t *testing.T) {
	path, err := filepath.Abs(filepath.Dir(library))
	noError(t, err)
	got := loading(t, "TN_ELICIT_LIBRARY=/none.so", "LD_LIBRARY_PATH="+path)
	equal(t, "that it is an error", strings.HasPrefix(got, ErrLibrary.Error()), true)
}

func TestOtherLibrary(t *testing.T) {
	got := loading(t, "TN_ELICIT_LIBRARY="+otherLibrary(t, "int nothing;"))
	if !strings.HasPrefix(got, ErrLibrary.Error()+": ") || !strings.Contains(got, "undefined symbol: tn_") {
		t.Errorf("the error is %s", got)
	}
}
