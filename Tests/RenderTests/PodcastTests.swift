import TestSupport
import Testing

@Suite("Recordings one after the other")
struct PodcastTests {
  @Test("each recording is brought to its loudness, judged by ffmpeg, and peaks stay below the ceiling")
  func loudness() throws {
    let folder = try TemporaryFolder()
    // A quiet one; one with peaks that the gain would bring above full scale; silence.
    let sources = [
      "anoisesrc=r=48000:d=3:a=0.01:c=pink:s=1",
      "aevalsrc='0.003*sin(2*PI*300*t)+0.5*lt(mod(t,0.5),0.0005)':s=48000:d=3",
      "anullsrc=r=48000:cl=mono,atrim=0:1",
    ]
    for (number, source) in sources.enumerated() {
      try ffmpeg(["-f", "lavfi", "-i", source, "-c:a", "pcm_f32le", folder.path("\(number).wav")])
    }
    let script = """
      edit: 1
      defaults: {clip: {loudness: -16 LUFS}}
      timeline:
        - {clip: 0.wav, take: 0.5s..2.5s}
        - {clip: 1.wav, take: ..2s}
        - {clip: 0.wav, take: ..2s, loudness: -23 LUFS, volume: -6dB}
        - clip: 2.wav
      outputs: [{file: levels.wav}]
      """
    try editc(["render", folder.write("levels.edit", script), "--no-cache"])
    let path = folder.path("levels.wav")
    let parts = try [(0, -16.0), (2, -16.0), (4, -29.0)].map { start, wanted in
      (try measured(path, from: start, seconds: 2), wanted)
    }
    for (found, wanted) in parts {
      #expect(abs(found.loudness - wanted) <= 0.1, "\(found) instead of \(wanted)")
      #expect(found.peak <= -1)
    }
    #expect(parts[1].0.peak > -1.6, "the limiter holds the peaks at the ceiling")
    #expect(try decodedSamples(path)[(6 * 48000)...].allSatisfy { $0 == 0 })
  }

  @Test("each output has the loudness of its preset, judged by ffmpeg, and the script's own wins")
  func presets() throws {
    let folder = try TemporaryFolder()
    try ffmpeg([
      "-f", "lavfi", "-i", "anoisesrc=r=48000:d=6:a=0.02:c=pink:s=1", "-c:a", "pcm_f32le",
      folder.path("a.wav"),
    ])
    let timeline = "timeline: [{clip: a.wav}]\n"
    let script =
      "edit: 1\n" + timeline
        + """
        outputs:
          - {file: talk.m4a, preset: podcast}
          - {file: europe.wav, preset: broadcast-r128}
          - {file: america.wav, preset: broadcast-a85}
          - {file: plain.wav}
        """
    try editc(["render", folder.write("levels.edit", script), "--no-cache"])
    let quiet =
      "edit: 1\nmix: {loudness: -30 LUFS}\n" + timeline + "outputs: [{file: own.wav, preset: podcast}]\n"
    try editc(["render", folder.write("own.edit", quiet), "--no-cache"])
    // AAC of 128 kbit/s leaves away what is highest in noise; Apple allows 1 dB.
    for (file, wanted, tolerance, ceiling) in [
      ("talk.m4a", -16.0, 1.0, -0.9), ("europe.wav", -23, 0.1, -1), ("america.wav", -24, 0.1, -2),
      ("own.wav", -30, 0.1, -1),
    ] {
      let found = try measured(folder.path(file), from: 0, seconds: 6)
      #expect(abs(found.loudness - wanted) <= tolerance, "\(file): \(found) instead of \(wanted)")
      #expect(found.peak <= ceiling, "\(file): \(found)")
    }
    let plain = try measured(folder.path("plain.wav"), from: 0, seconds: 6)
    #expect(plain.loudness < -30.5, "the source is none of these: \(plain)")
  }

  @Test(
    "sounds under audio change over as ffmpeg's acrossfade lets them",
    arguments: [("equal-power", "qsin"), ("linear", "tri")])
  func crossFade(shape: String, curve: String) throws {
    let folder = try TemporaryFolder()
    for number in 0...2 {
      try ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=r=48000:d=1:a=0.3:s=\(number)", "-c:a", "pcm_f32le",
        folder.path("\(number).wav"),
      ])
    }
    let script = """
      edit: 1
      mix: {channels: mono}
      timeline: [{silence: 2.2s}]
      audio:
        - {clip: 0.wav, at: 0.1s}
        - {transition: {kind: dissolve, for: 500ms, audio: \(shape)}}
        - clip: 1.wav
        - {transition: {kind: dissolve, for: 400ms, audio: \(shape)}}
        - clip: 2.wav
      outputs: [{file: faded.wav}]
      """
    try editc(["render", folder.write("faded.edit", script), "--no-cache"])
    let fade = { (seconds: String) in "acrossfade=d=\(seconds):c1=\(curve):c2=\(curve)" }
    let expected = values(
      of: try ffmpeg(
        (0...2).flatMap { ["-i", folder.path("\($0).wav")] } + [
          "-filter_complex", "[0][1]\(fade("0.5"))[a];[a][2]\(fade("0.4"))", "-f", "f32le", "-",
        ]), as: Float.self)
    let found = try decodedSamples(folder.path("faded.wav"))
    #expect(expected.count == 100_800)
    #expect(found.count == 105_600)
    let worst = zip(found[4800...], expected).map { abs($0 - $1) }.max() ?? 1
    #expect(worst < 0.0002)
    #expect(found[..<4800].allSatisfy { $0 == 0 })
  }

  @Test("channels are those of ffmpeg's filter pan, in 5.1 and in stereo")
  func channels() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pair.wav")
    try ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc='0.3*sin(2*PI*440*t)|0.2*sin(2*PI*1000*t)':s=48000:d=0.5", "-c:a",
      "pcm_f32le", path,
    ])
    // What is written, what it is in 5.1 and in stereo.
    let cases = [
      ("left", "FC=c0", "c0=c0|c1=c0"), ("mono", "FC=0.5*c0+0.5*c1", "c0=0.5*c0+0.5*c1|c1=0.5*c0+0.5*c1"),
      ("{left: right, right: 0}", "FL=c1|FR=c0", "c0=c1|c1=c0"),
      (
        "{center: mono, back-left: left}", "FC=0.5*c0+0.5*c1|BL=c0",
        "c0=1.0606602*c0+0.3535534*c1|c1=0.3535534*c0+0.3535534*c1"
      ),
    ]
    let items = cases.map { "  - {clip: pair.wav, channels: \($0.0)}\n" }.joined()
    let script = """
      edit: 1
      timeline:
      \(items)
      outputs: [{file: six.wav, audio: {channels: 5.1}}, {file: two.wav}]
      """
    try editc(["render", folder.write("channels.edit", script), "--no-cache"])
    for (file, layout, count) in [("six.wav", "5.1", 6), ("two.wav", "stereo", 2)] {
      let found = values(
        of: try ffmpeg(["-i", folder.path(file), "-f", "f32le", "-"]), as: Float.self)
      #expect(found.count == 4 * 24000 * count)
      for (number, wanted) in cases.enumerated() {
        let map = count == 6 ? wanted.1 : wanted.2
        let expected = values(
          of: try ffmpeg(["-i", path, "-af", "pan=\(layout)|\(map)", "-f", "f32le", "-"]), as: Float.self)
        let worst = zip(found[(number * 24000 * count)...], expected).map { abs($0 - $1) }.max() ?? 1
        #expect(worst < 0.0001, "\(file): \(wanted.0) is off by \(worst)")
      }
    }
  }

  @Test("FFmpeg's filters of sound give what ffmpeg gives, sample for sample, in the whole and in a part")
  func ffmpegFilters() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("noise.wav")
    try ffmpeg(["-f", "lavfi", "-i", "anoisesrc=r=48000:d=1:a=0.3:s=3", "-c:a", "pcm_f32le", path])
    // One with a tail, two that keep samples back, one with a gain and one after a filter of editc that does nothing.
    let chains = [
      "aecho=0.8:0.9:60:0.4", "afftdn", "dynaudnorm",
      "equalizer=f=1000:w=200:g=-6,acompressor=threshold=0.05",
    ]
    let items = chains.map { chain in
      let filters = chain.split(separator: ",").map { "{ffmpeg: \"\($0)\"}" }.joined(
        separator: ", {limit: 0dB}, ")
      return "  - {clip: noise.wav, filters: [\(filters)]}\n"
    }
    let script = """
      edit: 1
      mix: {channels: mono}
      timeline:
      \(items.joined())
      outputs: [{file: whole.wav}, {file: part.wav, range: 1.5s..3.25s}]
      """
    try editc(["render", folder.write("filters.edit", script), "--no-cache"])
    let whole = try decodedSamples(folder.path("whole.wav"))
    #expect(whole.count == 4 * 48000)
    for (number, chain) in chains.enumerated() {
      let expected = values(
        of: try ffmpeg(["-i", path, "-af", chain, "-f", "f32le", "-"]), as: Float.self)
      let worst = zip(whole[(number * 48000)...].prefix(48000), expected).map { abs($0 - $1) }.max() ?? 1
      #expect(worst < 0.0001, "\(chain) is off by \(worst)")
    }
    let part = try decodedSamples(folder.path("part.wav"))
    let isSame = part.elementsEqual(whole[72000..<156_000])
    #expect(isSame)
  }

  /// What ffmpeg's filter `ebur128` says of a part.
  private func measured(
    _ path: String, from start: Int, seconds: Int
  ) throws -> (loudness: Double, peak: Double) {
    let text = try run([
      "ffmpeg", "-hide_banner", "-nostats", "-ss", "\(start)", "-t", "\(seconds)", "-i", path, "-af",
      "ebur128=peak=true", "-f", "null", "-",
    ]).errorText
    let numbers = ["I:", "Peak:"].map { word in
      text.split(separator: "\n").last { $0.contains(word) }.flatMap { line in
        Double(line.split(separator: " ").dropLast().last ?? "")
      }
    }
    return (try #require(numbers[0], "\(text)"), try #require(numbers[1], "\(text)"))
  }

  @Test("three recordings of 9.407 s have every sample of theirs, in wav and in m4a")
  func samples() throws {
    let folder = try TemporaryFolder()
    let lengths = [3.136, 4, 3.271]
    let paths = lengths.indices.map { folder.path("\($0).wav") }
    for (path, (number, length)) in zip(paths, lengths.enumerated()) {
      try ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=r=48000:d=\(length):a=0.5:s=\(number + 1)", "-c:a", "pcm_s16le", path,
      ])
    }
    let script = """
      edit: 1
      mix: {channels: mono}
      markers: {second: {at: 3.136s, chapter: true}}
      timeline:
        - clip: \(paths[0])
        - clip: \(paths[1])
          take: 500ms..3.5s
        - clip: \(paths[2])
      outputs:
        - {file: podcast.wav, chapters: false}
        - file: podcast.m4a
      """
    try editc(["render", folder.write("podcast.edit", script), "--no-cache"])
    let parts = try paths.map { try decodedSamples($0) }
    let expected = parts[0] + parts[1][24000..<168_000] + parts[2]
    #expect(expected.count == 451_536)
    let samples = try decodedSamples(folder.path("podcast.wav"))
    #expect(samples.count == expected.count)
    let differing = zip(samples, expected).count(where: !=)
    #expect(differing == 0)
    let found = try run([
      "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries",
      "stream=duration_ts:chapter=start_time,end_time", "-of", "csv=p=0",
      folder.path("podcast.m4a"),
    ])
    #expect(
      Set(found.text.split(separator: "\n")) == ["0.000000,3.136000", "3.136000,9.407000", "451536"])
  }
}
