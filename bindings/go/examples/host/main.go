// Host starts an MCP server, calls one of its tools, asks the user on the terminal what the server
// asks, and prints the tool's result. Usage: host TOOL SERVER [ARGUMENT…]
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strings"

	"tn-elicit.alt/tnelicit"
)

type object map[string]any

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 {
		log.Fatal("usage: host TOOL SERVER [ARGUMENT...]")
	}
	capabilities, err := tnelicit.ClientCapabilities(tnelicit.ModeForm | tnelicit.ModeURL)
	check(err)
	server := exec.Command(os.Args[2], os.Args[3:]...)
	server.Stderr = os.Stderr
	toServer, _ := server.StdinPipe() // fails only the second time
	fromServer, _ := server.StdoutPipe()
	check(server.Start())
	send := json.NewEncoder(toServer).Encode

	check(send(object{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": object{
		"protocolVersion": "2025-11-25", "capabilities": json.RawMessage(capabilities),
		"clientInfo": object{"name": "go-host", "version": "0.1.0"}}}))
	var response struct{ ID, Result, Error json.RawMessage }
	for lines := bufio.NewReader(fromServer); string(response.ID) != "2"; {
		line, err := lines.ReadBytes('\n')
		check(err)
		reply, err := tnelicit.ServerRequestResponse(tnelicit.TypedResolver(ask), line)
		if err != nil {
			log.Print(err) // there may be a reply all the same
		}
		if reply != nil {
			fmt.Fprintf(toServer, "%s\n", reply)
		} else if err := json.Unmarshal(line, &response); err == nil && string(response.ID) == "1" {
			check(send(object{"jsonrpc": "2.0", "method": "notifications/initialized"}))
			check(send(object{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": object{"name": os.Args[1]}}))
			response.ID, response.Result = nil, nil
		}
	}
	fmt.Printf("%s%s\n", response.Result, response.Error) // one of them is empty
	check(toServer.Close())
	check(server.Wait())
}

// ask is the resolver: JSON is data, "no" declines, nothing cancels. A user who is gone is a failure.
func ask(request tnelicit.Request) (tnelicit.Answer, error) {
	fmt.Fprintf(os.Stderr, "%s %s\nJSON, or no: ", request.Prompt, request.URL)
	line, err := terminal.ReadString('\n')
	switch line = strings.TrimSpace(line); line {
	case "":
		return tnelicit.Cancel(), err
	case "no":
		return tnelicit.Decline(), nil
	}
	return tnelicit.Accept(json.RawMessage(line)), nil
}

var terminal = bufio.NewReader(os.Stdin)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
