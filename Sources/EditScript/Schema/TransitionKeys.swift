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
    synonyms: ["duration", "length", "dur"], field: .required(\TransitionItem.duration),
    default: .words("that of `defaults`"))
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
    reader.startFrom(reader.reading.defaultKeys(of: .transition))
    let (kind, duration) = (reader.kind, reader.duration)
    guard let kind, let duration else { return nil }
    var transition = reader.filled(TransitionItem(kind: kind, duration: duration))
    transition.picture = followedPicture(of: kind, reader.reading)
    return transition
  }
}

extension TransitionKeys {
  /// Checks the keys of transitions under `defaults`, where none is required.
  static func checkDefaults(_ entries: [YAMLEntry], of subject: Subject, in reading: Reading) {
    let reader = MappingReader(fields, entries, of: subject, in: reading)
    // The values are read where transitions need them.
    reader.readAll()
    reader.finish(requiresKeys: false)
  }
}

extension Shape<TransitionItem> {
  /// `dissolve 1s`, or the long form.
  static var transition: Shape {
    Shape<TransitionValue>.value(.transition)
      .map { written, subject, reading in
        let kind = Located(written.kind, at: subject.node.range)
        let reader = MappingReader(TransitionKeys.fields, [], of: subject, in: reading)
        reader.startFrom(reading.defaultKeys(of: .transition))
        guard let duration = written.duration.map({ Located($0, at: subject.node.range) }) ?? reader.duration
        else {
          reading.report(
            Diagnostic(
              .transitionSyntax, "missing duration, as in `dissolve 1s`", at: subject.node.range,
              hint: "or write `defaults: {transition: {for: 1s}}`"))
          return nil
        }
        var transition = reader.filled(TransitionItem(kind: kind, duration: duration))
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
