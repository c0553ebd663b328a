package tnelicit

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

const (
	root    = "../.."
	library = root + "/target/release/libtn_elicit.so"
)

// loadOnly makes the test program report how loading went, and nothing else; see library_test.go.
const loadOnly = "TNELICIT_TEST_LOAD_ONLY"

func TestMain(m *testing.M) {
	if os.Getenv(loadOnly) != "" {
		reportLoading()
		return
	}
	if os.Getenv("TN_ELICIT_LIBRARY") == "" {
		path, err := filepath.Abs(library)
		if err != nil {
			panic(err)
		}
		os.Setenv("TN_ELICIT_LIBRARY", path) // the one in the tree, also without cgo
	}
	if _, err := Version(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// elicitation is a message that calls the resolver, and cancelled what a failed one makes of it.
const (
	elicitation = `{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"message":"Name?"}}`
	accepted    = `{"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"muthu"}}}`
	cancelled   = `{"jsonrpc":"2.0","id":7,"result":{"action":"cancel"}}`
)

func accept([]byte) ([]byte, error) {
	return []byte(`{"ok":true,"data":{"name":"muthu"}}`), nil
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
