package tnelicit

import (
	"bytes"
	"encoding/json"
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

// Answer is what a resolver answers. The zero value is a cancel. [Accept], [Decline] and [Cancel]
// make one.
type Answer struct {
	OK     bool            `json:"ok"`               // the user consents
	Data   json.RawMessage `json:"data,omitempty"`   // what the user filled in, with OK
	Reason string          `json:"reason,omitempty"` // "declined", or anything else for a cancel
}

// Accept says that the user consents, with data, a JSON text; nil is no data.
func Accept(data json.RawMessage) Answer { return Answer{OK: true, Data: data} }

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
	a.Data = bytes.TrimPrefix(a.Data, []byte("\ufeff"))
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(a); err != nil {
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
// function gives a nil resolver. A Request that [ParseRequest] refuses, and an Answer whose Data is
// no JSON text, are failures of the resolver.
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
