import FoundationEssentials
import TestSupport
import Testing

/// What ffprobe finds that a file says about itself.
struct FoundLabels: Decodable {
  struct Part: Decodable {
    var tags: [String: String]?
    var start: String?
    var kind: String?

    enum CodingKeys: String, CodingKey {
      case tags
      case start = "start_time"
      case kind = "codec_type"
    }
  }

  let format: Part
  let chapters: [Part]
  let streams: [Part]

  init(_ path: String) throws {
    let result = try run([
      "ffprobe", "-v", "error", "-show_format", "-show_chapters", "-show_streams", "-of", "json", path,
    ])
    try #require(result.exitCode == 0, "\(result.errorText)")
    self = try JSONDecoder().decode(FoundLabels.self, from: Data(result.output))
  }

  /// Those of the file, by names in small letters; Ogg has only those of its streams.
  var tags: [String: String] {
    let all = (format.tags ?? [:]).merging(streams.first?.tags ?? [:]) { file, _ in file }
    return Dictionary(all.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Starts with titles; MP3 calls a chapter without a name by its number.
  var starts: [String] {
    chapters.map { "\($0.start ?? "?") \(($0.tags?["title"]).map { $0 == "ch0" ? "" : $0 } ?? "")" }
  }
}

@Suite("What a file says about itself")
struct LabelTests {
  /// Everything that is hard to carry: quotes, line ends, letters of four bytes, what other formats end a text with.
  private static let hostile = "“Ça” 'va'; = \\ \"quoted\" 😀\nsecond line\twith a tab"

  /// Renders a film of one second for one output and gives its path.
  private func film(
    _ file: String, in folder: TemporaryFolder, top: String, output: String = "", story: String? = nil,
    sound: String = "audio: [{tone: sine, volume: 0.1}]\n"
  ) throws -> String {
    let story = story ?? "[{color: navy, for: 2s}]"
    let script = """
      edit: 1
      canvas: {size: 64x64, rate: 25}
      timeline: \(story)
      \(sound)\(top)
      outputs:
        - file: \(file)
          \(file.hasSuffix(".ffmeta") ? "" : "video: {speed: ultrafast}")
          \(output)
      """
    try editc(["render", folder.write("film.edit", script), "--no-cache", "--force"])
    return folder.path(file)
  }

  private func quoted(_ text: String) -> String {
    "\""
      + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
      .replacing("\t", with: "\\t") + "\""
  }

  @Test(
    "Tags are in the file as they are written",
    arguments: cases(
      ["mp4", "wav", "m4a", "mov", "mp3", "mkv", "m4v", "opus", "flac", "webm", "ogg"], quick: 2))
  func tags(ending: String) throws {
    let folder = try TemporaryFolder()
    let lacksDescription = ["mov", "wav"].contains(ending)
    let isVorbis = ["opus", "flac", "ogg"].contains(ending)
    let path = try film(
      "film.\(ending)", in: folder,
      top: """
        metadata:
          title: \(quoted(Self.hostile))
          artist: Ada
          album: \(String(repeating: "é", count: 5000))
          genre: documentary
          date: 2024-05-01
          copyright: ""
          \(lacksDescription ? "" : "description: all of it")
          language: eng
        """,
      output: "metadata: {artist: Bea, \(isVorbis ? "" : "comment: a remark")}")
    let found = try FoundLabels(path)
    #expect(found.tags["title"] == Self.hostile)
    #expect(found.tags["artist"] == "Bea")
    #expect(found.tags["album"] == String(repeating: "é", count: 5000))
    #expect(found.tags["genre"] == "documentary")
    #expect(found.tags["date"] == "2024-05-01")
    #expect(found.tags["copyright"] == nil)
    // Vorbis comments have one place for both, which ffprobe calls a comment.
    if isVorbis { #expect(found.tags["comment"] == "all of it") }
    if !isVorbis { #expect(found.tags["comment"] == "a remark") }
    if !lacksDescription, !isVorbis { #expect(found.tags["description"] == "all of it") }
    let spoken = found.streams.first { $0.kind == "audio" }?.tags?["language"] ?? found.tags["language"]
    #expect(spoken == "eng")
    #expect(found.tags["creation_time"] == nil)
    // Matroska demands the name of the muxer; it has no version.
    #expect(found.format.tags?["encoder"] == (path.hasSuffix("mkv") || path.hasSuffix("webm") ? "Lavf" : nil))
  }

  @Test("Without a word about tags there are none, and the bytes are the same each time")
  func noTags() throws {
    let folder = try TemporaryFolder()
    let path = try film("film.mp4", in: folder, top: "title: For people only")
    #expect(
      Set(try FoundLabels(path).tags.keys).isDisjoint(with: ["title", "comment", "creation_time", "encoder"]))
    let top = "metadata: {title: T}\nmarkers: {a: {at: 1s, chapter: true}}"
    let first = try Data(contentsOf: URL(filePath: film("film.mp4", in: folder, top: top)))
    let second = try Data(contentsOf: URL(filePath: film("film.mp4", in: folder, top: top)))
    #expect(first == second)
  }

  /// A clip with tags as phones write them, and one that has others.
  private func taggedClips(_ folder: TemporaryFolder) throws {
    let clip = { (name: String, tags: [String]) throws -> Void in
      try ffmpeg(
        [
          "-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=1", "-c:v", "libx264", "-movflags",
          "use_metadata_tags",
        ]
          + tags.flatMap { ["-metadata", $0] } + [folder.path(name)])
    }
    try clip(
      "phone.mov",
      [
        "title=Beach", "com.apple.quicktime.make=Apple", "com.apple.quicktime.model=iPhone 15",
        "com.apple.quicktime.software=17.1", "com.apple.quicktime.location.ISO6709=+27.5916+086.5640+8850/",
        "com.apple.quicktime.creationdate=2023-08-01T10:00:00+0200", "odd=\u{1F600} = \"x\"",
      ])
    try clip("other.mov", ["title=Park", "artist=Ada"])
  }

  @Test("Of the media survives what is asked for")
  func keep() throws {
    let folder = try TemporaryFolder()
    try taggedClips(folder)
    let story = "[{clip: phone.mov}, {clip: other.mov}]"
    let kept = { (file: String, keep: String) in
      try FoundLabels(film(file, in: folder, top: "metadata: {\(keep)}", story: story)).tags
    }
    let nothing = try kept("none.mov", "keep: none")
    #expect(nothing["title"] == nil)
    let shared = try kept("shared.mov", "keep: sharing")
    #expect(shared["title"] == "Beach")
    #expect(shared["artist"] == "Ada")
    #expect(shared["date"] == "2023-08-01T10:00:00+0200")
    for name in ["make", "model", "software", "location", "odd"] { #expect(shared[name] == nil, "\(name)") }
    let all = try kept("all.mov", "keep: all, title: Own")
    #expect(all["title"] == "Own")
    #expect(all["make"] == "Apple")
    #expect(all["model"] == "iPhone 15")
    #expect(all["location"] == "+27.5916+086.5640+8850/")
    let sound = try kept("all.mp3", "keep: all")
    #expect(sound["odd"] == "\u{1F600} = \"x\"")
    #expect(sound["software"] == "17.1")
    let mp4 = try kept("all.mp4", "keep: all")
    #expect(mp4["location"]?.hasPrefix("+27.59") == true)
  }

  @Test(
    "Chapters are in every kind of file that has them",
    arguments: cases(["mp4", "mov", "mp3", "m4a", "mkv", "opus", "flac", "webm", "ogg"], quick: 2))
  func chapters(ending: String) throws {
    let folder = try TemporaryFolder()
    let markers = """
      markers:
        no chapter: 1s
        "last: 😀 \(String(repeating: "é", count: 100))": {at: end - 300ms, chapter: true}
        "first \\"x\\"": {at: 500ms, chapter: true}
      """
    let path = try film("film.\(ending)", in: folder, top: markers)
    let last = "last: 😀 " + String(repeating: "é", count: 100)
    #expect(try FoundLabels(path).starts == ["0.000000 ", "0.500000 first \"x\"", "1.700000 \(last)"])
    let cut = try film("cut.\(ending)", in: folder, top: markers, output: "range: 1s..2s")
    #expect(try FoundLabels(cut).starts == ["0.000000 first \"x\"", "0.700000 \(last)"])
    let without = try film("without.\(ending)", in: folder, top: markers, output: "chapters: false")
    #expect(try FoundLabels(without).chapters.isEmpty)
  }

  @Test(
    "Chapters of clips are kept, cut and moved as the clips are",
    arguments: cases(["mp4", "mkv", "m4a", "mp3", "ffmeta"], quick: 2))
  func keptChapters(ending: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "chapters.txt",
      ";FFMETADATA1\n"
        + [("Intro", 0, 1200), ("Talk", 1200, 3000), ("End", 3000, 4000)].map { name, start, end in
          "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(start)\nEND=\(end)\ntitle=\(name)\n"
        }.joined())
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=4", "-f", "lavfi", "-i", "sine=r=48000:d=4", "-i",
      folder.path("chapters.txt"), "-map", "0", "-map", "1", "-map_chapters", "2", "-c:v", "libx264", "-c:a",
      "aac",
      folder.path("talk.mp4"),
    ])
    // By hand: Intro from 0.5 s on; Talk 0.7 s later, which goes on behind the colour; at double speed, End begins
    // half a second after 2.5 s. Backwards, Talk comes first, and Intro after 0.8 s.
    let cuts = [
      (
        "[{clip: talk.mp4, take: 0.5s..2s}, {color: navy, for: 1s}, {clip: talk.mp4, take: 2s..4s, speed: 2x}]",
        ["0.000000 Intro", "0.700000 Talk", "3.000000 End"]
      ),
      ("[{clip: talk.mp4, take: ..2s, speed: -1x}]", ["0.000000 Talk", "0.800000 Intro"]),
      (
        "[{clip: talk.mp4, take: 3.5s..4s}, {clip: talk.mp4, take: 0s..1s}]",
        ["0.000000 End", "0.500000 Intro"]
      ),
    ]
    for (story, expected) in cuts {
      let path = try film(
        "film.\(ending)", in: folder, top: "", output: "keep: [chapters]", story: story, sound: "")
      let source = ending == "ffmeta" ? folder.path("listed.mkv") : path
      if ending == "ffmeta" {
        try ffmpeg([
          "-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=4", "-i", path, "-map", "0", "-map_chapters", "1",
          "-y", source,
        ])
      }
      #expect(try FoundLabels(source).starts == expected, "\(story)")
    }
    let without = try film(
      "without.mp4", in: folder, top: "", story: "[{clip: talk.mp4}]", sound: "")
    #expect(try FoundLabels(without).chapters.isEmpty)
  }

  @Test("A thousand chapters", arguments: cases(["mp4", "m4a", "mp3", "opus"], quick: 1))
  func manyChapters(ending: String) throws {
    let folder = try TemporaryFolder()
    let markers = (0..<1000).map { "  Chapter \($0): {at: \(2 * $0)ms, chapter: true}\n" }.joined()
    let path = try film("film.\(ending)", in: folder, top: "markers:\n" + markers)
    let found = try FoundLabels(path)
    #expect(found.chapters.count == 1000)
    #expect(found.starts.last == "1.998000 Chapter 999")
  }

  @Test("A chapter leads to its picture")
  func chapterTime() throws {
    let folder = try TemporaryFolder()
    let path = try film(
      "film.mp4", in: folder, top: "markers: {turn: {at: second.start, chapter: true}}",
      story: "[{color: navy, for: 1s}, {color: white, for: 1s, name: second}]")
    let found = try FoundLabels(path)
    let start = try #require(found.chapters.last?.start)
    let picture = try ffmpeg([
      "-ss", start, "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-",
    ])
    #expect(picture.first == 255)
  }

  @Test("Tags of Matroska have a text for each language", arguments: cases(["mkv", "mka", "webm"], quick: 1))
  func languages(ending: String) throws {
    let folder = try TemporaryFolder()
    let path = try film(
      "film.\(ending)", in: folder,
      top: "metadata: {title: A day, matroska: {TITLE-deu: Ein Tag, title-fra: Un jour, MOOD: calm}}\n")
    let tags = try FoundLabels(path).tags
    #expect(tags["title"] == "A day" && tags["mood"] == "calm")
    // FFmpeg reads and writes the bibliographic codes.
    #expect(tags["title-ger"] == "Ein Tag" && tags["title-fre"] == "Un jour")
    let other = try film(
      "film.mp4", in: folder, top: "metadata: {title: A day, matroska: {TITLE-deu: Ein Tag}}\n")
    #expect(try FoundLabels(other).tags["title"] == "A day")
  }

  @Test("Tracks have their names, and a .mov the keys of QuickTime, byte by byte")
  func namesAndKeys() throws {
    let folder = try TemporaryFolder()
    let path = try film(
      "film.mov", in: folder,
      top: """
        subtitles: [{mode: stream, language: eng, title: "English (SDH)", cues: [{at: 0s..1s, text: Hi}]}]
        metadata:
          location: "52.52, 13.405"
          quicktime: {com.apple.quicktime.content.identifier: "A1-é"}
        """, output: "audio: {title: Stereo mix}\n    metadata: {quicktime: {my.key: two}}"
    )
    let film = try Array(Data(contentsOf: URL(filePath: path)))
    let movie = try #require(boxes(film[...]).first { $0.name == "moov" })
    let tracks = boxes(movie.content).filter { $0.name == "trak" }
    /// The name of who handles a track, as QuickTime writes it: its length and its bytes.
    let handlers = tracks.map { track -> String in
      let media = boxes(track.content).first { $0.name == "mdia" }?.content ?? []
      let handler = boxes(media).first { $0.name == "hdlr" }?.content ?? []
      return String(decoding: handler.dropFirst(25), as: UTF8.self)
    }
    #expect(handlers == ["VideoHandler", "Stereo mix", "English (SDH)"])
    let names = tracks.map { track -> String? in
      let data = boxes(track.content).first { $0.name == "udta" }?.content ?? []
      return boxes(data).first { $0.name == "name" }.map { String(decoding: $0.content, as: UTF8.self) }
    }
    #expect(names == [nil, "Stereo mix", "English (SDH)"])
    // Keys are a list of names; their values are counted from 1.
    let user = try #require(boxes(movie.content).first { $0.name == "udta" || $0.name == "meta" })
    let meta =
      user.name == "meta"
      ? user.content : try #require(boxes(user.content).first { $0.name == "meta" }).content
    let parts = boxes(meta.dropFirst(4))
    let keys = try #require(parts.first { $0.name == "keys" }).content.dropFirst(8)
    let found = boxes(keys).map { "\($0.name) \(String(decoding: $0.content, as: UTF8.self))" }
    let values = boxes(try #require(parts.first { $0.name == "ilst" }).content).map { value in
      String(decoding: boxes(value.content).first?.content.dropFirst(8) ?? [], as: UTF8.self)
    }
    let pairs = Dictionary(zip(found, values), uniquingKeysWith: { first, _ in first })
    #expect(pairs["mdta com.apple.quicktime.content.identifier"] == "A1-é")
    #expect(pairs["mdta my.key"] == "two")
    #expect(try FoundLabels(path).tags["location"] == "+52.5200+013.4050/")
  }

  @Test(
    "A cover that is a time is the picture of the film at that time",
    arguments: cases(["mp4", "m4a", "mkv", "mp3", "flac", "ogg", "opus", "m4v"], quick: 3))
  func coverOfFilm(ending: String) throws {
    let folder = try TemporaryFolder()
    let script = """
      edit: 1
      canvas: {size: 64x48, rate: 25}
      timeline: [{color: navy, for: 1s}, {color: "#ff8000", for: 2f}, {color: navy, for: 1s}]
      audio: [{tone: sine, volume: 0.1}]
      markers: {turn: {at: 1s}}
      outputs:
        - {file: film.\(ending), metadata: {cover: turn + 1f}}
        - {file: poster.jpg, still: turn + 1f}
        - {file: other.mp4}
      """
    let path = try folder.write("film.edit", script)
    var films: [[UInt8]] = []
    for jobs in ["1", "4"] {
      let rendered = try run([builtEditc, "render", path, "--no-cache", "--force", "--jobs", jobs])
      #expect(rendered.exitCode == 0, "\(rendered.errorText)")
      films.append(Array(try Data(contentsOf: URL(filePath: folder.path("film.\(ending)")))))
    }
    #expect(films[0] == films[1])
    let film = folder.path("film.\(ending)")
    let streams = try FoundLabels(film).streams.enumerated().filter { $0.element.kind == "video" }.map(
      \.offset)
    let picture = try #require(streams.last)
    let cover = try ffmpeg(["-i", film, "-map", "0:\(picture)", "-c", "copy", "-f", "image2pipe", "-"])
    #expect(try cover == Array(Data(contentsOf: URL(filePath: folder.path("poster.jpg")))))
    // The orange of these two frames, and of no other.
    let pixel = try ffmpeg([
      "-i", folder.path("poster.jpg"), "-vf", "scale=1:1", "-pix_fmt", "rgb24", "-f", "rawvideo", "-",
    ])
    #expect(zip(pixel, [255, 128, 0]).allSatisfy { abs(Int($0) - $1) <= 3 }, "\(pixel)")
  }

  @Test(
    "A cover is in the file byte by byte, beside what is seen and heard",
    arguments: cases(
      [
        ("opus", "png"), ("ogg", "png"), ("mp3", "jpg"), ("m4a", "png"), ("mp4", "jpg"), ("flac", "jpg"),
        ("opus", "jpg"),
        ("m4v", "png"), ("mkv", "jpg"),
      ],
      quick: 2))
  func covers(ending: String, kind: String) throws {
    let folder = try TemporaryFolder()
    try ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=48x40", "-frames:v", "1", folder.path("art.\(kind)")])
    let path = try film("film.\(ending)", in: folder, top: "metadata: {cover: art.\(kind)}\n")
    // Behind the pictures of a film, if it has some.
    let stream = ["mp4", "m4v", "mkv"].contains(ending) ? "0:v:1" : "0:v:0"
    let cover = try ffmpeg(["-i", path, "-map", stream, "-c", "copy", "-f", "image2pipe", "-"])
    #expect(try cover == Array(Data(contentsOf: URL(filePath: folder.path("art.\(kind)")))))
    let tracks = try run([
      "ffprobe", "-v", "error", "-show_entries", "stream=codec_name:stream_disposition=attached_pic", "-of",
      "csv=p=0",
      path,
    ])
    let attached = tracks.text.split(separator: "\n").filter { $0.hasSuffix(",1") }
    #expect(attached == [kind == "png" ? "png,1" : "mjpeg,1"])
  }

  /// The boxes in some bytes, each with what is in it.
  private func boxes(_ bytes: ArraySlice<UInt8>) -> [(name: String, content: ArraySlice<UInt8>)] {
    var found: [(String, ArraySlice<UInt8>)] = []
    var rest = bytes
    while rest.count >= 8 {
      let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8, size <= rest.count else { break }
      let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      found.append((name, rest.dropFirst(8).prefix(size - 8)))
      rest = rest.dropFirst(size)
    }
    return found
  }
}
