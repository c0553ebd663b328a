package tnelicit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// The kinds of a [Request].
const (
	KindInput         = "input"         // the server asks for data
	KindAuthorization = "authorization" // the server asks to open an address
)

// Request is what a server asks, decoded; see [ParseRequest].
type Request struct {
	ID     string       `json:"id"`             // unique in the process, opaque
	Kind   string       `json:"kind"`           // KindInput or KindAuthorization
	Prompt string       `json:"prompt"`         // to show to the user
	URL    string       `json:"url,omitempty"`  // of a KindAuthorization
	Data   *RequestData `json:"data,omitempty"` // of a KindInput with a schema, else nil

	// ElicitationID is what [Ended] names when the user has done what a KindAuthorization asks for;
	// empty if there is none.
	ElicitationID string `json:"elicitationId,omitempty"`
	// Meta is the _meta of the server's request, as the server wrote it, with its progressToken; nil if
	// there is none. Neither of the two is in a Request of [ElicitationToRequest].
	Meta json.RawMessage `json:"_meta,omitempty"`
}

// RequestData is what the data of a [Request] is to look like.
type RequestData struct {
	Schema json.RawMessage `json:"schema"` // a JSON Schema, as the server wrote it
}

// ParseRequest decodes a Request, as a resolver is given it.
//
// This is encoding/json, which takes no text that is nested deeper than 10,000 levels; the functions
// for JSON text have no such limit. A url that is no string is an error.
func ParseRequest(text []byte) (Request, error) {
	var request Request
	err := json.Unmarshal(text, &request)
	return request, err
}

// ParseRequests decodes what [URLElicitations] returns.
//
// Errors and limits are as with [ParseRequest].
func ParseRequests(text []byte) ([]Request, error) {
	var requests []Request
	err := json.Unmarshal(text, &requests)
	return requests, err
}

// InputRequests is what a result asks for, decoded; see [ParseInputRequests].
type InputRequests struct {
	Requests Members[Request]      `json:"requests"` // to ask the user
	Others   Members[OtherRequest] `json:"others"`   // of other kinds, such as sampling/createMessage
}

// OtherRequest is what a result asks for and the user is not asked: a request without an id.
type OtherRequest struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params,omitempty"` // as the server wrote them; nil if there are none
}

// ParseInputRequests decodes what [InputRequiredBegin] returns.
//
// Errors and limits are as with [ParseRequest]; a method that is no string is an error, too.
func ParseInputRequests(text []byte) (InputRequests, error) {
	var requests InputRequests
	err := json.Unmarshal(text, &requests)
	return requests, err
}

// Members are those of a JSON object, in the order of the text, which a map does not keep.
type Members[T any] []Member[T]

// Member is a key and its value.
type Member[T any] struct {
	Key   string
	Value T
}

// UnmarshalJSON decodes an object.
func (m *Members[T]) UnmarshalJSON(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if open, err := decoder.Token(); err != nil || open != json.Delim('{') {
		return errors.Join(errors.New("tn_elicit: not an object"), err)
	}
	*m = Members[T]{}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return err
		}
		var value T
		if err := decoder.Decode(&value); err != nil {
			return err
		}
		*m = append(*m, Member[T]{key.(string), value})
	}
	return nil
}

// InputResponses are the answers to [InputRequests], by the same keys. The order of the retry is that of
// the result, so that maps do.
type InputResponses struct {
	Answers map[string]Answer          // to Requests; a key without an Answer is a cancel
	Others  map[string]json.RawMessage // to Others: the result of each, and none may lack
}

// Text returns the responses as JSON text, for [InputRequiredFinish]; see [Answer.Text].
func (r InputResponses) Text() ([]byte, error) {
	answers := make(map[string]json.RawMessage, len(r.Answers))
	for key, answer := range r.Answers {
		text, err := answer.Text()
		if err != nil {
			return nil, fmt.Errorf("the answer to %q: %w", key, err)
		}
		answers[key] = text
	}
	return encode(map[string]any{"answers": answers, "others": r.Others})
}

// Ended is a question that is over, decoded; see [ParseEnded]. One of the two is there.
type Ended struct {
	RequestID     json.RawMessage `json:"requestId,omitempty"`     // the id of the server's request: it is cancelled
	ElicitationID string          `json:"elicitationId,omitempty"` // that of a [Request]: it is completed
}

// ParseEnded decodes what [ElicitationEnded] returns.
//
// Errors and limits are as with [ParseRequest].
func ParseEnded(text []byte) (Ended, error) {
	var ended Ended
	err := json.Unmarshal(text, &ended)
	return ended, err
}

// Answer is what a resolver answers. The zero value is a cancel. [Accept], [Decline] and [Cancel]
// make one.
type Answer struct {
	OK     bool            `json:"ok"`               // the user consents
	Data   json.RawMessage `json:"data,omitempty"`   // what the user filled in, with OK
	Reason string          `json:"reason,omitempty"` // "declined", or anything else for a cancel

	err error // why Accept has no Data
}

// Accept says that the user consents, with data: any value that encoding/json marshals. A []byte or a
// [json.RawMessage] is a JSON text already, whose tokens stay as they are; nil is no data. For a value
// that cannot be marshalled, [Answer.Text] returns the error.
func Accept(data any) Answer {
	switch data := data.(type) {
	case nil:
		return Answer{OK: true}
	case json.RawMessage:
		return Answer{OK: true, Data: data}
	case []byte:
		return Answer{OK: true, Data: data}
	}
	text, err := encode(data)
	return Answer{OK: true, Data: text, err: err}
}

// Decline says that the user says no.
func Decline() Answer { return Answer{Reason: "declined"} }

// Cancel says that there is no answer: dismissed, timed out, gone.
func Cancel() Answer { return Answer{Reason: "cancelled"} }

// Text returns the Answer as JSON text, as a resolver returns it. The tokens of Data stay as they
// are, which json.Marshal would not do: it escapes <, > and &. A byte order mark in front of it is
// skipped.
//
// An error says that Data is no JSON text, or is nested deeper than 10,000 levels.
func (a Answer) Text() ([]byte, error) {
	if a.err != nil {
		return nil, a.err
	}
	a.Data = bytes.TrimPrefix(a.Data, []byte("\ufeff"))
	return encode(a)
}

// encode is json.Marshal, but for the escapes.
func encode(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), nil
}

// The actions of an [ElicitResult].
const (
	ActionAccept  = "accept"
	ActionDecline = "decline"
	ActionCancel  = "cancel"
)

// ElicitResult is what an Answer becomes for the server; see [AnswerToElicitResult].
type ElicitResult struct {
	Action  string          `json:"action"`            // ActionAccept, ActionDecline or ActionCancel
	Content json.RawMessage `json:"content,omitempty"` // of an ActionAccept
}

// ElicitResult returns what the Answer becomes for the server.
func (a Answer) ElicitResult() (ElicitResult, error) {
	var result ElicitResult
	text, err := a.Text()
	if err != nil {
		return result, err
	}
	if text, err = AnswerToElicitResult(text); err != nil {
		return result, err
	}
	err = json.Unmarshal(text, &result)
	return result, err
}

// TypedResolver makes a resolver for [ServerRequestResponse] of a function with Go types. A nil
// function gives a nil resolver. A Request that [ParseRequest] refuses, and an Answer that has no
// [Answer.Text], are failures of the resolver.
func TypedResolver(resolve func(Request) (Answer, error)) func(request []byte) ([]byte, error) {
	if resolve == nil {
		return nil
	}
	return func(text []byte) ([]byte, error) {
		request, err := ParseRequest(text)
		if err != nil {
			return nil, err
		}
		answer, err := resolve(request)
		if err != nil {
			return nil, err
		}
		return answer.Text()
	}
}
