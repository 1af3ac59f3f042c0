import Composition

extension Picture {
  /// For messages.
  var kindInWords: String {
    switch self {
    case .moving: "moving"
    case .frozen: "one held picture"
    case .film, .frozenFilm: "another film"
    case .still: "a still picture"
    case .color, .gradient, .bars, .shape, .text, .subtitles: "drawn"
    }
  }
}

extension Layer {
  /// All that is done to its pictures, each as the rest of a sentence; nothing for those that stay as they are.
  var changesInWords: [String] {
    var changes: [String] = []
    if between != .repeated { changes.append("has pictures between those of its file") }
    if stabilization != nil { changes.append("is stabilized") }
    if opacity.constantValue != 1 { changes.append("is not opaque throughout") }
    if movement != nil { changes.append("is moved, turned or scaled") }
    if blend != .normal { changes.append("is blended with what is below") }
    if mask != nil { changes.append("has a mask") }
    if blurredFrame != nil { changes.append("stands before a blurred copy of itself") }
    if flip != .none { changes.append("is flipped") }
    if chromaKey != nil { changes.append("is keyed") }
    if !filters.isEmpty { changes.append("is filtered") }
    return changes
  }
}

extension Sound {
  /// All that is done to it, each as the rest of a sentence; nothing for one that stays as it is.
  var changesInWords: [String] {
    var changes: [String] = []
    if gain.constantValue != 1 { changes.append("has another volume than its file") }
    if channels != nil { changes.append("has other channels than its file") }
    if loudness != nil { changes.append("is brought to a loudness") }
    if !fadesIn.isEmpty || !fadesOut.isEmpty { changes.append("is faded") }
    if pan.constantValue != 0 { changes.append("is panned") }
    if !filters.isEmpty { changes.append("has its sound filtered") }
    if duck != nil { changes.append("makes room for other sounds") }
    return changes
  }
}
