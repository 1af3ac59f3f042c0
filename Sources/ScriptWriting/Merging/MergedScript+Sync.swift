import Basics
import EditScript
import YAMLTree

/// A recording whose place on a clock is written under `media`.
package struct SyncedMedium {
  /// From the folder of the script.
  let path: String
  /// Its names under `media`.
  let names: Set<String>
  /// Nil for the recording that is the clock.
  let place: SyncPlace?

  package init(path: String, names: Set<String>, place: SyncPlace?) {
    self.path = path
    self.names = names
    self.place = place
  }
}

extension MergedScript {
  /// Writes where recordings are on the clock of the first of them; those that have no name get one.
  package mutating func merge(_ recordings: [SyncedMedium]) throws(Problem) {
    let root = try root()
    let media = root.index(of: "media").flatMap { MemberEdits(of: root.list.members[$0], comments) }
    var edits: [TextEdit] = []
    var changes = MemberChanges()
    var declarations: [String] = []
    var taken = Set(script.media.map(\.name.value) + script.markers.map(\.name.value))
    for recording in recordings {
      if recording.names.isEmpty {
        let name = mediaName(for: recording.path, taken: taken)
        taken.insert(name)
        declarations.append(recording.declaration(named: name))
      }
      for declared in script.media where recording.names.contains(declared.name.value) {
        guard let place = recording.place else {
          try checkClock(declared)
          continue
        }
        guard let media, let number = media.index(of: declared.name.value) else {
          throw .unclear(declared.name.range, "the declaration of '\(declared.name.value)' cannot be changed")
        }
        let written = try self.edits(of: media.list.members[number], placing: declared, place)
        if !written.isEmpty { changes.changed.insert(number) }
        edits += written
      }
    }
    var all = ["media": changes]
    if !declarations.isEmpty { edits += try self.edits(declaring: declarations, in: root, &all) }
    try apply(edits, all)
  }

  /// Places on a recording that follows another one would not be on the clock.
  private func checkClock(_ declared: MediaDeclaration) throws(Problem) {
    guard declared.sync.start != .zero || declared.sync.pace != RationalTime(seconds: 1),
      let place = declared.sync.at?.range ?? declared.sync.speed?.range
    else { return }
    throw .unclear(
      place, "'\(declared.name.value)' follows another recording: name that one first, or remove this `sync`")
  }

  private func edits(
    of member: Member, placing declared: MediaDeclaration, _ place: SyncPlace
  ) throws(Problem) -> [TextEdit] {
    guard declared.sync.start != place.start || declared.sync.pace != place.speed else { return [] }
    guard case .mapping = member.node.value else {
      let range = member.node.range
      return [
        TextEdit(range: range, replacement: "{file: \(try inBraces(member.node)), sync: \(place.text)}")
      ]
    }
    guard var entry = MemberEdits(of: member, comments), let file = entry.index(of: "file") else { return [] }
    guard let number = entry.index(of: "sync") else {
      entry.insert("sync: \(place.text)", .behind(file))
      return entry.edits
    }
    let old = entry.list.members[number]
    guard !source[old.node.range].contains("${") else {
      throw .unclear(
        old.node.range, "a variable is in this `sync`, which cannot be renewed: write the values")
    }
    guard var sync = MemberEdits(of: old, comments) else { return [] }
    var edits: [TextEdit] = []
    if declared.sync.start != place.start || sync.index(of: "at") == nil {
      edits += sync.set("at", to: place.start.spelling)
    }
    if declared.sync.pace != place.speed {
      edits += sync.set("speed", to: place.hasDrift ? place.speedText : nil)
    }
    return edits + sync.edits
  }

  /// The text of a path, for a mapping in braces.
  private func inBraces(_ node: YAMLNode) throws(Problem) -> String {
    guard case .scalar(let scalar) = node.value, scalar.style == .plain else { return source[node.range] }
    let quoted = writtenScalar(scalar.text)
    guard quoted != scalar.text else { return source[node.range] }
    guard !scalar.text.contains("${") else {
      throw .unclear(node.range, "a variable is in this path: write `{file: \"\(scalar.text)\"}`")
    }
    return quoted
  }
}

extension MemberEdits {
  /// Writes the value of a key, or removes the key.
  fileprivate mutating func set(_ key: String, to value: String?) -> [TextEdit] {
    switch (index(of: key), value) {
    case (let number?, let value?):
      return [TextEdit(range: list.members[number].node.range, replacement: value)]
    case (let number?, nil): remove(number)
    case (nil, let value?): insert("\(key): \(value)", .end)
    case (nil, nil): break
    }
    return []
  }
}

extension SyncedMedium {
  fileprivate func declaration(named name: String) -> String {
    let file = writtenScalar(path)
    return "\(writtenScalar(name)): " + (place.map { "{file: \(file), sync: \($0.text)}" } ?? file)
  }
}

extension SyncPlace {
  /// As a value of `sync`.
  fileprivate var text: String {
    "{at: \(start.spelling)\(hasDrift ? ", speed: \(speedText)" : "")}"
  }

  fileprivate var speedText: String { (speed.decimalDigits ?? speed.spelling) + "x" }
}

extension MediaSync {
  fileprivate var start: RationalTime { at?.value.time ?? .zero }

  fileprivate var pace: RationalTime {
    speed.flatMap { RationalTime($0.value.numerator, $0.value.denominator) } ?? RationalTime(seconds: 1)
  }
}
