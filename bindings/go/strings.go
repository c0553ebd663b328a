package tnelicit

import "unsafe"

// ElicitationToRequestString is [ElicitationToRequest] for strings.
func ElicitationToRequestString(params string) (string, error) {
	request, err := ElicitationToRequest(bytesOf(params))
	return stringOf(request), err
}

// AnswerToElicitResultString is [AnswerToElicitResult] for strings.
func AnswerToElicitResultString(answer string) (string, error) {
	result, err := AnswerToElicitResult(bytesOf(answer))
	return stringOf(result), err
}

// ServerRequestResponseString is [ServerRequestResponse] for strings; an empty reply is none.
//
// The resolver returns nothing but its Answer, so that a function of another language that runs on
// Go can be one, such as a cljgo function: it fails by a panic, which is what an exception is there.
// An empty Answer (nil, in cljgo) is a cancel.
func ServerRequestResponseString(resolve func(request string) string, message string) (string, error) {
	var inner func([]byte) ([]byte, error)
	if resolve != nil {
		inner = func(request []byte) ([]byte, error) {
			return bytesOf(resolve(stringOf(request))), nil
		}
	}
	reply, err := ServerRequestResponse(inner, bytesOf(message))
	return stringOf(reply), err
}

// bytesOf and stringOf save the copy. This is safe here: the library only reads what it is given,
// and nobody else has the bytes that become a string.
func bytesOf(text string) []byte  { return unsafe.Slice(unsafe.StringData(text), len(text)) }
func stringOf(text []byte) string { return unsafe.String(unsafe.SliceData(text), len(text)) }
