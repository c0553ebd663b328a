package tnelicit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A flow is a case of the folders in tests/vectors: of the functions in two halves, or in rounds.
type flow struct {
	Name           string
	Modes          Modes
	Message        string
	Answer         *string
	Params, Result string
	Responses      *string
	Resolvers      []struct {
		Action string
		JSON   *string
	}
	Request, Reply *string
	Requests       json.RawMessage // a text, or several
	RetryParams    *string         `json:"retry_params"`
	Status         string
	Error          *struct {
		Of           string
		Line, Column int
	}
}

func flows(t *testing.T, file string) []flow {
	text, err := os.ReadFile(root + "/tests/vectors/" + file)
	noError(t, err)
	var found []flow
	noError(t, json.Unmarshal(text, &found))
	if len(found) == 0 {
		t.Fatal("there are no vectors")
	}
	return found
}

// check holds a status, an error and texts against what the vector says.
func (f flow) check(t *testing.T, err error, due bool) {
	t.Helper()
	var status Status
	var refused *Error
	switch {
	case errors.As(err, &refused):
		status = refused.Status
	case err != nil:
		status = ErrResolverFailed
	case !due:
		status = statuses["TN_NO_REPLY"]
	}
	if expected, known := statuses[f.Status]; !known || status != expected {
		t.Errorf("status %d (%v), expected %s", status, err, f.Status)
	}
	if f.Error != nil && refused != nil {
		place := fmt.Sprintf("line %d column %d:", f.Error.Line, f.Error.Column)
		if !strings.Contains(refused.Message, place) || !strings.HasPrefix(refused.Message, f.Error.Of) {
			t.Errorf("%q does not name %s, %s", refused.Message, f.Error.Of, place)
		}
	}
}

func same(t *testing.T, what string, actual []byte, expected *string) {
	t.Helper()
	if (actual != nil) != (expected != nil) {
		t.Errorf("%s is %q, expected %v", what, actual, expected)
	} else if expected != nil && withoutIDs(string(actual)) != *expected {
		t.Errorf("%s is %s, expected %s", what, actual, *expected)
	}
}

func TestBegin(t *testing.T) {
	for _, f := range flows(t, "begin_finish/begin.json") {
		t.Run(f.Name, func(t *testing.T) {
			request, reply, err := ServerRequestBegin(f.Modes, []byte(f.Message))
			f.check(t, err, request != nil || reply != nil)
			same(t, "request", request, f.Request)
			same(t, "reply", reply, f.Reply)
			asked, answered, err := ServerRequestBeginString(f.Modes, f.Message)
			f.check(t, err, asked+answered != "")
			if answered != string(reply) || len(asked) == 0 != (len(request) == 0) {
				t.Error("the form for strings does something else")
			}
		})
	}
}

func TestFinish(t *testing.T) {
	for _, f := range flows(t, "begin_finish/finish.json") {
		if f.Answer != nil && *f.Answer == "" {
			continue // an empty Answer is none, in Go
		}
		t.Run(f.Name, func(t *testing.T) {
			answer := ""
			if f.Answer != nil {
				answer = *f.Answer
			}
			reply, err := ServerRequestFinish([]byte(f.Message), []byte(answer))
			f.check(t, err, reply != nil)
			same(t, "reply", reply, f.Reply)
			text, err := ServerRequestFinishString(f.Message, answer)
			f.check(t, err, text != "")
			if text != string(reply) {
				t.Error("the form for strings does something else")
			}
		})
	}
}

func TestRetry(t *testing.T) {
	for _, f := range flows(t, "input_required/retry.json") {
		t.Run(f.Name, func(t *testing.T) {
			f.retry(t, InputRequiredRetry)
		})
		t.Run(f.Name+", with a context", func(t *testing.T) {
			f.retry(t, func(resolve func([]byte) ([]byte, error), params, result []byte) ([]byte, error) {
				var withContext func(context.Context, []byte) ([]byte, error)
				if resolve != nil {
					withContext = func(_ context.Context, request []byte) ([]byte, error) { return resolve(request) }
				}
				return InputRequiredRetryContext(context.Background(), withContext, params, result)
			})
		})
	}
}

func (f flow) retry(t *testing.T, retry func(func([]byte) ([]byte, error), []byte, []byte) ([]byte, error)) {
	var requests, expected []string
	if f.Requests != nil {
		noError(t, json.Unmarshal(f.Requests, &expected))
	}
	resolve := func(request []byte) ([]byte, error) {
		does := f.Resolvers[len(requests)]
		requests = append(requests, withoutIDs(string(request)))
		switch does.Action {
		case "fail":
			return nil, errNobody
		case "set":
			return []byte(*does.JSON), nil
		case "accept":
			if does.JSON == nil {
				return Accept(nil).Text()
			}
			return []byte(`{"ok":true,"data":` + *does.JSON + `}`), nil
		case "decline":
			return Decline().Text()
		case "cancel":
			return Cancel().Text()
		}
		return nil, nil
	}
	if f.Resolvers == nil {
		resolve = nil
	}
	params, err := retry(resolve, []byte(f.Params), []byte(f.Result))
	f.check(t, err, params != nil)
	same(t, "retry", params, f.RetryParams)
	if !slices.Equal(requests, expected) {
		t.Errorf("asked %q, expected %q", requests, expected)
	}
}

func TestInputRequiredBegin(t *testing.T) {
	for _, f := range flows(t, "input_required/begin.json") {
		t.Run(f.Name, func(t *testing.T) {
			var expected *string
			if f.Requests != nil {
				noError(t, json.Unmarshal(f.Requests, &expected))
			}
			requests, err := InputRequiredBegin(f.Modes, []byte(f.Result))
			f.check(t, err, requests != nil)
			same(t, "requests", requests, expected)
			text, err := InputRequiredBeginString(f.Modes, f.Result)
			f.check(t, err, text != "")
			if withoutIDs(text) != withoutIDs(string(requests)) {
				t.Error("the form for strings does something else")
			}
		})
	}
}

func TestInputRequiredFinish(t *testing.T) {
	for _, f := range flows(t, "input_required/finish.json") {
		t.Run(f.Name, func(t *testing.T) {
			responses := ""
			if f.Responses != nil {
				responses = *f.Responses
				if responses == "" {
					t.Fatal("empty responses are none, in Go")
				}
			}
			retry, err := InputRequiredFinish([]byte(f.Params), []byte(f.Result), []byte(responses))
			f.check(t, err, retry != nil)
			same(t, "retry", retry, f.RetryParams)
			text, err := InputRequiredFinishString(f.Params, f.Result, responses)
			f.check(t, err, text != "")
			if text != string(retry) {
				t.Error("the form for strings does something else")
			}
		})
	}
}

const asks = `{"resultType":"input_required","inputRequests":{` +
	`"a":{"method":"elicitation/create"},"b":{"method":"elicitation/create"}}}`

func TestRetryJoinsWhatFailed(t *testing.T) {
	calls := 0
	retry, err := InputRequiredRetryString(func(string) string {
		calls++
		if calls == 1 {
			panic(errNobody)
		}
		return "["
	}, "{}", asks)
	if retry != `{"inputResponses":{"a":{"action":"cancel"},"b":{"action":"cancel"}}}` {
		t.Error(retry)
	}
	if !errors.Is(err, errNobody) || !errors.Is(err, ErrInvalidJSON) || !errors.Is(err, ErrResolverFailed) {
		t.Error(err)
	}
	if _, err := InputRequiredRetryString(nil, "{}", asks); !errors.Is(err, ErrUnsupportedInput) {
		t.Error(err)
	}
}

func ask(number int) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"elicitation/create","params":{}}`, number)
}

func TestSeveralAreOpenAtOnceAndOneIsCancelled(t *testing.T) {
	const count = 64
	var asked, waiting sync.WaitGroup
	asked.Add(count)
	answer := make(chan struct{})
	cancelled, cancel := context.WithCancelCause(context.Background())
	withdrawn := errors.New("the server took it back")
	for number := range count {
		ctx := context.Background()
		if number%2 == 1 {
			ctx = cancelled
		}
		waiting.Go(func() {
			reply, err := ServerRequestResponseContext(ctx, func(ctx context.Context, _ []byte) ([]byte, error) {
				asked.Done()
				select {
				case <-answer:
				case <-ctx.Done():
				}
				return Accept(nil).Text()
			}, ask(number))
			if number%2 == 1 {
				if reply != nil || !errors.Is(err, withdrawn) {
					t.Errorf("%d: %s, %v", number, reply, err)
				}
			} else if err != nil || !strings.Contains(string(reply), fmt.Sprintf(`"id":%d,"result"`, number)) {
				t.Errorf("%d: %s, %v", number, reply, err)
			}
		})
	}
	asked.Wait()
	cancel(withdrawn)
	close(answer)
	waiting.Wait()
}

func TestAResolverThatFailsWithAContext(t *testing.T) {
	for name, resolve := range map[string]func(context.Context, []byte) ([]byte, error){
		"an error":    func(context.Context, []byte) ([]byte, error) { return nil, errNobody },
		"a panic":     func(context.Context, []byte) ([]byte, error) { panic(errNobody) },
		"a Goexit":    func(context.Context, []byte) ([]byte, error) { runtime.Goexit(); return nil, nil },
		"a bad text":  func(context.Context, []byte) ([]byte, error) { return []byte("["), nil },
		"no UTF-8":    func(context.Context, []byte) ([]byte, error) { return []byte("\"\xff\""), nil },
		"another one": func(context.Context, []byte) ([]byte, error) { return nil, context.Canceled },
	} {
		t.Run(name, func(t *testing.T) {
			reply, err := ServerRequestResponseContext(context.Background(), resolve, ask(7))
			if string(reply) != `{"jsonrpc":"2.0","id":7,"result":{"action":"cancel"}}` {
				t.Errorf("%s", reply)
			}
			var failed *ResolverError
			if !errors.As(err, &failed) {
				t.Error(err)
			}
		})
	}
}

func TestAContextThatIsDone(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	reply, err := ServerRequestResponseContext(ctx, func(ctx context.Context, _ []byte) ([]byte, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}, ask(1))
	if reply != nil || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%s, %v", reply, err)
	}
	reply, err = ServerRequestResponseContext(ctx, nil, ask(1))
	if err != nil || !strings.Contains(string(reply), "-32601") {
		t.Errorf("%s, %v", reply, err)
	}
	if reply, err = ServerRequestResponseContext(ctx, nil, []byte("5")); reply != nil || err != nil {
		t.Errorf("%s, %v", reply, err)
	}
	if _, err = ServerRequestResponseContext(ctx, nil, []byte("[")); !errors.Is(err, ErrInvalidJSON) {
		t.Error(err)
	}
}

func TestRetryWithAContextThatIsDone(t *testing.T) {
	withdrawn := errors.New("the user has left")
	ctx, cancel := context.WithCancelCause(context.Background())
	calls := 0
	retry, err := InputRequiredRetryContext(ctx, func(ctx context.Context, _ []byte) ([]byte, error) {
		calls++
		cancel(withdrawn)
		<-ctx.Done()
		return Accept(nil).Text()
	}, []byte("{}"), []byte(asks))
	if retry != nil || !errors.Is(err, withdrawn) || calls != 1 {
		t.Errorf("%s, %v, %d calls", retry, err, calls)
	}
}

func TestRetryWithAContextJoinsWhatFailed(t *testing.T) {
	calls := 0
	retry, err := InputRequiredRetryContext(context.Background(), func(context.Context, []byte) ([]byte, error) {
		calls++
		if calls == 1 {
			panic(errNobody)
		}
		return []byte("["), nil
	}, []byte("{}"), []byte(asks))
	if string(retry) != `{"inputResponses":{"a":{"action":"cancel"},"b":{"action":"cancel"}}}` {
		t.Errorf("%s", retry)
	}
	if !errors.Is(err, errNobody) || !errors.Is(err, ErrInvalidJSON) || !errors.Is(err, ErrResolverFailed) {
		t.Error(err)
	}
}

// What the library takes for an Answer goes through, whatever encoding/json says of it.
func TestRetryWithAContextTakesEveryAnswer(t *testing.T) {
	deep := strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)
	retry, err := InputRequiredRetryContext(context.Background(), func(context.Context, []byte) ([]byte, error) {
		return []byte("\ufeff {\"ok\":true,\"data\":" + deep + "}"), nil
	}, []byte("{}"), []byte(`{"resultType":"input_required","inputRequests":{"<\\":{"method":"elicitation/create"}}}`))
	noError(t, err)
	equal(t, "the retry", string(retry), `{"inputResponses":{"<\\":{"action":"accept","content":`+deep+`}}}`)
}
