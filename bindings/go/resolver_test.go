package tnelicit

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

var errNobody = errors.New("nobody is there")

// failures are all the ways in which a resolver can fail.
var failures = []struct {
	name    string
	resolve func([]byte) ([]byte, error)
	cause   error // what errors.Is must find
	text    string
}{
	{"an error", func([]byte) ([]byte, error) { return nil, errNobody }, errNobody, "nobody is there"},
	{"an error and an Answer",
		func([]byte) ([]byte, error) { return []byte(`{"ok":true}`), errNobody }, errNobody, "nobody is there"},
	{"a panic", func([]byte) ([]byte, error) { panic("no way") }, nil, "panic: no way"},
	{"a panic with an error", func([]byte) ([]byte, error) { panic(errNobody) }, errNobody, "panic: nobody is there"},
	{"a panic with nil", func([]byte) ([]byte, error) { panic(nil) }, new(runtime.PanicNilError), "panic: "},
	{"a bug", func(request []byte) ([]byte, error) { return request[:len(request)+len(request)*8], nil }, nil, "out of range"},
	{"Goexit", func([]byte) ([]byte, error) { runtime.Goexit(); return nil, nil }, ErrGoexit, "runtime.Goexit"},
	{"an Answer that is no JSON",
		func([]byte) ([]byte, error) { return []byte("{\n\"ok\":yes}"), nil }, ErrInvalidJSON, "line 2 column 6"},
	{"an Answer that is no UTF-8",
		func([]byte) ([]byte, error) { return []byte("\"\xff\""), nil }, ErrInvalidUTF8, "line 1 column 2"},
	{"typed data that is no JSON",
		TypedResolver(func(Request) (Answer, error) { return Accept([]byte("nonsense")), nil }), nil, "nonsense"},
}

func TestFailure(t *testing.T) {
	for _, f := range failures {
		t.Run(f.name, func(t *testing.T) {
			reply, err := ServerRequestResponse(f.resolve, []byte(elicitation))
			equal(t, "the reply", string(reply), cancelled)
			var failed *ResolverError
			if !errors.As(err, &failed) || !errors.Is(err, ErrResolverFailed) {
				t.Fatalf("the error is %v, want a *ResolverError", err)
			}
			if !strings.Contains(err.Error(), f.text) && f.text != "nonsense" {
				t.Errorf("the error is %v, want %q in it", err, f.text)
			}
			if _, nilPanic := f.cause.(*runtime.PanicNilError); nilPanic {
				var cause *runtime.PanicNilError
				equal(t, "that the cause is found", errors.As(err, &cause), true)
			} else if f.cause != nil {
				equal(t, "that the cause is found", errors.Is(err, f.cause), true)
			}
		})
	}
}

func TestPanicSaysWhere(t *testing.T) {
	_, err := ServerRequestResponse(func([]byte) ([]byte, error) { return panicHere() }, []byte(elicitation))
	var panicked *PanicError
	if !errors.As(err, &panicked) {
		t.Fatalf("the error is %v, want a *PanicError", err)
	}
	equal(t, "the value", panicked.Value, 42)
	if !strings.Contains(string(panicked.Stack), "panicHere") {
		t.Errorf("the stack does not name the place:\n%s", panicked.Stack)
	}
}

func panicHere() ([]byte, error) { panic(42) }

// The goroutine and its thread must be as good after Goexit as they were before.
func TestGoexitBreaksNothing(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	goexit := func([]byte) ([]byte, error) { runtime.Goexit(); return nil, nil }
	for range 1000 {
		reply, err := ServerRequestResponse(goexit, []byte(elicitation))
		if string(reply) != cancelled || !errors.Is(err, ErrGoexit) {
			t.Fatal(string(reply), err)
		}
		reply, err = ServerRequestResponse(accept, []byte(elicitation))
		if string(reply) != accepted || err != nil {
			t.Fatal(string(reply), err)
		}
	}
}

func TestNoAnswerIsACancel(t *testing.T) {
	for _, answer := range [][]byte{nil, {}} {
		reply, err := ServerRequestResponse(func([]byte) ([]byte, error) { return answer, nil }, []byte(elicitation))
		noError(t, err)
		equal(t, "the reply", string(reply), cancelled)
	}
	reply, err := ServerRequestResponseString(func(string) string { return "" }, elicitation)
	noError(t, err)
	equal(t, "the reply", reply, cancelled)
}

func TestReentrant(t *testing.T) {
	var resolve func(depth int) func([]byte) ([]byte, error)
	resolve = func(depth int) func([]byte) ([]byte, error) {
		return func([]byte) ([]byte, error) {
			if depth == 0 {
				return accept(nil)
			}
			inner, err := ServerRequestResponse(resolve(depth-1), []byte(elicitation))
			if err != nil || string(inner) != accepted {
				return nil, fmt.Errorf("%s, %w", inner, err)
			}
			return accept(nil)
		}
	}
	reply, err := ServerRequestResponse(resolve(20), []byte(elicitation))
	noError(t, err)
	equal(t, "the reply", string(reply), accepted)
}

func TestRequestMayBeKept(t *testing.T) {
	var kept []byte
	_, err := ServerRequestResponse(func(request []byte) ([]byte, error) {
		kept = request
		return nil, nil
	}, []byte(elicitation))
	noError(t, err)
	for range 1000 { // others get the memory that the Request was copied from
		_, err := ServerRequestResponse(accept, []byte(elicitation))
		noError(t, err)
	}
	equal(t, "the Request", withoutID(t, string(kept)), `{"id":"ID","kind":"input","prompt":"Name?"}`)
}

// The stack of the caller grows, and so moves, while the library has pointers of this call.
func TestStackMayMove(t *testing.T) {
	var grow func(depth int) int
	grow = func(depth int) int {
		var frame [1024]byte
		if depth == 0 {
			return len(frame)
		}
		return grow(depth-1) + int(frame[depth%len(frame)])
	}
	done := make(chan string)
	go func() {
		reply, err := ServerRequestResponse(func([]byte) ([]byte, error) {
			grow(2000)
			runtime.GC()
			return accept(nil)
		}, []byte(elicitation))
		done <- fmt.Sprint(string(reply), err)
	}()
	equal(t, "the reply", <-done, accepted+"<nil>")
}

// purego has 2,000 slots for callbacks and never frees one.
func TestManyCalls(t *testing.T) {
	asked := 0
	for range 100_000 {
		reply, err := ServerRequestResponse(func(request []byte) ([]byte, error) {
			asked++
			return accept(request)
		}, []byte(elicitation))
		if err != nil || string(reply) != accepted {
			t.Fatal(string(reply), err)
		}
	}
	equal(t, "how often the resolver was asked", asked, 100_000)
}

func TestManyGoroutines(t *testing.T) {
	const goroutines, each = 64, 200
	var ids sync.Map
	unique := func(request []byte) error {
		parsed, err := ParseRequest(request)
		if err != nil {
			return err
		}
		if _, twice := ids.LoadOrStore(parsed.ID, true); twice {
			return fmt.Errorf("the id %s came twice", parsed.ID)
		}
		return nil
	}
	var all, meeting sync.WaitGroup
	meeting.Add(goroutines)
	for g := range goroutines {
		all.Go(func() {
			message := strings.Replace(elicitation, `"id":7`, fmt.Sprintf(`"id":"%d"`, g), 1)
			for i := range each {
				reply, err := ServerRequestResponse(func(request []byte) ([]byte, error) {
					if i == 0 { // all 64 resolvers are in here at once
						meeting.Done()
						meeting.Wait()
					}
					if err := unique(request); err != nil {
						return nil, err
					}
					return fmt.Appendf(nil, `{"ok":true,"data":{"n":%d}}`, g*each+i), nil
				}, []byte(message))
				want := fmt.Sprintf(`{"jsonrpc":"2.0","id":"%d","result":{"action":"accept","content":{"n":%d}}}`, g, g*each+i)
				if err != nil || string(reply) != want {
					t.Error(string(reply), err)
					return
				}
				request, err := ElicitationToRequest([]byte(`{}`))
				if err == nil {
					err = unique(request)
				}
				if err != nil {
					t.Error(err)
					return
				}
				if result, err := AnswerToElicitResult([]byte(`{"ok":true}`)); err != nil || string(result) != `{"action":"accept","content":{}}` {
					t.Error(string(result), err)
					return
				}
			}
		})
	}
	all.Wait()
	count := 0
	ids.Range(func(any, any) bool { count++; return true })
	equal(t, "the number of ids", count, 2*goroutines*each)
}

// Nothing of a failed call stays in Go; of memory on either side, see memory_test.go.
func TestFailuresLeaveNothing(t *testing.T) {
	failInEachWay(t, 1)
	goroutines := runtime.NumGoroutine()
	failInEachWay(t, 100)
	calls.Range(func(handle, _ any) bool {
		t.Errorf("call %v is still there", handle)
		return true
	})
	for range 100 { // a goroutine may be about to end
		if runtime.NumGoroutine() <= goroutines {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("there are %d goroutines, and there were %d", runtime.NumGoroutine(), goroutines)
}

// failInEachWay makes the library allocate more than 160 KiB in each round.
func failInEachWay(t *testing.T, rounds int) {
	t.Helper()
	message := []byte(strings.Replace(elicitation, "Name?", strings.Repeat("x", 16<<10), 1))
	for range rounds {
		for _, f := range failures {
			if reply, err := ServerRequestResponse(f.resolve, message); err == nil || reply == nil {
				t.Fatal(string(reply), err)
			}
			if _, err := ServerRequestResponse(f.resolve, message[1:]); !errors.Is(err, ErrInvalidJSON) {
				t.Fatal(err)
			}
		}
	}
}

// A host whose user interface belongs to one thread may ask from there.
func TestResolverRunsOnTheCallingThread(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	caller, asked := syscall.Gettid(), 0
	_, err := ServerRequestResponse(func([]byte) ([]byte, error) {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		time.Sleep(time.Millisecond) // others may run, and the thread stays
		asked = syscall.Gettid()
		return nil, nil
	}, []byte(elicitation))
	noError(t, err)
	equal(t, "the thread", asked, caller)
}
