package import Basics
package import Composition
package import ContentDigest
package import Detection

/// What detection finds in a media file whose tracks were decoded for it before. Nothing is decoded.
package struct CachedDetection: Sendable {
  /// In the order of the times.
  package let found: [Found]
  /// Whether the pictures were looked at.
  package let hasPictures: Bool
  package let hasSound: Bool

  /// The shortest silence of `editc detect` without options.
  package static let shortestSilence = RationalTime(2, 5) ?? .zero

  /// Nil if no track was looked at.
  package init?(in facts: MediaFacts, _ digest: ContentDigest, from workspace: Workspace) {
    guard let cache = workspace.cache?.features else { return nil }
    let libraries = workspace.libraries
    var found: [Found] = []
    let video = facts.detectedVideo
    let pictures = video.flatMap { cache.pictures(of: $0, digest, libraries) }
    if let video, let pictures {
      let kinds = DetectionKind.allCases.filter(\.isOfPictures)
      found += (try? pictures.found(Set(kinds), on: video.grid)) ?? []
    }
    let audio = facts.mainAudio
    let sound = audio.flatMap {
      cache.sound(of: $0, measuring: SoundMeasures(beats: true), digest, libraries)
    }
    let plain = sound ?? audio.flatMap { cache.sound(of: $0, measuring: SoundMeasures(), digest, libraries) }
    if let audio, let plain {
      found += plain.damaged
      found += plain.silences(
        atLeast: Self.shortestSilence, heard: audio.mediaRange,
        fileEnd: facts.extent.finite ?? audio.mediaRange.end)
    }
    found += sound?.beats(tempo: nil)?.beats ?? []
    guard pictures != nil || plain != nil else { return nil }
    self.found = found.inOrder()
    (hasPictures, hasSound) = (pictures != nil, plain != nil)
  }

  /// Whether every track that can be looked at was.
  package func isComplete(for facts: MediaFacts) -> Bool {
    (hasPictures || facts.detectedVideo == nil) && (hasSound || facts.mainAudio == nil)
  }
}

extension MediaFacts {
  /// The pictures in which something can be found.
  package var detectedVideo: VideoTrackFacts? { mainVideo.flatMap { $0.isStill ? nil : $0 } }

  /// Whether `editc detect` finds anything to look at.
  package var canBeDetected: Bool { extent.finite != nil && (detectedVideo != nil || mainAudio != nil) }
}

extension VideoTrackFacts {
  /// The exact times of the pictures; nil at a variable rate.
  package var grid: TrackGrid? {
    hasVariableRate ? nil : rate.map { TrackGrid(start: mediaRange.start, rate: $0) }
  }
}
