package tnelicit

// URLElicitations makes Requests of the error -32042, with which a server may respond to a request of
// the host's own: the user has to visit addresses first. It returns a JSON array of Requests, which
// [ParseRequests] decodes, or nil if the message is another one. A host gets the user's consent for
// each, opens its url, and sends its request again, under a new id, when all are completed
// ([ElicitationEnded]) or the user says so. Nothing is replied to the server.
//
// An error with no elicitations, or with one that is no usable address, is [ErrUnsupportedInput].
// Ownership, other errors and goroutines are as with [ElicitationToRequest].
func URLElicitations(message []byte) ([]byte, error) {
	if err := load(); err != nil {
		return nil, err
	}
	requests, status, text := urlElicitations(message)
	return requests, failure(status, text)
}

// ElicitationEnded says which question a message ends, for a host that keeps questions open:
// {"requestId":…} for notifications/cancelled, {"elicitationId":…} for
// notifications/elicitation/complete, both as the server wrote them, and nil for any other message.
// [ParseEnded] decodes it. A question that is cancelled is dropped and never finished. One that is
// completed needs no more of the user; if it still waits for its Answer, it gets it.
//
// Ownership, errors and goroutines are as with [ElicitationToRequest].
func ElicitationEnded(message []byte) ([]byte, error) {
	if err := load(); err != nil {
		return nil, err
	}
	ended, status, text := elicitationEnded(message)
	return ended, failure(status, text)
}
