"""Ctrl-C, as a user presses it: again, if nothing happens."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

#: An interrupt that meets a destructor, or the handler of another library, is lost: so long a user waits.
PATIENCE = 5.0


@contextmanager
def ctrl_c(delay: float) -> Iterator[list[float]]:
    """Interrupt the main thread after a delay, and again until the block ends; the pauses before each time."""
    ended, sent = threading.Event(), list[float]()

    def press() -> None:
        pause = delay
        while not ended.wait(pause):
            sent.append(pause)
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            pause = PATIENCE

    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    presses = threading.Thread(target=press)
    presses.start()
    try:
        yield sent
    finally:
        ended.set()
        presses.join()
        signal.signal(signal.SIGINT, usual)
