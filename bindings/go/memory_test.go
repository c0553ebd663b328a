//go:build !race

package tnelicit

// Not with the race detector: it keeps some memory for each coroutine that there ever was.

import (
	"fmt"
	"os"
	"runtime"
	"testing"
)

func TestFailuresKeepNoMemory(t *testing.T) {
	failInEachWay(t, 100)
	runtime.GC()
	before := residentMemory(t)
	failInEachWay(t, 500)
	runtime.GC()
	if grown := residentMemory(t) - before; grown > 24<<20 {
		t.Errorf("the process has grown by %d bytes", grown)
	}
}

func residentMemory(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	noError(t, err)
	var size, resident int
	_, err = fmt.Sscan(string(text), &size, &resident)
	noError(t, err)
	return resident * os.Getpagesize()
}
