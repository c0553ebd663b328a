// Bench measures what a call costs through this package, and prints "LABEL NANOSECONDS" for each
// level: the median of several rounds.
package main

import (
	"fmt"
	"os"
	"slices"
	"time"

	"tn-elicit.alt/tnelicit"
)

const params = `{"mode":"form","message":"Please tell us where to send the parcel.",` +
	`"requestedSchema":{"type":"object","properties":{` +
	`"name":{"type":"string","title":"Full name","minLength":1},"street":{"type":"string"},` +
	`"zip":{"type":"string","pattern":"^[0-9]{5}$"},"express":{"type":"boolean","default":false},` +
	`"floor":{"type":"integer","minimum":0}},"required":["name","street","zip"]}}`

const (
	rounds = 15
	round  = 100 * time.Millisecond
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: bench LABEL")
		os.Exit(2)
	}
	text := []byte(params)
	message := []byte(`{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":` + params + `}`)
	answer := []byte(`{"ok":true,"data":{"name":"muthu"}}`)
	resolve := func([]byte) ([]byte, error) { return answer, nil }

	measure(os.Args[1]+"-text", func() ([]byte, error) { return tnelicit.ElicitationToRequest(text) })
	measure(os.Args[1]+"-response", func() ([]byte, error) { return tnelicit.ServerRequestResponse(resolve, message) })
}

func measure(label string, call func() ([]byte, error)) {
	calls := 1
	for elapsed(calls, call) < round {
		calls *= 2
	}
	results := make([]float64, rounds)
	for i := range results {
		results[i] = float64(elapsed(calls, call).Nanoseconds()) / float64(calls)
	}
	slices.Sort(results)
	fmt.Printf("%s %.0f\n", label, results[rounds/2])
}

func elapsed(calls int, call func() ([]byte, error)) time.Duration {
	start := time.Now()
	for range calls {
		if output, err := call(); err != nil || output == nil {
			fmt.Fprintln(os.Stderr, string(output), err)
			os.Exit(1)
		}
	}
	return time.Since(start)
}
