import Composition

extension RenderPlan {
  /// The packets that the output copies from its media; throws the reasons if it cannot.
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
  /// The same, counted from 0.
  var numbered: [Segment] {
    enumerated().map { index, segment in
      var numbered = segment
      numbered.index = index
      return numbered
    }
  }
}

extension Segment {
  /// How many pictures it has: a frame each, but where they are copied and come as they like.
  package var pictureCount: Int { copied?.pictures.count ?? frames.count }

  /// What is done for it, for listings: `encoded`, `copied` or `reused`.
  var state: String { isInStore ? "reused" : copied == nil ? "encoded" : "copied" }

  /// The word for it in JSON.
  var action: String { isInStore ? "reuse" : copied == nil ? "encode" : "copy" }
}

extension SoundTrack {
  var state: String { isInStore ? "reused" : copied == nil ? "encoded" : "copied" }
  var action: String { isInStore ? "reuse" : copied == nil ? "encode" : "copy" }
}
