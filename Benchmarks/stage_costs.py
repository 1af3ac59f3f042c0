"""Measures what the stages of a film cost: processor time of each thread of editc's workers and of ffmpeg."""

import json
import os
import re
import shutil
import statistics
import subprocess
import threading
import time

import measure
import programs


def processor_time(process):
    """Of all threads of a process, also those that have ended, in seconds."""
    return time.clock_gettime((~process << 3) | 2)


class Threads:
    """The processor time of each thread of a process and its children, sampled: threads end without a word."""

    def __init__(self, process, pause=0.01):
        self.process, self.pause = process, pause
        self.times, self.names, self.has_ended = {}, {}, False
        self.sampler = threading.Thread(target=self.sample_often, daemon=True)
        self.sampler.start()

    def sample_often(self):
        while not self.has_ended:
            self.sample()
            time.sleep(self.pause)

    def sample(self):
        folder = f"/proc/{self.process}/task"
        try:
            for thread in os.listdir(folder):
                with open(f"{folder}/{thread}/schedstat") as file:
                    self.times[int(thread)] = int(file.read().split()[0]) / 1e9
                if int(thread) not in self.names:
                    with open(f"{folder}/{thread}/comm") as file:
                        self.names[int(thread)] = file.read().strip()
        except (OSError, IndexError):
            pass

    def own(self):
        """Of the first thread."""
        with open(f"/proc/{self.process}/task/{self.process}/schedstat") as file:
            return int(file.read().split()[0]) / 1e9

    def end(self):
        self.has_ended = True
        self.sampler.join()


class Worker:
    """A `render-worker` that gets its orders from here."""

    def __init__(self, editc, folder, plan, store, *options):
        command = [editc, "render-worker", "--plan", plan, "--store", store, "--parent", f"{os.getpid()}",
                   "--owner", "measured", "--sandbox", "off", *options]
        self.child = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.threads = Threads(self.child.pid)
        self.expect("ready")
        self.start = processor_time(self.child.pid)

    def expect(self, *kinds):
        for line in self.child.stdout:
            report = json.loads(line)
            kind = next(iter(report))
            if kind in ("failed", "refused"):
                raise RuntimeError(line)
            if kind in kinds:
                return kind
        raise RuntimeError("a worker ended")

    def order(self, order):
        """Carries out an order. Returns the time of the process, of its first thread up to the first picture, for that picture,
        for the others, and of each other thread in the order of their beginnings."""
        total, own = processor_time(self.child.pid), self.threads.own()
        known = set(self.threads.times)
        marks = []
        self.child.stdin.write(json.dumps(order) + "\n")
        self.child.stdin.flush()
        while self.expect("frame", "samples", "finished") != "finished":
            if len(marks) < 2:
                marks.append(self.threads.own())
        end, total = self.threads.own(), processor_time(self.child.pid) - total
        marks = [own] + marks + [end] * (3 - len(marks))
        steps = [b - a for a, b in zip(marks, marks[1:])]
        others = [t for thread, t in sorted(self.threads.times.items()) if thread not in known]
        # Threads that have ended since their last sample took the rest.
        scale = (total - (end - own)) / sum(others) if sum(others) else 1.0
        return {"total": total, "first thread": steps, "others": [t * scale for t in others]}

    def end(self):
        self.child.stdin.close()
        self.child.wait()
        self.threads.end()


def size(folder):
    return sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(folder) for name in names)


def planning(editc, name, folder):
    """The plan of a script, and the time that its first thread takes, and each digest and probe beside it."""
    command = [editc, "plan", f"{name}.edit", "--json", "--no-cache"]
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    threads, children, has_ended = Threads(child.pid, 0.004), {}, threading.Event()

    def watch():
        while not has_ended.wait(0.004):
            for process in measure.tree(child.pid)[1:]:
                try:
                    children[process] = processor_time(process)
                except OSError:
                    pass

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    words = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    has_ended.set()
    watcher.join()
    threads.end()
    if status:
        raise RuntimeError(f"no plan of {name}")
    own = threads.times.pop(child.pid)
    parallel = sorted((t for t in [*threads.times.values(), *children.values()] if t > 0.005), reverse=True)
    # What was not sampled is counted as work of the first thread.
    serial = max(own, usage.ru_utime + usage.ru_stime - sum(parallel))
    return json.loads(words)["outputs"][0], {"serial": serial, "parallel": parallel}


def plan_of_workers(editc, name, folder, work):
    """The file that a render writes for its workers: a render that is stopped as soon as it is there."""
    place, kept = os.path.join(work, "render"), os.path.join(work, "plan.json")
    os.makedirs(place, exist_ok=True)
    child = subprocess.Popen(
        [editc, "render", f"{name}.edit", "--force", "--no-cache", "--progress", "none"], cwd=folder,
        env={**os.environ, "TMPDIR": place}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while child.poll() is None:
            for at, _, names in os.walk(place):
                if "plan.json" in names:
                    try:
                        with open(os.path.join(at, "plan.json")) as file:
                            text = file.read()
                        json.loads(text)
                    except (OSError, ValueError):
                        continue
                    with open(kept, "w") as file:
                        file.write(text)
                    return kept
            time.sleep(0.01)
        raise RuntimeError(f"no plan of {name}")
    finally:
        child.terminate()
        child.wait()
        shutil.rmtree(place, ignore_errors=True)


def editc_costs(editc, name, folder, work, height, references, only=None, threads=True, pool=False):
    """What the stages of a film cost in editc, of which the segments `only` are rendered; the others cost their mean.

    Segments are rendered from the last to the first: each begins at the key frame before it. With `pool`, the threads of
    the encoder are not told apart.
    """
    plan, cost = planning(editc, name, folder)
    store, film_file = (os.path.join(work, part) for part in ("store", "film.mp4"))
    shutil.rmtree(store, ignore_errors=True)
    os.makedirs(store)
    plan_file = plan_of_workers(editc, name, folder, work)
    several = ["--threads", "1"] if threads else []
    worker = Worker(editc, folder, plan_file, store, *several)
    starts, segments, orders = [worker.start], [], []
    for planned in reversed(plan["segments"]):
        if only is not None and planned["index"] not in only:
            continue
        before, order = size(store), {"segment": {"_0": planned["index"]}}
        found = worker.order(order)
        orders.append(order)
        segment = {"number": planned["index"], "frames": planned["frames"], "bytes": size(store) - before,
                   "references": references, "height": height}
        opened, first, rest = found["first thread"]
        if planned["action"] == "copy":
            segment.update(frames=0, copy=found["total"], open=0.0, before=0.0, draw=0.0)
        else:
            frames = planned["frames"]
            draw = rest / max(1, frames - 1)
            # In the order of their beginnings: the threads of x264, the one that looks ahead, the one that calls it.
            others = found["others"]
            encode, lookahead = (sum(others[:-2]), others[-2]) if len(others) > 2 else (0.0, 0.0)
            if pool:
                encode, lookahead = encode + lookahead, 0.0
            segment.update(
                open=opened, before=max(0.0, first - draw), draw=draw, caller=others[-1] / frames,
                lookahead=lookahead / frames, encode=encode / frames, finish=0.0)
        segments.append(segment)
    worker.end()
    film = {"height": height, "plan": cost, "segments": complete(segments, plan["segments"], references, height)}
    if threads and not any("copy" in s for s in segments):
        film["decode"] = decoding(editc, folder, plan_file, plan, work, segments[-1])
    if "sound" in plan:
        worker = Worker(editc, folder, plan_file, store, *several)
        orders.append({"soundTrack": {}})
        before = size(store)
        found = worker.order(orders[-1])
        starts.append(worker.start)
        worker.end()
        measured, encoded = (found["others"] + [0.0, 0.0])[:2]
        film["sound"] = {"mix": sum(found["first thread"]), "measure": measured, "encode": encoded, "bytes": size(store) - before}
    film["worker start"] = sum(starts) / len(starts)
    film["join"] = {} if only is not None else joining(editc, folder, plan_file, store, film_file, orders)
    if pool:
        film["pool"] = True
    elif references is None:
        references = references_of(film_file)
        for segment in film["segments"]:
            segment["references"] = references
    film["frames"] = plan["frames"]
    return film


def forked_start(editc, folder):
    """What a worker costs that is forked: the difference between renders of eight small segments with two and with eight."""
    with open(os.path.join(folder, "cores-start.edit"), "w") as file:
        file.write("edit: 1\ncanvas: {size: 64x64, rate: 5}\ntimeline: [{color: navy, for: 40s}]\noutputs: [{file: cores-start.mp4}]\n")
    costs = []
    for _ in range(7):
        few, many = (measure.run(
            [editc, "render", "cores-start.edit", "--force", "--no-cache", "--progress", "none", "--jobs", jobs], folder).cpu
            for jobs in ("2", "8"))
        costs.append((many - few) / 6)
    return statistics.median(costs)


def complete(measured, planned, references, height):
    """All segments: those that were not rendered cost as much for each frame as those that were."""
    known = {s["number"]: s for s in measured}
    # In an old version, the last segment has more threads.
    measured = [s for s in measured if s["number"] != planned[-1]["index"]] or measured
    frames = sum(s["frames"] for s in measured) or 1
    mean = {part: sum(s[part] * s["frames"] for s in measured) / frames
            for part in ("draw", "caller", "lookahead", "encode") if all(part in s for s in measured)}
    found = []
    for segment in planned:
        other = known.get(segment["index"])
        if other is None:
            other = {"number": segment["index"], "frames": segment["frames"], "references": references, "height": height,
                     "bytes": sum(s["bytes"] for s in measured) * segment["frames"] / frames,
                     "open": sum(s["open"] for s in measured) / len(measured),
                     "before": sum(s["before"] for s in measured) / len(measured), "finish": 0.0, **mean}
        found.append(other)
    return found


def decoding(editc, folder, plan_file, plan, work, segment):
    """The time that decoding takes for each frame, from a segment whose clips have two decoder threads."""
    store = os.path.join(work, "decoded")
    shutil.rmtree(store, ignore_errors=True)
    os.makedirs(store)
    worker = Worker(editc, folder, plan_file, store, "--threads", "2")
    found = worker.order({"segment": {"_0": segment["number"]}})
    worker.end()
    own = sum(found["first thread"][1:])
    alone = segment["before"] + segment["draw"] * segment["frames"]
    return max(0.0, 1 - own / alone) * segment["draw"] if alone else 0.0


def joining(editc, folder, plan_file, store, film_file, orders):
    """Joining: the time for each byte, and for the check of the film."""
    open(film_file, "w").close()
    worker = Worker(editc, folder, plan_file, store, "--film", film_file)
    joiner = worker.child
    for order in orders:
        joiner.stdin.write(json.dumps(order) + "\n")
    joiner.stdin.flush()
    joiner.stdin.close()
    worker.expect("written")
    written = processor_time(joiner.pid)
    worker.expect("joined")
    joined = processor_time(joiner.pid)
    joiner.wait()
    worker.threads.end()
    return {"start": worker.start, "write": (written - worker.start) / size(store), "verify": joined - written}


def ffmpeg_costs(command, folder, frames, height, processors, inputs):
    """What the threads of ffmpeg take for each frame, with as many of them as it starts on a machine of `processors`."""
    decoders, encoders = min(processors + 1, 16), programs.default_threads(processors, height)
    pool = programs.lookahead_threads(encoders, height)
    pool = pool if pool > 1 else 0
    words = []
    for word in command:
        words += ["-threads", f"{decoders}", "-i"] if word == "-i" else ["-threads", f"{encoders}", word] if word == "-c:v" else [word]
    line = ["ffmpeg", "-nostdin", "-y", "-filter_threads", f"{processors}", "-filter_complex_threads", f"{processors}", *words]
    # x264's threads are the last ones, so nothing that starts others later, such as a second clip, may be rendered.
    first, *_ = run_ffmpeg([*line[:-1], "-frames:v", "1", line[-1]], folder)
    own, others, log, wall, total = run_ffmpeg(line, folder)
    ahead, others = others[-1], others[:-1]
    pooled, others = (sum(others[-pool:]), others[:-pool]) if pool else (0.0, others)
    encoded, others = sum(others[-encoders:]), others[:-encoders]
    decoded, slices = sum(others[:inputs * decoders]), sum(others[inputs * decoders:])
    each = {"caller": own - first, "lookahead": ahead, "lookahead pool": pooled, "encode": encoded, "decode": decoded,
            "slices": slices}
    return {"frames": frames, "height": height, "references": references(log), "start": first, "wall": wall, "cpu": total,
            **{part: seconds / frames for part, seconds in each.items()}}


def least_of_ffmpeg(command, folder, seconds, frames):
    """The processor time that ffmpeg takes for all frames of a film, from its first seconds: shared by all processors without
    a pause, it is the least time that ffmpeg can take."""
    cost = measure.run(["ffmpeg", "-v", "error", "-nostdin", "-y", *command, "-t", f"{seconds}", "cores-least.mp4"], folder)
    return {"cpu": cost.cpu / (30 * seconds) * frames}


def run_ffmpeg(line, folder):
    """The time of ffmpeg's first thread, of each other one in the order of their beginnings, its log, its wall time and the
    time of all threads."""
    start = time.monotonic()
    child = subprocess.Popen(line, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    threads = Threads(child.pid, 0.05)
    log = child.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - start
    threads.end()
    if status:
        raise RuntimeError(log[-500:])
    total, own = usage.ru_utime + usage.ru_stime, threads.times[child.pid]
    others = [t for thread, t in sorted(threads.times.items()) if thread != child.pid]
    scale = (total - own) / sum(others)
    return own, [t * scale for t in others], log, wall, total


def references(log):
    """The share of frames that others refer to, from the numbers of B frames in a row that x264 prints."""
    shares = [float(s) / 100 for s in re.search(r"consecutive B-frames:([ \d.%]+)", log)[1].replace("%", "").split()]
    # Of two or three B frames in a row, one is a reference. The shares are of frames in runs of each length.
    return sum(share * (1 + (run > 1)) / (run + 1) for run, share in enumerate(shares))


def references_of(film):
    """The same, of a film's first seconds."""
    words = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-read_intervals", "%+5", "-show_entries", "frame=pict_type", "-of",
         "csv=p=0", film], check=True, capture_output=True, text=True).stdout
    types = re.sub("[^IPB]", "", words)
    return (len(types) - types.count("B") + len(re.findall("BB+", types))) / len(types)
