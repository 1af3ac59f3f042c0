package import Basics
import Diagnostics
import YAMLTree

/// Recordings of one event, of which one is shown at a time: `angles: {a: cam1, b: cam2}`.
package struct AnglesItem: Hashable, Sendable {
  /// In the order of the text; never empty.
  package var angles: [CameraAngle]

  package init(angles: [CameraAngle]) { self.angles = angles }

  package subscript(name: String) -> CameraAngle? { angles.first { $0.name.value == name } }
}

/// One of the recordings.
package struct CameraAngle: Hashable, Sendable {
  package var name: Located<String>
  /// A media name or a path.
  package var media: Located<String>

  package init(name: Located<String>, media: Located<String>) {
    self.name = name
    self.media = media
  }
}

/// `show: {0s: a, 4.2s: b}`
package struct ShownAngles: Hashable, Sendable {
  /// In the order of the text; never empty.
  package var switches: [AngleSwitch]

  package init(switches: [AngleSwitch]) { self.switches = switches }
}

/// From when on an angle is shown.
package struct AngleSwitch: Hashable, Sendable {
  /// In the item.
  package var time: Located<TimeExpression>
  package var angle: Located<String>

  package init(time: Located<TimeExpression>, angle: Located<String>) {
    self.time = time
    self.angle = angle
  }

  /// The time and the name.
  package var range: SourceRange { SourceRange(time.range.start, angle.range.end) }
}

/// The origin of a clip that an `angles` item stands for.
package struct AnglePart: Hashable, Sendable {
  /// The item as it is written.
  package let whole: Item
  /// The number of the switch that shows it, from 0.
  package let number: Int
  package let angle: CameraAngle

  package init(of whole: Item, _ number: Int, showing angle: CameraAngle) {
    self.whole = whole
    self.number = number
    self.angle = angle
  }
}

extension Item {
  /// The recordings of `angles`; nil for other items.
  package var angles: AnglesItem? { if case .angles(let angles) = kind { angles } else { nil } }

  /// The number of items that it stands for.
  package var partCount: Int { angles == nil ? 1 : show?.value.switches.count ?? 1 }

  /// The media names and paths that it plays as clips.
  package var clipNames: [Located<String>] {
    switch kind {
    case .clip(let name): [name]
    case .angles(let angles): angles.angles.map(\.media)
    default: []
    }
  }
}

// MARK: - Spelling

extension AnglesItem: CanonicalValue {
  package var canonicalText: String { flow(angles.map { ($0.name.value, $0.media.value) }) }
  package var dumpLines: [String] { angles.map { "\($0.name.value) \(onOneLine($0.media.value))" } }
}

extension ShownAngles: CanonicalValue {
  package var canonicalText: String {
    flow(switches.map { ($0.time.value.canonicalText, $0.angle.value) })
  }
}

// MARK: - Shapes

extension Shape<AnglesItem> {
  /// Recordings by the names of their angles.
  static var angles: Shape {
    let media = Shape<String>.mediaOrPath
    return .mapping(.named(noun: "angle", media.description)) { entries, subject, reading in
      guard !entries.isEmpty else {
        reading.reportEmptyCollection(subject, expecting: "recordings such as `{a: cam1, b: cam2}`")
        return nil
      }
      let angles = entries.compactMap { entry -> CameraAngle? in
        let name = reading.nameOfAngle(entry)
        guard let media = media.read(Subject(entry), reading), let name else { return nil }
        return CameraAngle(
          name: Located(name, at: entry.keyRange), media: Located(media, at: entry.value.range))
      }
      return angles.count == entries.count ? AnglesItem(angles: angles) : nil
    }
  }
}

extension Reading {
  /// Nil after a finding.
  fileprivate func nameOfAngle(_ entry: YAMLEntry) -> String? {
    let text = text(ofKey: entry)
    guard let name = value(of: text, as: .name) else { return nil }
    guard case .failure = ValueGrammar<Bool>.flag.read(text) else {
      report(
        Diagnostic(
          .forbiddenCharacter, "`\(name)` cannot name an angle: `audio: \(name)` is about all sound",
          at: entry.keyRange, hint: "use another name, such as `wide`"))
      return nil
    }
    return name
  }
}

extension Shape<String> {
  fileprivate static var nameOfAngle: Shape {
    let name = ValueGrammar<String>.name
    let form = ScalarForm(
      noun: "the name of an angle", examples: ["a", "b"], production: name.production,
      makePattern: { name.pattern })
    return .scalar(form) { text, _, reading in reading.value(of: text, as: name) }
  }
}

extension Shape<ShownAngles> {
  /// The names of angles by the times from which on they are shown.
  static var shownAngles: Shape {
    let time = ValueGrammar<TimeExpression>.time
    let angle = Shape<String>.nameOfAngle
    return .mapping(.keyFrames(angle.description)) { entries, subject, reading in
      guard !entries.isEmpty else {
        reading.reportEmptyCollection(subject, expecting: "angles by their times, such as `{0s: a, 4.2s: b}`")
        return nil
      }
      guard entries.count <= LanguageLimits.itemsOfEach else {
        reading.report(
          Diagnostic(
            .overLimit,
            "`show` has \(entries.count) switches; the maximum is \(LanguageLimits.itemsOfEach)",
            at: subject.keyRange, hint: "write several items, each with its own `take`"))
        return nil
      }
      let switches = entries.compactMap { entry -> AngleSwitch? in
        let time = reading.value(of: reading.text(ofKey: entry), as: time)
        guard let angle = angle.read(Subject(entry), reading), let time else { return nil }
        return AngleSwitch(
          time: Located(time, at: entry.keyRange), angle: Located(angle, at: entry.value.range))
      }
      return switches.count == entries.count ? ShownAngles(switches: switches) : nil
    }
  }
}
