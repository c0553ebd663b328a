//go:build cgo

package tnelicit

/*
#cgo noescape tn_elicitation_to_request
#cgo nocallback tn_elicitation_to_request
#cgo noescape tn_answer_to_elicit_result
#cgo nocallback tn_answer_to_elicit_result
#cgo noescape tn_server_request_begin
#cgo nocallback tn_server_request_begin
#cgo noescape tn_server_request_finish
#cgo nocallback tn_server_request_finish
#cgo noescape tn_input_required_begin
#cgo nocallback tn_input_required_begin
#cgo noescape tn_input_required_finish
#cgo nocallback tn_input_required_finish
#cgo noescape tn_url_elicitations
#cgo nocallback tn_url_elicitations
#cgo noescape tn_elicitation_ended
#cgo nocallback tn_elicitation_ended
#cgo noescape tn_answer_set
#cgo nocallback tn_answer_set
#cgo noescape tn_string_free
#cgo nocallback tn_string_free

#include <tn_elicit.h>

#if TN_VERSION_MAJOR != 0 || TN_VERSION_MINOR != 2
#error "this package needs version 0.2 of tn_elicit.h"
#endif

int32_t tnelicitResolve(uintptr_t handle, char *request, size_t request_len, tn_answer *answer);

static int32_t resolve(void *user_data, const char *request, size_t request_len, tn_answer *answer) {
    return tnelicitResolve((uintptr_t)user_data, (char *)request, request_len, answer);
}

// The handle becomes a pointer only here: in Go, a pointer that points nowhere is an error.
static tn_status respond(uintptr_t handle, const char *message, size_t message_len,
                         tn_string *reply, tn_error *error) {
    return tn_server_request_response(handle != 0 ? resolve : NULL, (void *)handle,
                                      message, message_len, reply, error);
}

static tn_status retry(uintptr_t handle, const char *params, size_t params_len, const char *result,
                       size_t result_len, tn_string *retry_params, tn_error *error) {
    return tn_input_required_retry(handle != 0 ? resolve : NULL, (void *)handle, params, params_len,
                                   result, result_len, retry_params, error);
}
*/
import "C"

import (
	"bytes"
	"sync"
	"unsafe"
)

var load = sync.OnceValue(func() error { return checkVersion(version()) })

func elicitationToRequest(params []byte) ([]byte, Status, string) {
	var request C.tn_string
	var err C.tn_error
	C.tn_elicitation_to_request(pointer(params), C.size_t(len(params)), &request, &err)
	return taken(&request), Status(err.status), message(&err)
}

func answerToElicitResult(answer []byte) ([]byte, Status, string) {
	var result C.tn_string
	var err C.tn_error
	C.tn_answer_to_elicit_result(pointer(answer), C.size_t(len(answer)), &result, &err)
	return taken(&result), Status(err.status), message(&err)
}

func serverRequestResponse(handle uintptr, text []byte) ([]byte, Status, string) {
	var reply C.tn_string
	var err C.tn_error
	C.respond(C.uintptr_t(handle), pointer(text), C.size_t(len(text)), &reply, &err)
	return taken(&reply), Status(err.status), message(&err)
}

func serverRequestBegin(modes Modes, text []byte) (request, reply []byte, status Status, why string) {
	var asked, answered C.tn_string
	var err C.tn_error
	C.tn_server_request_begin(C.uint32_t(modes), pointer(text), C.size_t(len(text)), &asked, &answered, &err)
	return taken(&asked), taken(&answered), Status(err.status), message(&err)
}

func serverRequestFinish(text, answer []byte) ([]byte, Status, string) {
	var reply C.tn_string
	var err C.tn_error
	C.tn_server_request_finish(pointer(text), C.size_t(len(text)),
		optional(answer), C.size_t(len(answer)), &reply, &err)
	return taken(&reply), Status(err.status), message(&err)
}

func inputRequiredRetry(handle uintptr, params, result []byte) ([]byte, Status, string) {
	var retry C.tn_string
	var err C.tn_error
	C.retry(C.uintptr_t(handle), pointer(params), C.size_t(len(params)),
		pointer(result), C.size_t(len(result)), &retry, &err)
	return taken(&retry), Status(err.status), message(&err)
}

func inputRequiredBegin(modes Modes, result []byte) ([]byte, Status, string) {
	var requests C.tn_string
	var err C.tn_error
	C.tn_input_required_begin(C.uint32_t(modes), pointer(result), C.size_t(len(result)), &requests, &err)
	return taken(&requests), Status(err.status), message(&err)
}

func inputRequiredFinish(params, result, responses []byte) ([]byte, Status, string) {
	var retry C.tn_string
	var err C.tn_error
	C.tn_input_required_finish(pointer(params), C.size_t(len(params)), pointer(result), C.size_t(len(result)),
		optional(responses), C.size_t(len(responses)), &retry, &err)
	return taken(&retry), Status(err.status), message(&err)
}

func urlElicitations(text []byte) ([]byte, Status, string) {
	var requests C.tn_string
	var err C.tn_error
	C.tn_url_elicitations(pointer(text), C.size_t(len(text)), &requests, &err)
	return taken(&requests), Status(err.status), message(&err)
}

func elicitationEnded(text []byte) ([]byte, Status, string) {
	var ended C.tn_string
	var err C.tn_error
	C.tn_elicitation_ended(pointer(text), C.size_t(len(text)), &ended, &err)
	return taken(&ended), Status(err.status), message(&err)
}

func clientCapabilities(modes Modes) string {
	return C.GoString(C.tn_client_capabilities(C.uint32_t(modes)))
}

func version() string { return C.GoString(C.tn_version()) }

// pointer returns where the text is. An empty text has a place, too: NULL would be none.
func pointer(text []byte) *C.char {
	if len(text) == 0 {
		text = []byte{0}
	}
	return (*C.char)(unsafe.Pointer(unsafe.SliceData(text)))
}

// optional returns where the text is, or NULL if it is empty: then there is none.
func optional(text []byte) *C.char {
	if len(text) == 0 {
		return nil
	}
	return pointer(text)
}

// taken copies what the library made, and gives it back.
func taken(text *C.tn_string) []byte {
	if text.data == nil {
		return nil
	}
	defer C.tn_string_free(text)
	return bytes.Clone(view(text.data, text.len))
}

func message(err *C.tn_error) string {
	if err.message[0] == 0 {
		return ""
	}
	return C.GoString(&err.message[0])
}

// view is not C.GoBytes, which takes no more than 2 GiB.
func view(data *C.char, length C.size_t) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(data)), length)
}
