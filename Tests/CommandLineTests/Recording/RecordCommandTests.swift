import Basics
import FoundationEssentials
import Processes
import TestSupport
import Testing

/// `editc record` with its test sources, judged by ffmpeg, ffprobe and numpy.
@Suite(.serialized) struct RecordCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace(isBare: true) }

  private func judge(_ name: String, _ arguments: String...) throws {
    let judge = packageRoot + "/Tests/CommandLineTests/Judges/" + name
    let result = try run(
      ["/usr/bin/python3", judge, editcPath, place.root] + arguments, environment: place.environment)
    #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
  }

  private func probe(_ entries: String, _ stream: String, of file: String = "t.mp4") throws -> String {
    try run(
      [
        "ffprobe", "-v", "warning", "-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0",
        place.path(file),
      ]
    ).text
  }

  @Test("Bars and a tone have the frames, pixels and samples that were asked for")
  func whole() throws {
    let result = try place.editc(
      "record", "test:bars", "test:tone", "-o", "t.mp4", "--for", "2s", "--size", "320x180", "--report",
      "t.json")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(result.text == "")
    #expect(result.errorText.hasPrefix("t.mp4: 2 s, 60 frames at 30 per second, "), "\(result.errorText)")
    #expect(result.errorText.hasSuffix("t.edit plays it\n"))
    #expect(
      try probe("stream=nb_frames,r_frame_rate,avg_frame_rate,start_time,duration", "v")
        == "30/1,30/1,0.000000,2.000000,60\n")
    #expect(try probe("stream=start_time,duration", "a") == "0.000000,2.000000\n")
    #expect(
      try probe("stream=color_space,color_transfer,color_primaries,color_range", "v")
        == "tv,bt709,bt709,bt709\n")

    // SMPTE bars of 75 %, in BT.709: 16 + 219 × 0.75 × (0.2126 R + 0.7152 G + 0.0722 B), and so on.
    let frames = try decoded(place.path("t.mp4"), "null", "yuv420p")
    #expect(frames.count == 60 * 320 * 180 * 3 / 2)
    let expected: [(Int, Int, Int)] = [
      (180, 128, 128), (168, 44, 136), (145, 147, 44), (133, 63, 52), (63, 193, 204), (51, 109, 212),
      (28, 212, 120),
    ]
    for frame in [0, 29, 59] {
      let start = frame * 320 * 180 * 3 / 2
      for (bar, codes) in expected.enumerated() {
        let x = (2 * bar + 1) * 320 / 14
        let y = Int(frames[start + 60 * 320 + x])
        let chroma = start + 320 * 180 + 30 * 160 + x / 2
        let (u, v) = (Int(frames[chroma]), Int(frames[chroma + 160 * 90]))
        #expect(
          max(abs(y - codes.0), abs(u - codes.1), abs(v - codes.2)) <= 2,
          "frame \(frame), bar \(bar): \(y) \(u) \(v)")
      }
    }
    let report = try JSONValue.parse(String(decoding: place.bytes("t.json"), as: UTF8.self))
    #expect(report["frames"] == .integer(60))
    #expect(report["end"] == .string("length"))
    let sound = try #require(report["sounds"]?.elements?.first)
    // A recorder that the machine leaves no time for a second loses a part of the tone.
    if sound["silent"] == .integer(0) {
      #expect(sound["captured"] == .integer(96_000))
      try judgeTone()
    }

    let lint = try place.editc("lint", "-v", "t.edit")
    #expect(lint.exitCode == 0 && lint.text == "" && lint.errorText == "", "\(lint.text)\(lint.errorText)")
    #expect(try place.editc("lock", "--check", "t.edit").exitCode == 0)
    #expect(try place.leftovers() == [])

    // What is there stays, until --force; a script stays always.
    try place.write("t.edit", "edit: 1\n")
    let again = try place.editc("record", "test:bars", "-o", "t.mp4", "--for", "0.2s", "--size", "64x64")
    #expect(again.exitCode == 73)
    let forced = try place.editc(
      "record", "test:bars", "-o", "t.mp4", "--for", "0.2s", "--size", "64x64", "--force")
    #expect(forced.exitCode == 0)
    #expect(forced.errorText.hasSuffix("t.edit exists and was left alone\n"), "\(forced.errorText)")
    #expect(try probe("stream=nb_frames", "v") == "6\n")
  }

  /// Compares the film's sound with 440 Hz at -20 dB.
  private func judgeTone() throws {
    let tone = try run([
      "/usr/bin/python3", "-c",
      """
      import numpy, subprocess, sys
      raw = subprocess.run(["ffmpeg", "-v", "warning", "-i", sys.argv[1], "-map", "0:a", "-f", "f32le", "-"],
                           capture_output=True)
      assert raw.stderr == b"", raw.stderr
      both = numpy.frombuffer(raw.stdout, "<f4").reshape(-1, 2)
      one = both[4800:91200, 0]
      spectrum = numpy.abs(numpy.fft.rfft(one * numpy.hanning(len(one))))
      level = 20 * numpy.log10(numpy.sqrt(numpy.mean(one ** 2) * 2))
      # ffmpeg does not cut off the rest of the last packet.
      assert 96000 <= len(both) < 97024, len(both)
      print(round(spectrum.argmax() * 48000 / len(one)), round(level), round(float(abs(both[:, 0] - both[:, 1]).max()), 2))
      # A break of the phase would show as a jump.
      assert numpy.abs(numpy.diff(one)).max() < 0.1 * 2 * numpy.pi * 440 / 48000 * 1.2
      """, place.path("t.mp4"),
    ])
    #expect(tone.text == "440 -20 0.0\n", "\(tone.errorText)")
  }

  @Test("An interrupt is a good end, and so is the largest size", arguments: [Signal.interrupt, .terminate])
  func ends(signal: Signal) throws {
    let process = try place.start(
      "record", "test:bars", "test:tone", "-o", "t.mov", "--size", "64x64", "--rate", "29.97", "--no-script")
    try wait { isThere(place.path("t.mov")) || process.statusIfEnded() != nil }
    process.kill(signal)
    #expect(process.wait() == .exited(0))
    #expect(!isThere(place.path("t.edit")))
    let frames = try #require(Int(try probe("stream=nb_frames", "v", of: "t.mov").dropLast()))
    #expect(frames >= 15)
    #expect(try probe("stream=r_frame_rate", "v", of: "t.mov") == "30000/1001\n")
    guard signal == .terminate else { return }
    let limited = try place.editc(
      "record", "test:bars", "test:tone", "-o", "s.mp4", "--size", "64x64", "--max-size", "60k", "--no-script"
    )
    #expect(limited.exitCode == 0, "\(limited.errorText)")
    #expect(try place.bytes("s.mp4").count <= 60_000)
    #expect(try place.bytes("s.mp4").count > 15_000)
  }

  @Test("On a full disk, the recording is whole to there")
  func fullDisk() throws {
    let result = try place.shell(
      "ulimit -f 100; \"$editc\" record test:bars test:tone -o t.mp4 --size 320x180 --no-script --report t.json"
    )
    #expect(result.exitCode == 74, "\(result.errorText)")
    #expect(result.errorText.contains("t.mp4 is whole up to that moment"), "\(result.errorText)")
    let decoding = try run(["ffmpeg", "-v", "warning", "-i", place.path("t.mp4"), "-f", "null", "-"])
    #expect(decoding.errorText == "")
    let frames = try #require(Int64(try probe("stream=nb_frames", "v").dropLast()))
    #expect(frames >= 15)
    let report = try JSONValue.parse(String(decoding: place.bytes("t.json"), as: UTF8.self))
    #expect(report["frames"] == .integer(frames) && report["end"] == .string("failure"))
    guard case .integer(let captured)? = report["picture"]?["captured"],
      case .integer(let repeated)? = report["picture"]?["repeated"]
    else {
      Issue.record("\(report)")
      return
    }
    #expect(captured + repeated == frames)
  }

  @Test("Recordings start and end at times of day, after a delay, and when it is silent")
  func times() throws {
    try judge("record_times.py")
  }

  @Test("Recordings pause, continue, give stills and end by lines and by keys")
  func orders() throws {
    try judge("record_orders.py")
  }

  @Test("Looks that are chosen while a film is recorded are in its script, at their frames")
  func looks() throws {
    try judge("record_looks.py")
  }

  @Test("Looks in the film have the pixels of a render of its take with a script")
  func bakedLooks() throws {
    try judge("record_bake.py")
  }

  @Test("Killed at any moment after its first fragment, a recording plays and can be finished")
  func kills() throws {
    try judge("record_kills.py", "\(rounds(200, quick: 6, sample: 10))")
  }
}
