"""Records from a sound server without devices: what it plays, and a microphone that hears the same, at once. The server
makes two tones, whose phases show each sample that is lost, repeated or put in. Then a source that gives nothing, sources
that do not exist, a source process that is killed, and a server that is killed.

usage: record_sound.py EDITC FOLDER [SECONDS]

SECONDS is for a microphone whose clock is 300 millionths fast, at least a minute; without it, that is left out.
"""
import glob
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

import numpy

editc, folder = sys.argv[1:3]
TONES = [997, 1499]
RATE = 48000


class Lateness(threading.Thread):
    """Measures how late the machine wakes a thread that sleeps."""

    def __init__(self):
        super().__init__(daemon=True)
        self.all = []
        self.start()

    def run(self):
        while True:
            start = time.monotonic()
            time.sleep(0.002)
            self.all.append(time.monotonic() - start - 0.002)

    def usual(self):
        """In seconds: one of twenty times is later."""
        return numpy.percentile(self.all, 95)


class Server:
    def __init__(self, *modules):
        # A module's argument cannot contain every path.
        self.place = tempfile.TemporaryDirectory(prefix="editc-sound-")
        self.socket = socket = self.place.name + "/native"
        self.environment = dict(os.environ, PULSE_SERVER="unix:" + socket)
        words = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
        for module in [*modules, f"module-native-protocol-unix auth-anonymous=1 socket={socket}"]:
            words += ["-L", module.replace("SOCKET", socket)]
        self.process = subprocess.Popen(
            words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=dict(os.environ, HOME=self.place.name, XDG_RUNTIME_DIR=self.place.name, DBUS_SESSION_BUS_ADDRESS="none:"))
        while not os.path.exists(socket):
            assert self.process.poll() is None, "the server does not start"
            time.sleep(0.01)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.place.cleanup()


def record(server, *words):
    return subprocess.Popen(
        [editc, "record", *words], stderr=subprocess.PIPE, text=True, env=server.environment, cwd=folder)


def wait_for(path, process):
    while not os.path.exists(os.path.join(folder, path)):
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)


def channels(path, track=0):
    """The samples of each channel, without the rest of the last packet."""
    path = os.path.join(folder, path)
    probed = json.loads(subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", f"a:{track}", "-show_entries", "stream=channels,duration", "-of",
         "json", path], capture_output=True, check=True).stdout)["streams"][0]
    made = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "warning", "-i", path, "-map", f"0:a:{track}", "-f", "f32le", "-"],
        capture_output=True)
    assert made.stderr == b"", made.stderr
    count = round(float(probed["duration"]) * RATE)
    return numpy.frombuffer(made.stdout, "<f4").reshape(-1, probed["channels"])[:count].T


def cycles(samples, tone):
    """How many cycles of a tone have passed at each hundredth of a second, beside those of the recorder's clock."""
    turned = samples * numpy.exp(-2j * numpy.pi * tone * numpy.arange(len(samples)) / RATE)
    step = RATE // 100
    window = numpy.hanning(4 * step)
    window /= window.sum()
    found = numpy.convolve(turned, window, "valid")[::step]
    return numpy.unwrap(numpy.angle(found)) / (2 * numpy.pi), 2 * numpy.abs(found)


def steady(samples, start, end):
    """Without a tenth of a second at each end. In one of six recordings, the microphone's sound was up to 5 dB too loud
    for 25 ms of the first 60. FFmpeg's AAC encoder does the same alone: of 40 mono sounds that begin suddenly, it makes
    two up to 5.6 dB too loud behind their beginning, at 64 to 128 kbit/s, and none in stereo."""
    return samples[int((start + 0.1) * RATE):int((end - 0.1) * RATE)]


def judge(samples, name, start, end):
    """From start to end, all is there once: the phases of both tones move by the error of a clock and no more."""
    part = steady(samples, start, end)
    for tone in TONES:
        phase, level = cycles(part, tone)
        assert level.min() > 0.8 * numpy.median(level) > 0.02, f"{name}: {tone} Hz at {level.min()} to {level.max()}"
        jumps = numpy.abs(numpy.diff(phase))
        # 500 millionths of 15 cycles in a hundredth of a second are 0.008.
        assert jumps.max() < 0.02, f"{name}: {tone} Hz jumps by {jumps.max():.3f} cycles, {start + 0.1 + jumps.argmax() / 100} s"


def sounding(samples):
    """When the sound starts and ends: sounds end together with the last one, so there may be silence behind them. AAC
    spreads each of these moments over a few milliseconds, in which the sound is faint."""
    loud = numpy.flatnonzero(numpy.abs(samples) > 0.2 * numpy.percentile(numpy.abs(samples), 90))
    assert len(loud) > RATE, "there is hardly any sound"
    return loud[0] / RATE, loud[-1] / RATE


def confinement(recorder):
    """The seccomp modes of the processes that read the devices."""
    modes = []
    children = subprocess.run(["pgrep", "-P", str(recorder.pid), "-f", "source-worker"], capture_output=True, text=True)
    for process in children.stdout.split():
        with open(f"/proc/{process}/status") as status:
            modes += [line.split()[1] for line in status if line.startswith("Seccomp:")]
    return modes


def whole(path, words):
    """What is left after the loss of a device is a finished film."""
    again = subprocess.run([editc, "record", "--finish", os.path.join(folder, path)], capture_output=True, text=True)
    assert again.returncode == 0 and "finished already" in again.stderr, again.stderr
    assert "whole up to that moment" in words, words


def both():
    with Server("module-null-sink sink_name=film rate=48000 channels=2",
                "module-remap-source source_name=heard master=film.monitor channels=1 source_properties=device.description=Desk",
                "module-sine sink=film frequency=997", "module-sine sink=film frequency=1499") as server:
        recorder = record(server, "test:bars", "speakers", "mic:desk", "pulse:film.monitor", "test:tone", "-o", "both.mp4",
                          "--size", "64x64", "--report", "both.json", "--no-script", "--progress", "json")
        wait_for("both.mp4", recorder)
        modes = confinement(recorder)
        assert modes == ["2"] * 3, modes
        time.sleep(2.5)
        recorder.send_signal(signal.SIGINT)
        words = recorder.communicate()[1]
        assert recorder.returncode == 0, words
        with open(os.path.join(folder, "both.json")) as report:
            report = json.load(report)
        heard = [channels("both.mp4", track) for track in range(4)]
        assert [len(track) for track in heard] == [2, 1, 2, 2], [len(track) for track in heard]
        assert len({len(track[0]) for track in heard}) == 1
        heard_from = [sounding(track[0]) for track in heard[:3]]
        events = [json.loads(line) for line in words.splitlines()]
        assert events[-1]["event"] == "finished" and events[-1]["sounds"] == report["sounds"], events[-1]
        shown = [event for event in events if event["event"] == "progress"]
        assert shown and all(len(event["sounds"]) == 4 for event in shown), events
        for number, track in enumerate(heard):
            start, end = sounding(track[0])
            for channel, samples in enumerate(track):
                peaks = [event["sounds"][number]["peak"][channel] for event in shown]
                loudest = max(peak for peak in peaks if peak is not None)
                true = 20 * numpy.log10(abs(steady(samples, start, end)).max())
                assert abs(loudest - true) < 1, f"track {number}: {loudest} dB, in the film {true:.1f}"
        for track, (start, end), facts in zip(heard, heard_from, report["sounds"]):
            for number, samples in enumerate(track):
                judge(samples, f"{facts['source']}, channel {number}", start, end)
            # Silence is put in at most before and behind the sound.
            assert facts["silent"] / RATE <= start + len(track[0]) / RATE - end + 0.003, facts
        # All three recorded the same moments, each by times of its own. They are as exact as the machine is punctual.
        if lateness.usual() > 0.0005:
            return print(f"this machine is {lateness.usual() * 1000:.1f} ms late: the moments are not compared")
        for track in heard[1:3]:
            first, last = max(start for start, _ in heard_from) + 0.1, min(end for _, end in heard_from) - 0.1
            part = slice(int(first * RATE), int(last * RATE))
            shifts = []
            for tone in TONES:
                phases = [cycles(samples[part], tone)[0] for samples in (heard[0][0], track[0])]
                shifts.append(numpy.median(phases[0] - phases[1]) % 1 / tone)
            # The shift is known up to whole periods of each tone; look for one that fits both.
            possible = [[shift + k / tone for k in range(-40, 40)] for shift, tone in zip(shifts, TONES)]
            best = min((abs(a - b), abs(a)) for a in possible[0] for b in possible[1] if abs(a) < 0.02)
            assert best[1] < 0.01, f"{best[1] * 1000:.2f} ms apart"


def listed():
    with Server("module-null-sink sink_name=film rate=44100 sink_properties=device.description=Stage",
                "module-remap-source source_name=heard master=film.monitor channels=1 source_properties=device.description=Desk"
                ) as server:
        environment = dict(server.environment, DISPLAY="")
        def answer(*words):
            made = subprocess.run([editc, "record", "--list", *words], capture_output=True, text=True, env=environment)
            assert (made.returncode, made.stderr) == (0, ""), made
            return made.stdout
        sounds = json.loads(answer("--json"))["sounds"]
        film, heard = sorted(sounds, key=lambda source: source["source"])
        assert film == {"source": "pulse:film.monitor", "word": "speakers", "description": "Monitor of Stage",
                        "sampleRate": 44100, "channels": 2, "monitorOf": "film"}, film
        assert heard == {"source": "pulse:heard", "word": "mic", "description": "Desk", "sampleRate": 44100, "channels": 1}, heard
        lines = [line for line in answer().splitlines() if "pulse:" in line]
        assert sorted(lines) == ["mic       pulse:heard         Desk, 44100 Hz, 1 channel",
                                 "speakers  pulse:film.monitor  Monitor of Stage, 44100 Hz, 2 channels"], lines


def quiet():
    with Server("module-null-sink sink_name=film",
                "module-pipe-source source_name=quiet format=s16le rate=44100 channels=1 file=SOCKET.pipe") as server:
        recorder = record(server, "test:bars", "mic", "-o", "quiet.mp4", "--size", "64x64", "--for", "1s", "--report",
                          "quiet.json", "--no-script")
        words = recorder.communicate()[1]
        assert recorder.returncode == 0, words
        assert words.startswith("editc: warning: mic gave nothing for 2 s; silence is recorded until it does\n"), words
        with open(os.path.join(folder, "quiet.json")) as report:
            facts = json.load(report)["sounds"][0]
        assert (facts["captured"], facts["silent"], facts["cut"]) == (0, RATE, 0), facts
        assert abs(channels("quiet.mp4")[0]).max() == 0


def fast(seconds):
    """A microphone of 44,100 Hz that gives 44,113.23 samples per second."""
    with Server("module-null-sink sink_name=film",
                "module-pipe-source source_name=fast format=s16le rate=44100 channels=1 file=SOCKET.pipe") as server:
        ended = threading.Event()

        def feed():
            rate, given, start = 44100 * 1.0003, 0, time.monotonic()
            with open(server.socket + ".pipe", "wb", buffering=0) as pipe:
                while not ended.wait(0.005):
                    due = int((time.monotonic() - start) * rate)
                    moments = numpy.arange(given, due) / 44100
                    tones = sum(8000 * numpy.sin(2 * numpy.pi * tone * moments) for tone in TONES)
                    pipe.write(tones.astype("<i2").tobytes())
                    given = due
        feeder = threading.Thread(target=feed)
        feeder.start()
        try:
            for word in ["on", "off"]:
                path = f"fast-{word}.mp4"
                recorder = record(server, "test:bars", "mic", "-o", path, "--size", "64x64", "--for", f"{seconds}s",
                                  "--report", "fast.json", "--no-script", "--clock-correction", word)
                words = recorder.communicate()[1]
                assert recorder.returncode == 0, words
                with open(os.path.join(folder, "fast.json")) as report:
                    facts = json.load(report)["sounds"][0]
                samples = channels(path)[0]
                start, end = sounding(samples)
                judge(samples, path, start, end)
                assert facts["cut"] == 0 and facts["silent"] / RATE <= start + len(samples) / RATE - end + 0.003, facts
                assert facts["corrected"] == (word == "on") and abs(facts["clockError"] - 300) <= 10, facts
                # The tone of 997 Hz is 300 millionths too high unless it is corrected, after the half minute that takes.
                late = samples[max(int(RATE * 40), len(samples) // 2):]
                phase = cycles(late, 997)[0]
                error = numpy.polyfit(numpy.arange(len(phase)) / 100, phase, 1)[0] / 997 * 1e6
                assert abs(error - (0 if word == "on" else 300)) <= 15, f"{path}: {error:.1f} millionths"
                print(f"{path}: clock {facts['clockError']} ppm, the tone {error:.1f} ppm too high")
        finally:
            ended.set()
            feeder.join()


def alsa():
    """ALSA's own devices need hardware; one of its plugins leads to the server, by a thread that no sandbox covers."""
    if not glob.glob("/usr/lib/*/alsa-lib/libasound_module_pcm_pulse.so"):
        return print("no libasound2-plugins: ALSA is left out")
    with Server("module-null-sink sink_name=film rate=48000", "module-sine sink=film frequency=997",
                "module-sine sink=film frequency=1499") as server:
        with open(server.place.name + "/.asoundrc", "w") as settings:
            settings.write("pcm.server { type pulse device film.monitor }\n")
        server.environment["HOME"] = server.place.name
        for words, code, said in [
                (["alsa:nothing"], 66, "alsa:nothing: the ALSA device 'nothing' cannot be opened: No such file or directory"),
                (["alsa:server"], 77, "alsa:server: the sandbox would not cover 1 threads that already run")]:
            process = record(server, "test:bars", *words, "-o", "alsa.mp4", "--for", "1s")
            heard = process.communicate()[1]
            assert process.returncode == code and f"editc: {said}\n" in heard, (process.returncode, heard)
        process = record(server, "test:bars", "alsa:server", "-o", "alsa.mp4", "--for", "4s", "--size", "64x64",
                         "--no-script", "--sandbox", "off")
        heard = process.communicate()[1]
        assert process.returncode == 0, heard
        # The plugin's first times are wrong by 0.1 s, and are corrected within two seconds.
        for samples in channels("alsa.mp4"):
            start, end = sounding(samples)
            judge(samples, "alsa", start + 2, end)


def refusals():
    with Server("module-null-sink sink_name=film") as server:
        for words, code, said in [
                (["mic"], 66, "mic: the sound server has no microphone"),
                (["mic:desk"], 66, "mic:desk: no microphone has 'desk' in its name or description"),
                (["pulse:other"], 66, "pulse:other: the sound server has no source 'other'")]:
            process = record(server, "test:bars", *words, "-o", "refused.mp4")
            heard = process.communicate()[1]
            assert (process.returncode, heard) == (code, f"editc: {said}\n"), (process.returncode, heard)
        server.process.kill()
        server.process.wait()
        process = record(server, "test:bars", "speakers", "-o", "refused.mp4")
        heard = process.communicate()[1]
        assert process.returncode == 69, heard
        assert heard == ("editc: speakers: the sound server (PulseAudio or PipeWire) cannot be reached: Connection "
                         "refused\n"), heard
        assert not os.path.exists(os.path.join(folder, "refused.mp4"))


def losses():
    with Server("module-null-sink sink_name=film", "module-sine sink=film frequency=997") as server:
        for path, kill in [("worker.mp4", lambda recorder: subprocess.run(["pkill", "-KILL", "-P", str(recorder.pid)])),
                           ("server.mp4", lambda _: server.process.kill())]:
            recorder = record(server, "test:bars", "speakers", "-o", path, "--size", "64x64", "--no-script")
            wait_for(path, recorder)
            kill(recorder)
            words = recorder.communicate(timeout=60)[1]
            assert recorder.returncode == 74, words
            whole(path, words)
        assert "the sound server is gone" in words, words


lateness = Lateness()
both()
listed()
quiet()
alsa()
refusals()
losses()
if len(sys.argv) > 3:
    fast(int(sys.argv[3]))
print("each sample is there once")
