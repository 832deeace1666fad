"""A line between a server and its PostgreSQL that can be cut, with and without a word."""

import socket
import threading
import time
from contextlib import suppress

from . import postgres


class Line:
    """Listens at a port of loopback and passes on what comes to PostgreSQL's socket."""

    def __init__(self, database):
        self.target = str(database.folder / ".s.PGSQL.5432")
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.is_open = True
        #: Messages to PostgreSQL until all lines are cut, None: they are not; and whether new ones
        #: come to nothing from then on.
        self.left, self.is_dead = None, False
        self._counting = threading.Lock()
        self._pairs, self._threads = [], []
        self._is_closed = False
        self._begin(self._accept)

    def _begin(self, work, *arguments):
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def url(self, name):
        return f"postgresql://{postgres.USER}@127.0.0.1:{self.listener.getsockname()[1]}/{name}"

    def _accept(self):
        while not self._is_closed:
            try:
                here, _ = self.listener.accept()
            except OSError:  # whoever called has gone again, or it is closed
                time.sleep(0.01)
                continue
            if self.is_dead and self.left is None:
                here.close()
                continue
            there = socket.socket(socket.AF_UNIX)
            with suppress(OSError):
                there.connect(self.target)
            line = {"open": self.is_open}
            self._pairs.append((here, there, line))
            self._begin(self._pass_both_ways, here, there, line)

    def _pass_both_ways(self, here, there, line):
        back = threading.Thread(target=self._pass_on, args=(there, here, line), daemon=True)
        back.start()
        self._pass_on(here, there, line)
        back.join()
        for end in (here, there):
            end.close()

    def _pass_on(self, source, sink, line):
        with suppress(OSError):
            while data := source.recv(65536):
                if source.family == socket.AF_INET and self._is_last():
                    self.cut()
                elif line["open"]:
                    sink.sendall(data)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_WR)

    def cut_after(self, messages, *, for_good=False):
        """Let so many messages through to PostgreSQL, and end all lines instead of the next."""
        self.left, self.is_dead = messages, for_good

    def _is_last(self):
        with self._counting:
            if self.left is None:
                return False
            self.left -= 1
            if self.left < 0:
                self.left = None
                return True
            return False

    def silence(self):
        """From now on nothing arrives, and nobody is told: lines that are there stay dead."""
        self.is_open = False
        for *_, line in self._pairs:
            line["open"] = False

    def mend(self):
        """New lines work."""
        self.is_open = True

    def cut(self):
        """End all lines."""
        for here, there, _ in self._pairs:
            for end in (here, there):
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        self._pairs.clear()

    def close(self):
        self._is_closed = True
        self.cut()
        self.listener.shutdown(socket.SHUT_RDWR)  # so that nobody waits at it any more
        self.listener.close()
        for thread in self._threads:
            thread.join(10)
