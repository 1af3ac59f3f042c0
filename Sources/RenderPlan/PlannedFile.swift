import Composition
package import ContentDigest

/// A file that a film uses, as it was when the film was planned: a medium, a font or a LUT.
package struct PlannedFile: Hashable, Sendable, Codable {
  /// The file's name in messages.
  package var spelling: String
  /// The absolute path on the machine that planned the film.
  package var path: String
  package var digest: ContentDigest

  package init(spelling: String, path: String, digest: ContentDigest) {
    self.spelling = spelling
    self.path = path
    self.digest = digest
  }
}

/// What a plan needs to be executed later, or on another machine.
package struct PlanOrigin: Hashable, Sendable, Codable {
  /// The versions of everything that determines the bytes of the film. Different versions would mix two
  /// films.
  package var engine: String
  /// The absolute path of the film.
  package var film: String
  /// All files that workers read.
  package var files: [PlannedFile]

  package init(engine: String, film: String, files: [PlannedFile]) {
    self.engine = engine
    self.film = film
    self.files = files
  }
}

extension RenderPlan {
  /// A property that no plan from planning has, as a clause; nil if there is none. For plans from files.
  package var flaw: String? {
    guard frames.lowerBound >= 0, isNear(frames) else { return "its frames are out of range" }
    if let flaw = composition.flaw { return flaw }
    var next = frames.lowerBound
    for (index, segment) in segments.enumerated() {
      guard segment.index == index, segment.frames.lowerBound == next, !segment.frames.isEmpty else {
        return "segment \(index + 1) does not follow the one before it"
      }
      if let flaw = flaw(of: segment) { return "segment \(index + 1) \(flaw)" }
      next = segment.frames.upperBound
    }
    guard segments.isEmpty || next == frames.upperBound else {
      return "its segments do not cover the whole film"
    }
    guard segments.isEmpty || settings.video != nil || settings.copied.pictures || smart != nil else {
      return "it has no video settings"
    }
    if let cover = coverPicture, cover.frames.count != 1 || flaw(of: cover) != nil {
      return "its cover is not a frame of it"
    }
    for track in soundTracks {
      guard track.samples.lowerBound >= 0, track.samples.upperBound <= mostFrames * 1024 else {
        return "its samples are out of range"
      }
      guard track.copied.map({ composition.media.indices.contains($0.media) }) != false else {
        return "its sound is copied from missing media"
      }
    }
    for other in otherTracks {
      switch other.content {
      case .mix(let index):
        guard composition.mixes?.indices.contains(index) == true else { return "it has no mix \(index)" }
      case .stem(let sounds):
        guard sounds.allSatisfy(composition.sounds.indices.contains) else {
          return "a stem has missing sounds"
        }
      case .copy:
        guard other.track.copied != nil else { return "a track copies nothing" }
      case .pictures(let copied):
        guard composition.media.indices.contains(copied.media), !copied.pictures.isEmpty,
          isNear(copied.pictures), other.track.copied == nil, !segments.isEmpty
        else { return "a video track copies missing pictures" }
      }
    }
    guard composition.cover.map(composition.media.indices.contains) != false else {
      return "its cover is missing from its media"
    }
    return nil
  }

  private func flaw(of segment: Segment) -> String? {
    guard segment.layers.allSatisfy(composition.layers.indices.contains) else {
      return "shows a missing layer"
    }
    if let copied = segment.copied,
      !composition.media.indices.contains(copied.media) || copied.pictures.isEmpty
        || !isNear(copied.pictures)
    {
      return "copies missing pictures"
    }
    if let before = segment.picturesBefore,
      !composition.media.indices.contains(before.media) || !segment.layers.contains(before.layer)
        || !isNear(before.pictures) || before.pictures.count > 1024
    {
      return "follows missing pictures"
    }
    return nil
  }
}

extension PlanOrigin {
  /// How the versions of a machine differ from those of the plan, as a clause; nil if they are equal.
  package func difference(from here: String) -> String? {
    if engine == here { return nil }
    let (planned, found) = (engine.split(separator: ", "), here.split(separator: ", "))
    let theirs = planned.filter { !found.contains($0) }.joined(separator: ", ")
    let ours = found.filter { !planned.contains($0) }.joined(separator: ", ")
    return
      "the film was planned with \(theirs.isEmpty ? "less" : theirs), and it has \(ours.isEmpty ? "less" : ours)"
  }
}
