package tnelicit

import (
	"errors"
	"fmt"
)

// Status is what went wrong, for errors.Is:
//
//	if errors.Is(err, tnelicit.ErrInvalidJSON) { … }
type Status int32

const (
	ErrResolverFailed Status = 2  // there is a reply, a cancel, because the resolver failed
	ErrNullArgument   Status = -1 // a pointer is NULL where text is due: a bug in this package
	ErrInvalidUTF8    Status = -2 // a text is not valid UTF-8
	ErrInvalidJSON    Status = -3 // a text is not valid JSON
	ErrOutOfMemory    Status = -4 // there is no memory for a text
	ErrPanic          Status = -5 // a bug in the library, caught at its boundary

	// ErrUnsupportedInput comes from the InputRequired functions and from URLElicitations alone: the
	// server asks for a kind of input that the host did not advertise, or for one that cannot be asked.
	ErrUnsupportedInput Status = -6

	// ErrUnknownResultType comes from the InputRequired functions alone: the result's resultType is
	// neither absent, "complete" nor "input_required", and so the result must not pass for final.
	ErrUnknownResultType Status = -7
)

// Error says what the status means.
func (s Status) Error() string {
	switch s {
	case ErrResolverFailed:
		return "the resolver failed"
	case ErrNullArgument:
		return "a pointer is NULL"
	case ErrInvalidUTF8:
		return "not valid UTF-8"
	case ErrInvalidJSON:
		return "not valid JSON"
	case ErrOutOfMemory:
		return "out of memory"
	case ErrPanic:
		return "a bug in the library"
	case ErrUnsupportedInput:
		return "a kind of input that the host did not advertise"
	case ErrUnknownResultType:
		return "an unknown type of result"
	}
	return fmt.Sprintf("status %d", int32(s))
}

// Error is what the library refused, and why.
type Error struct {
	Status  Status
	Message string // English; names line and column of a bad text, and never quotes it
}

// Error returns the message.
func (e *Error) Error() string {
	if e.Message == "" {
		return "tn_elicit: " + e.Status.Error()
	}
	return "tn_elicit: " + e.Message
}

// Unwrap returns the status, for errors.Is.
func (e *Error) Unwrap() error { return e.Status }

// ResolverError says that the resolver failed. It comes with a reply, a cancel for the server.
//
// As it wraps its cause, errors.Is(err, ErrInvalidJSON) is true for a bad Answer as well as for a
// bad message. Those who need to know look for a *ResolverError first:
//
//	var failed *tnelicit.ResolverError
//	if errors.As(err, &failed) { log.Print(failed.Err) }
type ResolverError struct {
	// Err is the cause: the error that the resolver returned, an *Error if its Answer is bad,
	// a *PanicError, or ErrGoexit. InputRequiredRetry and InputRequiredRetryContext join the
	// causes of several calls.
	Err error
}

// Error names the cause.
func (e *ResolverError) Error() string {
	return "tn_elicit: the resolver failed: " + e.Err.Error()
}

// Unwrap returns ErrResolverFailed and the cause.
func (e *ResolverError) Unwrap() []error { return []error{ErrResolverFailed, e.Err} }

// PanicError says that the resolver panicked.
type PanicError struct {
	Value any    // what it panicked with
	Stack []byte // where, as of runtime/debug.Stack
}

// Error names what the resolver panicked with.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Unwrap returns the value if it is an error, else nil.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// ErrGoexit says that the resolver called runtime.Goexit, as the FailNow of package testing does.
// It ended the resolver's own goroutine and nothing else.
var ErrGoexit = errors.New("the resolver called runtime.Goexit")

// ErrLibrary says that the library is missing or cannot be used. Every function returns it then,
// wrapped in an error that says why.
var ErrLibrary = errors.New("tn_elicit: the library cannot be used")

// failure returns an error for the statuses that are one.
func failure(status Status, message string) error {
	if status >= 0 {
		return nil
	}
	return &Error{Status: status, Message: message}
}
