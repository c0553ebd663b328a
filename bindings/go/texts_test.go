package tnelicit

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestEmptyTextIsNoJSON(t *testing.T) {
	for _, empty := range [][]byte{nil, {}} {
		for _, convert := range []func([]byte) ([]byte, error){
			ElicitationToRequest,
			AnswerToElicitResult,
			URLElicitations,
			ElicitationEnded,
			func(text []byte) ([]byte, error) { return InputRequiredBegin(ModeForm, text) },
			func(text []byte) ([]byte, error) { return InputRequiredFinish(text, []byte(`{}`), nil) },
			func(text []byte) ([]byte, error) { return InputRequiredFinish([]byte(`{}`), text, nil) },
			func(text []byte) ([]byte, error) { return ServerRequestResponse(accept, text) },
			func(text []byte) ([]byte, error) { return ServerRequestResponse(nil, text) },
		} {
			output, err := convert(empty)
			if output != nil || !errors.Is(err, ErrInvalidJSON) || !strings.Contains(err.Error(), "line 1 column 1") {
				t.Errorf("%q, %v", output, err)
			}
		}
	}
	for _, convert := range []func(string) (string, error){
		ElicitationToRequestString,
		AnswerToElicitResultString,
		URLElicitationsString,
		ElicitationEndedString,
		func(text string) (string, error) { return ServerRequestResponseString(nil, text) },
	} {
		output, err := convert("")
		if output != "" || !errors.Is(err, ErrInvalidJSON) {
			t.Errorf("%q, %v", output, err)
		}
	}
}

func TestErrorHasStatusAndMessage(t *testing.T) {
	_, err := ElicitationToRequest([]byte("{\n  \"message\": secret}"))
	var refused *Error
	if !errors.As(err, &refused) {
		t.Fatalf("the error is %v, want an *Error", err)
	}
	equal(t, "the status", refused.Status, ErrInvalidJSON)
	equal(t, "that the message names the place", strings.Contains(refused.Message, "line 2 column 14"), true)
	equal(t, "that the message quotes the text", strings.Contains(err.Error(), "secret"), false)
	equal(t, "that it is another status", errors.Is(err, ErrInvalidUTF8), false)
	var failed *ResolverError
	equal(t, "that the resolver failed", errors.As(err, &failed), false)
}

func TestNULInTheText(t *testing.T) {
	_, err := ElicitationToRequest([]byte("{}\x00"))
	if !errors.Is(err, ErrInvalidJSON) || !strings.Contains(err.Error(), "line 1 column 3") {
		t.Error(err)
	}
}

func TestLargeText(t *testing.T) {
	long := strings.Repeat("ä", 16<<20)
	reply, err := ServerRequestResponse(func(request []byte) ([]byte, error) {
		parsed, err := ParseRequest(request)
		if err == nil && parsed.Prompt != long {
			err = errors.New("the prompt is another one")
		}
		return []byte(`{"ok":true,"data":"` + long + `"}`), err
	}, []byte(strings.Replace(elicitation, "Name?", long, 1)))
	noError(t, err)
	want := `{"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":"` + long + `"}}`
	equal(t, "that the data came back", string(reply) == want, true)
}

func TestDeepText(t *testing.T) {
	const depth = 1_000_000
	deep := strings.Repeat("[", depth) + strings.Repeat("]", depth)
	request, err := ElicitationToRequestString(`{"requestedSchema":` + deep + `}`)
	noError(t, err)
	equal(t, "that the schema came back", strings.HasSuffix(request, `"data":{"schema":`+deep+`}}`), true)
}

func TestWithoutResolver(t *testing.T) {
	for _, resolve := range []func([]byte) ([]byte, error){nil, TypedResolver(nil)} {
		reply, err := ServerRequestResponse(resolve, []byte(elicitation))
		noError(t, err)
		equal(t, "the reply", string(reply),
			`{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found"}}`)
	}
}

func TestInputStaysAsItWas(t *testing.T) {
	message := []byte(" \n" + elicitation + "  ")
	before := string(message)
	_, err := ServerRequestResponse(accept, message)
	noError(t, err)
	equal(t, "the message", string(message), before)
}

func TestClientCapabilities(t *testing.T) {
	for modes, want := range map[Modes]string{
		0:                  `{}`,
		ModeForm:           `{"elicitation":{}}`,
		ModeURL:            `{"elicitation":{"url":{}}}`,
		ModeForm | ModeURL: `{"elicitation":{"form":{},"url":{}}}`,
		1 << 31:            `{}`,
	} {
		capabilities, err := ClientCapabilities(modes)
		noError(t, err)
		equal(t, "the text", capabilities, want)
	}
}

func TestTyped(t *testing.T) {
	message := []byte(`{"id":1,"method":"elicitation/create","params":{"message":"Q","requestedSchema":{"maximum":1.0}}}`)
	for _, c := range []struct {
		answer Answer
		result string
	}{
		{Accept(json.RawMessage(`{"a":[1.0,1e400],"b":"<&>\u00e4"}`)), `{"action":"accept","content":{"a":[1.0,1e400],"b":"<&>\u00e4"}}`},
		{Accept(nil), `{"action":"accept","content":{}}`},
		{Accept(json.RawMessage(nil)), `{"action":"accept","content":{}}`},
		{Accept([]byte(`{"a": 1.0}`)), `{"action":"accept","content":{"a":1.0}}`},
		{Accept([]byte(nil)), `{"action":"accept","content":{}}`},
		{Accept(map[string]any{"b": "<&>", "a": 5}), `{"action":"accept","content":{"a":5,"b":"<&>"}}`},
		{Accept(struct {
			Name string `json:"name"`
		}{"muthu"}), `{"action":"accept","content":{"name":"muthu"}}`},
		{Accept("text"), `{"action":"accept","content":"text"}`},
		{Decline(), `{"action":"decline"}`},
		{Cancel(), `{"action":"cancel"}`},
		{Answer{}, `{"action":"cancel"}`},
	} {
		reply, err := ServerRequestResponse(TypedResolver(func(request Request) (Answer, error) {
			equal(t, "the kind", request.Kind, KindInput)
			equal(t, "the prompt", request.Prompt, "Q")
			equal(t, "the schema", string(request.Data.Schema), `{"maximum":1.0}`)
			return c.answer, nil
		}), message)
		noError(t, err)
		equal(t, "the reply", string(reply), `{"jsonrpc":"2.0","id":1,"result":`+c.result+`}`)

		result, err := c.answer.ElicitResult()
		noError(t, err)
		equal(t, "the action", strings.HasPrefix(c.result, `{"action":"`+result.Action+`"`), true)
		equal(t, "the content", strings.Contains(c.result, string(result.Content)), true)
	}
}

func TestTypedURL(t *testing.T) {
	text, err := ElicitationToRequest([]byte(`{"mode":"url","message":"Sign in","url":"https://example.test/a?b=1&c"}`))
	noError(t, err)
	request, err := ParseRequest(text)
	noError(t, err)
	equal(t, "the kind", request.Kind, KindAuthorization)
	equal(t, "the URL", request.URL, "https://example.test/a?b=1&c")
	equal(t, "that there is data", request.Data != nil, false)
}

func TestTypedErrors(t *testing.T) {
	_, err := ServerRequestResponse(TypedResolver(func(Request) (Answer, error) { return Answer{}, errNobody }), []byte(elicitation))
	equal(t, "that the cause is found", errors.Is(err, errNobody), true)
	deep := strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)
	reply, err := ServerRequestResponse(TypedResolver(func(Request) (Answer, error) { return Accept(nil), nil }),
		[]byte(`{"id":7,"method":"elicitation/create","params":{"requestedSchema":`+deep+`}}`))
	equal(t, "the reply to what encoding/json does not take", string(reply), cancelled)
	equal(t, "that it is an error", errors.Is(err, ErrResolverFailed), true)
	for _, data := range []any{json.RawMessage(`{`), []byte(`{`), func() {}} {
		result, err := Accept(data).ElicitResult()
		if err == nil || result.Action != "" {
			t.Errorf("what is no JSON gives %v, %v", result, err)
		}
	}
	unsupported := new(json.UnsupportedTypeError)
	_, err = Accept(func() {}).Text()
	equal(t, "that the cause is found", errors.As(err, &unsupported), true)
}

// This is how a language that runs on Go makes a resolver of one of its functions.
func TestResolverMadeByReflection(t *testing.T) {
	made := func(result func(request string) string) func(string) string {
		value := reflect.MakeFunc(reflect.TypeFor[func(string) string](), func(in []reflect.Value) []reflect.Value {
			return []reflect.Value{reflect.ValueOf(result(in[0].String()))}
		})
		return value.Interface().(func(string) string)
	}
	reply, err := ServerRequestResponseString(made(func(request string) string {
		if !strings.Contains(request, `"prompt":"Name?"`) {
			return ""
		}
		return `{"ok":true,"data":{"name":"muthu"}}`
	}), elicitation)
	noError(t, err)
	equal(t, "the reply", reply, accepted)
	reply, err = ServerRequestResponseString(made(func(string) string { panic(errNobody) }), elicitation)
	equal(t, "the reply", reply, cancelled)
	equal(t, "that the cause is found", errors.Is(err, errNobody), true)
}

func TestTypedCall(t *testing.T) {
	text, _, err := ServerRequestBegin(ModeURL, []byte(`{"id":1,"method":"elicitation/create","params":{`+
		`"mode":"url","url":"https://a.test/","elicitationId":"e\u0031","_meta":{"progressToken":1.0}}}`))
	noError(t, err)
	request, err := ParseRequest(text)
	noError(t, err)
	equal(t, "the elicitation's id", request.ElicitationID, "e1")
	equal(t, "the _meta", string(request.Meta), `{"progressToken":1.0}`)
	text, err = ElicitationToRequest([]byte(`{"_meta":{"progressToken":1}}`))
	noError(t, err)
	request, err = ParseRequest(text)
	noError(t, err)
	equal(t, "that there is an elicitation's id, or _meta", request.ElicitationID != "" || request.Meta != nil, false)
}

func TestTypedURLElicitations(t *testing.T) {
	text, err := URLElicitations([]byte(`{"id":3,"error":{"code":-32042,"data":{"elicitations":[` +
		`{"mode":"url","url":"https://b.test/","message":"B","elicitationId":"e2"},{"mode":"url","url":"https://a.test/"}]}}}`))
	noError(t, err)
	requests, err := ParseRequests(text)
	noError(t, err)
	equal(t, "how many there are", len(requests), 2)
	equal(t, "the first", []string{requests[0].Prompt, requests[0].URL, requests[0].ElicitationID}, []string{"B", "https://b.test/", "e2"})
	equal(t, "the second", []string{requests[1].Kind, requests[1].URL}, []string{KindAuthorization, "https://a.test/"})
}

func TestTypedEnded(t *testing.T) {
	for message, want := range map[string]Ended{
		`{"method":"notifications/cancelled","params":{"requestId":7.0}}`:                      {RequestID: []byte("7.0")},
		`{"method":"notifications/cancelled","params":{"requestId":"\ud83d"}}`:                 {RequestID: []byte(`"\ud83d"`)},
		`{"method":"notifications/elicitation/complete","params":{"elicitationId":"e\u0031"}}`: {ElicitationID: "e1"},
	} {
		text, err := ElicitationEnded([]byte(message))
		noError(t, err)
		ended, err := ParseEnded(text)
		noError(t, err)
		equal(t, "the request's id", string(ended.RequestID), string(want.RequestID))
		equal(t, "the elicitation's id", ended.ElicitationID, want.ElicitationID)
	}
}

func TestTypedInputRequests(t *testing.T) {
	result := []byte(`{"resultType":"input_required","requestState":"s","inputRequests":{` +
		`"z":{"method":"elicitation/create","params":{"message":"Z"}},` +
		`"llm":{"method":"sampling/createMessage","params":{"maxTokens":1.0}},` +
		`"a\u0062":{"method":"elicitation/create","params":{"message":"A"}},` +
		`"<":{"method":"roots/list"}}}`)
	text, err := InputRequiredBegin(ModeForm, result)
	noError(t, err)
	asked, err := ParseInputRequests(text)
	noError(t, err)
	var seen []string
	for _, request := range asked.Requests {
		seen = append(seen, request.Key, request.Value.Prompt)
	}
	for _, other := range asked.Others {
		seen = append(seen, other.Key, other.Value.Method, string(other.Value.Params))
	}
	equal(t, "what is asked for", strings.Join(seen, " "),
		`z Z ab A llm sampling/createMessage {"maxTokens":1.0} < roots/list `)

	responses, err := InputResponses{
		Answers: map[string]Answer{"ab": Accept(json.RawMessage("\ufeff{\"n\": \"<1>\"}")), "z": Decline()},
		Others:  map[string]json.RawMessage{"<": []byte(`{"roots":[]}`), "llm": []byte(`{"n":1e400}`)},
	}.Text()
	noError(t, err)
	retry, err := InputRequiredFinish([]byte(`{"name":"greet"}`), result, responses)
	noError(t, err)
	equal(t, "the retry", string(retry), `{"name":"greet","inputResponses":{"z":{"action":"decline"},"llm":{"n":1e400},`+
		`"a\u0062":{"action":"accept","content":{"n":"<1>"}},"<":{"roots":[]}},"requestState":"s"}`)

	for _, bad := range []InputResponses{
		{Answers: map[string]Answer{"z": Accept(func() {})}},
		{Answers: map[string]Answer{"z": Accept(json.RawMessage(`{`))}},
		{Others: map[string]json.RawMessage{"llm": []byte(`{`)}},
	} {
		if text, err := bad.Text(); err == nil {
			t.Errorf("what is no JSON gives %s", text)
		}
	}
	for _, text := range []string{``, `[]`, `{"requests":[]}`, `{"requests":{"a":5}}`, `{"others":{"a":{"method":5}}}`} {
		if asked, err := ParseInputRequests([]byte(text)); err == nil {
			t.Errorf("%s gives %v", text, asked)
		}
	}
	asked, err = ParseInputRequests([]byte(`{"requests":{},"others":{}}`))
	noError(t, err)
	equal(t, "how many there are", len(asked.Requests)+len(asked.Others), 0)
}
