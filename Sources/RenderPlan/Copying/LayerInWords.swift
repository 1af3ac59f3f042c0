import Composition

extension Picture {
  /// For messages.
  var kindInWords: String {
    switch self {
    case .moving: "moving"
    case .frozen: "a freeze frame"
    case .film, .frozenFilm: "another film"
    case .still: "a still picture"
    case .color, .gradient, .bars, .shape, .text, .subtitles: "drawn"
    }
  }
}

extension Sound {
  /// All that is done to it, each as the rest of a sentence; nothing for one that stays as it is.
  var changesInWords: [String] {
    var changes: [String] = []
    if gain.constantValue != 1 { changes.append("has its volume changed") }
    if channels != nil { changes.append("has its channels changed") }
    if loudness != nil { changes.append("is normalised to a loudness") }
    if !fadesIn.isEmpty || !fadesOut.isEmpty { changes.append("is faded") }
    if pan.constantValue != 0 { changes.append("is panned") }
    if !filters.isEmpty { changes.append("has sound filters") }
    if duck != nil { changes.append("is ducked under other sounds") }
    return changes
  }
}
