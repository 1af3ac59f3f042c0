import Basics
import Composition
import Diagnostics
import EditScript

/// The length of fragments of a file in a playlist, if the script sets none.
private let usualFragment = RationalTime(seconds: 4)

/// Reads `fragment` of an output. Each fragment begins with a key frame, so key frames have a fixed distance.
struct FragmentReading {
  /// Nil for an unfragmented file.
  private var frames: Int64?
  private var keyFrameInterval: Int?
  private(set) var problems: [Diagnostic] = []

  init(_ output: Output, _ container: Container, _ rate: FrameRate?, _ encoding: VideoEncoding?) {
    problems = playlistProblems(output)
    guard let place = output.fragment?.range ?? output.playlist?.range else { return }
    // Subtitle files are not fragmented.
    if container == .vtt, output.fragment == nil { return }
    guard container.isQuickTime else {
      problems.append(.fileHasNoFragments(container, at: place))
      return
    }
    if let faststart = output.isFastStart {
      problems.append(.indexHasOnePlace("each fragment has its own index", at: faststart.range))
    }
    guard let rate else { return }
    let length = output.fragment.map { try? $0.value.resolved(at: rate) } ?? usualFragment
    guard let frames = length.flatMap({ rate.frame(at: $0)?.value }),
      (1...Int64(LanguageLimits.keyFrameDistance)).contains(frames)
    else {
      problems.append(.fragmentOutOfRange(at: place))
      return
    }
    self.frames = frames
    guard let encoding, !output.copiesPicture, !output.isSmart,
      encoding.codec.declaration?.isIntraOnly != true
    else { return }
    keyFrameInterval = Int(frames)
    guard let keyFrames = output.video.keyFrameInterval else { return }
    if frames.isMultiple(of: Int64(encoding.keyFrameInterval)) {
      keyFrameInterval = encoding.keyFrameInterval
    } else {
      problems.append(.fragmentBetweenKeyFrames(frames, encoding.keyFrameInterval, at: keyFrames.range))
    }
  }

  func write(to settings: inout OutputSettings) {
    settings.fragmentFrames = frames
    guard let keyFrameInterval else { return }
    settings.video?.keyFrameInterval = keyFrameInterval
    settings.video?.hasSteadyKeyFrames = true
  }
}

private func playlistProblems(_ output: Output) -> [Diagnostic] {
  guard let playlist = output.playlist else { return [] }
  if playlist.value.isEmpty { return [.emptyPlaylists(at: playlist.range)] }
  return playlist.value.filter { PlaylistKind(ofFile: $0.value) == nil }.map(Diagnostic.unknownPlaylist)
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func fileHasNoFragments(_ container: Container, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .outputCannotHold, ".\(container.rawValue) files cannot have fragments", at: place,
      hint: "end the file with .mp4, .mov, .m4v or .m4a; a playlist lists fragmented files and .vtt files")
  }

  fileprivate static func emptyPlaylists(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .emptyValue, "`playlist` contains no path", at: place,
      hint: "write `playlist: out/film.m3u8`, or remove it")
  }

  fileprivate static func unknownPlaylist(_ file: Located<String>) -> Diagnostic {
    Diagnostic(
      .unknownValue, "'\(file.value)' does not have a playlist extension", at: file.range,
      hint: "end it with .m3u8 for HLS, or .mpd for DASH")
  }

  fileprivate static func fragmentOutOfRange(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .overLimit, "a fragment must last 1 to \(LanguageLimits.keyFrameDistance) frames", at: place,
      hint: "write `fragment: 2s`")
  }

  fileprivate static func fragmentBetweenKeyFrames(
    _ frames: Int64, _ keyFrames: Int, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .competingKeys,
      "each fragment starts with a key frame, but \(frames) frames are not a multiple of \(keyFrames)",
      at: place,
      hint: "remove `keyframes`: key frames then follow the fragments")
  }
}
