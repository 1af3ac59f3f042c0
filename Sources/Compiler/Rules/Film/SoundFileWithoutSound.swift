import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let soundFileWithoutSound = DiagnosticID(
    "sound-file-without-sound", .error, "Audio file without any sound",
    explanation: """
      Files such as .wav, .mp3 and .m4a contain only sound, and the film has none: no item under `audio`, \
      and no clip whose own sound is heard. An empty file would be useless.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - clip: beach.mp4
        outputs:
          - file: out/sound.wav
        """,
        media: "beach.mp4  video 1280x720 25 12s",
        gives: [".wav files contain only sound, but the film has none"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - clip: beach.mp4
        outputs:
          - file: out/sound.wav
        """,
        media: "beach.mp4  video 1280x720 25 12s  audio 48000 stereo"),
    ])
}

extension Rule {
  static let soundFileWithoutSound = Rule.film(.soundFileWithoutSound, reach: .film) { film in
    guard let settings = film.settings, settings.container.isSoundOnly, !settings.container.isText,
      !settings.container.isPictures, let output = film.film.output, let composition = film.film.composition,
      composition.sounds.isEmpty
    else { return [] }
    return [
      Diagnostic(
        .soundFileWithoutSound,
        ".\(settings.container.rawValue) files contain only sound, but the film has none",
        at: output.file.range,
        hint: "add an item under `audio`, or end the file with .mp4")
    ]
  }
}
