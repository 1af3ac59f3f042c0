import Basics
import Composition
package import EditScript

/// The files that match a pattern.
package struct FileListing: Hashable, Sendable {
  /// The names without their folder, in order.
  package let names: [String]
  /// Two names that compare as equal in that order; nil if there are none.
  package let tie: [String]?
  /// The names that would match if case were ignored.
  package let otherCase: [String]
  /// Some of the other names in the folder, and their number; nil if the folder does not exist.
  package let others: (names: [String], count: Int)?

  /// `folder` are the existing names, nil if the folder does not exist; `locked` are the names in the lock.
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
  /// The series of files that enabled items play, as spelled, each once: image sequences and `each`.
  package var fileSeries: [String] {
    let declared = declaredFiles
    let lapses = declaredImageSequences
    var seen: Set<String> = []
    let played = playedItems
    let repeated = played.namesInEach
    return played.flatMap { $0.playedNames + [$0.maskClip].compactMap(\.self) }.compactMap {
      name -> String? in
      let file = declared[name.value]?.value ?? name.value
      let isSeries =
        ImagePattern(file) != nil || lapses.contains(name.value)
        || (repeated.contains(name.value) && FileSeries(file) != nil)
      return isSeries && seen.insert(file).inserted ? file : nil
    }
  }

  /// The names of declared patterns that play picture by picture, because they set `frames`.
  var declaredImageSequences: Set<String> {
    Set(
      media.lazy.filter { $0.frames != ImageFrames() && FileSeries($0.file.value) != nil }.map(\.name.value))
  }
}

extension [Item] {
  /// The names of the media of items in each `each`.
  var namesInEach: Set<String> {
    Set(flatMap { item in (item.each?.items ?? []).compactMap { $0.mediaName?.value } })
  }
}

extension MediaTable {
  /// The paths of a series of files, in order; nil if the folder was not read.
  func paths(of series: FileSeries, _ file: String) -> [String]? {
    switch series {
    case .numbered(let pattern): images[file]?.map(pattern.path)
    case .matching(let pattern): listings[file]?.names.map { pattern.folder + $0 }
    }
  }
}

extension FileListing {
  /// The hint for a pattern without matches, with similar names that exist.
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
