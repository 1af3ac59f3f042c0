import TestSupport
import Testing

@Suite("Every pair of a file's ending and a codec is a finding, or a film that FFmpeg reads")
struct FormatTableTests {
  static let endings = ["mp4", "mov", "m4v", "m4a", "mp3", "opus", "flac", "wav"]
  static let planned = ["mkv", "webm", "gif", "ogg", "mxf", "png", "jpg", "jpeg", "webp"]
  static let pictures = ["h264", "hevc", "av1", "vp9", "prores", "dnxhr", "ffv1", "gif"]
  static let sounds = ["aac", "opus", "mp3", "flac", "pcm", "alac"]

  /// A second of moving pictures and of sound.
  private static let clip = Lazily {
    let path = try Shelf.path("format-table.mp4")
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=1", "-f", "lavfi", "-i", "sine=440:r=48000:d=1", "-ac",
      "2",
      "-c:v", "libx264", "-c:a", "aac", path,
    ])
    return path
  }

  @Test("The lists above are those of the language")
  func lists() throws {
    for (key, words) in [("video", Self.pictures), ("audio", Self.sounds)] {
      let result = try lint("\(key): {codec: nonsense}", "film.mp4")
      for word in words { #expect(result.words.contains("`\(word)`"), "\(word): \(result.words)") }
    }
    let result = try lint("note: a", "film.nonsense")
    for ending in Self.endings { #expect(result.words.contains(".\(ending)"), "\(ending)") }
  }

  @Test("Codecs of sound", arguments: endings + planned)
  func sound(ending: String) throws {
    for codec in Self.sounds {
      try check(ending, "audio", codec, stream: "a", Self.soundNames[codec] ?? codec)
    }
  }

  @Test("Codecs of pictures", arguments: endings + planned)
  func picture(ending: String) throws {
    for codec in Self.pictures { try check(ending, "video", codec, stream: "v", codec) }
  }

  private static let soundNames = ["pcm": "pcm_s24le"]

  private func check(
    _ ending: String, _ key: String, _ codec: String, stream: String, _ name: String
  ) throws {
    let film = "film.\(ending)"
    let (folder, exitCode, words) = try lint("\(key): {codec: \(codec)}", film)
    if exitCode != 0 {
      #expect(
        words.contains("[codec-not-in-container]") || words.contains("[not-supported-yet]"),
        "\(codec) in .\(ending): \(words)")
      return
    }
    let rendered = try run([builtEditc, "render", "film.edit", "--no-cache"], in: folder.root)
    #expect(rendered.exitCode == 0, "\(codec) in .\(ending): \(rendered.errorText)")
    let probed = try run([
      "ffprobe", "-v", "error", "-select_streams", stream, "-show_entries", "stream=codec_name", "-of",
      "csv=p=0",
      folder.path(film),
    ])
    #expect(
      probed.text.trimmed == name && probed.errorText.isEmpty,
      "\(codec) in .\(ending): \(probed.text) \(probed.errorText)")
    try ffmpeg(["-xerror", "-i", folder.path(film), "-f", "null", "-"])
  }

  /// What `lint` says of a film of one second, and the folder of its script.
  private func lint(
    _ output: String, _ film: String
  ) throws -> (folder: TemporaryFolder, exitCode: Int32, words: String) {
    let folder = try TemporaryFolder()
    let script = """
      edit: 1
      canvas: {size: 64x64, rate: 25}
      timeline: [{clip: \(try Self.clip.get())}]
      outputs: [{file: \(film), \(output)}]
      """
    _ = try folder.write("film.edit", script)
    let result = try run([builtEditc, "lint", "film.edit"], in: folder.root)
    return (folder, result.exitCode, result.text + result.errorText)
  }
}

extension String {
  fileprivate var trimmed: String { split(whereSeparator: { ",\n".contains($0) }).joined(separator: ",") }
}
