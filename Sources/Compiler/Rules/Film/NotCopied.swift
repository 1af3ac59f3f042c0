import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering
import RenderPlan

extension DiagnosticID {
  package static let notCopied = DiagnosticID(
    "not-copied", .error, "The item cannot be copied",
    explanation: """
      An output with `mode: passthrough` or `codec: copy` copies encoded pictures and sound from the media \
      without re-encoding. This requires unchanged clips (no overlay, transition, size, speed, colour or \
      volume), takes that start at key frames, and files with the same encoding settings. The message gives \
      the reason for each item. Change the item, or encode.
      """,
    needsMedia: true,
    examples: [
      RuleExample(
        """
        edit: 1
        timeline:
          - {clip: sea.mp4, take: 3s..6s}
        outputs:
          - {file: film.mp4, mode: passthrough}
        """,
        media: "sea.mp4  video 1920x1080 25 12s  keys 2s  audio 48000 stereo",
        gives: [
          "'clip sea.mp4' starts at 3s of its media, which is not an independent key frame"
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - {clip: sea.mp4, take: 2s..6s}
        outputs:
          - {file: film.mp4, mode: passthrough}
        """,
        media: "sea.mp4  video 1920x1080 25 12s  keys 2s  audio 48000 stereo"),
      RuleExample(
        """
        edit: 1
        timeline:
          - {clip: sea.mp4, take: ..4s, fade: {in: 1s}}
          - {clip: beach.mp4}
        outputs:
          - {file: film.mp4, video: {codec: copy}}
        """,
        media: """
          sea.mp4    video 1920x1080 25 12s  keys 2s  audio 48000 stereo
          beach.mp4  video 1920x1080 25 12s  keys 2s  depth 10  audio 48000 stereo
          """,
        gives: [
          "'clip sea.mp4' is not fully opaque",
          "'clip beach.mp4' is encoded differently from 'sea.mp4': its pixel format is yuv420p10le, not yuv420p",
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - {clip: sea.mp4, take: ..4s}
          - {clip: beach.mp4}
        outputs:
          - {file: film.mp4, mode: passthrough}
        """,
        media: """
          sea.mp4    video 1920x1080 25 12s  keys 2s  audio 48000 stereo
          beach.mp4  video 1920x1080 25 12s  keys 2s  audio 48000 stereo
          """,
        gives: [
          "'clip beach.mp4' is heard after the sound of 'clip sea.mp4', which packets cannot do with sample accuracy"
        ]),
      RuleExample(
        """
        edit: 1
        timeline:
          - {clip: sea.mp4, take: ..4s}
          - {clip: beach.mp4}
        outputs:
          - {file: film.mp4, video: {codec: copy}}
        """,
        media: """
          sea.mp4    video 1920x1080 25 12s  keys 2s  audio 48000 stereo
          beach.mp4  video 1920x1080 25 12s  keys 2s  audio 48000 stereo
          """,
        remark: "The pictures of both clips are copied; their sound is mixed and encoded."),
    ])
}

extension Rule {
  static let notCopied = Rule.film(.notCopied, reach: .film) { film in
    guard let composition = film.film.composition, let settings = film.settings,
      settings.copied != CopiedTracks()
    else { return [] }
    let whole = 0..<max(0, composition.frameCount)
    let copied = CopiedFilm(composition, settings, frames: (film.part ?? whole).clamped(to: whole))
    return copied.obstacles.map { obstacle in
      Diagnostic(
        .notCopied, "\(film.name(of: obstacle.subject, in: composition)) \(obstacle.reason)",
        at: film.place(of: obstacle.subject), hint: obstacle.hint ?? "change this, or encode")
    }
  }
}

extension CheckedFilm {
  fileprivate func name(of subject: CopyObstacle.Subject, in film: Composition) -> String {
    switch subject {
    case .film: "the film"
    case .layer(let index): "'\(film.layers[index].label)'"
    case .sound(let index): "'\(film.sounds[index].label)'"
    }
  }

  fileprivate func place(of subject: CopyObstacle.Subject) -> SourceRange? {
    let item: ResolvedItem? =
      switch subject {
      case .film: nil
      case .layer(let index): film.items.first { $0.layerNumber == index }
      case .sound(let index): film.items.first { $0.soundNumber == index }
      }
    return item?.item.kindRange ?? film.output?.mode?.range ?? film.output?.video.codec?.range
      ?? film.output?.audio.codec?.range ?? film.output?.file.range
  }
}
