//go:build cgo

package tnelicit

// A file of its own: beside an export, the C part may declare but not define.

// #include <tn_elicit.h>
import "C"

import "bytes"

//export tnelicitResolve
func tnelicitResolve(handle C.uintptr_t, request *C.char, length C.size_t, answer *C.tn_answer) C.int32_t {
	return C.int32_t(trampoline(uintptr(handle), bytes.Clone(view(request, length)), func(text []byte) error {
		var err C.tn_error
		status := Status(C.tn_answer_set(answer, pointer(text), C.size_t(len(text)), &err))
		return failure(status, message(&err))
	}))
}
