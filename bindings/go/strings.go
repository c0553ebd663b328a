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
	reply, err := ServerRequestResponse(forBytes(resolve), bytesOf(message))
	return stringOf(reply), err
}

// InputRequiredRetryString is [InputRequiredRetry] for strings; empty params are none. The resolver is
// as with [ServerRequestResponseString].
func InputRequiredRetryString(resolve func(request string) string, params, result string) (string, error) {
	retry, err := InputRequiredRetry(forBytes(resolve), bytesOf(params), bytesOf(result))
	return stringOf(retry), err
}

// ServerRequestBeginString is [ServerRequestBegin] for strings; an empty one is none.
func ServerRequestBeginString(modes Modes, message string) (request, reply string, err error) {
	asked, answered, err := ServerRequestBegin(modes, bytesOf(message))
	return stringOf(asked), stringOf(answered), err
}

// ServerRequestFinishString is [ServerRequestFinish] for strings; an empty one is none.
func ServerRequestFinishString(message, answer string) (string, error) {
	reply, err := ServerRequestFinish(bytesOf(message), bytesOf(answer))
	return stringOf(reply), err
}

// InputRequiredBeginString is [InputRequiredBegin] for strings; an empty one is none.
func InputRequiredBeginString(modes Modes, result string) (string, error) {
	requests, err := InputRequiredBegin(modes, bytesOf(result))
	return stringOf(requests), err
}

// InputRequiredFinishString is [InputRequiredFinish] for strings; an empty one is none.
func InputRequiredFinishString(params, result, responses string) (string, error) {
	retry, err := InputRequiredFinish(bytesOf(params), bytesOf(result), bytesOf(responses))
	return stringOf(retry), err
}

// URLElicitationsString is [URLElicitations] for strings; an empty one is none.
func URLElicitationsString(message string) (string, error) {
	requests, err := URLElicitations(bytesOf(message))
	return stringOf(requests), err
}

// ElicitationEndedString is [ElicitationEnded] for strings; an empty one is none.
func ElicitationEndedString(message string) (string, error) {
	ended, err := ElicitationEnded(bytesOf(message))
	return stringOf(ended), err
}

func forBytes(resolve func(request string) string) func(request []byte) ([]byte, error) {
	if resolve == nil {
		return nil
	}
	return func(request []byte) ([]byte, error) { return bytesOf(resolve(stringOf(request))), nil }
}

// bytesOf and stringOf save the copy. This is safe here: the library only reads what it is given,
// and nobody else has the bytes that become a string.
func bytesOf(text string) []byte  { return unsafe.Slice(unsafe.StringData(text), len(text)) }
func stringOf(text []byte) string { return unsafe.String(unsafe.SliceData(text), len(text)) }
