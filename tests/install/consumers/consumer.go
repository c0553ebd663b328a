package main

import (
	"fmt"
	"log"

	"tn-elicit.alt/tnelicit"
)

func main() {
	version, err := tnelicit.Version()
	if err != nil {
		log.Fatal(err)
	}
	resolve := func(string) string { return `{"ok":true,"data":{"name":"muthu"}}` }
	line := `{"jsonrpc":"2.0","id":77,"method":"elicitation/create","params":{}}`
	reply, err := tnelicit.ServerRequestResponseString(resolve, line)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n%s\n", version, reply)
}
