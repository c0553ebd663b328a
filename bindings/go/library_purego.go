//go:build !cgo

package tnelicit

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// The types of tn_elicit.h that cross the boundary.
type (
	tnString struct {
		data *byte
		len  uintptr
	}
	tnError struct {
		status  int32
		message [252]byte
	}
	// One allocation for both: what C writes to must not be on a stack, which may move.
	outcome struct {
		text  tnString
		other tnString // where there are two
		err   tnError
	}
)

// The addresses of the library's functions, and of the trampoline for it.
var (
	addressOf struct {
		elicitationToRequest, answerToElicitResult, serverRequestResponse uintptr
		serverRequestBegin, serverRequestFinish                           uintptr
		inputRequiredRetry, inputRequiredBegin, inputRequiredFinish       uintptr
		urlElicitations, elicitationEnded                                 uintptr
		answerSet, stringFree, clientCapabilities, version                uintptr
		trampoline                                                        uintptr
	}

	load = sync.OnceValue(func() error {
		path := os.Getenv("TN_ELICIT_LIBRARY")
		if path == "" {
			path = "libtn_elicit.so." + abi
		}
		// Why the loader refuses is known to the thread alone that asked it.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		library, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrLibrary, err)
		}
		for name, address := range map[string]*uintptr{
			"tn_elicitation_to_request":  &addressOf.elicitationToRequest,
			"tn_answer_to_elicit_result": &addressOf.answerToElicitResult,
			"tn_server_request_response": &addressOf.serverRequestResponse,
			"tn_server_request_begin":    &addressOf.serverRequestBegin,
			"tn_server_request_finish":   &addressOf.serverRequestFinish,
			"tn_input_required_retry":    &addressOf.inputRequiredRetry,
			"tn_input_required_begin":    &addressOf.inputRequiredBegin,
			"tn_input_required_finish":   &addressOf.inputRequiredFinish,
			"tn_url_elicitations":        &addressOf.urlElicitations,
			"tn_elicitation_ended":       &addressOf.elicitationEnded,
			"tn_answer_set":              &addressOf.answerSet,
			"tn_string_free":             &addressOf.stringFree,
			"tn_client_capabilities":     &addressOf.clientCapabilities,
			"tn_version":                 &addressOf.version,
		} {
			if *address, err = purego.Dlsym(library, name); err != nil {
				return fmt.Errorf("%w: %w", ErrLibrary, err)
			}
		}
		// Slots for callbacks are few and never freed: this takes the only one.
		addressOf.trampoline = purego.NewCallback(resolve)
		return checkVersion(version())
	})
)

func elicitationToRequest(params []byte) ([]byte, Status, string) {
	var o outcome
	purego.SyscallN(addressOf.elicitationToRequest,
		uintptr(pointer(params)), uintptr(len(params)),
		uintptr(unsafe.Pointer(&o.text)), uintptr(unsafe.Pointer(&o.err)))
	return o.taken()
}

func answerToElicitResult(answer []byte) ([]byte, Status, string) {
	var o outcome
	purego.SyscallN(addressOf.answerToElicitResult,
		uintptr(pointer(answer)), uintptr(len(answer)),
		uintptr(unsafe.Pointer(&o.text)), uintptr(unsafe.Pointer(&o.err)))
	return o.taken()
}

func serverRequestResponse(handle uintptr, text []byte) ([]byte, Status, string) {
	var o outcome
	purego.SyscallN(addressOf.serverRequestResponse, resolver(handle), handle,
		uintptr(pointer(text)), uintptr(len(text)),
		uintptr(unsafe.Pointer(&o.text)), uintptr(unsafe.Pointer(&o.err)))
	return o.taken()
}

func serverRequestBegin(modes Modes, text []byte) (request, reply []byte, status Status, why string) {
	var o outcome
	purego.SyscallN(addressOf.serverRequestBegin, uintptr(modes),
		uintptr(pointer(text)), uintptr(len(text)),
		uintptr(unsafe.Pointer(&o.text)), uintptr(unsafe.Pointer(&o.other)), uintptr(unsafe.Pointer(&o.err)))
	reply = taken(&o.other)
	request, status, why = o.taken()
	return request, reply, status, why
}

func serverRequestFinish(text, answer []byte) ([]byte, Status, string) {
	var o outcome
	purego.SyscallN(addressOf.serverRequestFinish,
		uintptr(pointer(text)), uintptr(len(text)), uintptr(optional(answer)), uintptr(len(answer)),
		uintptr(unsafe.Pointer(&o.text)), uintptr(unsafe.Pointer(&o.err)))
	return o.taken()
}

func inputRequiredRetry(handle uintptr, params, result []byte) ([]byte, Status, string) {
	var o outcome
	purego.SyscallN(addressOf.inputRequiredRetry, resolver(handle), handle,
		uintptr(pointer(params)), uintptr(len(params)), uintptr(pointer(result)), uintptr(len(result)),
		uintptr(unsafe.Pointer(&o.text)), uintptr(unsafe.Pointer(&o.err)))
	return o.taken()
}

func inputRequiredBegin(modes Modes, result []byte) ([]byte, Status, string) {
	var o outcome
	purego.SyscallN(addressOf.inputRequiredBegin, uintptr(modes),
		uintptr(pointer(result)), uintptr(len(result)),
		uintptr(unsafe.Pointer(&o.text)), uintptr(unsafe.Pointer(&o.err)))
	return o.taken()
}

func inputRequiredFinish(params, result, responses []byte) ([]byte, Status, string) {
	var o outcome
	purego.SyscallN(addressOf.inputRequiredFinish,
		uintptr(pointer(params)), uintptr(len(params)), uintptr(pointer(result)), uintptr(len(result)),
		uintptr(optional(responses)), uintptr(len(responses)),
		uintptr(unsafe.Pointer(&o.text)), uintptr(unsafe.Pointer(&o.err)))
	return o.taken()
}

func urlElicitations(text []byte) ([]byte, Status, string) {
	var o outcome
	purego.SyscallN(addressOf.urlElicitations,
		uintptr(pointer(text)), uintptr(len(text)),
		uintptr(unsafe.Pointer(&o.text)), uintptr(unsafe.Pointer(&o.err)))
	return o.taken()
}

func elicitationEnded(text []byte) ([]byte, Status, string) {
	var o outcome
	purego.SyscallN(addressOf.elicitationEnded,
		uintptr(pointer(text)), uintptr(len(text)),
		uintptr(unsafe.Pointer(&o.text)), uintptr(unsafe.Pointer(&o.err)))
	return o.taken()
}

// resolver is what C is to call: nothing, if there is no call with this handle.
func resolver(handle uintptr) uintptr {
	if handle == 0 {
		return 0
	}
	return addressOf.trampoline
}

// resolve is the trampoline. The handle is no pointer, so it is not made one in Go.
func resolve(handle uintptr, request *byte, length uintptr, answer uintptr) int32 {
	return trampoline(handle, bytes.Clone(unsafe.Slice(request, length)), func(text []byte) error {
		var o outcome
		purego.SyscallN(addressOf.answerSet, answer,
			uintptr(pointer(text)), uintptr(len(text)), uintptr(unsafe.Pointer(&o.err)))
		_, status, message := o.taken()
		return failure(status, message)
	})
}

func clientCapabilities(modes Modes) string {
	address, _, _ := purego.SyscallN(addressOf.clientCapabilities, uintptr(modes))
	return static(address)
}

func version() string {
	address, _, _ := purego.SyscallN(addressOf.version)
	return static(address)
}

// pointer returns where the text is. An empty text has a place, too: NULL would be none.
func pointer(text []byte) unsafe.Pointer {
	if len(text) == 0 {
		text = []byte{0}
	}
	return unsafe.Pointer(unsafe.SliceData(text))
}

// optional returns where the text is, or nil if it is empty: then there is none.
func optional(text []byte) unsafe.Pointer {
	if len(text) == 0 {
		return nil
	}
	return pointer(text)
}

func (o *outcome) taken() ([]byte, Status, string) {
	message, _, _ := bytes.Cut(o.err.message[:], []byte{0})
	return taken(&o.text), Status(o.err.status), string(message)
}

// taken copies what the library made, and gives it back.
func taken(text *tnString) []byte {
	if text.data == nil {
		return nil
	}
	defer purego.SyscallN(addressOf.stringFree, uintptr(unsafe.Pointer(text)))
	return bytes.Clone(unsafe.Slice(text.data, text.len))
}

// static copies a text of the library's own that ends with a NUL.
func static(address uintptr) string {
	// An address that came as a number becomes a pointer by way of its own place in memory: this
	// memory is C's, so that Go's rules about such numbers do not matter.
	first := *(**byte)(unsafe.Pointer(&address))
	length := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(first), length)) != 0 {
		length++
	}
	return string(unsafe.Slice(first, length))
}
