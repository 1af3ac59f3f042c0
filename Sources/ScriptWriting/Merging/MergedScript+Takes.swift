package import Basics
package import Detection
import EditScript
import YAMLTree

/// A medium for which something was found.
package struct MergedMedium {
  package let media: DraftMedia
  /// The names and paths that mean it in the script.
  let spellings: Set<String>
  /// Ranges of which both ends differ by at most this much count as the same.
  let tolerance: RationalTime

  package init(_ media: DraftMedia, spellings: Set<String>, tolerance: RationalTime) {
    (self.media, self.spellings, self.tolerance) = (media, spellings, tolerance)
  }
}

extension MergedScript {
  /// Merges takes into the timeline; returns the proposals for the next merge.
  ///
  /// - Parameters:
  ///   - known: The parts of the medium that the items of the timeline play, by the ranges of the items.
  ///   - base: What was proposed last; nil if nothing was.
  package mutating func merge(
    _ found: [TimeRange], of medium: MergedMedium, _ drafts: DraftTakes,
    playing known: [SourceRange: TimeRange],
    base: [DetectionMerge.Proposal]?
  ) throws(Problem) -> [DetectionMerge.Proposal] {
    let root = try root()
    guard let key = root.index(of: "timeline"),
      var timeline = MemberEdits(of: root.list.members[key], comments)
    else {
      throw .unclear(SourceRange(0, 0), "the script has no timeline into which takes can be merged")
    }
    let items = try items(in: timeline, of: medium, drafts, known)
    let merge: DetectionMerge
    do throws(TimeOverflow) {
      merge = try DetectionMerge(
        base: base ?? [], script: items.map(\.item), found: found, tolerance: medium.tolerance,
        adopts: base != nil)
    } catch { throw .overflow(error) }

    let name = try nameForTakes(of: medium)
    var edits: [TextEdit] = []
    var changes = MemberChanges()
    for edit in merge.edits {
      switch edit {
      case .setRange(let number, let range):
        edits += self.edits(of: timeline.list.members[items[number].member], take: drafts.written(range))
        changes.changed.insert(items[number].member)
      case .remove(let number):
        timeline.remove(items[number].member)
        changes.removed.insert(items[number].member)
      case .insert(let range, let place):
        let text = drafts.item(name.name, take: range, of: medium.media)
        timeline.insert(text, place.map { items[$0].member })
        changes.inserted += 1
      }
    }
    guard changes.inserted > 0 || changes.removed.count < timeline.list.members.count else {
      throw .unclear(
        root.list.members[key].node.range,
        "no item of the timeline would be left, because none is found any more")
    }
    for note in merge.notes { self.note(note, items) }
    var all = ["timeline": changes]
    if changes.inserted > 0, let declaration = name.declaration {
      edits += try self.edits(declaring: [declaration], in: root, &all)
    }
    try apply(edits + timeline.edits, all)
    return merge.base
  }

  /// An item that plays the medium.
  private struct PlayingItem {
    let item: DetectionMerge.Item
    /// Its number in the timeline.
    let member: Int
    let place: Int
  }

  private func items(
    in timeline: MemberEdits, of medium: MergedMedium, _ drafts: DraftTakes, _ known: [SourceRange: TimeRange]
  ) throws(Problem) -> [PlayingItem] {
    let members = Dictionary(
      timeline.list.members.enumerated().map { ($1.node.range, $0) }, uniquingKeysWith: { first, _ in first })
    var playing: [PlayingItem] = []
    for (number, item) in script.timeline.enumerated() {
      if let each = item.each, each.items.contains(where: medium.mayBePlayed) {
        throw .unclear(
          item.range, "`each` makes takes of \(medium.media.path), which cannot be merged one by one")
      }
      if item.angles?.angles.contains(where: { medium.spellings.contains($0.media.value) }) == true {
        throw .unclear(
          item.range, "`angles` makes takes of \(medium.media.path), which cannot be merged one by one")
      }
      guard case .clip(let name) = item.kind, medium.spellings.contains(name.value) else { continue }
      guard let member = members[item.range], let range = known[item.range] else {
        throw .unclear(item.range, "the time of this take of \(medium.media.path) is not known")
      }
      guard !isVariable(timeline.list.members[member]) else {
        throw .unclear(
          item.range,
          "a variable makes a take of \(medium.media.path), which cannot be merged: write the value itself")
      }
      let neighbours = [number - 1, number + 1].filter(script.timeline.indices.contains)
      let isJoined = neighbours.contains {
        if case .transition = script.timeline[$0].kind { true } else { false }
      }
      let isPlain = isAsProposed(timeline.list.members[member], fit: drafts.fit(medium.media))
      playing.append(
        PlayingItem(
          item: DetectionMerge.Item(range: range, isAsProposed: isPlain && !isJoined), member: member,
          place: item.range.start))
    }
    return playing
  }

  /// Whether a variable is in what it plays.
  private func isVariable(_ member: Member) -> Bool {
    guard case .mapping(let entries, _) = member.node.value else { return false }
    return entries.contains { ["clip", "take"].contains($0.key) && source[$0.value.range].contains("${") }
  }

  /// Whether it has nothing but what is proposed, and no comment.
  private func isAsProposed(_ member: Member, fit: String?) -> Bool {
    guard member.hasNoComments(comments), case .mapping(let entries, _) = member.node.value else {
      return false
    }
    return entries.allSatisfy { entry in
      switch entry.key {
      case "clip", "take": return true
      case "fit":
        if case .scalar(let scalar) = entry.value.value { return scalar.text == fit } else { return false }
      default: return false
      }
    }
  }

  private func edits(of member: Member, take: String) -> [TextEdit] {
    guard case .mapping(let entries, _) = member.node.value else { return [] }
    if let written = entries.first(where: { $0.key == "take" }) {
      return [TextEdit(range: written.value.range, replacement: take)]
    }
    guard var item = MemberEdits(of: member, comments), let clip = item.index(of: "clip") else { return [] }
    item.insert("take: \(take)", .behind(clip))
    return item.edits
  }

  private mutating func note(_ note: DetectionMerge.Note, _ items: [PlayingItem]) {
    switch note {
    case .movedElsewhere(let number, let range):
      self.note(
        "this take was changed by hand and stays; what was proposed is now found at \(range.start)..\(range.end)",
        at: items[number].place)
    case .noLongerFound(let number):
      self.note(
        "this take is no longer found; it stays, because more was written to it", at: items[number].place)
    }
  }
}

// MARK: - Media

extension MergedScript {
  /// A name for a medium, and its declaration if it has to be declared.
  private func nameForTakes(
    of medium: MergedMedium
  ) throws(Problem) -> (name: String, declaration: String?) {
    if let declared = script.media.first(where: { medium.spellings.contains($0.name.value) }) {
      return (declared.name.value, nil)
    }
    for item in script.timeline {
      if case .clip(let name) = item.kind, medium.spellings.contains(name.value) { return (name.value, nil) }
    }
    let taken = script.media.map(\.name.value) + script.markers.map(\.name.value)
    let name = mediaName(for: medium.media.path, taken: Set(taken))
    return (name, "\(writtenScalar(name)): \(writtenScalar(medium.media.path))")
  }

  func edits(
    declaring declarations: [String], in root: MemberEdits, _ changes: inout [String: MemberChanges]
  ) throws(Problem) -> [TextEdit] {
    changes["media", default: MemberChanges()].inserted += declarations.count
    var root = root
    guard let key = root.index(of: "media") else {
      let place: MemberEdits.Place = root.index(of: "edit").map { .behind($0) } ?? .before(0)
      root.insert(
        root.isOnLines
          ? "media:\n" + declarations.map { "  " + $0 }.joined(separator: "\n")
          : "media: {\(declarations.joined(separator: ", "))}", place)
      return root.edits
    }
    guard var media = MemberEdits(of: root.list.members[key], comments) else {
      throw .unclear(root.list.members[key].node.range, "`media` has no names to which one can be added")
    }
    for declaration in declarations { media.insert(declaration, .end) }
    return media.edits
  }
}

extension MergedMedium {
  /// Whether an item of an `each` can play it.
  fileprivate func mayBePlayed(_ item: Item) -> Bool {
    guard case .clip(let name) = item.kind else { return false }
    guard let pattern = FilePattern(name.value) else { return spellings.contains(name.value) }
    return spellings.union([media.path]).contains { path in
      path.hasPrefix(pattern.folder) && pattern.matches(String(path.dropFirst(pattern.folder.count)))
    }
  }
}

extension DetectionMerge.Place {
  /// The place beside a member, by the numbers of items.
  func map(_ member: (Int) -> Int) -> MemberEdits.Place {
    switch self {
    case .behind(let item): .behind(member(item))
    case .before(let item): .before(member(item))
    case .end: .end
    }
  }
}

extension Member {
  func hasNoComments(_ comments: CommentList) -> Bool {
    above.isEmpty && comments.between(start, end).isEmpty
  }
}
