import Composition
package import Diagnostics
import EditScript

extension DiagnosticID {
  package static let codecNotInContainer = DiagnosticID(
    "codec-not-in-container", .error, "The container cannot store the codec",
    explanation: """
      The container that the extension selects cannot store this codec. Choose another extension or \
      another codec; the message lists the possible ones. AAC and MP3 are not written to .mkv or .wav: \
      FFmpeg does not record there how many samples players must skip at the start, so the sound would be \
      late.
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
          - file: film.webm
            video: {codec: h264}
            audio: {codec: aac}
        """,
        gives: [".webm files cannot store h264", ".webm files cannot store aac"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {color: navy, for: 2s}
        outputs:
          - file: film.mp4
            video: {codec: h264}
            audio: {codec: aac}
        """),
    ])
}

extension Rule {
  /// Checks only codecs that the author or a preset names; defaults always suit the container.
  static let codecNotInContainer = Rule.script(.codecNotInContainer) { script, _ in
    script.outputs.flatMap { output in
      let ending = fileEnding(of: output.file.value)
      guard let container = ContainerCodecs.all.first(where: { $0.ending == ending }) else {
        return [Diagnostic]()
      }
      let tracks = output.tracks.dropFirst().map { track in
        (track.codec, container.audio, SoundCodec.allCases.map(\.rawValue))
      }
      return
        ([
          (
            output.video.codec ?? codec(ofPresetOf: output), container.video,
            VideoCodec.allCases.map(\.rawValue)
          ),
          (output.audio.codec, container.audio, SoundCodec.allCases.map(\.rawValue)),
        ] + tracks).compactMap { codec, held, all in
          guard let codec, all.contains(codec.value), !held.contains(codec.value) else { return nil }
          return finding(codec, container, held)
        }
    }
  }

  private static func codec(ofPresetOf output: Output) -> Located<String>? {
    output.preset.flatMap { preset in
      OutputPreset(rawValue: preset.value)?.declaration.codec.map { Located($0.rawValue, at: preset.range) }
    }
  }

  private static func finding(
    _ codec: Located<String>, _ container: ContainerCodecs, _ held: Set<String>
  ) -> Diagnostic {
    let others = Container.allCases.filter { other in
      other.declaration.video.contains { $0.rawValue == codec.value }
        || other.declaration.sound.contains { $0.rawValue == codec.value }
    }.map { ".\($0.rawValue)" }
    let ending = others.isEmpty ? [] : ["end the file with \(others.joined(separator: " or "))"]
    let planned = Set(VideoCodec.allCases.filter(\.isPlanned).map(\.rawValue))
    let list = held.subtracting(planned).sorted().map { "`\($0)`" }.joined(separator: " or ")
    let hints = (list.isEmpty ? [] : ["write \(list)"]) + ending
    return Diagnostic(
      .codecNotInContainer, ".\(container.ending) files cannot store \(codec.value)", at: codec.range,
      hint: hints.isEmpty ? nil : hints.joined(separator: ", or "))
  }
}

/// A container and its supported codecs.
package struct ContainerCodecs: Hashable, Sendable {
  package let ending: String
  package let video: Set<String>
  package let audio: Set<String>

  private init(_ ending: String, _ video: [VideoCodec], _ sound: [SoundCodec]) {
    self.ending = ending
    self.video = Set(video.map(\.rawValue))
    audio = Set(sound.map(\.rawValue))
  }

  package static let all: [ContainerCodecs] = Container.allCases.map {
    ContainerCodecs($0.rawValue, $0.declaration.video, $0.declaration.sound)
  }
}
