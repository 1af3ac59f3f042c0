import Composition

extension RenderPlan {
  /// Returns the packets that the output copies from its media, or throws the reasons why it cannot.
  func copiedFilm() throws(PlanningError) -> CopiedFilm {
    let copied = CopiedFilm(composition, settings, frames: frames)
    let unknown = copied.unknownMedia.map {
      "the packets of \(composition.media[$0].spelling) could not be read"
    }
    let reasons = copied.obstacles.map { "\(name(of: $0.subject)) \($0.reason)" } + unknown
    guard reasons.isEmpty else { throw .notCopied(reasons) }
    return copied
  }

  func name(of subject: CopyObstacle.Subject) -> String {
    switch subject {
    case .film: "the film"
    case .layer(let index): "'\(composition.layers[index].label)'"
    case .sound(let index): "'\(composition.sounds[index].label)'"
    }
  }
}

extension [Segment] {
  /// The same segments, numbered from 0.
  var numbered: [Segment] {
    enumerated().map { index, segment in
      var numbered = segment
      numbered.index = index
      return numbered
    }
  }
}

extension Segment {
  /// The number of pictures: one per frame, except for copies with a variable frame rate.
  package var pictureCount: Int { copied?.pictures.count ?? frames.count }

  /// Its state in listings: `encoded`, `copied` or `reused`.
  var state: String { isInStore ? "reused" : copied == nil ? "encoded" : "copied" }

  /// Its action in JSON.
  var action: String { isInStore ? "reuse" : copied == nil ? "encode" : "copy" }
}

extension SoundTrack {
  var state: String { isInStore ? "reused" : copied == nil ? "encoded" : "copied" }
  var action: String { isInStore ? "reuse" : copied == nil ? "encode" : "copy" }
}
