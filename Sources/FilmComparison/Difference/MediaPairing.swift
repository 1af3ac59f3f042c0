import Basics
import Composition
import ContentDigest
import EditScript
import Lowering

/// Matches the media of two films, regardless of file names.
struct MediaPairing {
  private(set) var old = NumberedMedia()
  private(set) var new = NumberedMedia()
  private(set) var changes: [MediaChange] = []

  init(_ oldVersion: FilmVersion, _ newVersion: FilmVersion) {
    old.declared = oldVersion.script.declaredFiles.mapValues(\.value)
    new.declared = newVersion.script.declaredFiles.mapValues(\.value)
    old.digests = oldVersion.digests
    new.digests = newVersion.digests
    numberFiles(oldVersion, newVersion)
    findContentChanges(oldVersion, newVersion)
    findNamesOfOtherFiles(oldVersion, newVersion)
    findLookChanges(oldVersion, newVersion)
  }

  /// Finds LUTs with the same spelling but different content.
  private mutating func findLookChanges(_ oldVersion: FilmVersion, _ newVersion: FilmVersion) {
    let before = Dictionary(
      (oldVersion.film.composition?.readLUTs ?? []).map { ($0.spelling, $0.digest) },
      uniquingKeysWith: { first, _ in first })
    var seen: Set<String> = []
    for table in newVersion.film.composition?.readLUTs ?? [] where seen.insert(table.spelling).inserted {
      guard let digest = before[table.spelling], digest != table.digest else { continue }
      changes.append(
        MediaChange(
          name: nil, oldFile: table.spelling, newFile: table.spelling, oldDigest: ContentDigest(hex: digest),
          newDigest: ContentDigest(hex: table.digest)))
    }
  }

  /// A file matches the one at the same path, else with the same content, else with the same declared name.
  private mutating func numberFiles(_ oldVersion: FilmVersion, _ newVersion: FilmVersion) {
    let oldFiles = oldVersion.script.mediaFiles
    let newFiles = newVersion.script.mediaFiles
    var numberOfPlace: [String: Int] = [:]
    var numberOfContent: [ContentDigest: Int] = [:]
    for (number, file) in oldFiles.enumerated() {
      old.numbers[file] = number
      for place in oldVersion.places(of: file) where numberOfPlace[place] == nil {
        numberOfPlace[place] = number
      }
      if let digest = old.digests[file], numberOfContent[digest] == nil { numberOfContent[digest] = number }
    }
    for file in newFiles {
      new.numbers[file] = newVersion.places(of: file).lazy.compactMap { numberOfPlace[$0] }.first
    }
    for file in newFiles where new.numbers[file] == nil {
      new.numbers[file] = new.digests[file].flatMap { numberOfContent[$0] }
    }
    var taken = Set(new.numbers.values)
    for (name, file) in new.declared.sorted(by: { $0.key < $1.key }) where new.numbers[file] == nil {
      guard let number = old.declared[name].flatMap({ old.numbers[$0] }), taken.insert(number).inserted else {
        continue
      }
      new.numbers[file] = number
    }
    for (index, file) in newFiles.enumerated() where new.numbers[file] == nil {
      new.numbers[file] = oldFiles.count + index
    }
  }

  /// Finds files at the same path with different content.
  private mutating func findContentChanges(_ oldVersion: FilmVersion, _ newVersion: FilmVersion) {
    var fileOfPlace: [String: String] = [:]
    for file in oldVersion.script.mediaFiles {
      for place in oldVersion.places(of: file) where fileOfPlace[place] == nil { fileOfPlace[place] = file }
    }
    for file in newVersion.script.mediaFiles {
      guard let before = newVersion.places(of: file).lazy.compactMap({ fileOfPlace[$0] }).first,
        let oldDigest = old.digests[before], let newDigest = new.digests[file], oldDigest != newDigest
      else { continue }
      changes.append(change(nil, from: before, in: oldVersion, to: file, in: newVersion))
    }
  }

  /// Finds declared names that both films use for different files.
  private mutating func findNamesOfOtherFiles(_ oldVersion: FilmVersion, _ newVersion: FilmVersion) {
    let oldNames = Set(oldVersion.script.allItems.filter(\.isEnabled).compactMap(\.mediaName?.value))
    var seen: Set<String> = []
    for name in newVersion.script.allItems.filter(\.isEnabled).compactMap(\.mediaName?.value) {
      guard seen.insert(name).inserted, oldNames.contains(name), let before = old.declared[name],
        let after = new.declared[name],
        !oldVersion.places(of: before).contains(where: newVersion.places(of: after).contains)
      else { continue }
      if let digest = old.digests[before], digest == new.digests[after] { continue }
      changes.append(change(name, from: before, in: oldVersion, to: after, in: newVersion))
    }
  }

  private func change(
    _ name: String?, from before: String, in oldVersion: FilmVersion, to after: String,
    in newVersion: FilmVersion
  ) -> MediaChange {
    MediaChange(
      name: name, oldFile: before, newFile: after, oldDigest: old.digests[before],
      newDigest: new.digests[after],
      oldDuration: oldVersion.duration(of: before), newDuration: newVersion.duration(of: after))
  }
}

/// The files of one film, with numbers that are equal for equal media of both films.
struct NumberedMedia {
  var declared: [String: String] = [:]
  var numbers: [String: Int] = [:]
  var digests: [String: ContentDigest] = [:]

  /// The number of the file that a name or path of an item refers to.
  func number(of name: String) -> Int? { numbers[declared[name] ?? name] }
  func digest(of name: String) -> ContentDigest? { digests[declared[name] ?? name] }
}

extension FilmVersion {
  /// The path of a file and, so that two copies of a project match, its relative path.
  fileprivate func places(of file: String) -> [String] {
    file.hasPrefix("/") ? [plainPath(file)] : [plainPath(folder + "/" + file), "./" + plainPath(file)]
  }

  fileprivate func duration(of file: String) -> RationalTime? {
    film.composition?.media.first { $0.spelling == file }?.facts.extent.finite
  }
}

/// The path without redundant components: `a/./b/../c` is `a/c`.
func plainPath(_ path: String) -> String {
  var names: [Substring] = []
  for name in path.split(separator: "/") where name != "." {
    if name == "..", let last = names.last, last != ".." { names.removeLast() } else { names.append(name) }
  }
  return (path.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
}
