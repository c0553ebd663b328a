// Host starts an MCP server, calls one of its tools, asks the user on the terminal what the server
// asks, and prints the tool's result. Usage: host TOOL SERVER [ARGUMENT…]
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"tn-elicit.alt/tnelicit"
)

const modes = tnelicit.ModeForm | tnelicit.ModeURL

type object map[string]any

// A question is open until it is answered, or the server ends it.
type question struct {
	line    []byte // the server's request; nil: an address that the call needs visited
	id      string // of that request, as JSON
	request tnelicit.Request
}

type response struct{ ID, Result, Error json.RawMessage }

type host struct {
	toServer  io.Writer
	lastID    int
	questions []question // the first is on the terminal
	response  response   // the last
	done      bool
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 {
		log.Fatal("usage: host TOOL SERVER [ARGUMENT...]")
	}
	capabilities, err := tnelicit.ClientCapabilities(modes)
	check(err)
	server := exec.Command(os.Args[2], os.Args[3:]...)
	server.Stderr = os.Stderr
	toServer, _ := server.StdinPipe() // fails only the second time
	fromServer, _ := server.StdoutPipe()
	check(server.Start())
	h := host{toServer: toServer}
	h.call("initialize", object{
		"protocolVersion": "2025-11-25", "capabilities": json.RawMessage(capabilities),
		"clientInfo": object{"name": "go-host", "version": "0.2.0"}})
	for lines, typed := linesOf(fromServer), linesOf(os.Stdin); !h.done; {
		answers := typed
		if len(h.questions) == 0 {
			answers = nil // what is typed waits for a question
		}
		select {
		case line, more := <-lines:
			if !more {
				log.Fatal("the server has ended")
			}
			h.take(line)
		case answer, more := <-answers:
			h.answer(strings.TrimSpace(string(answer)), more)
		}
	}
	fmt.Printf("%s%s\n", h.response.Result, h.response.Error) // one of them is empty
	check(toServer.Close())
	check(server.Wait())
}

// linesOf reads on a goroutine of its own. A bufio.Reader has no limit for a line.
func linesOf(file io.Reader) <-chan []byte {
	lines := make(chan []byte)
	go func() {
		defer close(lines)
		for reader := bufio.NewReader(file); ; {
			line, err := reader.ReadBytes('\n')
			if err != nil {
				return
			}
			lines <- line
		}
	}()
	return lines
}

// take takes a line of the server's and never waits, so that a ping is answered while a question is open.
func (h *host) take(line []byte) {
	request, reply, err := tnelicit.ServerRequestBegin(modes, line)
	if err != nil {
		log.Print(err)
		return
	}
	var message response
	_ = json.Unmarshal(line, &message) // which is JSON, but maybe no object
	if reply != nil {
		h.send(reply)
	} else if request != nil {
		parsed, err := tnelicit.ParseRequest(request)
		check(err)
		h.ask(question{line, string(message.ID), parsed})
	} else if string(message.ID) == strconv.Itoa(h.lastID) {
		h.response = message
		h.respond(line)
	} else if text, _ := tnelicit.ElicitationEnded(line); text != nil {
		ended, err := tnelicit.ParseEnded(text)
		check(err)
		h.end(ended)
	}
}

// respond goes on after a response to the host's own request.
func (h *host) respond(line []byte) {
	if h.lastID == 1 {
		h.send([]byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`))
		h.callTool()
	} else if text, err := tnelicit.URLElicitations(line); text != nil { // the error -32042
		requests, err := tnelicit.ParseRequests(text)
		check(err)
		for _, request := range requests {
			h.ask(question{request: request})
		}
	} else {
		check(err)
		if h.response.Error == nil { // a result: final, or of a type that is refused
			more, err := tnelicit.InputRequiredBegin(0, h.response.Result)
			if more != nil {
				err = errors.New("a server of this revision does not ask in its result")
			}
			check(err)
		}
		h.done = true
	}
}

// end drops a question that the server has taken back. One that is completed needs no word of the user.
func (h *host) end(ended tnelicit.Ended) {
	for at, q := range h.questions {
		if q.line != nil && q.id == string(ended.RequestID) {
			log.Print("\nThe server has taken its question back.")
			h.questions = slices.Delete(h.questions, at, at+1)
			h.show()
			return
		} else if ended.ElicitationID != "" && q.request.ElicitationID == ended.ElicitationID {
			log.Print("\nCompleted.")
			h.finish(at, tnelicit.Accept(nil))
			return
		}
	}
}

func (h *host) ask(q question) {
	h.questions = append(h.questions, q)
	if len(h.questions) == 1 {
		h.show()
	}
}

// show shows the first question, quoted: the server's words must not drive the terminal.
func (h *host) show() {
	if len(h.questions) == 0 {
		return
	}
	request := h.questions[0].request
	fmt.Fprintf(os.Stderr, "The server asks: %q\n", request.Prompt)
	if request.URL != "" {
		fmt.Fprintf(os.Stderr, "Open this if you trust it, then accept: %+q\n", request.URL)
	}
	fmt.Fprint(os.Stderr, "JSON, or no: ")
}

// answer takes what was typed: JSON is data, "no" declines, nothing cancels, and so does a user who is gone.
func (h *host) answer(typed string, more bool) {
	switch {
	case !more || typed == "":
		h.finish(0, tnelicit.Cancel())
	case typed == "no":
		h.finish(0, tnelicit.Decline())
	default:
		h.finish(0, tnelicit.Accept(json.RawMessage(typed)))
	}
}

func (h *host) finish(at int, answer tnelicit.Answer) {
	q := h.questions[at]
	isAddress := func(q question) bool { return q.line == nil }
	if !isAddress(q) {
		text, err := answer.Text()
		if err == nil {
			text, err = tnelicit.ServerRequestFinish(q.line, text)
		}
		if err != nil {
			log.Print(err) // what was typed is no JSON: ask again
			h.show()
			return
		}
		h.send(text)
	}
	h.questions = slices.Delete(h.questions, at, at+1)
	if isAddress(q) && !answer.OK {
		h.done = true // and the error is the response
		return
	}
	if isAddress(q) && !slices.ContainsFunc(h.questions, isAddress) {
		h.callTool()
	}
	h.show()
}

func (h *host) callTool() {
	if h.lastID == 10 {
		log.Fatal("the server asks without end")
	}
	h.call("tools/call", object{"name": os.Args[1]})
}

func (h *host) call(method string, params object) {
	h.lastID++
	frame, err := json.Marshal(object{"jsonrpc": "2.0", "id": h.lastID, "method": method, "params": params})
	check(err)
	h.send(frame)
}

func (h *host) send(frame []byte) {
	_, err := fmt.Fprintf(h.toServer, "%s\n", frame)
	check(err)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
