import TestSupport
import Testing

@Suite("Random parts of random films with sound that depends on what came before")
struct RandomRangeTests {
  /// Ten seconds: bursts of a voice, and music.
  private static let voice = Lazily { try sound("voice.wav", "0.4*sin(2*PI*220*t)*gt(mod(t\\,1.3)\\,0.6)") }
  private static let music = Lazily { try sound("music.wav", "0.7*sin(2*PI*523*t)*(1-0.5*mod(t\\,0.25))") }

  private static func sound(_ name: String, _ expression: String) throws -> String {
    let path = try Shelf.path(name)
    try ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc=\(expression)|\(expression):s=48000:d=10", "-c:a", "pcm_s16le", path,
    ])
    return path
  }

  @Test("A part sounds as the same part of the whole film", arguments: 0..<rounds(16, quick: 3))
  func part(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let folder = try TemporaryFolder()
    let hasLoudness = seed % 4 == 3
    let script = try self.script(&random, hasLoudness: hasLoudness)
    _ = try folder.write("film.edit", script)
    let whole = try run(
      [builtEditc, "render", "film.edit", "-o", "whole.wav", "--no-cache"], in: folder.root)
    try #require(whole.exitCode == 0, "\(whole.errorText)\n\(script)")
    let all = try samples(folder.path("whole.wav"))
    let length = Double(all.count) / 48000
    for _ in 0..<3 {
      // Whole frames, so that both are cut at the same samples.
      let start = Int.random(in: 0..<Int(length * 25) - 5, using: &random)
      let count = Int.random(in: 5...max(5, Int(length * 25) - start - 1), using: &random)
      let range = "\(start)f for \(count)f"
      let part = try run(
        [builtEditc, "render", "film.edit", "-o", "part.wav", "--no-cache", "--force", "--range", range],
        in: folder.root)
      try #require(part.exitCode == 0, "\(range): \(part.errorText)\n\(script)")
      let heard = try samples(folder.path("part.wav"))
      #expect(heard.count == count * 1920, "\(range)\n\(script)")
      // Loudness is that of what is made.
      if hasLoudness { continue }
      let due = all[start * 1920..<min(all.count, start * 1920 + heard.count)]
      let worst = zip(heard, due).map { abs($0 - $1) }.max() ?? 1
      #expect(worst < 0.001, "\(range): off by \(worst)\n\(script)")
    }
  }

  private func samples(_ path: String) throws -> [Float] {
    values(of: try ffmpeg(["-i", path, "-af", "pan=mono|c0=c0", "-f", "f32le", "-"]), as: Float.self)
  }

  private func script(_ random: inout SeededRandom, hasLoudness: Bool) throws -> String {
    let (voice, music) = (try Self.voice.get(), try Self.music.get())
    func tenths(_ range: ClosedRange<Int>) -> String {
      let number = Int.random(in: range, using: &random)
      return "\(number / 10).\(number % 10)s"
    }
    func ducking(_ names: [String]) -> String {
      let name = names.randomElement(using: &random) ?? "story"
      return [
        ", duck: \(name)", ", duck: {under: \(name), to: -20dB}",
        ", duck: {under: \(name), attack: 0.3s, release: 0.7s}", "",
      ].randomElement(using: &random) ?? ""
    }
    func filters() -> String {
      [
        "", ", filters: [{limit: -6dB}]", ", filters: [{compress: {threshold: -20dB, ratio: 4}}]",
        ", fade: 0.4s",
      ]
      .randomElement(using: &random) ?? ""
    }
    let played =
      ["", ", take: 0.5s..", ", speed: -1x", ", take: 0.3s..2s"].randomElement(using: &random) ?? ""
    let mix = hasLoudness ? "mix: {loudness: -20 LUFS, peak: -2 dBTP}\n" : ""
    return """
      edit: 1
      canvas: {size: 32x32, rate: 25}
      \(mix)timeline:
        - {color: navy, for: \(tenths(5...25))}
        - {sequence: inner\(played)\(filters())}
        - {color: red, for: \(tenths(10...30))}
      audio:
        - {clip: \(music), at: \(tenths(0...15)), take: ..\(tenths(10...30))\(ducking(["voice", "story"]))\(filters())}
        - {clip: \(voice), name: voice, at: \(tenths(0...20)), take: \(tenths(0...9))..\(tenths(15...30))\(filters())}
      sequences:
        inner:
          timeline:
            - {color: green, for: \(tenths(25...40))}
          audio:
            - {clip: \(music), at: \(tenths(0...5)), take: ..2s\(ducking(["speech"]))\(filters())}
            - {clip: \(voice), name: speech, at: \(tenths(0...10)), take: ..1.5s}
      outputs: [{file: film.wav}]

      """
  }
}
