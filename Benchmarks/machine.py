"""A machine with a number of processors in simulated time. Its threads are generators that yield seconds of computing,
or an event that they wait for."""

import heapq
import itertools
from collections import deque


class Event:
    """Something that happens once."""

    def __init__(self):
        self.has_happened = False
        self.waiting = []


class Machine:
    """All threads that compute share the processors equally, as Linux lets them.

    Two hardware threads of a core do `1 + gain` times the work of one; `gain` is 1 if each processor is a core.
    """

    def __init__(self, processors, gain=1.0):
        self.processors, self.gain = processors, gain
        self.now = 0.0
        self.computed = {}
        self._progress = 0.0  # of each thread that computes, in seconds
        self._computing, self._timers, self._ready = [], [], deque()
        self._order = itertools.count()

    def start(self, thread, process=None):
        """Starts a thread. Returns the event of its end."""
        end = Event()
        self._ready.append((thread, process, end))
        return end

    def happen(self, event):
        if not event.has_happened:
            event.has_happened = True
            self._ready.extend(event.waiting)
            event.waiting = []

    def after(self, seconds):
        event = Event()
        heapq.heappush(self._timers, (self.now + seconds, next(self._order), event))
        return event

    def speed(self):
        """Of each thread that computes, where 1 is a processor for itself."""
        threads = len(self._computing)
        cores = self.processors / 2
        if threads <= cores:
            return 1.0
        beside = min(threads - cores, cores)
        return (cores + self.gain * beside) / threads

    def run(self, until):
        """Runs until an event happens. Returns the time."""
        while not until.has_happened:
            while self._ready:
                self._resume(*self._ready.popleft())
            if until.has_happened:
                break
            if not self._computing and not self._timers:
                raise RuntimeError("all threads wait")
            speed = self.speed()
            end = self.now + (self._computing[0][0] - self._progress) / speed if self._computing else float("inf")
            if self._timers and self._timers[0][0] <= end:
                self._pass(self._timers[0][0] - self.now, speed)
                self.happen(heapq.heappop(self._timers)[2])
            else:
                self._pass(end - self.now, speed)
                _, _, seconds, thread, process, event = heapq.heappop(self._computing)
                self.computed[process] = self.computed.get(process, 0.0) + seconds
                self._ready.append((thread, process, event))
        return self.now

    def _pass(self, seconds, speed):
        self.now += seconds
        self._progress += seconds * speed

    def _resume(self, thread, process, end):
        for step in thread:
            if isinstance(step, Event):
                if not step.has_happened:
                    step.waiting.append((thread, process, end))
                    return
            elif step > 0:
                heapq.heappush(
                    self._computing, (self._progress + step, next(self._order), step, thread, process, end))
                return
        self.happen(end)


class Queue:
    """Passes items from one thread to another; whoever puts one waits while `places` are taken."""

    def __init__(self, machine, places=float("inf")):
        self.machine, self.places = machine, places
        self.items, self.taken = deque(), 0
        self.change = Event()

    def put(self, item):
        while self.taken >= self.places:
            yield self.change
        self.taken += 1
        self.items.append(item)
        self._tell()

    def get(self):
        """The next item. Its place is free after `done`."""
        while not self.items:
            yield self.change
        return self.items.popleft()

    def done(self):
        self.taken -= 1
        self._tell()

    def _tell(self):
        event, self.change = self.change, Event()
        self.machine.happen(event)
