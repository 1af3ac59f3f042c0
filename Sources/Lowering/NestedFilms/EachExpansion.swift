import Basics
import Composition
package import Diagnostics
package import EditScript

// An `each` is replaced by its items before anything is resolved, so all later phases, listings and
// comparisons see single pictures with their names.

/// A script without `each`, as far as the files of its patterns are known.
package struct ExpandedScript: Sendable {
  package let script: EditScript
  package let diagnostics: [Diagnostic]
}

extension EditScript {
  /// The script with the items of each `each`. An `each` with unknown files stays.
  package func expanded(with table: MediaTable) -> ExpandedScript {
    var expansion = EachExpansion(self, table)
    var script = self
    // An output or a shape may have other items; their files are those of the media of the items here.
    if overridesEach { script.unexpanded = [self] }
    var (timeline, overlays) = (script.timeline, script.overlays)
    expansion.expand(&timeline, captionsInto: &overlays)
    (script.timeline, script.overlays) = (timeline, overlays)
    for index in script.sequences.indices {
      var lists = script.sequences[index].lists
      expansion.expand(&lists.timeline, captionsInto: &lists.overlays)
      script.sequences[index].lists = lists
    }
    let listed = { (item: Item) -> Item in
      guard let each = item.each, let items = expansion.listedItems(of: each) else { return item }
      var item = item
      item.each?.items = items
      item.each?.overrides = []
      return item
    }
    for index in script.outputs.indices {
      script.outputs[index].overrides = outputs[index].overrides.map { $0.mapped(listed) }
    }
    script.shapeOverrides = shapeOverrides.mapped(listed) { $0 }
    // Names of patterns are only kept for image sequences: they name no file.
    let kept = script.declaredImageSequences
    script.media.removeAll { expansion.repeated.contains($0.name.value) && !kept.contains($0.name.value) }
    script.media += expansion.media
    return ExpandedScript(script: script, diagnostics: expansion.diagnostics)
  }
}

private struct EachExpansion {
  private let table: MediaTable
  private let declared: [String: MediaDeclaration]
  /// Files of patterns with settings in their declaration.
  var media: [MediaDeclaration] = []
  private var mediaNames: Set<String>
  /// The paths of the files in `media`, by name.
  private var files: [String: String] = [:]
  /// The declared names of image sequences.
  private let sequences: Set<String>
  /// The declared names of series that were replaced by their files.
  var repeated: Set<String> = []
  /// The number of items to which times of captions refer by this text.
  private var keys: [String: Int] = [:]
  var diagnostics: [Diagnostic] = []

  init(_ script: EditScript, _ table: MediaTable) {
    self.table = table
    declared = Dictionary(
      script.media.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    mediaNames = Set(script.media.map(\.name.value))
    sequences = script.declaredImageSequences
  }

  mutating func expand(_ timeline: inout [Item], captionsInto overlays: inout [Item]) {
    overlays = overlays.flatMap { item -> [Item] in
      guard let each = item.each, item.isEnabled, let shown = shownItems(of: each) else { return [item] }
      let enabled = shown.filter(\.isEnabled)
      guard enabled.isEmpty else { return joined(enabled, by: nil, name: item.name) }
      var item = item
      item.isEnabled = false
      return [item]
    }
    guard timeline.contains(where: { $0.each != nil && $0.isEnabled }) else { return }
    var captions: [Item] = []
    timeline = timeline.flatMap { item -> [Item] in
      guard let each = item.each, item.isEnabled else { return [item] }
      guard let shown = shownItems(of: each) else { return [item] }
      guard let over = self.captions(of: each, over: shown) else { return [item] }
      captions += over.captions
      guard !over.items.isEmpty else {
        var item = item
        item.isEnabled = false
        return [item]
      }
      return joined(over.items, by: each.transition, name: item.name)
    }
    // Other overlays are drawn over captions.
    overlays = captions + overlays
  }

  /// The items with the transition between them.
  private func joined(
    _ items: [Item], by transition: TransitionItem?, name: Located<String>?
  ) -> [Item] {
    var joined: [Item] = []
    for var item in items {
      if let name { item.eachPlace = EachPlace(name: name.value, key: item.eachPlace?.key ?? "") }
      if !joined.isEmpty, let transition {
        joined.append(
          Item(
            kind: .transition(transition), kindRange: transition.kind.range, range: transition.kind.range))
      }
      joined.append(item)
    }
    return joined
  }

  // MARK: Items

  /// The items of an `each` that overrides another one, without findings, which come with its film.
  mutating func listedItems(of each: EachItem) -> [Item]? {
    let before = diagnostics
    defer { diagnostics = before }
    return shownItems(of: each)
  }

  /// An item that is shown: its position in the `each`, and its file if it stands for several.
  private typealias Shown = (index: Int, file: String?)

  /// The items that are shown; nil after a finding.
  private mutating func shownItems(of each: EachItem) -> [Item]? {
    guard let shown = shownFiles(of: each) else { return nil }
    var overrides: [Int: EachOverride] = [:]
    let names = each.overrides.contains { $0.number == nil } ? namedFiles(shown, of: each) : [:]
    for override in each.overrides {
      let found =
        if let number = override.number {
          (1..<shown.count + 1).contains(number) ? [number - 1] : []
        } else {
          names[override.name.value] ?? []
        }
      if found.isEmpty {
        diagnostics.append(.noSuchItem(override, of: shown.count))
      }
      for index in found {
        if let other = overrides.updateValue(override, forKey: index) {
          diagnostics.append(.overriddenTwice(index + 1, override.name, other.name))
        }
      }
    }
    var items: [Item] = []
    for (position, (index, file)) in shown.enumerated() {
      let written = each.items[index]
      let item = overrides[position]?.items[index] ?? written
      // The override may name another file.
      guard let name = item.mediaName, name.value != written.mediaName?.value else {
        items.append(file.map(item.showing) ?? item)
        continue
      }
      if let pattern = self.pattern(name) {
        diagnostics.append(.patternOfOneItem(pattern.value, at: name.range))
        return nil
      }
      items.append(item)
    }
    return items
  }

  /// The positions of the items by the names of their files and of their media.
  private func namedFiles(_ shown: [Shown], of each: EachItem) -> [String: [Int]] {
    var positions: [String: [Int]] = [:]
    for (position, (index, file)) in shown.enumerated() {
      guard let name = file ?? each.items[index].mediaName?.value else { continue }
      let path = files[name] ?? declared[name]?.file.value ?? name
      let last = path.split(separator: "/").last.map(String.init) ?? path
      positions[last, default: []].append(position)
      if declared[name] != nil, name != last { positions[name, default: []].append(position) }
    }
    return positions
  }

  /// The pattern of a name that stands for several files as items of their own; nil for other names.
  private func pattern(_ name: Located<String>) -> Located<String>? {
    let declaration = declared[name.value]
    let file = declaration?.file ?? name
    guard declaration != nil || name.value.looksLikePath, FileSeries(file.value) != nil,
      !sequences.contains(name.value)
    else { return nil }
    return file
  }

  private mutating func shownFiles(of each: EachItem) -> [Shown]? {
    guard let first = each.items.first else { return nil }
    if !each.areOwn, each.hasLists {
      guard let files = files(of: first) else { return nil }
      // One file for all items, with other keys for each.
      if files.isEmpty { return each.items.indices.map { ($0, nil) } }
      guard files.count == each.items.count else {
        diagnostics.append(
          .filesDiffer(files.count, from: each.items.count, of: first, at: first.kindRange))
        return nil
      }
      return zip(each.items.indices, files).map { ($0, $1) }
    }
    var shown: [Shown] = []
    for (index, item) in each.items.enumerated() {
      guard let files = files(of: item) else { return nil }
      shown += files.isEmpty ? [(index, nil)] : files.map { (index, $0) }
    }
    guard shown.count <= LanguageLimits.itemsOfEach else {
      diagnostics.append(.tooManyItems(shown.count, at: first.kindRange))
      return nil
    }
    return shown
  }

  /// The names of the files that an item stands for, empty if it stands for itself; nil after a finding.
  private mutating func files(of item: Item) -> [String]? {
    guard let name = item.mediaName else { return [] }
    let declaration = declared[name.value]
    let file = declaration?.file ?? name
    guard declaration != nil || name.value.looksLikePath, let series = FileSeries(file.value) else {
      return []
    }
    if let digest = declaration?.settings.sha256 {
      diagnostics.append(.digestOfMany(file.value, at: digest.range))
    }
    if table.reach[file.value] == .refused {
      diagnostics.append(refused(file))
      return nil
    }
    guard let paths = table.paths(of: series, file.value) else {
      diagnostics.append(.filesAreUnchecked(file, isError: table.requiresMedia))
      return nil
    }
    guard isWhole(series, paths, file) else { return nil }
    repeated.insert(name.value)
    return names(of: paths, declaration)
  }

  /// Whether a series has files in an unambiguous order; reports it otherwise.
  private mutating func isWhole(
    _ series: FileSeries, _ paths: [String], _ file: Located<String>
  ) -> Bool {
    switch series {
    case .numbered(let pattern):
      if let problem = Diagnostic.problem(in: pattern, table.images[file.value] ?? [], of: file) {
        diagnostics.append(problem)
        return false
      }
    case .matching:
      guard let listing = table.listings[file.value] else { return false }
      let found = listing.findings(about: file)
      diagnostics += found
      return !found.hasErrors
    }
    return true
  }

  /// The names of the files in items: their paths, or names that carry the settings of their declaration.
  private mutating func names(of paths: [String], _ declaration: MediaDeclaration?) -> [String] {
    var settings = declaration?.settings ?? MediaSettings()
    settings.sha256 = nil
    guard let declaration, settings != MediaSettings() else { return paths }
    return paths.map { path in
      let name = declaration.name.value + ": " + (path.split(separator: "/").last.map(String.init) ?? path)
      files[name] = path
      if mediaNames.insert(name).inserted {
        media.append(
          MediaDeclaration(
            name: Located(name, at: declaration.name.range), file: Located(path, at: declaration.file.range),
            settings: settings))
      }
      return name
    }
  }

  // MARK: Captions

  /// The enabled items with the keys that their captions refer to, and these captions; nil after a finding.
  private mutating func captions(
    of each: EachItem, over shown: [Item]
  ) -> (items: [Item], captions: [Item])? {
    guard !each.captions.isEmpty else {
      if let look = each.captionLook, !each.hasUnreadCaptions {
        diagnostics.append(.captionsAreMissing(at: look.range))
      }
      return (shown.filter(\.isEnabled), [])
    }
    guard each.captions.count == shown.count else {
      diagnostics.append(.captionsDiffer(each.captions.count, from: shown.count, at: each.captionsRange))
      return nil
    }
    var items: [Item] = []
    var captions: [Item] = []
    for (item, caption) in zip(shown, each.captions) where item.isEnabled {
      let subject = item.kind.subject
      let count = keys[subject, default: 0] + 1
      keys[subject] = count
      // In quotes, it cannot be a name in a script.
      let key = count == 1 ? "'\(subject)'" : "'\(subject)' \(count)"
      var (item, caption) = (item, caption)
      item.eachPlace = EachPlace(name: nil, key: key)
      items.append(item)
      if case .text(let text) = caption.kind, text.value.isEmpty { continue }
      let start = TimeExpression(.item(name: key, edge: .start))
      let end = TimeExpression(.item(name: key, edge: .end))
      let at: MomentOrRange = caption.duration == nil ? .range(.between(start, end)) : .moment(start)
      caption.at = Located(at, at: caption.range)
      captions.append(caption)
    }
    return (items, captions)
  }
}

extension Item {
  /// The same item with another file.
  fileprivate func showing(_ name: String) -> Item {
    var item = self
    switch kind {
    case .clip(let old): item.kind = .clip(Located(name, at: old.range))
    case .image(let old): item.kind = .image(Located(name, at: old.range))
    default: break
    }
    return item
  }
}

// MARK: - Findings

extension FileListing {
  /// The problems with the files that match a pattern.
  func findings(about file: Located<String>) -> [Diagnostic] {
    if names.isEmpty {
      return [
        Diagnostic(
          .missingFile, "no file matches '\(file.value)'", at: file.range, hint: hint(for: file.value))
      ]
    }
    if let tie {
      return [
        Diagnostic(
          .unclearOrder, "'\(tie[0])' and '\(tie[1])' have the same position in the order of '\(file.value)'",
          at: file.range, hint: "rename one of them: leading zeros of numbers are ignored"
        )
      ]
    }
    if names.count > LanguageLimits.imagesInSequence {
      return [
        Diagnostic(
          .overLimit,
          "'\(file.value)' matches \(names.count) files; the maximum is \(LanguageLimits.imagesInSequence)",
          at: file.range, hint: "use several patterns")
      ]
    }
    guard let other = otherCase.first else { return [] }
    let more = otherCase.count > 1 ? ", and \(otherCase.count - 1) more" : ""
    return [
      Diagnostic(
        .patternLeavesOut, "'\(file.value)' does not match '\(other)', which differs only in case\(more)",
        at: file.range, hint: "write both cases in brackets, as in `*.[jJ][pP][gG]`")
    ]
  }
}

extension Diagnostic {
  /// The problem with the numbers of an image sequence that requires every picture; nil if there is none.
  fileprivate static func problem(
    in pattern: ImagePattern, _ numbers: [Int64], of file: Located<String>
  ) -> Diagnostic? {
    guard let first = numbers.first, let last = numbers.last else {
      return Diagnostic(
        .missingFile, "no picture matches '\(file.value)', such as '\(pattern.path(of: 1))'", at: file.range,
        hint: "paths are relative to the script")
    }
    guard last - first < LanguageLimits.imagesInSequence else {
      return tooManyItems(numbers.count, at: file.range)
    }
    guard let hole = zip(numbers, numbers.dropFirst()).first(where: { $1 - $0 > 1 }) else { return nil }
    return Diagnostic(
      .missingFile, "there is no picture '\(pattern.path(of: hole.0 + 1))'", at: file.range,
      hint: "write `*` instead of the number to show the existing ones")
  }

  fileprivate static func filesAreUnchecked(_ file: Located<String>, isError: Bool) -> Diagnostic {
    Diagnostic(
      .mediaNotChecked, severity: isError ? .error : nil,
      "the files of '\(file.value)' were not listed, so rules that depend on them are not checked",
      at: file.range)
  }

  static func digestOfMany(_ file: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "`sha256` has no effect: it is the digest of one file, but '\(file)' names several",
      at: place,
      hint: "remove it; `editc lock` records the digest of each file")
  }

  fileprivate static func filesDiffer(
    _ files: Int, from values: Int, of item: Item, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .countDiffers, "'\(item.kind.subject)' matches \(files) files, but the lists have \(values) values",
      at: place, hint: "write one value per file in each list, in the order of the files")
  }

  fileprivate static func noSuchItem(_ override: EachOverride, of count: Int) -> Diagnostic {
    Diagnostic(
      .unknownName,
      override.number == nil
        ? "no item of this `each` shows the file '\(override.name.value)'"
        : "there is no item \(override.name.value): this `each` has \(count)",
      at: override.name.range, hint: "name a file without its folder, or a number from 1 to \(count)")
  }

  fileprivate static func patternOfOneItem(_ pattern: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongType, "'\(pattern)' is a pattern; expected one file, because an override changes single items",
      at: place, hint: "write the name of the file")
  }

  fileprivate static func overriddenTwice(
    _ number: Int, _ name: Located<String>, _ other: Located<String>
  ) -> Diagnostic {
    Diagnostic(
      .duplicateName, "'\(name.value)' and '\(other.value)' are the same item, number \(number)",
      at: name.range,
      notes: [.init("the other one", at: other.range)], hint: "write the keys of both under one of them")
  }

  fileprivate static func captionsAreMissing(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "`caption` has no effect: there are no `captions`", at: place,
      hint: "add `captions: [Arrival, The lake]`")
  }

  fileprivate static func captionsDiffer(_ captions: Int, from items: Int, at place: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .countDiffers,
      "there \(captions == 1 ? "is 1 caption" : "are \(captions) captions") for \(items) item\(items == 1 ? "" : "s")",
      at: place, hint: "write one for each; `\"\"` means no caption")
  }

  fileprivate static func tooManyItems(_ count: Int, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .overLimit, "an `each` may have at most \(LanguageLimits.itemsOfEach) items, and this has \(count)",
      at: place,
      hint: "play them as an image sequence: `media: {lapse: {file: shots/*.png, frames: {rate: 25}}}`")
  }
}
