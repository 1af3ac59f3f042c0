import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let soundTooShort = DiagnosticID(
    "sound-too-short", .error, "Sound too short for its codec",
    explanation: """
      MP3 and Opus encode sound in packets of 10 to 70 milliseconds. If a file contains less than that, \
      FFmpeg and players based on it play the wrong samples, or none. An `.mp3` file can be recognised \
      only by its packets, and with fewer than seven of them FFmpeg sometimes takes it for another format. \
      AAC, FLAC, ALAC and PCM can have any length.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 64x48, rate: 240}
        timeline:
          - {color: navy, for: 2f}
        audio:
          - tone: sine
        outputs:
          - file: out/click.webm
        """,
        gives: ["400 audio samples are too few for opus, which needs 649"]),
      RuleExample(
        """
        edit: 1
        mix: {rate: 32000}
        timeline:
          - {tone: sine, for: 1515/32000s}
        outputs:
          - file: out/click.mp3
        """,
        gives: ["1515 audio samples are too few for mp3, which needs 4656"]),
      RuleExample(
        """
        edit: 1
        mix: {rate: 24000}
        timeline:
          - {tone: sine, for: 1776/24000s}
        outputs:
          - file: out/click.mp3
        """),
      RuleExample(
        """
        edit: 1
        canvas: {size: 64x48, rate: 240}
        timeline:
          - {color: navy, for: 2f}
        audio:
          - tone: sine
        outputs:
          - file: out/click.mp4
        """),
    ])
}

extension Rule {
  static let soundTooShort = Rule.film(.soundTooShort, reach: .film, unlessCopied: .sound) { film in
    guard let settings = film.settings, let audio = settings.audio, let output = film.film.output,
      let composition = film.film.composition, !composition.sounds.isEmpty
    else { return [] }
    let least = audio.codec.leastSamples(at: composition.mix.sampleRate, in: settings.container)
    let length =
      film.part.map { try? composition.canvas.rate.start(ofFrame: Int64($0.count)) } ?? composition.duration
    guard let count = length?.rounded(toUnits: Int64(composition.mix.sampleRate))?.value, count < least else {
      return []
    }
    return [
      Diagnostic(
        .soundTooShort,
        "\(counted(count, "audio sample")) are too few for \(audio.codec.rawValue), which needs \(least)",
        at: output.file.range,
        hint: "make the film longer, or "
          + (settings.container == .mp3
            ? "use another file type, such as `.m4a` or `.wav`"
            : "use another `audio: {codec: ...}`, such as `aac`"))
    ]
  }
}
