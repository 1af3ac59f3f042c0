import Basics
import EditScript

/// The keys by which items are recognised, as numbers that are equal for equal texts of both films.
struct MatchingKeys {
  /// The name if both films use it in this lane, else everything that is written.
  let whole: Int
  /// The subject and the take.
  let part: Int
  /// The kind with its media or value; only the kind for gaps, silences and transitions.
  let subject: Int
  /// The kind and everything except its media or value.
  let manner: Int
  let take: Int
  /// The text of each property.
  let properties: [Int]
  let kind: Int
  /// Whether both films have an item with this name.
  let isNamed: Bool
  /// A gap, a silence or a transition: they cannot be told apart, so they are never moved.
  let isInterchangeable: Bool
  let hasMedia: Bool
}

/// Assigns equal numbers to equal texts.
struct TextNumbers {
  private var numbers: [String: Int] = [:]

  mutating func number(of text: String) -> Int {
    if let known = numbers[text] { return known }
    numbers[text] = numbers.count
    return numbers.count - 1
  }
}

extension MatchingKeys {
  init(_ facts: ItemFacts, sharedNames: Set<String>, numbers: inout TextNumbers) {
    let item = facts.item
    let properties = ItemProperty.all.map { $0.text(item) ?? "" }
    let subject: String =
      switch item.kind {
      case .clip, .image: facts.media.map { "\(item.keyword) \($0)" } ?? item.label
      case .color, .gradient, .bars, .noise, .shape, .text, .counter, .credits, .sequence, .edit, .tone,
        .each,
        .angles, .unsupported:
        item.label
      case .gap, .silence, .transition: item.keyword
      }
    let manner = item.keyword + separator + properties.joined(separator: separator)
    let take = facts.resolved.flatMap(Self.text(ofTake:)) ?? item.take?.value.canonicalText ?? ""
    isNamed = item.name.map { sharedNames.contains($0.value) } ?? false
    whole = numbers.number(
      of: isNamed
        ? "name" + separator + (item.name?.value ?? "")
        : (item.mediaName == nil ? item.label : subject) + separator + manner)
    part = numbers.number(of: subject + separator + take)
    self.subject = numbers.number(of: subject)
    self.manner = numbers.number(of: manner)
    self.take = numbers.number(of: take)
    self.properties = properties.map { numbers.number(of: $0) }
    kind = numbers.number(of: item.keyword)
    isInterchangeable =
      switch item.kind {
      case .gap, .silence, .transition: true
      case .clip, .image, .color, .gradient, .bars, .noise, .shape, .text, .counter, .credits, .sequence,
        .edit,
        .tone,
        .each, .angles, .unsupported:
        false
      }
    hasMedia = item.mediaName != nil
  }

  /// The take by its resolved times, because a respelled take is the same.
  private static func text(ofTake resolved: ItemEffect) -> String? {
    guard let start = resolved.mediaStart, let length = resolved.length else { return nil }
    return "\(start.spelling) for \(length.spelling)"
  }

  /// The similarity of two items without a shared name; 0 if one cannot be a changed version of the other.
  func likeness(to other: MatchingKeys) -> Int32 {
    guard kind == other.kind, !isNamed, !other.isNamed else { return 0 }
    var equalProperties: Int32 = 0
    for (a, b) in zip(properties, other.properties) where a == b { equalProperties += 1 }
    if subject == other.subject { return 100 + (take == other.take ? 50 : 0) + equalProperties }
    return manner == other.manner ? 50 + equalProperties : 0
  }
}

/// A character that no script contains.
private let separator = "\u{1F}"
