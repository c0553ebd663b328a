"""Closes its input while it is being initialized, and stays."""

import os
import time

import wire

request = wire.read()
os.close(0)
initialized = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {}}
wire.write({"id": request["id"], "result": initialized})
time.sleep(600)
