package tnelicit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
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
	answer, failed := wait(ctx, resolve, request)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if failed == nil {
		if reply, failed = ServerRequestFinish(message, answer); failed == nil {
			return reply, nil
		}
	}
	reply, err = ServerRequestFinish(message, nil)
	if err != nil {
		return nil, err
	}
	return reply, &ResolverError{Err: failed}
}

// wait runs resolve on a goroutine of its own. When ctx is done, too, what comes back does not count.
func wait(
	ctx context.Context,
	resolve func(ctx context.Context, request []byte) ([]byte, error),
	request []byte,
) ([]byte, error) {
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
	select {
	case found := <-done:
		return found.answer, found.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
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
// [ErrUnsupportedInput], before anyone is asked; [InputRequiredBegin] is for hosts that answer more. A
// resultType that is unknown is [ErrUnknownResultType]: the result is not final, but invalid.
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

// InputRequiredBegin is the first half of [InputRequiredRetry], for a host that must not block while the
// user is asked, or that answers other kinds of input as well (sampling, roots). It returns
// {"requests":{KEY:Request,…},"others":{KEY:{"method":…,"params":…},…}}, both in the order of the result,
// which [ParseInputRequests] decodes, or nil if the result is final. A host that answers nothing but
// elicitations refuses a result with others. Nothing is kept: the host keeps params and result until
// there are answers, and passes them to [InputRequiredFinish].
//
// An elicitation in a mode that modes, which the host advertised, do not have, or one that cannot be
// asked, is [ErrUnsupportedInput]; a resultType that is unknown is [ErrUnknownResultType]. Ownership,
// other errors and goroutines are as with [ElicitationToRequest].
func InputRequiredBegin(modes Modes, result []byte) ([]byte, error) {
	if err := load(); err != nil {
		return nil, err
	}
	requests, status, text := inputRequiredBegin(modes, result)
	return requests, failure(status, text)
}

// InputRequiredFinish is the second half: the params to send the same request with again, as
// [InputRequiredRetry] makes them, or nil if the result is final. responses is
// {"answers":{KEY:Answer,…},"others":{KEY:the result of that request,…}}, which [InputResponses.Text]
// makes. A key without an Answer is a cancel, and no responses (an empty text) cancel everything; one of
// the others without a result is [ErrUnsupportedInput]. It can be called again, with other responses.
//
// Other errors are as with [InputRequiredBegin], and ownership and goroutines, too; the error says which
// of the texts was refused.
func InputRequiredFinish(params, result, responses []byte) ([]byte, error) {
	if err := load(); err != nil {
		return nil, err
	}
	retry, status, text := inputRequiredFinish(params, result, responses)
	return retry, failure(status, text)
}

// InputRequiredRetryContext is [InputRequiredRetry] with a resolver that is given a context, and waits
// for it no longer than that: when ctx is done there are no params, and the error is [context.Cause] of
// ctx. It occupies no thread while resolve waits, which runs as with [ServerRequestResponseContext].
//
// This is encoding/json, in part: Requests that are nested deeper than 10,000 levels are an error.
func InputRequiredRetryContext(
	ctx context.Context,
	resolve func(ctx context.Context, request []byte) ([]byte, error),
	params, result []byte,
) ([]byte, error) {
	// What cannot be answered is refused before anyone is asked; so is what cannot even be cancelled.
	if retry, err := InputRequiredFinish(params, result, nil); err != nil || retry == nil {
		return nil, err
	}
	modes := ModeForm | ModeURL
	if resolve == nil {
		modes = 0
	}
	text, err := InputRequiredBegin(modes, result)
	if err != nil {
		return nil, err
	}
	var asks struct{ Requests Members[json.RawMessage] }
	if err := json.Unmarshal(text, &asks); err != nil {
		return nil, err
	}
	responses := []byte(`{"answers":{`)
	var c call
	for _, request := range asks.Requests {
		answer, err := wait(ctx, resolve, request.Value)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err == nil && len(answer) > 0 {
			_, err = AnswerToElicitResult(answer) // is it an Answer?
		}
		if err != nil {
			c.errs = append(c.errs, err)
		} else if len(answer) > 0 {
			key, _ := json.Marshal(request.Key) // a string always can be
			responses = fmt.Appendf(responses, "%s:%s,", key, bytes.TrimPrefix(answer, []byte("\ufeff")))
		}
	}
	responses = append(bytes.TrimSuffix(responses, []byte(",")), "}}"...)
	retry, err := InputRequiredFinish(params, result, responses)
	if err == nil && c.errs != nil {
		err = c.failed()
	}
	return retry, err
}
