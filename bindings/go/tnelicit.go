package tnelicit

import (
	"fmt"
	"strings"
)

// abi is what a library's version must start with: while the major version is 0, each minor
// version is an ABI of its own.
const abi = "0.2"

// Modes says which kinds of elicitation a host can answer; see [ClientCapabilities].
type Modes uint32

const (
	ModeForm Modes = 1 // the server asks for data, by a schema
	ModeURL  Modes = 2 // the server asks to open an address
)

// ElicitationToRequest turns the params of an elicitation/create into a Request for the host's
// resolver. Both are JSON texts; [ParseRequest] decodes the Request.
//
// params is only read, during the call; any JSON value is taken. The Request is the caller's own.
// An error is an [*Error], [ErrInvalidUTF8] or [ErrInvalidJSON], or wraps [ErrLibrary]. Any
// goroutine may call it at any time.
func ElicitationToRequest(params []byte) ([]byte, error) {
	if err := load(); err != nil {
		return nil, err
	}
	request, status, message := elicitationToRequest(params)
	return request, failure(status, message)
}

// AnswerToElicitResult turns a resolver's whole Answer into the MCP ElicitResult to send. Both are
// JSON texts. Consent is "ok":true alone: 1, "true" and {} are not.
//
// Ownership, errors and goroutines are as with [ElicitationToRequest].
func AnswerToElicitResult(answer []byte) ([]byte, error) {
	if err := load(); err != nil {
		return nil, err
	}
	result, status, message := answerToElicitResult(answer)
	return result, failure(status, message)
}

// ServerRequestResponse answers one message that the server sent, while the host's own tools/call
// is still in flight. It returns the frame to write back, or nil if none is due: the message is a
// response or a notification. One rule for a reader loop, whatever the error is: if the reply is
// not nil, write it and a newline.
//
// An elicitation/create is given to resolve, which is called once, with a Request as JSON text, and
// returns a whole Answer as JSON text, {"ok":…,"data":…,"reason":…}. [TypedResolver] makes one of a
// function with Go types. No answer (an empty one) is a cancel. resolve may keep the Request, may
// take as long as it wants and may call this package. It runs on the calling thread, but on a
// goroutine of its own, and must undo each runtime.LockOSThread before it returns. A nil resolve is
// no resolver: then every request is answered "Method not found", and the host should advertise no
// [Modes].
//
// If resolve fails the server gets a cancel, and there are a reply and an error, a
// [*ResolverError] that wraps the cause: the error that resolve returned, the [*Error] that says
// what is wrong with its Answer, a [*PanicError], or [ErrGoexit]. An error without a reply is as
// with [ElicitationToRequest].
//
// message is only read, during the call; the reply is the caller's own. Any goroutine may call it
// at any time, and resolvers of several calls may run at once. A call that waits for its resolver
// occupies a thread.
func ServerRequestResponse(resolve func(request []byte) ([]byte, error), message []byte) ([]byte, error) {
	if err := load(); err != nil {
		return nil, err
	}
	if resolve == nil {
		reply, status, text := serverRequestResponse(0, message)
		return reply, failure(status, text)
	}
	c := &call{resolve: resolve}
	handle := register(c)
	defer unregister(handle)
	reply, status, text := serverRequestResponse(handle, message)
	if status == ErrResolverFailed {
		return reply, c.failed()
	}
	return reply, failure(status, text)
}

// ClientCapabilities returns the capabilities to send with initialize, a JSON object, for a host
// whose resolver answers modes: 0, ModeForm, ModeURL or both. A host without a resolver passes 0
// and so advertises nothing. Bits that stand for no mode are ignored.
//
// An error wraps [ErrLibrary]. Any goroutine may call it at any time.
func ClientCapabilities(modes Modes) (string, error) {
	if err := load(); err != nil {
		return "", err
	}
	return clientCapabilities(modes), nil
}

// Version returns the version of the library that is running, "MAJOR.MINOR.PATCH". It is also the
// way to see early whether the library can be used.
//
// An error wraps [ErrLibrary]. Any goroutine may call it at any time.
func Version() (string, error) {
	if err := load(); err != nil {
		return "", err
	}
	return version(), nil
}

// checkVersion refuses a library whose ABI is another one.
func checkVersion(found string) error {
	if !strings.HasPrefix(found, abi+".") {
		return fmt.Errorf("%w: its version is %s, and this package needs %s", ErrLibrary, found, abi)
	}
	return nil
}
