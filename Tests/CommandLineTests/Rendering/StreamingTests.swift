import Processes
import TestSupport
import Testing

@Suite("Films in fragments, and their playlists")
struct StreamingTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  private func render(_ outputs: String) throws {
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 160x90, rate: 25}
      timeline: [{clip: \(Footage.counter), take: ..1.5s}, {color: navy, for: 2s}]
      audio: [{tone: sine, frequency: 1kHz, at: 1s, for: 2.5s, volume: -6dB}]
      subtitles:
        - {cues: [{at: 1s..2s, text: Zwei}], mode: sidecar, format: vtt, language: de}
        - {cues: [{at: 1s..2s, text: Two}], mode: stream, language: en}
      markers: {Start: {at: 0s, chapter: true}}
      outputs:
      \(outputs)

      """)
    let result = try place.editc("render", "film.edit")
    try #require(result.exitCode == 0, "\(result.errorText)")
  }

  @Test("Each fragment begins with a key frame at its time, and what was received of the file plays")
  func fragments() throws {
    try render("  - {file: film.mp4, fragment: 1s, video: {speed: ultrafast}}")
    let path = place.path("film.mp4")
    let keys = try run([
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,flags", "-of",
      "csv=p=0",
      path,
    ]).text.split(separator: "\n").filter { $0.contains("K") }.map { $0.prefix { $0 != "," } }
    #expect(keys == ["0.000000", "1.000000", "2.000000", "3.000000"])
    let bytes = try place.bytes("film.mp4")
    let names = boxes(bytes)
    #expect(names.filter { $0 == "moof" }.count == 4)
    #expect(try #require(names.firstIndex(of: "sidx")) < #require(names.firstIndex(of: "moof")))
    #expect(try probed(path, "v", counting: true)["nb_read_frames"] == "88")
    // The tone begins with its second: nothing is moved by what the encoder puts before the sound.
    let heard = try samples(path)
    let start = try #require(heard.firstIndex { abs($0) > 0.1 })
    let lead = try run([
      "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=start_time", "-of",
      "csv=p=0", path,
    ]).text
    #expect(lead.hasPrefix("-0.021333"))
    #expect(abs(start - 48_000 - 1024) < 48)
    // Two of four fragments.
    let third = try #require(fragmentStarts(bytes).dropFirst(2).first)
    try place.write("half.mp4", Array(bytes[..<third]))
    #expect(try probed(place.path("half.mp4"), "v", counting: true)["nb_read_frames"] == "50")
  }

  private func fragmentStarts(_ bytes: [UInt8]) -> [Int] {
    var position = 0
    var starts: [Int] = []
    while position + 8 <= bytes.count {
      if bytes[(position + 4)..<(position + 8)].elementsEqual("moof".utf8) { starts.append(position) }
      let size = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8 else { break }
      position += size
    }
    return starts
  }

  @Test("Players of both kinds of playlist show the frames of the files")
  func playlists() throws {
    try render(
      """
        - {file: large.mp4, playlist: [web/film.m3u8, web/film.mpd], fragment: 1s, audio: {codec: none}, video: {speed: ultrafast}}
        - {file: small.mp4, size: 80x44, playlist: [web/film.m3u8, web/film.mpd], fragment: 1s, audio: {codec: none}}
        - {file: sound.m4a, playlist: [web/film.m3u8, web/film.mpd], audio: {title: Music}, metadata: {language: de}}
        - {file: en.vtt, playlist: [web/film.m3u8, web/film.mpd], subtitles: en}
      """)
    // One track each, and no chapters.
    for file in ["large.mp4", "small.mp4", "sound.m4a"] {
      #expect(boxes(try place.bytes(file)).filter { $0 == "sidx" }.count == 1, "\(file)")
    }
    let list = try text("web/film.m3u8")
    #expect(
      list.contains(
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"sound\",NAME=\"Music\",LANGUAGE=\"de\",DEFAULT=YES,AUTOSELECT=YES,"
          + "CHANNELS=\"2\",URI=\"../sound.m4a.m3u8\"\n"))
    #expect(list.contains("URI=\"../large.deu.vtt.m3u8\""))
    #expect(list.contains("LANGUAGE=\"en\",DEFAULT=NO,AUTOSELECT=YES,URI=\"../en.vtt.m3u8\"\n"))
    #expect(try text("en.vtt.m3u8").contains("#EXTINF:3.520000,\nen.vtt\n#EXT-X-ENDLIST"))
    #expect(try text("en.vtt") == "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nTwo\n")
    #expect(list.contains("RESOLUTION=160x90,FRAME-RATE=25.000,VIDEO-RANGE=SDR,AUDIO=\"sound\""))
    // High profile at level 1.1 and 1.0, and AAC-LC, as ffprobe says it too.
    for (file, size) in [("large.mp4", "160x90"), ("small.mp4", "80x44")] {
      let stream = try probed(place.path(file), "v")
      let level = try #require(stream["level"].flatMap { UInt8($0) })
      let profile = ["High": "64", "Constrained Baseline": "42"][stream["profile"] ?? ""] ?? "?"
      let line = try #require(list.split(separator: "\n").first { $0.contains("RESOLUTION=\(size)") })
      #expect(line.contains("CODECS=\"avc1.\(profile)"), "\(line)")
      let hex = String(level, radix: 16, uppercase: true)
      #expect(line.contains("\(hex.count < 2 ? "0" : "")\(hex),mp4a.40.2\""), "\(line)")
    }
    // The ranges of bytes follow each other to the index at the end.
    let fragments = try text("large.mp4.m3u8").split(separator: "\n")
      .compactMap {
        $0.hasPrefix("#EXT-X-BYTERANGE:")
          ? $0.dropFirst(17).split(separator: "@").compactMap { Int($0) } : nil
      }
    #expect(fragments.map { $0[1] } == fragmentStarts(try place.bytes("large.mp4")))
    #expect(zip(fragments, fragments.dropFirst()).allSatisfy { $0[1] + $0[0] == $1[1] })
    #expect(
      try text("large.mp4.m3u8").split(separator: "\n").filter { $0.hasPrefix("#EXTINF:") }
        == ["#EXTINF:1.000000,", "#EXTINF:1.000000,", "#EXTINF:1.000000,", "#EXTINF:0.520000,"])
    for playlist in ["web/film.m3u8", "web/film.mpd"] {
      for (stream, file) in ["large.mp4", "small.mp4"].enumerated() {
        #expect(try pictures(playlist, stream) == pictures(file, 0), "\(playlist) \(file)")
      }
      #expect(try sound(playlist) == sound("sound.m4a"), "\(playlist)")
    }
    // Nothing is replaced that is there, and all of it is checked before the render.
    let again = try place.editc("render", "film.edit", "--force", "--no-cache")
    #expect(again.exitCode == 0, "\(again.errorText)")
    let others = ["large", "small", "sound", "en"].reduce(try text("film.edit")) { script, name in
      script.replacing("file: \(name)", with: "file: \(name)2")
    }
    try place.write("other.edit", others)
    let refused = try place.editc("render", "other.edit")
    #expect(refused.exitCode == 73)
    #expect(refused.errorText.contains("web/film.m3u8 already exists"))
    #expect(!isThere(place.path("large2.mp4")))
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try place.bytes(name), as: UTF8.self)
  }

  /// The digest of every frame of a stream of pictures.
  private func pictures(_ file: String, _ stream: Int) throws -> [Substring] {
    let lines = String(decoding: try decode(file, "v:\(stream)", "framemd5"), as: UTF8.self)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count == 88, "\(file)")
    return lines.compactMap { $0.split(separator: " ").last }
  }

  private func sound(_ file: String) throws -> [UInt8] { try decode(file, "a:0", "s16le") }

  private func decode(_ file: String, _ stream: String, _ format: String) throws -> [UInt8] {
    // ffmpeg opens WebVTT from a manifest only if it is told so.
    let allowed = file.hasSuffix(".mpd") ? ["-allowed_extensions", "ALL"] : []
    let result = try run(
      ["ffmpeg", "-nostdin", "-v", "error"] + allowed
        + ["-i", place.path(file), "-map", "0:\(stream)", "-f", format, "-"])
    try #require(result.exitCode == 0 && !result.output.isEmpty, "\(result.errorText)")
    return result.output
  }
}
