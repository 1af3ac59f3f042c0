import ContentDigest
import TestSupport
import Testing

/// docs/promise.md: what stands here must be true of every later version.
@Suite("Scripts of the first edition") struct EditionTests {
  @Test("make the samples that they made when they were written")
  func samples() throws {
    let place = try Workplace()
    try place.write("voice.wav", wave(rate: 48000, channels: 2, seconds: 3, step: 97))
    try place.write("music.wav", wave(rate: 44100, channels: 1, seconds: 4, step: 1013))
    let kept = try KeptScript.all(inFileAt: packageRoot + "/Tests/CommandLineTests/edition-1-sounds.txt")
    #expect(kept.count == 15)
    for script in kept {
      try place.write("film.edit", script.text)
      let render = try place.editc("render", "film.edit", "--force")
      #expect(render.exitCode == 0, "\(script.name): \(render.errorText)")
      let decoded = try run(["ffmpeg", "-v", "error", "-i", place.path("out.wav"), "-f", "s32le", "-"])
      #expect(try ContentDigest.of(decoded.output).hex.hasPrefix(script.digest), "\(script.name)")
    }
  }

  /// A wave of whole numbers, with pauses, so that every machine has the same.
  private func wave(rate: Int, channels: Int, seconds: Int, step: Int) -> [UInt8] {
    var samples: [UInt8] = []
    for index in 0..<rate * seconds {
      for channel in 0..<channels {
        let sounds = index / (rate / 8) % 3 != 0
        let wave = index * index / (step + channel) + index * (37 + channel * 11)
        let bits = UInt16(bitPattern: Int16(sounds ? wave % 24001 - 12000 : 0))
        samples += [UInt8(bits & 0xff), UInt8(bits >> 8)]
      }
    }
    func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> ($0 * 8) & 0xff) } }
    let format = number(1, 2) + number(channels, 2) + number(rate, 4) + number(rate * channels * 2, 4)
    return Array("RIFF".utf8) + number(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
      + format
      + number(channels * 2, 2) + number(16, 2) + Array("data".utf8) + number(samples.count, 4) + samples
  }
}
