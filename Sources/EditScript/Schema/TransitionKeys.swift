import Basics
import Composition
import Diagnostics
import YAMLTree

struct TransitionKeys: MappingKeys {
  static let fields = MappingSchema(TransitionKeys.self)
  typealias Record = TransitionItem

  static let title = "a transition"
  static let documentation = "The long form of a transition between two items."

  let kind = Key(
    "kind", "The kind: `dissolve`, `wipe left`, `fade through black`.", .value(.transitionKind),
    isRequired: true, synonyms: ["type", "name", "style"], field: .required(\TransitionItem.kind))
  let duration = Key(
    "for", "The duration.", .value(.duration), isRequired: true, example: "1s",
    synonyms: ["duration", "length", "dur"], field: .required(\TransitionItem.duration))
  let ease = Key(
    "ease", "The easing of the transition.", .value(.easing), example: "ease-in-out",
    synonyms: ["easing", "curve"], field: .plain(\TransitionItem.easing, unless: .linear), default: "linear")
  let using = Key(
    "using",
    "`overlap` takes the time from the neighbours; `handles` keeps their length and plays media outside the takes.",
    .choice(TransitionRoom.self, "an overlap mode"), example: "handles", field: .at(\TransitionItem.room),
    default: "overlap")
  let audio = Key(
    "audio", "How the sound changes from one item to the next.",
    .choice(TransitionSound.self, "a sound transition"),
    synonyms: ["sound"], field: .at(\TransitionItem.sound), default: "equal-power")

  static func decode(_ reader: MappingReader<TransitionKeys>) -> TransitionItem? {
    let (kind, duration) = (reader.kind, reader.duration)
    guard let kind, let duration else { return nil }
    var transition = reader.filled(TransitionItem(kind: kind, duration: duration))
    transition.picture = followedPicture(of: kind, reader.reading)
    return transition
  }
}

extension Shape<TransitionItem> {
  /// `dissolve 1s`, or the long form.
  static var transition: Shape {
    Shape<TransitionValue>.value(.transition)
      .map { written, subject, reading in
        let kind = Located(written.kind, at: subject.node.range)
        var transition = TransitionItem(
          kind: kind, duration: Located(written.duration, at: subject.node.range))
        transition.picture = followedPicture(of: kind, reading)
        return transition
      }
      .or(.mapping(TransitionKeys.self))
  }
}

/// The picture that a transition follows, at its place in the transition's text if it is found there, else at
/// the whole text.
private func followedPicture(of kind: Located<TransitionKind<String>>, _ reading: Reading) -> Located<String>?
{
  guard case .pictured(let transition, let file) = kind.value else { return nil }
  let bytes = reading.source.bytes
  guard kind.range.end <= bytes.count, case let text = bytes[kind.range.start..<kind.range.end],
    let word = text.firstRange(of: Array(transition.rawValue.utf8)),
    let found = text[word.upperBound...].firstRange(of: Array(file.utf8))
  else { return Located(file, at: kind.range) }
  return Located(file, at: SourceRange(found.lowerBound, found.upperBound))
}
