package tnelicit

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A vector is one case of tests/vectors, whose README.md describes the members.
type vector struct {
	Name     string
	Function string
	Input    string
	InputHex string `json:"input_hex"`
	Resolver *struct {
		Action string
		JSON   *string
	}
	Request *string
	Status  string
	Output  *string
	Error   *struct{ Line, Column int }
}

var statuses = map[string]Status{
	"TN_OK":                      0,
	"TN_NO_REPLY":                1,
	"TN_RESOLVER_FAILED":         ErrResolverFailed,
	"TN_ERR_INVALID_UTF8":        ErrInvalidUTF8,
	"TN_ERR_INVALID_JSON":        ErrInvalidJSON,
	"TN_ERR_NULL_ARGUMENT":       ErrNullArgument,
	"TN_ERR_UNSUPPORTED_INPUT":   ErrUnsupportedInput,
	"TN_ERR_UNKNOWN_RESULT_TYPE": ErrUnknownResultType,
}

func TestVectors(t *testing.T) {
	files, err := filepath.Glob(root + "/tests/vectors/*.json")
	noError(t, err)
	if len(files) == 0 {
		t.Fatal("there are no vectors")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		noError(t, err)
		var vectors []vector
		if err := json.Unmarshal(text, &vectors); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, v := range vectors {
			t.Run(v.Name, v.run)
		}
	}
}

// run runs the vector through the form for bytes and through the one for strings.
func (v vector) run(t *testing.T) {
	input := []byte(v.Input)
	if v.InputHex != "" {
		var err error
		input, err = hex.DecodeString(v.InputHex)
		noError(t, err)
	}
	var requests []string
	resolve := func(request []byte) ([]byte, error) {
		requests = append(requests, string(request))
		return v.answer()
	}
	resolveString := func(request string) string {
		answer, err := resolve([]byte(request))
		if err != nil {
			panic(err)
		}
		return string(answer)
	}
	if v.Resolver == nil {
		resolve, resolveString = nil, nil
	}

	var output []byte
	var outputString string
	var err, errString error
	switch v.Function {
	case "elicitation_to_request":
		output, err = ElicitationToRequest(input)
		outputString, errString = ElicitationToRequestString(string(input))
	case "answer_to_elicit_result":
		output, err = AnswerToElicitResult(input)
		outputString, errString = AnswerToElicitResultString(string(input))
	case "server_request_response":
		output, err = ServerRequestResponse(resolve, input)
		outputString, errString = ServerRequestResponseString(resolveString, string(input))
	case "url_elicitations":
		output, err = URLElicitations(input)
		outputString, errString = URLElicitationsString(string(input))
	case "elicitation_ended":
		output, err = ElicitationEnded(input)
		outputString, errString = ElicitationEndedString(string(input))
	default:
		t.Fatalf("there is no function %s", v.Function)
	}

	v.check(t, output != nil, string(output), err)
	v.check(t, outputString != "", outputString, errString)
	var wanted []string
	if v.Request != nil {
		wanted = []string{*v.Request, *v.Request}
	}
	for i := range requests {
		requests[i] = withoutID(t, requests[i])
	}
	equal(t, "what the resolver was asked", requests, wanted)
}

func (v vector) answer() ([]byte, error) {
	switch v.Resolver.Action {
	case "set":
		return []byte(*v.Resolver.JSON), nil
	case "accept":
		if v.Resolver.JSON == nil {
			return Accept(nil).Text()
		}
		return Accept(json.RawMessage(*v.Resolver.JSON)).Text()
	case "decline":
		return Decline().Text()
	case "cancel":
		return Cancel().Text()
	case "nothing":
		return nil, nil
	case "fail":
		return nil, errors.New("as the vector says")
	}
	panic("there is no action " + v.Resolver.Action)
}

func (v vector) check(t *testing.T, isOutput bool, output string, err error) {
	t.Helper()
	status, known := statuses[v.Status]
	if !known {
		t.Fatalf("there is no status %s", v.Status)
	}
	switch {
	case status == 0 || status == 1:
		noError(t, err)
	case !errors.Is(err, status):
		t.Errorf("the error is %v, want %v", err, status)
	}
	if v.Output == nil {
		equal(t, "that there is an output", isOutput, false)
	} else {
		switch v.Function {
		case "elicitation_to_request":
			output = withoutID(t, output)
		case "url_elicitations":
			output = withoutIDs(output)
		}
		equal(t, "the output", output, *v.Output)
	}
	if v.Error != nil {
		where := fmt.Sprintf("line %d column %d", v.Error.Line, v.Error.Column)
		if err == nil || !strings.Contains(err.Error(), where) {
			t.Errorf("the error is %v, want %s in it", err, where)
		}
	}
}

var id = regexp.MustCompile(`\{"id":"elc-[0-9]+-[0-9]+","kind"`)

// withoutIDs writes the ids of Requests as the vectors do.
func withoutIDs(text string) string { return id.ReplaceAllLiteralString(text, `{"id":"ID","kind"`) }

// withoutID does so for a Request alone.
func withoutID(t *testing.T, request string) string {
	t.Helper()
	if at := id.FindStringIndex(request); at == nil || at[0] != 0 {
		t.Errorf("there is no id in front of %s", request)
	}
	return withoutIDs(request)
}
