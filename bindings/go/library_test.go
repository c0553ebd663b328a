package tnelicit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const soname = "libtn_elicit.so." + abi

// reportLoading calls everything, and prints the version or the one error that all of it returned.
func reportLoading() {
	found, err := Version()
	if err == nil {
		fmt.Print(found)
		return
	}
	var others [15]error
	_, others[0] = ElicitationToRequest([]byte(`{}`))
	_, others[1] = AnswerToElicitResult([]byte(`{}`))
	_, others[2] = ServerRequestResponse(accept, []byte(elicitation))
	_, others[3] = ClientCapabilities(0)
	_, others[4] = ElicitationToRequestString(`{}`)
	_, others[5] = AnswerToElicitResultString(`{}`)
	_, others[6] = ServerRequestResponseString(nil, elicitation)
	_, _, others[7] = ServerRequestBegin(0, []byte(elicitation))
	_, others[8] = ServerRequestFinish([]byte(elicitation), nil)
	_, others[9] = InputRequiredRetry(accept, []byte(`{}`), []byte(`{}`))
	_, others[10] = InputRequiredBegin(0, []byte(`{}`))
	_, others[11] = InputRequiredFinish([]byte(`{}`), []byte(`{}`), nil)
	_, others[12] = InputRequiredRetryContext(context.Background(), nil, []byte(`{}`), []byte(`{}`))
	_, others[13] = URLElicitations([]byte(`{}`))
	_, others[14] = ElicitationEnded([]byte(`{}`))
	for _, other := range others {
		if other != err || !errors.Is(other, ErrLibrary) {
			fmt.Println("not everything returned the same error:", others)
			return
		}
	}
	fmt.Print(err)
}

// loading is what a new process reports that has only these variables.
func loading(t *testing.T, environment ...string) string {
	t.Helper()
	program, err := os.Executable()
	noError(t, err)
	command := exec.Command(program)
	command.Env = append(environment, loadOnly+"=yes")
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return string(output)
}

// otherLibrary compiles a C text to a library of our name, and returns its path.
func otherLibrary(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), soname)
	command := exec.Command("cc", "-shared", "-fPIC", "-Wl,-soname,"+soname, "-x", "c", "-", "-o", path)
	command.Stdin = strings.NewReader(text)
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return path
}

func TestOtherVersion(t *testing.T) {
	symbols, err := os.ReadFile(root + "/tests/exported_symbols.txt")
	noError(t, err)
	var text strings.Builder
	for symbol := range strings.FieldsSeq(string(symbols)) {
		if symbol != "tn_version" {
			fmt.Fprintf(&text, "void %s(void) {}\n", symbol)
		}
	}
	text.WriteString(`const char *tn_version(void) { return "0.3.7"; }`)
	path := otherLibrary(t, text.String())
	got := loading(t, "TN_ELICIT_LIBRARY="+path, "LD_LIBRARY_PATH="+filepath.Dir(path))
	equal(t, "the error", got,
		"tn_elicit: the library cannot be used: its version is 0.3.7, and this package needs 0.2")
}

func TestVersion(t *testing.T) {
	cargo, err := os.ReadFile(root + "/Cargo.toml")
	noError(t, err)
	want := regexp.MustCompile(`(?m)^version = "(.*)"`).FindSubmatch(cargo)[1]
	found, err := Version()
	noError(t, err)
	equal(t, "the version", found, string(want))
	equal(t, "that this package is for it", strings.HasPrefix(found, abi+"."), true)
}

func TestStatusesAreThoseOfTheHeader(t *testing.T) {
	header, err := os.ReadFile(root + "/include/tn_elicit.h")
	noError(t, err)
	values := map[string]string{}
	for _, define := range regexp.MustCompile(`(?m)^#define (TN_\w+) (-?\d+)$`).FindAllStringSubmatch(string(header), -1) {
		values[define[1]] = define[2]
	}
	for name, value := range map[string]any{
		"TN_RESOLVER_FAILED":         int32(ErrResolverFailed),
		"TN_ERR_NULL_ARGUMENT":       int32(ErrNullArgument),
		"TN_ERR_INVALID_UTF8":        int32(ErrInvalidUTF8),
		"TN_ERR_INVALID_JSON":        int32(ErrInvalidJSON),
		"TN_ERR_OUT_OF_MEMORY":       int32(ErrOutOfMemory),
		"TN_ERR_PANIC":               int32(ErrPanic),
		"TN_ERR_UNSUPPORTED_INPUT":   int32(ErrUnsupportedInput),
		"TN_ERR_UNKNOWN_RESULT_TYPE": int32(ErrUnknownResultType),
		"TN_MODE_FORM":               uint32(ModeForm),
		"TN_MODE_URL":                uint32(ModeURL),
	} {
		equal(t, name, fmt.Sprint(value), values[name])
	}
	for status := range 8 {
		equal(t, "that a status has no text", strings.HasPrefix(Status(-status).Error(), "status"), status == 0)
	}
}
