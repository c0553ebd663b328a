// The mappings as one would write them in Go, on raw messages.
//
// Usage: peer go params|answer FILE MILLISECONDS: prints the median nanoseconds a call, and an output.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"
)

type params struct {
	Mode            json.RawMessage `json:"mode"`
	Message         json.RawMessage `json:"message"`
	URL             json.RawMessage `json:"url"`
	RequestedSchema json.RawMessage `json:"requestedSchema"`
}

type schema struct {
	Schema json.RawMessage `json:"schema"`
}

type request struct {
	ID     string          `json:"id"`
	Kind   string          `json:"kind"`
	Prompt json.RawMessage `json:"prompt"`
	URL    json.RawMessage `json:"url,omitempty"`
	Data   *schema         `json:"data,omitempty"`
}

type answer struct {
	OK     json.RawMessage `json:"ok"`
	Data   json.RawMessage `json:"data"`
	Reason json.RawMessage `json:"reason"`
}

type result struct {
	Action  string          `json:"action"`
	Content json.RawMessage `json:"content,omitempty"`
}

var counter int

func given(value json.RawMessage) bool {
	return len(value) > 0 && string(value) != "null" && string(value) != "false"
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// write is json.Marshal without its escapes for HTML, which would change tokens.
func write(value any) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}

func toRequest(text []byte) []byte {
	var in params
	if err := json.Unmarshal(text, &in); err != nil {
		panic(err)
	}
	counter++
	id := "elc-" + strconv.FormatInt(time.Now().UnixMilli(), 10) + "-" + strconv.Itoa(counter)
	out := request{ID: id, Kind: "input", Prompt: json.RawMessage(`""`)}
	if given(in.Message) {
		out.Prompt = in.Message
		if in.Message[0] != '"' {
			var compact bytes.Buffer
			if err := json.Compact(&compact, in.Message); err != nil {
				panic(err)
			}
			out.Prompt = write(compact.String())
		}
	}
	if string(in.Mode) == `"url"` {
		out.Kind = "authorization"
		if given(in.URL) {
			out.URL = in.URL
		}
	} else if given(in.RequestedSchema) {
		out.Data = &schema{in.RequestedSchema}
	}
	return write(out)
}

func toResult(text []byte) []byte {
	var in answer
	if err := json.Unmarshal(text, &in); err != nil {
		panic(err)
	}
	switch {
	case string(in.OK) == "true" && given(in.Data):
		return write(result{"accept", in.Data})
	case string(in.OK) == "true":
		return write(result{"accept", json.RawMessage("{}")})
	case string(in.Reason) == `"declined"`:
		return write(result{Action: "decline"})
	}
	return write(result{Action: "cancel"})
}

func main() {
	text := must(os.ReadFile(os.Args[3]))
	budget := time.Duration(must(strconv.Atoi(os.Args[4]))) * time.Millisecond
	mapping := map[string]func([]byte) []byte{"params": toRequest, "answer": toResult}[os.Args[2]]
	var output []byte
	timeOf := func(calls int) float64 {
		start := time.Now()
		for range calls {
			output = mapping(text)
		}
		return float64(time.Since(start).Nanoseconds()) / float64(calls)
	}
	start := time.Now()
	calls := max(1, int(1e6/min(timeOf(1), timeOf(1))))
	times := []float64{timeOf(calls)}
	for time.Since(start) < budget {
		times = append(times, timeOf(calls))
	}
	slices.Sort(times)
	fmt.Printf("%f\n%s\n", times[len(times)/2], output)
}
