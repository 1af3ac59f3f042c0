import Basics
import Composition
import Diagnostics
package import EditScript

/// Words on one line, with nothing in them that is not seen.
func oneLine(_ words: String) -> String {
  let line = words.map { $0.isNewline || $0 == "\t" ? " " : $0 }.prefix(400)
  return VisibleText.line(String(line))
}

extension Item {
  var timelineKind: TimelineEntry.Kind {
    switch kind {
    case .clip: .clip
    case .image: .image
    case .text, .counter: .words
    case .color, .gradient, .bars, .shape: .drawn
    case .sequence, .edit: .film
    case .gap, .silence: .gap
    case .tone: .sound
    case .transition, .each, .unsupported: .drawn
    }
  }

  /// Its name, or what it shows or plays.
  package var timelineTitle: String {
    if let name = name?.value { return oneLine(name) }
    return switch kind {
    case .clip(let media), .image(let media), .edit(let media): oneLine(fileName(media.value))
    case .text(let words):
      "“\(oneLine(style?.isMarkup?.value == true ? withoutTags(words.value) : words.value))”"
    case .color(let color): color.value.canonicalText
    case .gradient: "gradient"
    case .bars(let bars): "bars \(bars.value.rawValue)"
    case .shape(let shape): shape.value.rawValue
    case .counter(let counter): counter.value.rawValue
    case .sequence(let name): oneLine(name.value)
    case .gap: "gap"
    case .tone: "tone"
    case .silence: "silence"
    case .transition(let transition): oneLine(transition.kind.value.canonicalText)
    case .each: "each"
    case .unsupported(let keyword): oneLine(keyword)
    }
  }

  /// What of its media it plays, and how fast.
  var timelineDetail: String {
    if case .gap(let length) = kind { return length.value.canonicalText }
    let constantOpacity = opacity.flatMap { value in
      if case .constant(let part) = value.value { "opacity \(part.canonicalText)" } else { nil }
    }
    let texts = [
      take?.value.canonicalText, speed?.value.canonicalText,
      freeze.map { "freeze \($0.value.canonicalText)" },
      loop.map { "loop \($0.value.canonicalText)" }, constantOpacity,
    ]
    return oneLine(texts.compactMap(\.self).joined(separator: "  "))
  }

  /// Everything that is written about it, and when it is.
  func tooltip(at range: TimeRange?) -> String {
    let time = range.map { "\($0.start)..\($0.end)" } ?? "time unknown: its media are missing"
    let heading = [name?.value, writtenKind].compactMap(\.self).map(oneLine).joined(separator: ": ")
    return ([heading, time] + writtenProperties.map { oneLine("\($0.name): \($0.text)") })
      .joined(separator: "\n")
  }

  /// The colours that it is made of; none for pictures and words.
  var swatch: [SceneColor] {
    switch kind {
    case .color(let color): color.value.values.map { SceneColor($0) }
    case .gradient(let gradient): gradient.value.colors.compactMap(\.start).map { SceneColor($0) }
    case .shape: (fill?.value.values ?? []).map { SceneColor($0) }
    default: []
    }
  }

  /// Whether it shows the same all the time, unless something is done to it.
  var isStill: Bool {
    switch kind {
    case .image, .color, .gradient, .bars, .shape, .gap, .silence: true
    case .text: style?.animation == nil
    default: freeze != nil
    }
  }

  /// Whether a small picture tells more than its name and its colours.
  func isWorthAPicture(in lane: ItemList) -> Bool {
    switch kind {
    case .clip, .image, .sequence, .edit: true
    case .text, .counter, .bars: lane == .timeline
    default: false
    }
  }
}

extension SceneColor {
  fileprivate init(_ color: Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}

/// The last part of a path.
private func fileName(_ path: String) -> String {
  path.split(separator: "/").last.map { String($0) } ?? path
}

/// The words of markup.
private func withoutTags(_ markup: String) -> String {
  var words = ""
  var isInTag = false
  for letter in markup {
    switch letter {
    case "<": isInTag = true
    case ">" where isInTag: isInTag = false
    default: if !isInTag { words.append(letter) }
    }
  }
  return words.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
}
