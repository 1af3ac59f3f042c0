import Basics
import Composition
import Diagnostics
import EditScript

// Findings about pictures in an audio-only film.

extension PictureBuilding {
  /// Reports everything that would be visible if an output had a picture.
  mutating func reportUnseen() {
    let canvas = script.canvas
    let settings = [
      ("size", output?.size?.range ?? canvas.size?.range), ("background", canvas.background?.range),
      ("color", canvas.color?.range), ("depth", canvas.depth?.range),
    ]
    for (key, place) in settings {
      if let place { report(.unseenKey(key, at: place)) }
    }
    for placed in transitions.lazy.map(\.written) where placed.list != .audio {
      let kind = placed.transition.kind
      if kind.value.canonicalText != PlainTransition.dissolve.rawValue {
        report(.unseenTransition(kind.value.canonicalText, at: kind.range))
      }
    }
    for item in items.lazy.map(\.item) {
      if item.kind.isOnlySeen {
        report(.unseenItem(item.kind.keyword, at: item.kindRange))
      } else {
        for (key, place) in item.seenKeys { report(.unseenKey(key, at: place)) }
        for filter in item.filters?.value ?? [] where filter.value.sense == .picture {
          report(.unseenFilter(filter.value.canonicalText, at: filter.range))
        }
      }
    }
  }
}

extension ItemKind {
  /// Whether it has only a picture.
  fileprivate var isOnlySeen: Bool {
    switch self {
    case .image, .color, .gradient, .bars, .noise, .counter, .text, .credits, .shape: true
    default: false
    }
  }
}

extension Item {
  /// The keys of played media that affect only their picture, as far as they are written.
  fileprivate var seenKeys: [(key: String, place: SourceRange)] {
    LanguageSchema.itemProperties.compactMap { property in
      guard property.key.isOnlySeen, let place = property.place(self) else { return nil }
      return (property.name, place)
    }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func unseenItem(_ kind: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "the `\(kind)` is not seen: no output has a picture", at: place,
      hint: "remove the item, write `silence` for a pause, or add an output with a picture")
  }

  fileprivate static func unseenKey(_ key: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "`\(key)` has no effect: no output has a picture", at: place,
      hint: "remove `\(key)`, or add an output with a picture")
  }

  fileprivate static func unseenTransition(_ kind: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "`\(kind)` is not seen: no output has a picture; the sounds are cross-faded", at: place,
      hint: "write `dissolve`, or add an output with a picture")
  }

  fileprivate static func unseenFilter(_ filter: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "the filter `\(filter)` has no effect: no output has a picture", at: place,
      hint: "remove it, or add an output with a picture")
  }
}
