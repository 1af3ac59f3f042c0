import Basics
import Composition
import Diagnostics
package import EditScript

/// Text on one line, without invisible characters.
func oneLine(_ words: String) -> String {
  let line = words.map { $0.isNewline || $0 == "\t" ? " " : $0 }.prefix(400)
  return VisibleText.line(String(line))
}

extension Item {
  var timelineKind: TimelineEntry.Kind {
    switch kind {
    case .clip: .clip
    case .image: .image
    case .text, .counter, .credits: .words
    case .color, .gradient, .bars, .noise, .shape: .drawn
    case .sequence, .edit: .film
    case .gap, .silence: .gap
    case .tone: .sound
    case .transition, .each, .angles, .unsupported: .drawn
    }
  }

  /// The item's name, or its content.
  package var timelineTitle: String {
    if let name = name?.value { return oneLine(name) }
    return switch kind {
    case .clip(let media), .image(let media), .edit(let media): oneLine(fileName(media.value))
    case .text(let words):
      "“\(oneLine(style?.isMarkup?.value == true ? withoutTags(words.value) : words.value))”"
    case .color(let color): color.value.canonicalText
    case .gradient: "gradient"
    case .bars(let bars): "bars \(bars.value.rawValue)"
    case .noise: "noise"
    case .shape(let shape): shape.value.name
    case .counter(let counter): oneLine(counter.value.label)
    case .credits: "credits"
    case .sequence(let name): oneLine(name.value)
    case .gap: "gap"
    case .tone: "tone"
    case .silence: "silence"
    case .transition(let transition): oneLine(transition.kind.value.canonicalText)
    case .each: "each"
    case .angles: "angles"
    case .unsupported(let keyword): oneLine(keyword)
    }
  }

  /// The part of the media that it plays, its speed, and its constant opacity.
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

  /// Everything written about the item, and its time.
  func tooltip(at range: TimeRange?) -> String {
    let time = range.map { "\($0.start)..\($0.end)" } ?? "time unknown: its media are missing"
    let heading = [name?.value, writtenKind].compactMap(\.self).map(oneLine).joined(separator: ": ")
    return ([heading, time] + writtenProperties.map { oneLine("\($0.name): \($0.text)") })
      .joined(separator: "\n")
  }

  /// The colours that the item is drawn with; empty for pictures and text.
  var swatch: [SceneColor] {
    switch kind {
    case .color(let color): color.value.values.map { SceneColor($0) }
    case .gradient(let gradient): gradient.value.colors.compactMap(\.start).map { SceneColor($0) }
    case .shape: (fill?.value.values ?? []).map { SceneColor($0) }
    default: []
    }
  }

  /// Whether its picture never changes, apart from effects.
  var isStill: Bool {
    switch kind {
    case .image, .color, .gradient, .bars, .shape, .gap, .silence: true
    case .noise(let noise): noise.value.isStill
    case .text: style?.animation == nil
    case .credits: roll == nil
    default: freeze != nil
    }
  }

  /// Whether a small picture shows more than the name and colours.
  func isWorthAPicture(in lane: ItemList) -> Bool {
    switch kind {
    case .clip, .image, .sequence, .edit: true
    case .text, .counter, .credits, .bars: lane == .timeline
    default: false
    }
  }
}

extension SceneColor {
  fileprivate init(_ color: Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}

/// The last component of a path.
private func fileName(_ path: String) -> String {
  path.split(separator: "/").last.map { String($0) } ?? path
}

/// Markup without its tags.
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
