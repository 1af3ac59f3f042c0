import Composition

extension Picture {
  /// For messages.
  var kindInWords: String {
    switch self {
    case .moving: "moving"
    case .frozen: "a freeze frame"
    case .film, .frozenFilm: "another film"
    case .still: "a still picture"
    case .color, .gradient, .bars, .noise, .shape, .text, .credits, .subtitles: "drawn"
    }
  }
}

extension Sound {
  /// All changes to the sound, each as the rest of a sentence; empty if it is unchanged.
  var changesInWords: [String] {
    var changes: [String] = []
    if gain.constantValue != 1 { changes.append("has a different volume from its file") }
    if channels != nil { changes.append("has different channels from its file") }
    if loudness != nil { changes.append("is normalised in loudness") }
    if !fadesIn.isEmpty || !fadesOut.isEmpty { changes.append("is faded") }
    if pan.constantValue != 0 { changes.append("is panned") }
    if !filters.isEmpty { changes.append("has filtered sound") }
    if duck != nil { changes.append("is ducked") }
    return changes
  }
}
