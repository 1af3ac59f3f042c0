import FoundationEssentials
import TestSupport
import Testing

/// Sound of each form that is stored as it is, beside the sine that the script asks for.
@Suite("Uncompressed sound")
struct UncompressedSoundTests {
  struct Form: Sendable, CustomTestStringConvertible {
    let codec: String
    /// FFmpeg's name, which is also the one that ffprobe gives.
    let stream: String
    let endings: [String]
    /// The largest distance from the sine: rounding to a step, and a little for the table of the tone.
    let error: Double

    var testDescription: String { codec }
  }

  static let forms: [Form] = [
    Form(codec: "pcm16", stream: "pcm_s16le", endings: ["wav", "caf", "mka", "mov"], error: 1 / 32768),
    Form(codec: "pcm", stream: "pcm_s24le", endings: ["wav", "caf", "mka", "mov"], error: 2e-7),
    Form(codec: "pcm32", stream: "pcm_s32le", endings: ["wav", "caf", "mka", "mov"], error: 1e-7),
    Form(codec: "pcm-float", stream: "pcm_f32le", endings: ["wav", "caf", "mka", "mov"], error: 1e-7),
    Form(
      codec: "pcm16-be", stream: "pcm_s16be", endings: ["aiff", "aif", "caf", "au", "mov"], error: 1 / 32768),
    Form(codec: "pcm-be", stream: "pcm_s24be", endings: ["aiff", "aif", "caf", "au", "mov"], error: 2e-7),
    Form(codec: "pcm32-be", stream: "pcm_s32be", endings: ["aiff", "aif", "caf", "au", "mov"], error: 1e-7),
    Form(
      codec: "pcm-float-be", stream: "pcm_f32be", endings: ["aiff", "aif", "caf", "au", "mov"], error: 1e-7),
  ]

  @Test("has the samples of the script in every file that supports it", arguments: cases(forms, quick: 2))
  func samples(form: Form) throws {
    let folder = try TemporaryFolder()
    let outputs = form.endings.map { "  - {file: film.\($0), audio: {codec: \(form.codec)}}\n" }.joined()
    let script = """
      edit: 1
      canvas: {size: 64x64, rate: 25}
      timeline: [{color: black, for: 1s}]
      audio: [{tone: sine, frequency: 441Hz, for: 1s, volume: 0.5}]
      outputs:
      \(outputs)
      """
    try editc(["render", folder.write("film.edit", script), "--no-cache"])
    for ending in form.endings {
      let path = folder.path("film.\(ending)")
      let probed = try run([
        "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=codec_name", "-of",
        "default=nk=1:nw=1", path,
      ])
      #expect(probed.text == form.stream + "\n", "\(ending)")
      let decoded = try run(["ffmpeg", "-v", "error", "-i", path, "-f", "f64le", "-"])
      try check(decoded.output, form, ending)
      // libsndfile has readers of its own for these files.
      guard OtherProgram.sndfile.isPresent, !["mov", "mka"].contains(ending) else { continue }
      let converted = try run(["sndfile-convert", "-pcm32", path, folder.path("\(ending).w64")])
      #expect(converted.exitCode == 0, "\(ending): \(converted.text)\(converted.errorText)")
      let read = try run(["ffmpeg", "-v", "error", "-i", folder.path("\(ending).w64"), "-f", "f64le", "-"])
      try check(read.output, form, "\(ending) by libsndfile")
    }
  }

  private func check(_ bytes: [UInt8], _ form: Form, _ subject: String) throws {
    let samples = values(of: bytes, as: Double.self)
    try #require(samples.count == 2 * 48000, "\(subject): \(samples.count)")
    let worst =
      samples.indices.map { index in
        abs(samples[index] - 0.5 * sineOfTurns(Double(index / 2) * 441 / 48000))
      }.max() ?? 1
    #expect(worst <= form.error, "\(subject): off by \(worst)")
  }

  /// By its series, so that no library is shared with the program.
  private func sineOfTurns(_ turns: Double) -> Double {
    let angle = (turns - turns.rounded()) * 2 * Double.pi
    var (term, sum) = (angle, angle)
    for order in 1...14 {
      term *= -angle * angle / Double((2 * order) * (2 * order + 1))
      sum += term
    }
    return sum
  }

  @Test(
    "has tags that other programs read",
    .enabled(if: OtherProgram.exiftool.isPresent, "exiftool is not installed"))
  func tags() throws {
    let folder = try TemporaryFolder()
    let script = """
      edit: 1
      canvas: {size: 64x64, rate: 25}
      timeline: [{color: black, for: 1s}]
      audio: [{tone: sine, for: 1s, volume: 0.1}]
      metadata: {title: Tide, artist: Ada, album: Sea, composer: Bach, genre: Waltz}
      outputs: [{file: film.aiff}, {file: film.mp3}, {file: film.m4a}]
      """
    try editc(["render", folder.write("film.edit", script), "--no-cache"])
    for ending in ["aiff", "mp3", "m4a"] {
      let read = try run([
        "exiftool", "-s3", "-Title", "-Artist", "-Album", "-Composer", "-Genre",
        folder.path("film.\(ending)"),
      ])
      #expect(read.text == "Tide\nAda\nSea\nBach\nWaltz\n", "\(ending): \(read.text)\(read.errorText)")
    }
  }
}
