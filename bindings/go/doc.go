// Package tnelicit answers an MCP server's elicitation/create on the client's side.
//
// While an MCP server serves a tools/call it may ask the user something: it sends its client an
// elicitation/create request and waits. This package turns that request into a Request for the
// host's one resolver, and the resolver's Answer into the frame to write back. A host's reader loop
// hands every line of the server's to [ServerRequestResponse] and writes what comes. What a server asks
// in other ways, by an error or in a result, becomes the same Requests: see [URLElicitations] and
// [InputRequiredRetry].
//
// Everything is JSON text. What passes through (an id, a url, a schema, data) keeps its tokens, such
// as the digits of numbers and the order of members, and output is one compact line. Each function
// has a form for strings; [Request], [Answer] and [ElicitResult] are there for hosts that want Go
// types.
//
// # The library
//
// The work is done by the shared library tn_elicit, which is reached in one of two ways with the
// same results. With cgo the program is linked with it. With CGO_ENABLED=0 it is loaded at the first
// call: from the path in the environment variable TN_ELICIT_LIBRARY if that is set, else by the name
// libtn_elicit.so.0.2 in the way of the system's loader. If the library cannot be used, or has
// another version than this package needs, every function returns the same error, which wraps
// [ErrLibrary].
//
// # Errors
//
// What the library refuses is an [*Error] with a [Status] and a message, which for a bad text names
// line and column and never quotes the text. A resolver's failure is a [*ResolverError]; it comes
// together with a reply, a cancel, that is to be sent.
package tnelicit
