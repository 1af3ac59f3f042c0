import Basics
import TestSupport
import Testing

/// `editc detect` on films and sounds whose cuts and silences are known because they were made there.
@Suite struct DetectTests {
  private let place: Workplace

  init() throws { place = try Workplace(isBare: true) }

  private func detect(_ arguments: String...) throws -> JSONValue {
    let result = try run(
      [editcPath, "detect", "--json"] + arguments, in: place.root, environment: place.environment)
    try #require(result.exitCode == 0, "\(result.errorText)")
    return try JSONValue.parse(result.text)
  }

  private func times(_ kind: String, in found: JSONValue) -> [String] {
    (found["found"]?.elements ?? []).filter { $0["kind"] == .string(kind) }.compactMap {
      ($0["at"] ?? $0["range"])?.stringValue
    }
  }

  private func ranges(_ kind: String, in found: JSONValue) throws -> [TimeRange] {
    try times(kind, in: found).map { try #require(TimeRange(spelling: $0)) }
  }

  private static let films: [(rate: String, file: String)] = ["24000/1001", "25", "30000/1001", "50"].flatMap
  { rate in
    ["a.mp4", "a.mkv", "a.mov"].map { (rate, $0) }
  }

  @Test("Cuts are the first frames of the scenes, at exactly their times", arguments: cases(films, quick: 3))
  func cuts(rate: String, file: String) throws {
    let cuts = [17, 40, 71]
    try place.makeShots(file, cuts: cuts, frames: 90, rate: rate)
    let found = try detect(file, "--find", "cuts")
    let frames = try #require(found["found"]?.elements).map { $0["frame"] }
    #expect(frames == cuts.map { .integer(Int64($0)) })
    let exact = try #require(FrameRate(spelling: rate))
    #expect(times("cut", in: found) == (try cuts.map { try exact.start(ofFrame: Int64($0)).spelling }))
    // The frames of the takes are those of the film: 23.976 and 29.97 cannot be written in short seconds.
    let script = try place.editc("detect", file, "--find", "cuts", "--as", "takes", "-o", "a.edit")
    #expect(script.exitCode == 0 && script.text == "" && script.errorText == "", "\(script.errorText)")
    let lint = try place.editc("lint", "-v", "a.edit")
    #expect(lint.text == "" && lint.errorText == "", "\(lint.text)")
    let edit = String(decoding: try place.bytes("a.edit"), as: UTF8.self)
    #expect(edit.split(separator: "take: ").count == 5, "\(edit)")
    #expect(
      edit.contains(
        rate == "25" ? "take: 0.68s..1.6s" : rate == "50" ? "take: 0.34s..0.8s" : "take: 17f..40f"))
  }

  @Test("An edit list, a late start, a variable rate and a rotation change times as they change takes")
  func clocks() throws {
    try place.makeShots("a.mp4", cuts: [20, 60], frames: 90, rate: "25")
    // The first second is hidden by an edit list; the film begins with its key frame.
    try place.ffmpeg("-ss", "0.4", "-i", "a.mp4", "-c", "copy", "listed.mp4")
    #expect(times("cut", in: try detect("listed.mp4", "--find", "cuts")) == ["0.4s", "2s"])
    try place.ffmpeg("-i", "a.mp4", "-c", "copy", "-metadata:s:v:0", "rotate=90", "turned.mov")
    #expect(times("cut", in: try detect("turned.mov", "--find", "cuts")) == ["0.8s", "2.4s"])
    // Pictures 30 to 39 are missing: the next one starts where it did.
    try place.ffmpeg(
      "-i", "a.mp4", "-vf", "select='not(between(n,30,39))'", "-fps_mode", "vfr", "-c:v", "libx264", "gap.mkv"
    )
    let gap = try detect("gap.mkv", "--find", "cuts")
    #expect(times("cut", in: gap) == ["0.8s", "2.4s"])
    #expect(gap["found"]?.elements?.last?["frame"] == .integer(50))
    // The sound begins a second earlier than the pictures.
    try place.makeSpeech("a.wav", [0..<48_000], count: 192_000, rate: 48_000)
    try place.ffmpeg(
      "-itsoffset", "1", "-i", "a.mp4", "-i", "a.wav", "-c:v", "copy", "-c:a", "aac", "late.mp4")
    #expect(times("cut", in: try detect("late.mp4", "--find", "cuts")) == ["1.8s", "3.4s"])
  }

  @Test(
    "Silences begin and end where the sound was placed, at any rate and in any file",
    arguments: ["wav", "m4a", "flac"])
  func silences(ending: String) throws {
    let rate = ending == "wav" ? 44_100 : 48_000
    let spans = [(0.5, 2.25), (3, 4.1), (4.3, 6), (7.5, 9.0)].map {
      Int($0.0 * Double(rate))..<Int($0.1 * Double(rate))
    }
    try place.makeSpeech("speech.wav", spans, count: 10 * rate, rate: rate)
    if ending != "wav" { try place.ffmpeg("-i", "speech.wav", "speech.\(ending)") }
    let found = try detect("speech.\(ending)", "--find", "silence")
    let silences = try ranges("silence", in: found)
    let expected = [(0, 0.5), (2.25, 3), (6, 7.5), (9.0, 10)]
    #expect(silences.count == expected.count, "\(silences)")
    for (silence, (start, end)) in zip(silences, expected) {
      #expect(
        abs(silence.start.inSeconds - start) <= 0.035 && abs(silence.end.inSeconds - end) <= 0.035,
        "\(silence)")
    }
    let short = try ranges(
      "silence", in: try detect("speech.\(ending)", "--find", "silence", "--min", "0.15s"))
    #expect(short.count == 5)

    let script = try place.editc(
      "detect", "speech.\(ending)", "--find", "silence", "--as", "takes", "-o", "s.edit")
    #expect(script.exitCode == 0, "\(script.errorText)")
    // The note is that the sound is mono.
    let lint = try place.editc("lint", "s.edit")
    #expect(lint.text == "1 note; -v shows it\n" && lint.errorText == "", "\(lint.text)")
    let text = String(decoding: try place.bytes("s.edit"), as: UTF8.self)
    let takes = text.split(separator: "take: ").dropFirst().compactMap {
      TimeRange(spelling: String($0.prefix { $0 != "}" }))
    }
    #expect(takes.count == 3)
    for (take, (start, end)) in zip(takes, [(0.38, 2.35), (2.88, 6.1), (7.38, 9.1)]) {
      #expect(abs(take.start.inSeconds - start) <= 0.035 && abs(take.end.inSeconds - end) <= 0.035, "\(take)")
    }
  }

  @Test("Sound that starts late is no silence, and loudness is what ffmpeg measures")
  func sound() throws {
    try place.makeShots("a.mp4", cuts: [], frames: 100, rate: "25")
    try place.makeSpeech("a.wav", [0..<72_000], count: 96_000, rate: 48_000)
    try place.ffmpeg(
      "-i", "a.mp4", "-itsoffset", "1.5", "-i", "a.wav", "-c:v", "copy", "-c:a", "pcm_s16le", "late.mov")
    let found = try detect("late.mov")
    #expect(times("no-sound", in: found) == ["0s..1.5s", "3.5s..4s"])
    let silences = try ranges("silence", in: found)
    #expect(silences.count == 1 && abs(silences[0].start.inSeconds - 3) <= 0.035, "\(silences)")
    let report = try run(
      ["ffmpeg", "-nostdin", "-i", place.path("a.wav"), "-af", "ebur128=peak=true", "-f", "null", "-"])
    let summary = try #require(report.errorText.split(separator: "Summary:").last)
    func number(after word: String) throws -> Double {
      let rest = try #require(summary.split(separator: word).dropFirst().first)
      let digits = try #require(rest.split(separator: " ").first)
      return try #require(Double(digits))
    }
    guard case .number(let loudness)? = found["loudness"]?["integrated"],
      case .number(let peak)? = found["loudness"]?["truePeak"]
    else {
      Issue.record("\(found)")
      return
    }
    #expect(abs(loudness - (try number(after: "I:"))) <= 0.1)
    #expect(abs(peak - (try number(after: "Peak:"))) <= 0.1)
  }

  @Test("The second run decodes nothing, and says the same as without a cache")
  func cache() throws {
    try place.makeShots("a.mp4", cuts: [20, 60], frames: 90, rate: "25")
    try place.makeSpeech("a.wav", [0..<48_000, 90_000..<150_000], count: 172_800, rate: 48_000)
    try place.ffmpeg("-i", "a.mp4", "-i", "a.wav", "-c:v", "copy", "-c:a", "aac", "b.mp4")
    func opens(_ command: String) throws -> (opened: Int, text: String) {
      let result = try place.shell(
        "strace -f -qq -e trace=openat -o calls \"$editc\" detect --json \(command)")
      try #require(result.exitCode == 0, "\(result.errorText)")
      let calls = String(decoding: try place.bytes("calls"), as: UTF8.self)
      return (calls.split(separator: "\n").count { $0.contains("b.mp4\"") }, result.text)
    }
    try place.shell("sleep 2.1").check()
    let first = try opens("b.mp4 --find cuts,silence,beats,loudness")
    let again = try opens("b.mp4 --find cuts,silence,beats,loudness")
    // Opened once to see whether its digest is still known.
    #expect(first.opened >= 3 && again.opened <= 1, "\(first.opened), \(again.opened)")
    #expect(first.text == again.text)
    #expect(try opens("b.mp4 --find cuts,silence,beats,loudness --no-cache").text == first.text)
    // Other kinds, thresholds and tempos use what was kept, also of a copy.
    #expect(try opens("b.mp4 --find fades,silence --min 0.1s").opened <= 1)
    #expect(try opens("b.mp4 --find beats --tempo 60..100").opened <= 1)
    let kept = try run(["find", place.path("cache/editc/features"), "-type", "f"]).text.split(separator: "\n")
    #expect(kept.count == 2)
    try place.shell("cp b.mp4 copy.mp4").check()
    try place.editc("detect", "copy.mp4", "--find", "cuts").check()
    #expect(
      try run(["find", place.path("cache/editc/features"), "-type", "f"]).text.split(separator: "\n").count
        == 2)
    // A damaged entry counts as missing.
    for path in kept {
      var bytes = try place.bytes(String(path.dropFirst(place.root.count + 1)))
      bytes[bytes.count - 5] ^= 1
      try place.write(String(path.dropFirst(place.root.count + 1)), bytes)
    }
    let repaired = try opens("b.mp4 --find cuts,silence,beats,loudness")
    #expect(repaired.opened > 1 && repaired.text == first.text)
  }

  @Test("A truncated file has the cuts of what is left, and says where it ends")
  func truncated() throws {
    try place.makeShots(
      "a.mkv", cuts: [20, 60, 150], frames: 200, rate: "25",
      ["-c:v", "libx264", "-preset", "veryfast", "-g", "25", "-crf", "20", "-threads", "1"])
    let bytes = try place.bytes("a.mkv")
    try place.write("cut.mkv", Array(bytes.prefix(bytes.count / 2)))
    #expect(times("cut", in: try detect("cut.mkv", "--find", "cuts")) == ["0.8s", "2.4s"])
    let told = try place.editc("detect", "cut.mkv", "--find", "cuts").errorText
    #expect(
      told.contains("editc: warning: cut.mkv: the file is damaged: File ended prematurely\n"), "\(told)")
    // Zeros in the middle: no cut is found across them, and those behind have their times.
    var broken = bytes
    for index in bytes.count / 4..<bytes.count / 4 + 6000 { broken[index] = 0 }
    try place.write("zeros.mkv", broken)
    let rest = try detect("zeros.mkv", "--find", "cuts")
    #expect(times("cut", in: rest).last == "6s", "\(rest)")
    #expect(!times("damage", in: rest).isEmpty)
  }

  @Test("What cannot be found in a file is refused: a clip without sound, a still, no media, no file")
  func refused() throws {
    try place.makeShots("a.mp4", cuts: [], frames: 10, rate: "25")
    try place.makeSpeech("a.wav", [0..<4000], count: 8000, rate: 8000)
    try place.ffmpeg("-i", "a.mp4", "-frames:v", "1", "a.png")
    let noSound = try place.editc("detect", "a.mp4", "--find", "silence")
    #expect(noSound.exitCode == 65)
    #expect(noSound.errorText == "editc: a.mp4 has no sound, so there is no 'silence' to detect\n")
    #expect(try place.editc("detect", "a.wav", "--find", "cuts").exitCode == 65)
    #expect(try place.editc("detect", "a.png").exitCode == 65)
    #expect(try place.editc("detect", "gone.mp4").exitCode == 66)
    try place.write("words.mp4", "no film")
    // The others are done.
    let several = try place.editc("detect", "words.mp4", "a.mp4", "gone.mp4", "a.wav")
    #expect(several.exitCode == 65, "\(several.errorText)")
    #expect(several.text.hasPrefix("a.mp4: nothing was found\na.wav\n"), "\(several.text)")
    #expect(several.errorText.split(separator: "\n").count == 2)
    #expect(try place.editc("detect", "a.mp4", "--stream", "7").exitCode == 2)
    #expect(try place.editc("detect", "a.mp4", "--range", "0s..2s").exitCode == 2)
  }

  @Test("Markers are cuts and beats, and a script is replaced only with --force")
  func scripts() throws {
    try place.makeShots("a.mp4", cuts: [20, 60], frames: 90, rate: "25")
    let printed = try place.editc("detect", "a.mp4", "--find", "cuts", "--as", "markers")
    let takes = try place.editc("detect", "a.mp4", "--find", "cuts", "--as", "takes")
    #expect(try place.editc("detect", "a.mp4", "--find", "cuts", "--as", "script").text == takes.text)
    #expect(
      printed.text.contains("  cut-001: 0.8s\n  cut-002: 2.4s\n"), "\(printed.text)\(printed.errorText)")
    try place.editc("detect", "a.mp4", "--find", "cuts", "--as", "markers", "-o", "sub/a.edit").check()
    #expect(try place.editc("lint", "-v", "sub/a.edit").text.contains("link-outside-folder") == false)
    let before = try place.bytes("sub/a.edit")
    let refused = try place.editc("detect", "a.mp4", "--find", "cuts", "--as", "takes", "-o", "sub/a.edit")
    #expect(refused.exitCode == 73)
    #expect(try place.bytes("sub/a.edit") == before)
    try place.editc("detect", "a.mp4", "--find", "cuts", "--as", "takes", "-o", "sub/a.edit", "--force")
      .check()
    #expect(try place.bytes("sub/a.edit") != before)
    // All of it is silence.
    try place.makeSpeech("quiet.wav", [], count: 48_000, rate: 8000)
    #expect(try place.editc("detect", "quiet.wav", "--find", "silence", "--as", "takes").exitCode == 65)
    // Only a part.
    let part = try place.editc("detect", "a.mp4", "--find", "cuts", "--as", "takes", "--range", "1s..3s")
    #expect(part.text.contains("take: 1s..2.4s}\n  - {clip: a, take: 2.4s..3s}"), "\(part.text)")
  }

  @Test("The JSON has the documented form")
  func schema() throws {
    try place.makeShots("a.mkv", cuts: [20, 60], frames: 90, rate: "24000/1001")
    try place.makeSpeech("a.wav", [0..<48_000, 90_000..<150_000], count: 172_800, rate: 48_000)
    try place.ffmpeg(
      "-f", "lavfi", "-i",
      "testsrc=s=192x108:r=25:d=2,fade=in:0:20,fade=out:30:20,tpad=stop_duration=2:color=black",
      "fade.mp4")
    try place.ffmpeg(
      "-f", "lavfi", "-i", "aevalsrc='0.5*sin(880*t)*lt(mod(t,0.5),0.06)':s=48000:d=12", "beat.wav")
    let result = try place.editc("detect", "--json", "a.mkv", "a.wav", "fade.mp4")
    #expect(result.exitCode == 0, "\(result.errorText)")
    let beats = try place.editc("detect", "--json", "--find", "beats,loudness", "beat.wav")
    #expect(beats.text.contains("\"tempo\":120"), "\(beats.text.prefix(300))")
    #expect(result.text.contains("\"kind\":\"fade\""), "\(result.text)")
    let judged = try run(
      [
        "/usr/bin/python3", "-W", "ignore", "-c",
        """
        import json, sys
        from jsonschema import Draft202012Validator
        schema = json.load(open(sys.argv[1]))
        Draft202012Validator.check_schema(schema)
        lines = sys.stdin.read().splitlines()
        for line in lines:
            for error in Draft202012Validator(schema).iter_errors(json.loads(line)):
                print(error.json_path, error.message)
        print(len(lines))
        """, packageRoot + "/docs/detect.schema.json",
      ], input: Array((result.text + beats.text).utf8))
    #expect(judged.text == "4\n" && judged.errorText == "", "\(judged.text)\(judged.errorText)")
  }
}
