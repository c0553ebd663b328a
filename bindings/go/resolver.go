package tnelicit

import (
	"errors"
	"iter"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// A call is one of the library's functions with a resolver, which may be called several times.
type call struct {
	resolve func(request []byte) ([]byte, error)
	errs    []error // why the resolver failed
}

// The library is given a number instead of a pointer to a call, so that C holds nothing of Go's and
// one trampoline serves all calls. (runtime/cgo.Handle does the same, but only with cgo.)
var (
	calls    sync.Map // number → *call
	lastCall atomic.Uintptr
)

func register(c *call) uintptr {
	handle := lastCall.Add(1)
	calls.Store(handle, c)
	return handle
}

func unregister(handle uintptr) { calls.Delete(handle) }

// failed says why the resolver failed: the one error, or several joined.
func (c *call) failed() error {
	if len(c.errs) == 1 {
		return &ResolverError{Err: c.errs[0]}
	}
	return &ResolverError{Err: errors.Join(c.errs...)}
}

// trampoline is what the library calls, by way of the one C function that cgo or purego made of it.
// It returns what a tn_resolver returns; set gives the Answer to the library.
func trampoline(handle uintptr, request []byte, set func(answer []byte) error) int32 {
	found, _ := calls.Load(handle)
	c := found.(*call)
	answer, err := c.run(request)
	if err == nil && len(answer) > 0 {
		err = set(answer)
	}
	if err != nil {
		c.errs = append(c.errs, err)
		return 1
	}
	return 0
}

// run calls the resolver as a coroutine: on this thread, but on a goroutine of its own. C frames lie
// below this one, and they must be returned to. A panic could be recovered here as well, but nothing
// stops runtime.Goexit, which would drop them. It ends the coroutine alone.
func (c *call) run(request []byte) (answer []byte, err error) {
	resume, _ := iter.Pull(func(func(struct{}) bool) {
		returned := false
		defer func() {
			if value := recover(); value != nil {
				err = &PanicError{Value: value, Stack: debug.Stack()}
			} else if !returned {
				err = ErrGoexit
				panic(err) // or else resume would do as the resolver did, and call Goexit
			}
		}()
		answer, err = c.resolve(request)
		returned = true
	})
	defer func() { _ = recover() }() // from the panic with ErrGoexit
	resume()
	return answer, err
}
