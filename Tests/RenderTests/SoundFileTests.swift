import FoundationEssentials
import TestSupport
import Testing

@Suite("Sound files begin where their sound begins and can be cut anywhere")
struct SoundFileTests {
  struct Format: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    /// Samples of silence that the file does not say it begins with.
    var lead = 0
    var tolerance = 48

    var testDescription: String { name }
  }

  static let formats = [
    Format(name: "48.wav", arguments: [], tolerance: 2),
    Format(name: "44.1-stereo.wav", arguments: ["-ar", "44100", "-ac", "2"]),
    Format(name: "8.wav", arguments: ["-ar", "8000"]),
    Format(name: "sound.flac", arguments: [], tolerance: 2),
    Format(name: "sound.mp3", arguments: ["-c:a", "libmp3lame", "-b:a", "128k"]),
    Format(name: "variable-44.1.mp3", arguments: ["-c:a", "libmp3lame", "-q:a", "4", "-ar", "44100"]),
    Format(name: "sound.m4a", arguments: ["-c:a", "aac"]),
    Format(name: "44.1.m4a", arguments: ["-c:a", "aac", "-ar", "44100"]),
    Format(name: "sound.ogg", arguments: ["-c:a", "libvorbis"]),
    Format(name: "sound.opus", arguments: ["-c:a", "libopus"]),
    Format(name: "sound.webm", arguments: ["-c:a", "libopus"]),
    Format(name: "sound.mka", arguments: ["-c:a", "libvorbis"]),
    Format(name: "bare.aac", arguments: ["-c:a", "aac"], lead: 1024),
  ]

  private static let raw = Lazily {
    let path = try Shelf.path("forty-seconds.s16")
    try Chirps.soundTrack(seconds: 40).withUnsafeBytes { Data($0) }.write(to: URL(filePath: path))
    return path
  }

  @Test("Takes from the middle, backwards and forwards", arguments: cases(formats, quick: 3))
  func takes(format: Format) throws {
    let path = try Shelf.path(format.name)
    try ffmpeg(["-f", "s16le", "-ar", "48000", "-ac", "1", "-i", Self.raw.get()] + format.arguments + [path])
    let medium = CounterMedium(path: path, pictures: [], chirps: CounterMedium.chirps(seconds: 40))
      .shifted(chirps: Fraction(format.lead, 48000))
    // A film without pictures of its own: what is due is computed as for clips.
    let film = Film(
      rate: 30,
      takes: [
        .init(medium, "17.3", "19.9"), .init(medium, "33.1", "35"), .init(medium, "0", "1.7"),
        .init(medium, "5.001", "7.123"),
      ])
    let folder = try TemporaryFolder()
    var start = Fraction(0)
    var items = ""
    for take in film.takes {
      items += "  - {clip: \(path), take: \(take.script), at: \(start.top)/\(start.bottom)s}\n"
      start = start + (take.end - take.start)
    }
    let script = """
      edit: 1
      canvas: {size: 32x32, rate: 30}
      timeline: [{color: red, for: 9s}]
      audio:
      \(items)
      outputs: [{file: film.mp4, video: {speed: ultrafast}}]
      """
    let output = folder.path("film.mp4")
    try editc(["render", folder.write("film.edit", script), "-o", output, "--no-cache"])
    let samples = try decodedSamples(output)
    let offsets = film.expectedChirps.map { Chirps.offset(in: samples, near: $0) }
    #expect(offsets.count > 8)
    #expect(
      offsets.allSatisfy { $0.map { abs($0) <= format.tolerance } ?? false },
      "off by \(offsets.map { $0.map(String.init) ?? "more" }.joined(separator: ", "))")
  }
}
