import TestSupport
import Testing

/// Files that are copied whole, judged by ffprobe's packets and ffmpeg's samples.
@Suite struct WholeCopyTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func ffmpeg(_ arguments: String...) throws {
    let result = try run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-bitexact"] + arguments)
    try #require(result.exitCode == 0, "\(result.errorText)")
  }

  private func copy(_ file: String, to film: String, keep: String = "", take: String = "all") throws {
    try place.write(
      "film.edit",
      """
      edit: 1
      timeline: [{clip: \(file), take: \(take)}]
      outputs: [{file: \(film), mode: passthrough\(keep)}]

      """)
    let result = try place.editc("render", "film.edit", "--force")
    try #require(result.exitCode == 0, "\(film): \(result.errorText)")
  }

  private func refusal(_ output: String, of file: String) throws -> String {
    try place.write("film.edit", "edit: 1\ntimeline: [{clip: \(file)}]\noutputs: [\(output)]\n")
    let result = try place.editc("lint", "film.edit")
    #expect(result.exitCode == 1)
    return result.text + result.errorText
  }

  /// Start and duration of each picture, in seconds, in the order in which they are shown.
  private func pictures(_ path: String) throws -> [(start: Double, length: Double)] {
    let result = try run([
      "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,duration_time",
      "-of",
      "csv=p=0", path,
    ])
    return result.text.split(separator: "\n").map { line in
      let numbers = line.split(separator: ",").map { Double($0) ?? .nan }
      return (numbers[0], numbers[1])
    }.sorted { $0.start < $1.start }
  }

  @Test(
    "The last picture is held until the sound ends, and the first one from where the sound begins",
    arguments: [("25", "mp4"), ("30000/1001", "mov"), ("30000/1001", "mkv")])
  func held(rate: String, kind: String) throws {
    let picture = "testsrc2=s=160x90:r=\(rate),format=yuv420p"
    // 2 s of pictures, 2.5 s of sound.
    try ffmpeg(
      "-f", "lavfi", "-t", "2", "-i", picture, "-f", "lavfi", "-t", "2.5", "-i", CopySource.sound, "-c:v",
      "libx264", "-preset", "veryfast", "-g", "30", "-c:a", kind == "mkv" ? "flac" : "aac",
      place.path("long.\(kind)"))
    try copy("long.\(kind)", to: "film.\(kind)")
    let (source, film) = (place.path("long.\(kind)"), place.path("film.\(kind)"))
    #expect(try packets(film, "v").map(\.hash) == packets(source, "v").map(\.hash))
    #expect(try heardSamples(film) == heardSamples(source))
    let (shown, before) = (try pictures(film), try pictures(source))
    #expect(zip(shown, before).allSatisfy { abs($0.start - $1.start) < 0.0011 })
    if kind != "mkv" {
      let length = try probed(film, "v")["duration"].flatMap { Double($0) }
      #expect(abs((length ?? 0) - 2.5) < 0.04, "\(length ?? 0)")
    }
    _ = try place.shell("rm -r cache")
    #expect(
      try place.editc("plan", "film.edit").text.contains("long.\(kind) as they are, the last shown longer"))

    // The pictures come 0.4 s after the sound.
    try ffmpeg(
      "-itsoffset", "0.4", "-i", source, "-i", source, "-map", "0:v", "-map", "1:a", "-c", "copy",
      place.path("late.\(kind)"))
    try copy("late.\(kind)", to: "early.\(kind)")
    #expect(try packets(place.path("early.\(kind)"), "v").map(\.hash) == packets(source, "v").map(\.hash))
    #expect(try heardSamples(place.path("early.\(kind)")) == heardSamples(source))
    let early = try pictures(place.path("early.\(kind)"))
    #expect(early[0].start == 0)
    // The film counts whole frames.
    let frame = early[2].start - early[1].start
    #expect(abs(early[1].start - before[1].start - 0.4) <= frame / 2 + 0.0011, "\(early[1])")
  }

  @Test(
    "Sound of more codecs is copied, and each sample is the one of the file",
    arguments: [
      ("libopus", "mkv", "mkv"), ("libopus", "webm", "mkv"), ("libopus", "webm", "mka"),
      ("flac", "mkv", "mkv"),
      ("flac", "mkv", "mp4"), ("flac", "mp4", "mka"), ("pcm_s24le", "mkv", "mkv"),
      ("pcm_s16le", "mov", "mkv"),
      ("libmp3lame", "mp4", "mp4"), ("libmp3lame", "mov", "mp4"),
      ("aac", "mkv", "mkv"), ("libmp3lame", "mkv", "mkv"), ("ac3", "mkv", "mkv"),
      ("ac3", "mov", "mp4"), ("alac", "mp4", "mp4"),
    ])
  func sound(codec: String, from source: String, to kind: String) throws {
    let file = "a.\(source)"
    let picture =
      source == "webm" ? ["libvpx-vp9", "-deadline", "realtime"] : ["libx264", "-preset", "veryfast"]
    let made = try run(
      [
        "ffmpeg", "-nostdin", "-v", "error", "-y", "-bitexact", "-f", "lavfi", "-i",
        "testsrc2=s=160x90:r=30,format=yuv420p", "-f", "lavfi", "-i", CopySource.sound, "-t", "3", "-strict",
        "-2", "-g", "30", "-bf", "0", "-c:a", codec, "-c:v",
      ] + picture + [place.path(file)])
    try #require(made.exitCode == 0, "\(made.errorText)")
    try copy(file, to: "film.\(kind)")
    let (heard, wanted) = (
      try heardSamples(place.path("film.\(kind)")), try heardSamples(place.path(file))
    )
    // An MP3 in Matroska states how much of its last packet is not heard, but only if it also has priming.
    let more = codec == "libmp3lame" && source == "mkv" ? 1151 : 0
    #expect(
      heard.starts(with: wanted) && heard.count - wanted.count <= more,
      "\(heard.count) and \(wanted.count) samples")
    #expect(heard.contains { $0 > 20_000 })
    let copied = try packets(place.path("film.\(kind)"), "a").map(\.hash)
    let original = try packets(place.path(file), "a").map(\.hash)
    if more == 0 {
      #expect(copied == original)
    } else {
      // ffprobe prints the padding of the last packet in lines of its own.
      #expect(copied.count > 100 && copied.dropLast() == original.prefix(copied.count - 1))
    }
    guard kind == "mp4" else { return }
    // A cut is exact to the sample in a file with edit lists.
    try copy(file, to: "part.mp4", take: "1s..2.5s")
    let part = try heardSamples(place.path("part.mp4"))
    #expect(part.count >= 72_000 && part.count < 76_608, "\(part.count)")
    // Decoders of AC-3 dither, more so beside the loud sound at the end; a shift by one sample would differ by 20.
    let count = codec == "ac3" ? 70_000 : 72_000
    let differences = zip(part.prefix(count), wanted[48_000...]).map { abs(Int($0) - Int($1)) }
    #expect(differences.max() ?? .max <= (codec == "ac3" ? 2 : 0))
  }

  @Test("`keep: [tracks]` copies every audio track, with language, name and all of its samples")
  func tracks() throws {
    try ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25,format=yuv420p", "-f", "lavfi", "-i", CopySource.sound,
      "-f",
      "lavfi", "-i", "sine=f=330:r=44100", "-map", "0", "-map", "1", "-map", "2", "-map", "2", "-t", "4",
      "-c:v",
      "libx264", "-preset", "veryfast", "-g", "25", "-bf", "2", "-c:a", "aac", "-c:a:2", "alac",
      "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu", "-metadata:s:a:2", "language=fra",
      "-metadata:s:a:1", "title=Kommentar", place.path("a.mp4"))
    func streams(_ path: String) throws -> [[Substring]] {
      let result = try run([
        "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries",
        "stream=codec_name,sample_rate:stream_tags=language,title,name:stream_disposition=default", "-of",
        "csv=p=0", path,
      ])
      return result.text.split(separator: "\n").map { $0.split(separator: ",") }
    }
    func samples(_ path: String, _ track: Int) throws -> [Int] {
      let bytes = try run([
        "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:a:\(track)", "-f", "s16le", "-",
      ]).output
      return stride(from: 0, to: bytes.count - 1, by: 2).map {
        Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
      }
    }
    try copy("a.mp4", to: "film.mp4", keep: ", keep: [tracks]")
    #expect(try streams(place.path("film.mp4")) == streams(place.path("a.mp4")))
    #expect(try streams(place.path("film.mp4")).count == 3)
    for track in 0..<3 {
      #expect(
        try samples(place.path("film.mp4"), track) == samples(place.path("a.mp4"), track), "track \(track)")
    }
    #expect(
      try place.editc("plan", "film.edit").text.contains("audio stream 2 in deu  reused: "))
    #expect(try !place.editc("lint", "film.edit").text.contains("track-left-out"))

    try copy("a.mp4", to: "part.mov", keep: ", keep: [tracks]", take: "1s..3s")
    for (track, rate) in [48_000, 44_100, 44_100].enumerated() {
      let (part, whole) = (
        try samples(place.path("part.mov"), track), try samples(place.path("a.mp4"), track)
      )
      #expect(part.count >= rate * 2, "track \(track): \(part.count)")
      // Decoders of AAC add noise that depends on earlier packets; a shift by one sample would differ more.
      let differences = zip(part.prefix(rate * 2), whole.dropFirst(rate)).map { abs($0 - $1) }
      #expect(differences.max() ?? .max <= (track == 2 ? 0 : 40), "track \(track)")
    }

    #expect(
      try refusal("{file: film.m4a, mode: passthrough, audio: {codec: aac}, keep: [tracks]}", of: "a.mp4")
        .contains("other audio tracks are kept only beside sound that is copied"))
    #expect(
      try refusal("{file: film.3gp, mode: passthrough, keep: [tracks]}", of: "a.mp4")
        .contains("keeps audio stream 3, which has sound encoded as alac, which cannot be copied into a .3gp")
    )
    #expect(
      try place.editc("lint", "film.edit").text.contains("remove `tracks` from `keep`"))
    try ffmpeg("-f", "lavfi", "-i", "sine", "-t", "1", place.path("b.wav"))
    #expect(
      try refusal("{file: film.wav, mode: passthrough, keep: [tracks]}", of: "b.wav").contains(
        "a .wav file has one audio track"))
  }

  /// The pictures of a video track as ffmpeg decodes them.
  private func decoded(_ path: String, _ track: Int) throws -> [Substring] {
    let result = try run([
      "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:v:\(track)", "-fps_mode", "passthrough",
      "-f",
      "framemd5", "-",
    ])
    return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      $0.split(separator: " ").last ?? ""
    }
  }

  private func times(_ path: String, _ track: Int) throws -> [Double] {
    let result = try run([
      "ffprobe", "-v", "error", "-select_streams", "v:\(track)", "-show_entries", "packet=pts_time", "-of",
      "csv=p=0", path,
    ])
    return result.text.split(whereSeparator: { ",\n".contains($0) }).compactMap { Double($0) }.sorted()
  }

  /// 25 pictures per second, sound, and 50 smaller pictures per second.
  private func makeTwoVideos(_ path: String, keys: Int, _ more: String...) throws {
    let inputs = [
      "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25,format=yuv420p", "-f", "lavfi", "-i",
      "testsrc=s=96x64:r=50,format=yuv420p", "-f", "lavfi", "-i", CopySource.sound, "-map", "0", "-map", "1",
      "-map", "2", "-sc_threshold", "0", "-t", "4", "-c:v", "libx264", "-preset", "veryfast", "-bf", "2",
      "-g:v:0", "25", "-g:v:1",
      "\(keys)", "-c:a", "aac", "-metadata:s:v:1", "language=deu",
    ]
    let result = try run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-bitexact"] + inputs + more + [path])
    try #require(result.exitCode == 0, "\(result.errorText)")
  }

  @Test(
    "`keep: [tracks]` copies the other video tracks, whole and cut, packet by packet",
    arguments: ["mp4", "mov", "mkv"])
  func videos(kind: String) throws {
    let (source, film) = (place.path("a.\(kind)"), place.path("film.\(kind)"))
    try makeTwoVideos(source, keys: 50)
    try copy("a.\(kind)", to: "film.\(kind)", keep: ", keep: [tracks]")
    for track in 0...1 {
      #expect(
        try packets(film, "v", track: track).map(\.hash) == packets(source, "v", track: track).map(\.hash),
        "\(track)")
      #expect(try decoded(film, track) == decoded(source, track))
      // The Matroska file begins with 21 ms of sound alone: its first pictures are held from 0.
      let (copied, original) = (try times(film, track), try times(source, track))
      #expect(copied.count == original.count)
      let (late, most) = (kind == "mkv" ? 1 : 0, kind == "mkv" ? 0.0205 : 0.000_001)
      #expect(zip(copied, original).dropFirst(late).allSatisfy { abs($0 - $1) < most }, "\(track)")
    }
    #expect(try decoded(film, 1).count == 200)
    let languages = try run([
      "ffprobe", "-v", "error", "-select_streams", "v:1", "-show_entries",
      "stream_tags=language:stream_disposition=default", "-of", "csv=p=0", film,
    ]).text
    // FFmpeg finds no code of QuickTime for this language.
    #expect(kind == "mov" || ["deu", "ger"].contains { languages.contains($0) })
    #expect(!languages.contains("1"), "\(languages)")
    let plan = try place.editc("plan", "film.edit").text
    #expect(plan.contains("video stream 1  reused: "), "\(plan)")
    #expect(try !place.editc("lint", "film.edit").text.contains("track-left-out"))
    try copy("a.\(kind)", to: "film.\(kind)")
    #expect(try place.editc("lint", "film.edit").text.contains("1 video track (h264)"))

    // Cut where both have key frames.
    guard kind != "mkv" else { return }
    try copy("a.\(kind)", to: "part.\(kind)", keep: ", keep: [tracks]", take: "1s..3s")
    let part = place.path("part.\(kind)")
    #expect(try decoded(part, 0) == Array(decoded(source, 0)[25..<75]))
    #expect(try decoded(part, 1) == Array(decoded(source, 1)[50..<150]))
    #expect(
      try packets(part, "v", track: 1).map(\.hash)
        == Array(packets(source, "v", track: 1).map(\.hash)[50..<150]))
    #expect(try times(part, 1).first == 0 && times(part, 1).last == 1.98)
  }

  @Test(
    "A video track that cannot be cut where the film is, or that no film can hold, is refused with the reason"
  )
  func refusedVideos() throws {
    try makeTwoVideos(place.path("a.mp4"), keys: 100)
    try place.write(
      "film.edit",
      "edit: 1\ntimeline: [{clip: a.mp4, take: 1s..3s}]\noutputs: [{file: film.mp4, mode: passthrough, keep: [tracks]}]\n"
    )
    let result = try place.editc("lint", "film.edit")
    let words = result.text + result.errorText
    #expect(
      words.contains(
        "keeps video stream 1, which starts at 1s of its media, which is not an independent key frame"),
      "\(words)")
    #expect(words.contains("start its take at 0s or 2s, or remove `tracks` from `keep`"), "\(words)")
    try copy("a.mp4", to: "film.mp4", take: "1s..3s")
    try place.write(
      "film.edit",
      "edit: 1\ntimeline: [{clip: a.mp4, take: 0s..2s}, {clip: a.mp4, take: 2s..}]\noutputs: [{file: film.mp4, video: {codec: copy}, audio: {codec: copy}, keep: [tracks]}]\n"
    )
    let joined = try place.editc("lint", "film.edit")
    #expect((joined.text + joined.errorText).contains("cannot follow another take"), "\(joined.text)")

    // A cover is no track.
    try ffmpeg("-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", place.path("cover.png"))
    try ffmpeg(
      "-i", place.path("a.mp4"), "-i", place.path("cover.png"), "-map", "0:v:0", "-map", "0:a", "-map", "1",
      "-c",
      "copy", "-disposition:v:1", "attached_pic", place.path("cover.mp4"))
    try copy("cover.mp4", to: "film.mp4", keep: ", keep: [tracks]")
    let hashes = try packets(place.path("film.mp4"), "v").map(\.hash)
    #expect(try hashes == packets(place.path("cover.mp4"), "v").map(\.hash))
  }
}
