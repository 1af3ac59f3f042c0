import Basics
import Glibc
import Processes
import TestSupport
import Testing

/// `editc words --recognizer` with programs that take the place of a speech recogniser.
@Suite("Speech recognisers")
struct RecognizerTests {
  private let place: Workplace

  init() throws { place = try Workplace(isBare: true) }

  /// Reads the WAV file as Python's `wave` does, notes what it heard in `heard`, and prints `words`.
  private static let hearing = """
    #!/usr/bin/env python3
    import io, json, struct, sys, wave
    sound = wave.open(io.BytesIO(sys.stdin.buffer.read()))
    count = sound.getnframes()
    data = sound.readframes(count)
    samples = struct.unpack(f"<{len(data) // 2}h", data)
    loud = max(map(abs, samples)) / 4
    heard = [at for at, sample in enumerate(samples) if abs(sample) > loud]
    tone = samples[heard[0]:heard[-1]]
    crossings = sum(a < 0 <= b for a, b in zip(tone, tone[1:]))
    rate = sound.getframerate()
    json.dump({"rate": rate, "channels": sound.getnchannels(), "bytes": sound.getsampwidth(),
               "count": len(samples), "stated": count, "start": heard[0] / rate, "end": heard[-1] / rate,
               "hertz": crossings * rate / (len(tone) + 1), "arguments": sys.argv[1:]}, open("heard", "w"))
    print(open("words").read(), end="")
    """

  private static let words = """
    {"segments": [{"start": 1.0, "end": 1.5, "text": " Good evening.", "words": [
      {"word": " Good", "start": 1.0, "end": 1.2}, {"word": " evening.", "start": 1.25, "end": 1.5}]}]}

    """

  /// Installs a program as the recogniser `fake`.
  private func install(_ program: String, words: String = words, arguments: String = "") throws {
    try place.write("hear", program)
    try #require(chmod(place.path("hear"), 0o755) == 0)
    try place.write("words", words)
    try own("{fake: [\"\(place.path("hear"))\"\(arguments)]}")
  }

  private func own(_ recognizers: String) throws {
    try place.write("config/editc/editc.yaml", "settings: 1\nrecognizers: \(recognizers)\n")
  }

  /// A tone of 440 Hz from 1 to 1.5 seconds in a sound of 3.
  private func makeTone(_ name: String, _ options: String, expression: String = "sin(880*PI*t)") throws {
    try makeFolder(Processes.folder(of: place.path(name)))
    let tone = "between(t,1,1.5)*0.5*\(expression)"
    try place.shell(
      "ffmpeg -nostdin -v error -y -f lavfi -i \"aevalsrc='\(tone)':d=3:s=48000\" \(options) \(name)"
    ).check()
  }

  private func words(_ arguments: String...) throws -> ProgramResult {
    try run([editcPath, "words"] + arguments, in: place.root, environment: place.environment)
  }

  @Test(
    "get 16 kHz in one channel from media time 0 on",
    arguments: [
      ("tone.wav", "", 48000), ("tone.wav", "-ar 44100 -ac 2", 48000), ("tone.flac", "-ar 96000", 48000),
      ("tone.m4a", "-ar 44100 -ac 2 -c:a aac -b:a 128k", nil), ("tone.mp4", "-ar 48000 -c:a aac", nil),
      ("tone.ogg", "-ar 48000 -ac 2 -c:a libopus", nil), ("tone.wav", "-ar 8000", 48000),
      ("tone.mkv", "-af pan='5.1|FL=0*c0|FR=0*c0|FC=c0|LFE=0*c0|BL=0*c0|BR=0*c0' -c:a flac", 48000),
      ("tone.mkv", "-af pan='5.1|FL=0*c0|FR=0*c0|FC=0*c0|LFE=0*c0|BL=c0|BR=0*c0' -c:a flac", 48000),
    ] as [(String, String, Int?)])
  func sound(name: String, options: String, count: Int?) throws {
    try makeTone(name, options)
    try install(Self.hearing, arguments: ", --model, \"two words\"")
    try words(name, "--recognizer", "fake").check()
    let heard = try JSONValue.parse(bytes: place.bytes("heard"))
    #expect(heard["rate"] == 16000 && heard["channels"] == 1 && heard["bytes"] == 2, "\(heard)")
    #expect(heard["count"] == heard["stated"])
    let samples = try #require(heard["count"]?.integerValue)
    if let count { #expect(samples == count) } else { #expect((48000..<50000).contains(samples)) }
    #expect(abs(try #require(heard["start"]?.numberValue) - 1) < 0.004, "\(heard)")
    #expect(abs(try #require(heard["end"]?.numberValue) - 1.5) < 0.004, "\(heard)")
    #expect(abs(try #require(heard["hertz"]?.numberValue) - 440) < 3, "\(heard)")
    #expect(heard["arguments"] == ["--model", "two words"])
  }

  @Test("get silence before a sound that starts late, and the track that --stream names")
  func late() throws {
    try makeTone("tone.wav", "")
    try place.shell(
      """
      ffmpeg -nostdin -v error -y -f lavfi -i testsrc2=s=64x64:r=25:d=5 -itsoffset 1.5 -i tone.wav \
      -f lavfi -i 'aevalsrc=between(t\\,0.5\\,0.75)*0.5*sin(2000*PI*t):d=5:s=44100' \
      -map 0:v -map 1:a -map 2:a -c:v libx264 -preset ultrafast -c:a pcm_s16le late.mkv
      """
    ).check()
    try install(Self.hearing, words: Self.words.replacing("1.0", with: "0.5"))
    try words("late.mkv", "--recognizer", "fake", "-o", "one.edit").check()
    var heard = try JSONValue.parse(bytes: place.bytes("heard"))
    #expect(abs(try #require(heard["start"]?.numberValue) - 2.5) < 0.004, "\(heard)")
    #expect(heard["count"]?.integerValue == 72000, "\(heard)")
    try words("late.mkv", "--recognizer", "fake", "--stream", "2", "-o", "two.edit", "--force").check()
    heard = try JSONValue.parse(bytes: place.bytes("heard"))
    #expect(abs(try #require(heard["start"]?.numberValue) - 0.5) < 0.004, "\(heard)")
    #expect(abs(try #require(heard["hertz"]?.numberValue) - 1000) < 6, "\(heard)")
    let picture = try words("late.mkv", "--recognizer", "fake", "--stream", "0", "--force")
    #expect(picture.exitCode == 2 && picture.errorText.contains("track 0 of late.mkv is not an audio track"))
  }

  @Test("write their words once, with the digest of the media, and a script")
  func transcript() throws {
    try makeTone("films/tone.wav", "")
    try install(Self.hearing)
    let result = try words("films/tone.wav", "--recognizer", "fake", "-o", "cut.edit")
    try result.check()
    #expect(result.errorText.contains("films/tone.json: 1 cue of films/tone.wav, by the recogniser `fake`"))
    let digest = try place.digest("films/tone.wav")
    let json = String(decoding: try place.bytes("films/tone.json"), as: UTF8.self)
    #expect(json == "{\"editc\": {\"sha256\": \"\(digest)\"}," + Self.words.dropFirst())
    let script = String(decoding: try place.bytes("cut.edit"), as: UTF8.self)
    #expect(script.contains("words: films/tone.json") && script.contains("says: Good evening."), "\(script)")
    try place.editc("lint", "cut.edit").check()
    // The same script as from the file.
    try words("films/tone.json", "--of", "films/tone.wav", "-o", "other.edit").check()
    #expect(
      try String(decoding: place.bytes("other.edit"), as: UTF8.self).replacing("other", with: "cut") == script
    )

    try makeTone("films/tone.wav", "-ar 44100")
    try run(["rm", place.path("heard")]).check()
    let again = try words("films/tone.wav", "--recognizer", "fake", "-o", "new.edit")
    #expect(again.exitCode == 73, "\(again.errorText)")
    #expect(again.errorText.contains("films/tone.json already exists; use --force"), "\(again.errorText)")
    #expect(!isThere(place.path("heard")) && !isThere(place.path("new.edit")))
    // It is still that of the old recording.
    let other = try words("films/tone.json", "--of", "films/tone.wav", "-o", "-")
    try other.check()
    #expect(
      other.errorText.contains(
        "films/tone.json is the transcript of another version of films/tone.wav"), "\(other.errorText)")
    // A digest of a file that was written just now is not kept.
    let lint = try place.editc("lint", "--require-media", "cut.edit")
    #expect(lint.exitCode == 0 && lint.text.contains("[transcript-of-other-media]"), "\(lint.text)")
    try words("films/tone.wav", "--recognizer", "fake", "-o", "cut.edit", "--force").check()
    #expect(!(try place.editc("lint", "--require-media", "cut.edit").text.contains("transcript-of")))
    #expect(try words("films/tone.json", "--of", "films/tone.wav", "-o", "-").errorText == "")
  }

  @Test("that print a list get it into an object")
  func list() throws {
    try makeTone("tone.wav", "")
    try install(Self.hearing, words: #"[{"word": "Evening", "start": 1, "end": 1.5}]"# + "\n")
    try words("tone.wav", "--recognizer", "fake").check()
    let json = try JSONValue.parse(bytes: place.bytes("tone.json"))
    #expect(json["editc"]?["sha256"]?.stringValue == (try place.digest("tone.wav")))
    #expect(json["transcript"]?.elements?.count == 1)
    try place.editc("lint", "film.edit").check()
  }

  @Test("are named by the user alone, and searched in PATH")
  func names() throws {
    try makeTone("tone.wav", "")
    try install(Self.hearing)
    try own("{fake: [hear], fast: [hear]}")
    let search = "\(place.root):/usr/bin:/bin"
    try place.editc("words", "tone.wav", "--recognizer", "fake", environment: ["PATH": search]).check()
    let unknown = try words("tone.wav", "--recognizer", "fale", "-o", "x.edit")
    #expect(
      unknown.exitCode == 2 && unknown.errorText.contains("no recogniser fale; did you mean fake?"),
      "\(unknown.errorText)")
    try place.write("editc.yaml", "settings: 1\nrecognizers: {fake: [hear]}\n")
    let beside = try words("tone.wav", "--recognizer", "fake", "-o", "x.edit", "--force")
    #expect(
      beside.exitCode == 65 && beside.errorText.contains("[launch-beside-scripts]"), "\(beside.errorText)")
    try run(["rm", place.path("config/editc/editc.yaml"), place.path("editc.yaml")]).check()
    let none = try words("tone.wav", "--recognizer", "fake", "-o", "x.edit", "--force")
    #expect(
      none.exitCode == 2 && none.errorText.contains("`~/.config/editc/editc.yaml`"), "\(none.errorText)")
    for wrong in [["tone.wav", "--recognizer", "fake", "--of", "tone.wav"], ["tone.wav"]] {
      #expect(
        try run([editcPath, "words"] + wrong, in: place.root, environment: place.environment).exitCode == 2)
    }
  }

  @Test(
    "that fail leave nothing, and a message with the reason",
    arguments: [
      (
        "#!/bin/sh\necho loading >&2; echo 'no model small' >&2; exit 3", 69,
        "exited with 3; its last lines were:\n  loading\n  no model small"
      ),
      ("#!/bin/sh\ncat > /dev/null; exit 1", 69, "exited with 1 and printed no message"),
      ("#!/bin/sh\nkill -SEGV $$", 69, "ended by SIGSEGV"),
      ("#!/bin/sh\necho hello", 65, "printed something else than the JSON of words with times"),
      ("#!/bin/sh\ntrue", 65, "printed something else than the JSON"),
      ("#!/bin/sh\necho '{\"segments\": []}'", 65, "no words with times"),
      ("#!/bin/sh\necho '{\"words\": [], \"x\": 1}'", 65, "the file contains no cues"),
      ("#!/bin/sh\nprintf '1\\n00:00:01,000 --> 00:00:02,000\\nHi\\n'", 65, "printed something else"),
      (
        "#!/bin/sh\nsed 's/{/{\"editc\": 1, /' words | head -n 1 | tr -d '\\n'; tail -n +2 words", 65,
        "printed a member `editc`"
      ),
      ("#!/bin/sh\nhead -c 70000000 /dev/zero", 65, "printed more than 64 MiB and was stopped"),
      ("#!/no/such/interpreter\n", 69, "exited with 69; its last lines were:\n  editc: cannot start"),
    ] as [(String, Int32, String)])
  func failing(program: String, code: Int32, message: String) throws {
    try makeTone("tone.wav", "")
    try install(program)
    let result = try words("tone.wav", "--recognizer", "fake")
    #expect(result.exitCode == code, "\(result.errorText)")
    #expect(result.errorText.contains("the recogniser `fake` "), "\(result.errorText)")
    #expect(result.errorText.contains(message), "\(result.errorText)")
    #expect(!isThere(place.path("tone.json")) && !isThere(place.path("film.edit")))
    #expect(try place.leftovers() == [])
  }

  @Test("that are not installed are named")
  func missing() throws {
    try makeTone("tone.wav", "")
    try own("{one: [no-such-recogniser], two: [/no/such/recogniser]}")
    let one = try words("tone.wav", "--recognizer", "one")
    #expect(
      one.exitCode == 69
        && one.errorText.contains("recogniser `one`: there is no program no-such-recogniser in PATH"),
      "\(one.errorText)")
    let two = try words("tone.wav", "--recognizer", "two")
    #expect(two.errorText.contains("there is no program /no/such/recogniser; install it"), "\(two.errorText)")
  }

  @Test("may print before they read, or read nothing")
  func order() throws {
    try makeTone("tone.wav", "")
    try install("#!/bin/sh\nhead -c 1000000 /dev/zero | tr '\\0' ' '; cat words; cat > all")
    try words("tone.wav", "--recognizer", "fake").check()
    #expect(try place.bytes("all").count == 44 + 2 * 48000)
    try install("#!/bin/sh\nexec < /dev/null; sleep 0.2; cat words")
    try words("tone.wav", "--recognizer", "fake", "--force").check()
  }

  @Test(
    "end with editc, and so does what they have started", arguments: [Signal.kill, .terminate, .interrupt])
  func killed(signal: Signal) throws {
    try makeTone("tone.wav", "")
    try install(
      "#!/bin/sh\nsleep 600 & echo $! > child.new; echo $$ > self; mv child.new child; cat > /dev/null; wait")
    let editc = try place.start("words", "tone.wav", "--recognizer", "fake")
    defer { editc.kill(.kill) }
    try wait { isThere(place.path("child")) }
    let running = try ["child", "self"].map { name in
      try #require(Int32(String(decoding: place.bytes(name), as: UTF8.self).trimmingLine))
    }
    #expect(running.allSatisfy { kill($0, 0) == 0 })
    kill(editc.processID, signal.number)
    _ = editc.wait()
    try wait { running.allSatisfy { !isRunning($0) } }
    #expect(!isThere(place.path("tone.json")))
  }
}

/// Whether a process exists and is not only a status that nobody has collected.
private func isRunning(_ process: Int32) -> Bool {
  guard let text = try? readFile("/proc/\(process)/stat", limit: 4096) else { return false }
  let state = String(decoding: text, as: UTF8.self).split(separator: ")").last?.first { $0 != " " }
  return state != "Z"
}

extension String {
  fileprivate var trimmingLine: String { String(prefix { $0 != "\n" }) }
}
