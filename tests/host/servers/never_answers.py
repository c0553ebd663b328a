"""Reads all and answers nothing; with an argument, it answers the initialize."""

import sys

import wire

if len(sys.argv) > 1:
    wire.initialize()
wire.serve_until_closed()
