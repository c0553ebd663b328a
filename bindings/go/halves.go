package tnelicit

import (
	"context"
)

// ServerRequestBegin is the first half of [ServerRequestResponse], for a host that must not block
// its reader while the user is asked. If it returns a Request, ask the user with it and pass the
// Answer to [ServerRequestFinish]. If it returns a reply, write it: the server asked for what modes,
// which the host advertised, do not have. Otherwise nothing is due. Nothing is kept: the host keeps
// the message until there is an answer, and drops it when the server cancels its request.
//
// Ownership, errors and goroutines are as with [ElicitationToRequest].
func ServerRequestBegin(modes Modes, message []byte) (request, reply []byte, err error) {
	if err := load(); err != nil {
		return nil, nil, err
	}
	request, reply, status, text := serverRequestBegin(modes, message)
	return request, reply, failure(status, text)
}

// ServerRequestFinish is the second half: the frame for a message that [ServerRequestBegin] had a
// Request for. answer is a whole Answer as JSON text; no answer (an empty one) is a cancel. It
// returns nil if the message is no request for an elicitation. It can be called again, with another
// answer.
//
// Ownership, errors and goroutines are as with [ElicitationToRequest]; the error says which of the
// texts was refused.
func ServerRequestFinish(message, answer []byte) ([]byte, error) {
	if err := load(); err != nil {
		return nil, err
	}
	reply, status, text := serverRequestFinish(message, answer)
	return reply, failure(status, text)
}

// ServerRequestResponseContext is [ServerRequestResponse] with a resolver that is given a context,
// and waits for it no longer than that: when ctx is done there is no reply, because the server has
// cancelled its request or the host is about to end, and the error is [context.Cause] of ctx. It
// occupies no thread while resolve waits.
//
// resolve runs on a goroutine of its own. When ctx is done it may still be running; what it returns
// then is dropped.
func ServerRequestResponseContext(
	ctx context.Context,
	resolve func(ctx context.Context, request []byte) ([]byte, error),
	message []byte,
) ([]byte, error) {
	modes := ModeForm | ModeURL
	if resolve == nil {
		modes = 0
	}
	request, reply, err := ServerRequestBegin(modes, message)
	if err != nil || request == nil {
		return reply, err
	}
	type outcome struct {
		answer []byte
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		c := call{resolve: func(request []byte) ([]byte, error) { return resolve(ctx, request) }}
		answer, err := c.run(request)
		done <- outcome{answer, err}
	}()
	var found outcome
	select {
	case found = <-done:
	case <-ctx.Done():
	}
	// Both may be so, and then a reply would be one too many.
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if found.err == nil {
		if reply, err = ServerRequestFinish(message, found.answer); err == nil {
			return reply, nil
		}
		found.err = err
	}
	reply, err = ServerRequestFinish(message, nil)
	if err != nil {
		return nil, err
	}
	return reply, &ResolverError{Err: found.err}
}

// InputRequiredRetry answers what a result asks for, and makes the params to send the same request
// with again: from MCP 2026-07-28 on the result of a tools/call, prompts/get or resources/read may
// have the resultType "input_required". It returns nil if the result does not ask for input: it is
// the final one. A host limits the rounds that it goes along with.
//
// params are those of the request that was sent, result is what came back for it. Each
// elicitation/create among the inputRequests is given to resolve, one after the other, as with
// [ServerRequestResponse]; where it fails there is a cancel for that key, and there are both params
// and a [*ResolverError]. A request for anything else, or for anything at all if resolve is nil, is
// [ErrUnsupportedInput], before anyone is asked.
//
// Ownership, other errors and goroutines are as with [ServerRequestResponse]; the error says which of
// the texts was refused.
func InputRequiredRetry(resolve func(request []byte) ([]byte, error), params, result []byte) ([]byte, error) {
	if err := load(); err != nil {
		return nil, err
	}
	if resolve == nil {
		retry, status, text := inputRequiredRetry(0, params, result)
		return retry, failure(status, text)
	}
	c := &call{resolve: resolve}
	handle := register(c)
	defer unregister(handle)
	retry, status, text := inputRequiredRetry(handle, params, result)
	if status == ErrResolverFailed {
		return retry, c.failed()
	}
	return retry, failure(status, text)
}
