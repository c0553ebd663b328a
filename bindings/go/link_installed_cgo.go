//go:build cgo && tn_elicit_installed

package tnelicit

// #cgo pkg-config: tn_elicit
import "C"
