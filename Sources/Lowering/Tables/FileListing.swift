import Basics
import Composition
package import EditScript

/// The files that a pattern names.
package struct FileListing: Hashable, Sendable {
  /// The names without their folder, in their order.
  package let names: [String]
  /// Two names with the same place in the order; nil if there are none.
  package let tie: [String]?
  /// Those that the pattern would name if case did not count.
  package let otherCase: [String]
  /// Some of the other names in the folder, and how many there are; nil if there is no such folder.
  package let others: (names: [String], count: Int)?

  /// `folder` are the names that are there, nil if there is no such folder; `locked` those that the lock has.
  package init(of pattern: FilePattern, folder: [String]?, locked: [String] = []) {
    let found = Set(((folder ?? []) + locked).filter(pattern.matches))
    let ordered = found.map { (name: $0, order: NaturalOrder($0)) }.sorted { first, second in
      first.order == second.order
        ? first.name.utf8.lexicographicallyPrecedes(second.name.utf8) : first.order < second.order
    }
    names = ordered.map(\.name)
    tie = zip(ordered, ordered.dropFirst()).first { $0.order == $1.order }.map { [$0.name, $1.name] }
    let rest = (folder ?? []).filter { !found.contains($0) && $0.utf8.first != UInt8(ascii: ".") }
    otherCase = rest.filter(pattern.matchesIgnoringCase)
    others = folder == nil ? nil : (Array(rest.prefix(5)), rest.count)
  }

  package static func == (first: FileListing, second: FileListing) -> Bool {
    first.names == second.names && first.tie == second.tie && first.otherCase == second.otherCase
      && first.others?.names == second.others?.names && first.others?.count == second.others?.count
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(names) }
}

extension EditScript {
  /// The series of files that enabled items play, as spelled, each once: image sequences, and what `each` repeats.
  package var fileSeries: [String] {
    let declared = declaredFiles
    let lapses = declaredImageSequences
    var seen: Set<String> = []
    let played = playedItems
    let repeated = played.namesInEach
    return played.compactMap { item -> String? in
      guard let name = item.mediaName?.value, let file = declared[name]?.value ?? Optional(name) else {
        return nil
      }
      let isSeries =
        ImagePattern(file) != nil || lapses.contains(name)
        || (repeated.contains(name) && FileSeries(file) != nil)
      return isSeries && seen.insert(file).inserted ? file : nil
    }
  }

  /// The names of declared files that are played picture by picture, as their `frames` say, and are named by a pattern.
  var declaredImageSequences: Set<String> {
    Set(
      media.lazy.filter { $0.frames != ImageFrames() && FileSeries($0.file.value) != nil }.map(\.name.value))
  }
}

extension [Item] {
  /// What the items in each `each` show, by name.
  var namesInEach: Set<String> {
    Set(flatMap { item in (item.each?.items ?? []).compactMap { $0.mediaName?.value } })
  }
}

extension MediaTable {
  /// The paths of a series of files, in their order; nil if nobody looked.
  func paths(of series: FileSeries, _ file: String) -> [String]? {
    switch series {
    case .numbered(let pattern): images[file]?.map(pattern.path)
    case .matching(let pattern): listings[file]?.names.map { pattern.folder + $0 }
    }
  }
}

extension FileListing {
  /// What is there instead, for the hint about a pattern that names nothing.
  func hint(for pattern: String) -> String {
    guard let others else {
      return "this folder does not exist; paths are relative to the script's folder"
    }
    if !otherCase.isEmpty {
      return
        "file names are case-sensitive; there is '\(otherCase[0])'"
        + (otherCase.count > 1 ? " and \(otherCase.count - 1) more like it" : "")
    }
    guard !others.names.isEmpty else { return "the folder is empty" }
    let more = others.count > others.names.count ? " and \(others.count - others.names.count) more" : ""
    return "the folder contains \(others.names.map { "'\($0)'" }.joined(separator: ", "))\(more)"
  }
}
