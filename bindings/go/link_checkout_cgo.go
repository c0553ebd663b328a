//go:build cgo && !tn_elicit_installed

package tnelicit

// #cgo CFLAGS: -I${SRCDIR}/../../include
// #cgo LDFLAGS: -L${SRCDIR}/../../target/release -ltn_elicit -Wl,-rpath,${SRCDIR}/../../target/release
import "C"
