"""editc and ffmpeg as programs of a simulated machine: which thread does what, and what it waits for.

Costs are what `stage_costs.py` measured; numbers of threads, delays and distances are those of editc, x264 and FFmpeg. Nothing is fitted to the time of a whole film.
"""

import math
from dataclasses import dataclass

from machine import Event, Machine, Queue

# Of `veryfast`: frames whose types are decided together, and the most B frames between two others.
LOOKAHEAD, B_FRAMES = 10, 3


def default_threads(processors, height):
    """Of x264, as `validate_parameters` of its encoder.c chooses them."""
    return max(1, min(processors * 3 // 2, (height + 15) // 16 // 2))


def lookahead_threads(threads, height):
    """As Debian's x264 writes them into a film with `veryfast`, tried with 2 to 24 threads."""
    return max(1, min(threads // 3, height // 128))


def distance(threads, height):
    """How far the frame before must be encoded, as a share of the height, before a thread can begin with the next one."""
    span = max((height + 24) // threads - 24, 0) // 2
    span = max(span, 16)
    rows = (span & ~15) + (-24 & 15)
    rows += 16 if rows < span else 0
    # A row counts when it is deblocked and interpolated: a row of blocks and 24 lines later.
    return min(1.0, (rows + 40) / height)


class X264:
    """One encoder. `frame` and `flush` are called by the thread that uses it."""

    def __init__(self, machine, process, cost, threads, height, deciding=1):
        self.machine, self.process, self.cost, self.threads = machine, process, cost, threads
        # The threads that share the time of `lookahead`, which was measured with one.
        self.deciding = deciding
        self.sent = self.begun = 0
        self.distance = distance(threads, height)
        self.encoded, self.far_enough = [], []
        self.last_reference = None
        if threads > 1:
            # `sync_lookahead` and three more frames wait for the thread that decides the types.
            self.input, self.decided = Queue(machine, B_FRAMES + 4), Queue(machine)
            machine.start(self.look_ahead(), process)

    def look_ahead(self):
        waiting = 0
        while True:
            frame = yield from self.input.get()
            if frame is None:
                break
            yield from together(self.machine, self.process, self.cost["lookahead"] / self.deciding, self.deciding)
            if self.cost.get("lookahead pool"):
                parts = lookahead_threads(self.threads, self.cost["height"])
                yield from together(self.machine, self.process, self.cost["lookahead pool"] / parts, parts)
            self.input.done()
            waiting += 1
            if waiting > LOOKAHEAD:
                waiting -= 1
                yield from self.decided.put(True)
        for _ in range(waiting):
            yield from self.decided.put(True)

    def frame(self):
        yield self.cost["caller"]
        self.sent += 1
        if self.threads == 1:
            yield self.cost["lookahead"] + self.cost["encode"]
            return
        yield from self.input.put(True)
        if self.sent > LOOKAHEAD + B_FRAMES + 1:
            yield from self.encode_next()

    def encode_next(self):
        yield from self.decided.get()
        number = self.begun
        self.begun += 1
        self.encoded.append(Event())
        self.far_enough.append(Event())
        self.machine.start(self.encode(number, self.last_reference), self.process)
        share = self.cost["references"]
        if math.floor((number + 1) * share) > math.floor(number * share) or number == 0:
            self.last_reference = number
        oldest = number - self.threads + 1
        if oldest >= 0:
            yield self.encoded[oldest]

    def encode(self, number, reference):
        if reference is not None:
            yield self.far_enough[reference]
        yield self.cost["encode"] * self.distance
        self.machine.happen(self.far_enough[number])
        yield self.cost["encode"] * (1 - self.distance)
        self.machine.happen(self.encoded[number])

    def flush(self):
        if self.threads == 1:
            return
        yield from self.input.put(None)
        while self.begun < self.sent:
            yield from self.encode_next()
        for event in self.encoded[-self.threads:]:
            yield event


class Pool:
    """An encoder whose threads share the rows of each frame, as those of x265, SVT-AV1 and libvpx do; used like `X264`."""

    # Frames that are held until their types are decided.
    HELD = 25

    def __init__(self, machine, process, cost, threads):
        self.machine, self.process, self.cost, self.threads = machine, process, cost, threads
        self.input = Queue(machine, self.HELD + threads)
        self.end = machine.start(self.encode(), process)

    def encode(self):
        while (yield from self.input.get()) is not None:
            yield from together(self.machine, self.process, self.cost["encode"] / self.threads, self.threads)
            self.input.done()

    def frame(self):
        yield self.cost["caller"]
        yield from self.input.put(True)

    def flush(self):
        yield from self.input.put(None)
        yield self.end


def together(machine, process, seconds, count):
    """Waits for `count` threads that compute `seconds` each."""
    def one():
        yield seconds
    for event in [machine.start(one(), process) for _ in range(count)]:
        yield event


class Decoder:
    """Frame threads of FFmpeg's decoder: the frame after the next ones is given to a thread when one is wanted."""

    def __init__(self, machine, process, threads):
        self.machine, self.process, self.threads = machine, process, threads
        self.pending = []

    def many(self, seconds, each):
        """Frames that are decoded up to the first one that is shown."""
        count = round(seconds / each) if each else 0
        if self.threads == 1 or count == 0:
            yield seconds
        else:
            for _ in range(count):
                yield from self.frame(seconds / count)

    def frame(self, seconds):
        if self.threads == 1:
            yield seconds
            return
        def one():
            yield seconds
        while len(self.pending) < self.threads:
            self.pending.append(self.machine.start(one(), self.process))
        yield self.pending.pop(0)


# MARK: ffmpeg


def ffmpeg(cost, processors, gain=1.0):
    """The seconds that ffmpeg takes for a film. Its first thread reads, filters, mixes, encodes sound and writes; the
    decoders, the filters that share pictures and x264 have threads of their own."""
    machine = Machine(processors, gain)
    encoder = X264(machine, None, cost, default_threads(processors, cost["height"]), cost["height"])
    decoder = Decoder(machine, None, min(processors + 1, 16))

    def main():
        yield cost["start"]
        for _ in range(cost["frames"]):
            yield from decoder.frame(cost["decode"])
            if cost["slices"]:
                yield from together(machine, None, cost["slices"] / processors, processors)
            yield from encoder.frame()
        yield from encoder.flush()

    return machine.run(machine.start(main()))


# MARK: editc


@dataclass
class Rules:
    """What a version of editc decides."""

    threads: int = 4
    threads_of_last: int = 4
    # Those that decide the types of frames in pictures of 720 lines or more.
    deciding: int = 2
    # Whether a worker draws the next segment while one is encoded.
    overlaps: bool = True
    # Whether cores that no worker needs decode, and x264's threads count for the number of workers.
    shares_cores: bool = True
    # The seconds of processor time until a forked worker is ready; None if each worker is a new program.
    forked_start: float = None


OF_43403210 = Rules(threads=1, threads_of_last=2, deciding=1, overlaps=False, shares_cores=False)


class SegmentQueue:
    """As the type of the same name in editc."""

    def __init__(self, numbers):
        # A list of numbers, and whether a worker renders them in order.
        self.runs = []
        for number in numbers:
            if self.runs and self.runs[-1][0][-1] == number - 1:
                self.runs[-1][0].append(number)
            else:
                self.runs.append([[number], False])

    def next(self, last=None):
        own = next((r for r in self.runs if r[1] and r[0][0] == last + 1), None) if last is not None else None
        run = own or max((r for r in self.runs if not r[1]), key=lambda r: len(r[0]), default=None)
        if run is None:
            shared = max(self.runs, key=lambda r: len(r[0]), default=None)
            if shared is None:
                return None
            middle = len(shared[0]) // 2
            run = [shared[0][middle:], False]
            del shared[0][middle:]
            self.runs.insert(self.runs.index(shared) + 1, run)
            if not shared[0]:
                self.runs.remove(shared)
        run[1] = True
        number = run[0].pop(0)
        if not run[0]:
            self.runs.remove(run)
        return number


class Render:
    """A render by editc. `jobs` is nil for as many workers as the version chooses."""

    def __init__(self, film, processors, gain=1.0, rules=Rules(), jobs=None):
        self.film, self.rules, self.jobs = film, rules, jobs
        self.processors = processors
        self.machine = Machine(processors, gain)
        # A process that has loaded the libraries forks the workers.
        self.preload = film["worker start"] if rules.forked_start else 0.0
        self.worker_start = rules.forked_start or film["worker start"]
        self.join_start = rules.forked_start or film["join"]["start"]
        self.queue = SegmentQueue([s["number"] for s in film["segments"]])
        self.segments = {s["number"]: s for s in film["segments"]}
        self.finished = {s: Event() for s in self.segments}
        self.sound_finished = Event()
        self.drawn = Event()
        self.unfinished_drawing = len(self.segments)
        self.left = len(self.segments)
        self.joining = None
        count = len(self.segments)
        if jobs is not None or not rules.shares_cores:
            self.workers = self.limit = jobs or processors
        elif film.get("pool"):
            self.workers = self.limit = min(processors, count)
        else:
            self.limit = processors
            most = (processors + 1) // 2
            rounds = -(-count // most) if count else 1
            self.workers = -(-count // rounds)
        self.decoder_threads = 1
        if rules.shares_cores and jobs is None:
            self.decoder_threads = min(4, max(1, processors // max(1, self.workers)))

    def seconds(self):
        return self.machine.run(self.machine.start(self.command(), "command"))

    def command(self):
        film, machine = self.film, self.machine
        yield film["plan"]["serial"]
        jobs = [machine.start(single(seconds), "plan") for seconds in film["plan"]["parallel"] + [self.preload]]
        for job in jobs:
            yield job
        if not film.get("sound"):
            machine.happen(self.sound_finished)
        if self.workers == 1 and self.jobs == 1:
            if film.get("sound"):
                yield machine.start(self.sound(), "sound")
            yield machine.start(self.worker(0, self.queue.next()), 0)
        else:
            if film.get("sound"):
                machine.start(self.sound(), "sound")
            self.running = []
            self.start_workers()
            if self.workers < self.limit:
                machine.start(self.grow())
            if self.rules.overlaps:
                # The joining worker starts at the last frame, or once the first segment and the sound exist.
                machine.start(self.join_when([self.drawn]))
            machine.start(self.join_when([self.finished[min(self.segments)], self.sound_finished]
                                         if not film["join"].get("needs all") else
                                         list(self.finished.values()) + [self.sound_finished]))
            for event in list(self.finished.values()) + [self.sound_finished]:
                yield event
        self.begin_joining()
        yield self.joining

    def join_when(self, events):
        for event in events:
            yield event
        self.begin_joining()

    def begin_joining(self):
        if self.joining is None:
            self.joining = self.machine.start(self.join(), "join")

    def start_workers(self):
        while len(self.running) < self.workers:
            number = self.queue.next()
            if number is None:
                return
            name = f"worker {len(self.running)}"
            self.running.append(name)
            self.machine.start(self.worker(name, number), name)

    def grow(self):
        """As `WorkerCount.grow`, once a second."""
        before, idle = 0.0, 0
        while self.workers < self.limit and self.queue.runs:
            yield self.machine.after(1)
            computed = sum(self.machine.computed.get(name, 0.0) for name in self.running + ["sound"])
            used, before = computed - before, computed
            idle = idle + 1 if used < 0.75 * self.processors else 0
            if idle > 2:
                idle = 0
                self.workers = min(self.limit, self.workers + (self.processors + 3) // 4)
                self.start_workers()

    def sound(self):
        sound, machine = self.film["sound"], self.machine
        yield self.worker_start
        if self.rules.overlaps:
            others = [machine.start(single(sound[part]), "sound") for part in ("measure", "encode")]
            yield sound["mix"]
            for other in others:
                yield other
        else:
            yield sound["mix"] + sound["measure"] + sound["encode"]
        machine.happen(self.sound_finished)

    def worker(self, name, number):
        machine, film, rules = self.machine, self.film, self.rules
        yield self.worker_start
        last, coding, reading = None, None, []
        decoder = Decoder(machine, name, self.decoder_threads)
        while number is not None:
            segment = self.segments[number]
            yield segment["open"]
            if last != number - 1:
                # From the key frames on, up to the first picture.
                yield from decoder.many(segment["before"], film.get("decode"))
            frames = Queue(machine, 2)
            previous, coding = coding, machine.start(self.encode(name, number, frames), name)
            for _ in range(segment["frames"]):
                decode = film.get("decode", 0.0) if self.decoder_threads > 1 else 0.0
                if decode:
                    yield from decoder.frame(decode)
                yield max(0.0, segment["draw"] - decode)
                yield from frames.put(True)
            if previous is not None:
                yield previous
            yield from frames.put(None)
            self.unfinished_drawing -= 1
            if self.unfinished_drawing == 0:
                machine.happen(self.drawn)
            if not rules.overlaps:
                yield coding
                coding = None
            last, number = number, self.queue.next(number)
        if coding is not None:
            yield coding

    def encode(self, name, number, frames):
        segment = self.segments[number]
        if segment.get("copy"):
            yield segment["copy"]
            self.machine.happen(self.finished[number])
            return
        threads = self.rules.threads if number != max(self.segments) else self.rules.threads_of_last
        deciding = self.rules.deciding if self.film["height"] >= 720 else 1
        if self.film.get("pool"):
            encoder = Pool(self.machine, name, segment, max(2, self.decoder_threads))
        else:
            encoder = X264(self.machine, name, segment, threads, self.film["height"], deciding)
        while (yield from frames.get()) is not None:
            yield from encoder.frame()
            frames.done()
        yield from encoder.flush()
        yield segment["finish"]
        self.machine.happen(self.finished[number])

    def join(self):
        join = self.film["join"]
        yield self.join_start
        yield self.sound_finished
        for number in sorted(self.segments):
            yield self.finished[number]
            yield join["write"] * self.segments[number]["bytes"]
        # Pictures around joints with copied ones are decoded.
        threads = min(8, self.jobs or self.processors) if any(s.get("copy") for s in self.film["segments"]) else 1
        yield from together(self.machine, "join", join["verify"] / threads, threads)


def single(seconds):
    yield seconds
