package tnelicit_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"tn-elicit.alt/tnelicit"
)

func ExampleServerRequestResponse() {
	line := []byte(`{"jsonrpc":"2.0","id":77,"method":"elicitation/create","params":{"message":"What is your name?"}}`)
	resolve := func(request []byte) ([]byte, error) {
		// Show the request to the user here.
		return []byte(`{"ok":true,"data":{"name":"muthu"}}`), nil
	}
	reply, err := tnelicit.ServerRequestResponse(resolve, line)
	if err != nil {
		fmt.Println(err)
	}
	if reply != nil {
		fmt.Printf("%s\n", reply) // to the server
	}
	// Output:
	// {"jsonrpc":"2.0","id":77,"result":{"action":"accept","content":{"name":"muthu"}}}
}

// A resolver that fails is an error and a reply: the server gets its answer in any case.
func ExampleServerRequestResponse_failure() {
	line := []byte(`{"jsonrpc":"2.0","id":77,"method":"elicitation/create","params":{}}`)
	reply, err := tnelicit.ServerRequestResponse(func([]byte) ([]byte, error) {
		panic("no terminal")
	}, line)
	var failed *tnelicit.ResolverError
	if errors.As(err, &failed) {
		fmt.Println("error:", failed.Err)
	}
	if reply != nil {
		fmt.Printf("%s\n", reply)
	}
	// Output:
	// error: panic: no terminal
	// {"jsonrpc":"2.0","id":77,"result":{"action":"cancel"}}
}

func ExampleServerRequestResponseString() {
	reply, err := tnelicit.ServerRequestResponseString(
		func(request string) string { return `{"ok":false,"reason":"declined"}` },
		`{"jsonrpc":"2.0","id":"a","method":"elicitation/create","params":{"message":"Delete all?"}}`)
	fmt.Println(reply, err)
	// Output:
	// {"jsonrpc":"2.0","id":"a","result":{"action":"decline"}} <nil>
}

func ExampleTypedResolver() {
	resolve := tnelicit.TypedResolver(func(request tnelicit.Request) (tnelicit.Answer, error) {
		fmt.Println(request.Prompt)
		if request.Kind == tnelicit.KindAuthorization {
			return tnelicit.Decline(), nil
		}
		return tnelicit.Accept(map[string]string{"name": "muthu"}), nil
	})
	reply, err := tnelicit.ServerRequestResponse(resolve,
		[]byte(`{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"What is your name?"}}`))
	fmt.Println(string(reply), err)
	// Output:
	// What is your name?
	// {"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"name":"muthu"}}} <nil>
}

func ExampleElicitationToRequest() {
	text, err := tnelicit.ElicitationToRequest([]byte(`{"mode":"url","message":"Sign in","url":"https://example.test/"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	request, err := tnelicit.ParseRequest(text)
	fmt.Println(request.Kind, request.Prompt, request.URL, err)
	// Output: authorization Sign in https://example.test/ <nil>
}

func ExampleAnswerToElicitResult() {
	result, err := tnelicit.AnswerToElicitResult([]byte(`{"ok": true, "data": {"price": 1.0}}`))
	fmt.Println(string(result), err)
	// Output: {"action":"accept","content":{"price":1.0}} <nil>
}

func ExampleAnswer_ElicitResult() {
	result, err := tnelicit.Decline().ElicitResult()
	fmt.Println(result.Action, err)
	// Output: decline <nil>
}

func ExampleAnswer_Text() {
	text, err := tnelicit.Accept(json.RawMessage(`{"ok": "<yes>"}`)).Text()
	fmt.Println(string(text), err)
	// Output: {"ok":true,"data":{"ok":"<yes>"}} <nil>
}

func ExampleURLElicitations() {
	response := []byte(`{"jsonrpc":"2.0","id":3,"error":{"code":-32042,"message":"Sign in first","data":{"elicitations":[` +
		`{"mode":"url","elicitationId":"e1","message":"Sign in","url":"https://example.test/"}]}}}`)
	text, err := tnelicit.URLElicitations(response)
	if err != nil || text == nil {
		return // nil: it is another response
	}
	requests, err := tnelicit.ParseRequests(text)
	for _, request := range requests {
		fmt.Println(request.ElicitationID, request.Prompt, request.URL) // get consent, and open it
	}
	fmt.Println(err)
	// Output:
	// e1 Sign in https://example.test/
	// <nil>
}

func ExampleElicitationEnded() {
	for _, line := range []string{
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}`,
		`{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e1"}}`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":5}}`,
	} {
		ended, err := tnelicit.ElicitationEndedString(line)
		fmt.Printf("%q %v\n", ended, err)
	}
	// Output:
	// "{\"requestId\":77}" <nil>
	// "{\"elicitationId\":\"e1\"}" <nil>
	// "" <nil>
}

// A host that answers roots/list as well.
func ExampleInputRequiredBegin() {
	params := []byte(`{"name":"greet"}`)
	result := []byte(`{"resultType":"input_required","inputRequests":{` +
		`"who":{"method":"elicitation/create","params":{"message":"Your name?"}},"where":{"method":"roots/list"}}}`)
	text, err := tnelicit.InputRequiredBegin(tnelicit.ModeForm, result)
	if err != nil || text == nil {
		return // nil: the result is final
	}
	asked, err := tnelicit.ParseInputRequests(text)
	if err != nil {
		return
	}
	responses := tnelicit.InputResponses{
		Answers: map[string]tnelicit.Answer{},
		Others:  map[string]json.RawMessage{},
	}
	for _, request := range asked.Requests {
		fmt.Println(request.Value.Prompt)
		responses.Answers[request.Key] = tnelicit.Accept(map[string]string{"name": "muthu"})
	}
	for _, other := range asked.Others {
		fmt.Println(other.Value.Method)
		responses.Others[other.Key] = json.RawMessage(`{"roots":[]}`)
	}
	text, err = responses.Text()
	if err != nil {
		return
	}
	retry, err := tnelicit.InputRequiredFinish(params, result, text)
	fmt.Println(string(retry), err)
	// Output:
	// Your name?
	// roots/list
	// {"name":"greet","inputResponses":{"who":{"action":"accept","content":{"name":"muthu"}},"where":{"roots":[]}}} <nil>
}

func ExampleAccept() {
	text, err := tnelicit.Accept(struct {
		Name string `json:"name"`
	}{"muthu"}).Text()
	fmt.Println(string(text), err)
	// Output: {"ok":true,"data":{"name":"muthu"}} <nil>
}

func ExampleClientCapabilities() {
	capabilities, err := tnelicit.ClientCapabilities(tnelicit.ModeForm | tnelicit.ModeURL)
	fmt.Println(capabilities, err)
	// Output: {"elicitation":{"form":{},"url":{}}} <nil>
}

func ExampleError() {
	_, err := tnelicit.ElicitationToRequest([]byte(`{"message":}`))
	fmt.Println(errors.Is(err, tnelicit.ErrInvalidJSON))
	fmt.Println(err)
	// Output:
	// true
	// tn_elicit: invalid JSON at line 1 column 12: expected a value
}
