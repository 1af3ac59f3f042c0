import TestSupport
import Testing

@Suite("Every pair of a file's ending and a codec is a finding, or a film that FFmpeg reads")
struct FormatTableTests {
  static let endings = [
    "mp4", "mov", "m4v", "mkv", "webm", "ts", "mxf", "m4a", "mp3", "opus", "flac", "wav", "gif", "ogg",
    "aiff",
    "aif", "caf", "au", "mka", "3gp", "y4m",
  ]
  static let pictures = ["h264", "hevc", "av1", "vp9", "prores", "dnxhr", "ffv1", "mjpeg", "gif"]
  static let sounds = [
    "aac", "opus", "mp3", "flac", "pcm", "pcm16", "pcm32", "pcm-float", "pcm-be", "pcm16-be", "pcm32-be",
    "pcm-float-be", "alac",
  ]

  /// A second of moving pictures and of sound.
  private static let clip = Lazily {
    let path = try Shelf.path("format-table.mp4")
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=256x120:r=25:d=1", "-f", "lavfi", "-i", "sine=440:r=48000:d=1", "-ac",
      "2",
      "-c:v", "libx264", "-c:a", "aac", path,
    ])
    return path
  }

  @Test("The lists above are those of the language")
  func lists() throws {
    for (key, words) in [("video", Self.pictures), ("audio", Self.sounds)] {
      let result = try lint(["{file: film.mp4, \(key): {codec: nonsense}}"], in: TemporaryFolder())
      for word in words { #expect(result.words.contains("`\(word)`"), "\(word): \(result.words)") }
    }
    let result = try lint(["{file: film.nonsense}"], in: TemporaryFolder())
    for ending in Self.endings { #expect(result.words.contains(".\(ending)"), "\(ending)") }
  }

  @Test("Codecs of sound", arguments: cases(endings, quick: 4))
  func sound(ending: String) throws {
    try check(ending, "audio", Self.sounds, stream: "a")
  }

  @Test("Codecs of pictures", arguments: cases(endings, quick: 4))
  func picture(ending: String) throws {
    try check(ending, "video", Self.pictures, stream: "v")
  }

  /// Where FFmpeg has another name for a codec.
  private static let names = [
    "pcm": "pcm_s24le", "pcm16": "pcm_s16le", "pcm32": "pcm_s32le", "pcm-float": "pcm_f32le",
    "pcm-be": "pcm_s24be", "pcm16-be": "pcm_s16be", "pcm32-be": "pcm_s32be", "pcm-float-be": "pcm_f32be",
    "dnxhr": "dnxhd",
  ]

  private func check(_ ending: String, _ key: String, _ codecs: [String], stream: String) throws {
    func output(_ codec: String) -> String { "{file: \(codec).\(ending), \(key): {codec: \(codec)}}" }
    let folder = try TemporaryFolder()
    let all = try lint(codecs.map(output), in: folder)
    let refused = codecs.filter { codec in
      guard let words = all.errors[output(codec)] else { return false }
      #expect(
        words.contains("[codec-not-in-container]"),
        "\(codec) in .\(ending): \(words)")
      return true
    }
    #expect((all.exitCode == 0) == refused.isEmpty, "\(all.words)")
    let accepted = codecs.filter { !refused.contains($0) }
    if accepted.isEmpty { return }
    #expect(try lint(accepted.map(output), in: folder).exitCode == 0)
    let rendered = try run([builtEditc, "render", "film.edit", "--no-cache"], in: folder.root)
    #expect(rendered.exitCode == 0, ".\(ending): \(rendered.errorText)")
    for codec in accepted {
      let film = folder.path("\(codec).\(ending)")
      let probed = try run([
        "ffprobe", "-v", "error", "-select_streams", stream, "-show_entries", "stream=codec_name",
        "-of", "csv=p=0", film,
      ])
      #expect(
        // Streams of a transport stream are told twice: once in their programme.
        Set(probed.text.split(whereSeparator: \.isWhitespace).map(String.init)) == [
          ending == "y4m" ? "rawvideo" : Self.names[codec] ?? codec
        ]
          && probed.errorText.isEmpty,
        "\(codec) in .\(ending): \(probed.text) \(probed.errorText)")
      try ffmpeg(["-xerror", "-i", film, "-f", "null", "-"])
    }
  }

  /// What `lint` says of a film of one second, and what it says of each of these outputs that has errors.
  private func lint(
    _ outputs: [String], in folder: TemporaryFolder
  ) throws -> (exitCode: Int32, words: String, errors: [String: String]) {
    let head = """
      edit: 1
      canvas: {size: 256x120, rate: 25}
      timeline: [{clip: \(try Self.clip.get())}]
      outputs:

      """
    _ = try folder.write("film.edit", head + outputs.map { "  - \($0)\n" }.joined())
    let result = try run([builtEditc, "lint", "film.edit"], in: folder.root)
    let first = head.split(separator: "\n").count + 1
    var errors: [String: String] = [:]
    for line in result.text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 3)
      guard parts.count == 4, parts[3].hasPrefix(" error:"), let number = Int(parts[1]) else { continue }
      errors[
        try #require(outputs.indices.contains(number - first) ? outputs[number - first] : nil), default: ""] +=
        line
    }
    return (result.exitCode, result.text + result.errorText, errors)
  }
}

extension String {
  fileprivate var trimmed: String { split(whereSeparator: { ",\n".contains($0) }).joined(separator: ",") }
}
