package import Diagnostics
import EditScript

extension DiagnosticID {
  package static let codecNotInContainer = DiagnosticID(
    "codec-not-in-container", .error, "The file cannot hold the codec",
    explanation: """
      The kind of file that the extension says cannot store what the codec makes. Choose another \
      extension or another codec; the message lists what fits.
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
        gives: ["a .webm file cannot hold h264", "a .webm file cannot hold aac"]),
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
  /// Of the codecs that are written: what an output takes by itself fits its file.
  static let codecNotInContainer = Rule.script(.codecNotInContainer) { script, _ in
    script.outputs.flatMap { output in
      guard let container = HoldingContainer(of: output.file.value) else { return [Diagnostic]() }
      return [
        (output.video.codec, container.video, HoldingContainer.videoCodecs),
        (output.audio.codec, container.audio, HoldingContainer.audioCodecs),
      ].compactMap { codec, held, all in
        guard let codec, all.contains(codec.value), !held.contains(codec.value) else { return nil }
        return finding(codec, container, held)
      }
    }
  }

  private static func finding(
    _ codec: Located<String>, _ container: HoldingContainer, _ held: Set<String>
  ) -> Diagnostic {
    let others = HoldingContainer.all.filter {
      $0.video.contains(codec.value) || $0.audio.contains(codec.value)
    }.map { ".\($0.ending)" }
    let ending = "end the file with \(others.joined(separator: " or "))"
    let list = held.sorted().map { "`\($0)`" }.joined(separator: " or ")
    return Diagnostic(
      .codecNotInContainer, "a .\(container.ending) file cannot hold \(codec.value)", at: codec.range,
      hint: held.isEmpty ? ending : "write \(list), or \(ending)")
  }
}

/// A kind of file and the codecs of the language that it can hold.
package struct HoldingContainer: Hashable, Sendable {
  package let ending: String
  package let video: Set<String>
  package let audio: Set<String>

  /// Nil for endings that nobody knows.
  init?(of file: String) {
    let name = file.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      case let ending = name[name.index(after: dot)...].lowercased(),
      let known = Self.all.first(where: { $0.ending == ending })
    else { return nil }
    self = known
  }

  private init(_ ending: String, video: Set<String>, audio: Set<String>) {
    self.ending = ending
    self.video = video
    self.audio = audio
  }

  static let videoCodecs: Set = ["h264", "hevc", "av1", "vp9", "prores", "dnxhr", "ffv1", "gif"]
  static let audioCodecs: Set = ["aac", "opus", "mp3", "flac", "pcm", "alac"]

  package static let all: [HoldingContainer] = [
    HoldingContainer(
      "mp4", video: ["h264", "hevc", "av1", "vp9"], audio: ["aac", "opus", "mp3", "flac", "alac"]),
    HoldingContainer("m4v", video: ["h264", "hevc"], audio: ["aac", "alac"]),
    HoldingContainer(
      "mov", video: ["h264", "hevc", "prores", "dnxhr", "ffv1", "gif"], audio: ["aac", "mp3", "pcm", "alac"]),
    HoldingContainer(
      "mkv", video: videoCodecs, audio: audioCodecs),
    HoldingContainer("webm", video: ["av1", "vp9"], audio: ["opus"]),
    HoldingContainer("gif", video: ["gif"], audio: []),
    HoldingContainer("m4a", video: [], audio: ["aac", "alac"]),
    HoldingContainer("mp3", video: [], audio: ["mp3"]),
    HoldingContainer("flac", video: [], audio: ["flac"]),
    HoldingContainer("opus", video: [], audio: ["opus"]),
    HoldingContainer("ogg", video: [], audio: ["opus", "flac"]),
    HoldingContainer("wav", video: [], audio: ["pcm", "aac", "mp3", "flac"]),
  ]
}
