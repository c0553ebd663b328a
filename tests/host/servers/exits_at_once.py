"""Ends before it reads anything."""

import sys

sys.exit(7)
