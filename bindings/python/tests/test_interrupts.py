"""Ctrl-C at any moment: it is raised, and nothing is lost. A timer stands for the user."""

import json
import random
import signal
from collections.abc import Callable, Iterator
from types import FrameType

import pytest
import tn_elicit
from conftest import resident_memory

ASKS = '{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{"message":"Name?"}}'
REQUIRED = json.dumps(
    {
        "resultType": "input_required",
        "inputRequests": {key: {"method": "elicitation/create"} for key in "ab"},
    }
)
LARGE = '{"ok":true,"data":"' + "x" * 100_000 + '"}'


class Timer:
    """Interrupts once, in a moment."""

    def __init__(self) -> None:
        self.interrupts = 0

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        self.interrupts += 1
        raise KeyboardInterrupt

    def call_until_interrupted(self, call: Callable[[], object], seconds: float) -> None:
        before = self.interrupts
        signal.setitimer(signal.ITIMER_REAL, seconds)
        while self.interrupts == before:
            call()

    def lost(self, call: Callable[[], object], turns: int, longest: float) -> int:
        """How many interrupts did not come out of the call that they came into."""
        lost = 0
        for _ in range(turns):
            try:
                self.call_until_interrupted(call, random.uniform(1e-6, longest))
                lost += 1
            except KeyboardInterrupt:
                pass
        return lost


@pytest.fixture
def timer() -> Iterator[Timer]:
    timer = Timer()
    before = signal.signal(signal.SIGALRM, timer.interrupt)
    yield timer
    signal.signal(signal.SIGALRM, before)


def answer(request: str) -> str:
    return '{"ok":true}'


@pytest.mark.parametrize(
    "call",
    [
        lambda: tn_elicit.server_request_response(answer, ASKS),
        lambda: tn_elicit.input_required_retry(answer, "{}", REQUIRED),
    ],
    ids=["server_request_response", "input_required_retry"],
)
def test_no_interrupt_is_lost(timer: Timer, call: Callable[[], object]) -> None:
    assert timer.lost(call, turns=2_000, longest=1e-4) == 0


def test_no_text_is_lost(timer: Timer) -> None:
    """Most interrupts come while the library works, and are raised as it returns its text."""
    before = resident_memory()
    assert timer.lost(lambda: tn_elicit.answer_to_elicit_result(LARGE), 2_000, 2e-4) == 0
    # A third of the texts, 70 MB, would stay.
    assert resident_memory() - before < 20_000_000
