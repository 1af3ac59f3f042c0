import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let codecNotAvailable = DiagnosticID(
    "codec-not-available", .error, "The encoder is not installed",
    explanation: """
      The codec is supported, but the FFmpeg libraries on this machine have no encoder for it. Install a \
      build that has the encoder, or choose another codec.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 2s}
        outputs:
          - file: film.mp4
            video: {codec: h264}
        """,
        gives: ["FFmpeg on this machine has no encoder for h264: it was built without libx264"],
        remark: "On a machine whose FFmpeg has no libx264.",
        missingEncoders: ["libx264"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 2s}
        outputs:
          - file: film.mp4
            video: {codec: none}
        """,
        missingEncoders: ["libx264"]),
    ])
}

extension Rule {
  static let codecNotAvailable = Rule.film(.codecNotAvailable, reach: .film) { film in
    guard let output = film.film.output, let settings = film.settings else { return [] }
    let needed =
      [
        settings.copied.pictures
          ? nil
          : settings.video.flatMap { video in
            video.codec.declaration.map { (video.codec.rawValue, $0.encoder, output.video.codec) }
          },
        settings.copied.sound
          ? nil
          : settings.audio.map { ($0.codec.rawValue, $0.codec.declaration.encoder, output.audio.codec) },
      ].compactMap(\.self)
      + zip(settings.tracks ?? [], output.tracks).dropFirst().map { settings, track in
        (settings.audio.codec.rawValue, settings.audio.codec.declaration.encoder, track.codec)
      }
    return needed.filter { !film.encoders.contains($0.1) }.map { codec, encoder, written in
      Diagnostic(
        .codecNotAvailable,
        "FFmpeg on this machine has no encoder for \(codec): it was built without \(encoder)",
        at: written?.range ?? output.file.range, hint: "install FFmpeg libraries with \(encoder)")
    }
  }
}
