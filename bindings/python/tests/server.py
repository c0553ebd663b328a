"""A server for the example hosts: what its tool is called is what it does.

It needs tests/host/servers on PYTHONPATH.
"""

import json
import sys
from typing import Any

import wire  # type: ignore[import-not-found]

METHOD = "elicitation/create"


def ended(method: str, **params: Any) -> bytes:
    frame: bytes = wire.frame({"method": f"notifications/{method}", "params": params})
    return frame


def address(number: int) -> dict[str, Any]:
    url = f"https://example.test/{number}\x1b[2J"
    return {"mode": "url", "message": "Go", "url": url, "elicitationId": f"e{number}"}


def visits_wanted(id: Any, *numbers: int) -> bytes:
    data = {"elicitations": [address(number) for number in numbers]}
    error = {"code": -32042, "message": "Go", "data": data}
    frame: bytes = wire.frame({"id": id, "error": error})
    return frame


def serve(call: dict[str, Any]) -> None:
    """Says on stderr when the user may go on."""

    def end(*read: Any) -> None:
        wire.write(wire.result(call, json.dumps(read)))

    match call["params"]["name"]:
        case "pings":
            wire.write(wire.question(1, {"message": "Well?"}))
            wire.write({"id": "p", "method": "ping"})
            pong = wire.read()
            print("ponged", file=sys.stderr)
            end(pong, wire.read())
        case "withdraws":
            wire.write_bytes(wire.frame(wire.question(1, {"message": "Never mind"})))
            wire.write_bytes(ended("cancelled", requestId=1))
            end(wire.ask({"message": "Well?"}, 2))
        case "completes":
            wire.write_bytes(wire.frame(wire.question(1, address(1))))
            # What nobody knows is ignored.
            wire.write_bytes(ended("elicitation/complete", elicitationId="e2"))
            wire.write_bytes(ended("elicitation/complete", elicitationId="e1"))
            end(wire.read())
        case "visits":
            wire.write_bytes(
                visits_wanted(call["id"], 1, 2) + ended("elicitation/complete", elicitationId="e1")
            )
            again = wire.read()
            wire.write_bytes(visits_wanted(again["id"], 3))
            call = wire.read()
            end(again, call)
        case "never content":
            while True:
                wire.write_bytes(
                    visits_wanted(call["id"], 1) + ended("elicitation/complete", elicitationId="e1")
                )
                call = wire.read()
        case "names no address":
            wire.write_bytes(visits_wanted(call["id"]))
        case "ends":
            sys.exit()
        case "is hostile":
            wire.write_bytes(b"[]\n5\n{\n\xff\n" + b"[" * 200_000 + b"]" * 200_000 + b"\n")
            wire.write_bytes(b'{"id":[1],"result":5}\n{"id":{},"method":"x"}\n')
            end(wire.read())
        case result:
            wire.write({"id": call["id"], "result": {"resultType": result}})


serve(wire.take_call())
wire.serve_until_closed()
