import Basics
import EditScript
import Lowering
import Processes

/// Finds the existing file that the script spells differently.
struct NearbyFiles {
  /// Relative paths are relative to this folder.
  let folder: String
  private var listings: [String: Listing] = [:]
  /// How many more names may be compared by similarity, because folders and scripts can be very large.
  private var comparisonsLeft = 20_000
  /// How many more names may be read from folders.
  private var namesLeft = 200_000
  private static let mostNames = 20_000

  init(folder: String) {
    self.folder = folder
  }

  /// The existing file that a missing path probably refers to.
  mutating func standIn(for file: String) -> (path: String, likeness: NearbyFile.Likeness)? {
    if let path = translated(file) { return (path, .otherSystem) }
    guard let found = respell(file), found.likeness != nil else { return nil }
    guard FileKind(at: resolve(found.path, in: folder), followsLinks: true) == .file else { return nil }
    return found.likeness.map { (found.path, $0) }
  }

  /// The existing file for a path as another system or a shell writes it: `clips\a.mp4`, `C:\clips\a.mp4`,
  /// `~/clips/a.mp4`, or in typographic quotes. For a path from the root of a drive or a home folder, as much
  /// of it as exists below this folder.
  private mutating func translated(_ file: String) -> String? {
    let quotes = "\u{201C}\u{201D}\u{201E}\u{2018}\u{2019}\u{AB}\u{BB}".unicodeScalars
    let bare = String(String.UnicodeScalarView(file.unicodeScalars.filter { !quotes.contains($0) }))
    let path = bare.replacing("\\", with: "/")
    let isInHome = path.hasPrefix("~/")
    let isOnDrive = path.utf8.count > 2 && path.dropFirst().hasPrefix(":/") && path.first?.isLetter == true
    guard path != file || isInHome || isOnDrive else { return nil }
    var names = path.split(separator: "/").map(String.init)
    guard isInHome || isOnDrive else { return existing(path) }
    names.removeFirst()
    for start in names.indices.prefix(32) {
      if let found = existing(names[start...].joined(separator: "/")) { return found }
    }
    guard isInHome, let home = try? EnvironmentFolders.path("HOME"), home.hasPrefix("/") else { return nil }
    return existing(home + "/" + names.joined(separator: "/"))
  }

  /// An existing file, spelled as in its folders.
  private mutating func existing(_ path: String) -> String? {
    guard let found = respell(path), found.likeness != .similar,
      FileKind(at: resolve(found.path, in: folder), followsLinks: true) == .file
    else { return nil }
    return found.path
  }

  /// The path as the folders spell it, if this file system ignores case and the case differs; else nil.
  mutating func exactSpelling(of file: String) -> String? {
    // If the file system distinguishes case, the swapped name does not exist, and no folder is listed.
    guard let swapped = swappingCase(file),
      let identity = FileIdentity(ofFileAt: resolve(swapped, in: folder)),
      FileIdentity(ofFileAt: resolve(file, in: folder)) == identity, let found = respell(file),
      found.likeness == .otherCase
    else { return nil }
    return found.path
  }

  /// The path with each name as its folder spells it; nil if no similar name exists.
  private mutating func respell(_ file: String) -> (path: String, likeness: NearbyFile.Likeness?)? {
    var path = file.hasPrefix("/") ? "/" : ""
    var likeness: NearbyFile.Likeness?
    for part in file.split(separator: "/").map(String.init) {
      guard part != ".", part != ".." else {
        path += part + "/"
        continue
      }
      guard let name = name(like: part, in: path, &likeness) else { return nil }
      path += name + "/"
    }
    return (String(path.dropLast()), likeness)
  }

  private mutating func name(
    like part: String, in path: String, _ likeness: inout NearbyFile.Likeness?
  ) -> String? {
    let folder = path.isEmpty ? folder : resolve(path, in: folder)
    let listing = listing(of: folder)
    if listing.has(part) { return part }
    if let name = listing.sameButForCase(part) {
      // Of several names that differ only in case, none is clearly intended.
      if listing.isAmbiguous(part) {
        likeness = .similar
      } else if likeness != .similar {
        likeness = name == part ? likeness ?? .otherCodePoints : .otherCase
      }
      return name
    }
    guard listing.names.count <= comparisonsLeft else { return nil }
    comparisonsLeft -= listing.names.count
    likeness = .similar
    return Suggestion.best(for: part, among: listing.names)
  }
}

extension NearbyFiles {
  private mutating func listing(of folder: String) -> Listing {
    if let known = listings[folder] { return known }
    let listing = Listing(folder, atMost: min(Self.mostNames, namesLeft))
    namesLeft -= listing.names.count
    listings[folder] = listing
    return listing
  }
}

/// The names in a folder; empty if it is unreadable or contains too many.
private struct Listing {
  let names: [String]
  private let exact: Set<[UInt8]>
  private let folded: [String: String]
  private let ambiguous: Set<String>

  init(_ folder: String, atMost limit: Int) {
    names = (try? listFolder(folder, atMost: limit)) ?? []
    exact = Set(names.map { Array($0.utf8) })
    folded = Dictionary(names.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    ambiguous = Set(Dictionary(grouping: names) { $0.lowercased() }.filter { $0.value.count > 1 }.keys)
  }

  /// Whether several names differ from it only in case.
  func isAmbiguous(_ name: String) -> Bool { ambiguous.contains(name.lowercased()) }

  func has(_ name: String) -> Bool { exact.contains(Array(name.utf8)) }

  /// Swift compares strings by canonical equivalence, so accented letters with other code points are equal.
  func sameButForCase(_ name: String) -> String? { folded[name.lowercased()] }
}

/// The path with the letter case of its last name swapped; nil if that changes nothing.
private func swappingCase(_ path: String) -> String? {
  let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
  let swapped = path[start...].map { letter in letter.isLowercase ? letter.uppercased() : letter.lowercased()
  }
  let other = String(path[..<start]) + swapped.joined()
  return other == path ? nil : other
}

// MARK: - Repairs

extension MediaTable {
  /// Adds existing files for missing paths, and for paths that only this file system finds.
  mutating func addNearby(_ files: [String], of script: EditScript, in scriptFile: ScriptFile) {
    var neighbours = NearbyFiles(folder: scriptFile.folder)
    var places: [String: [SourceRange]]?
    for file in files {
      var found: (path: String, likeness: NearbyFile.Likeness)?
      switch states[file] {
      case .known: found = neighbours.exactSpelling(of: file).map { ($0, .otherCase) }
      case .failed(let failure) where failure.kind == .missing: found = neighbours.standIn(for: file)
      case .failed, .recorded, .unchecked, nil: break
      }
      guard let found else { continue }
      let ranges = places ?? script.mediaPlaces
      places = ranges
      nearby[file] = NearbyFile(
        path: found.path, likeness: found.likeness,
        edits: (ranges[file] ?? []).compactMap {
          edit(writing: found.path, for: file, at: $0, in: scriptFile.source)
        })
    }
  }
}

extension MediaTable {
  /// Computes the repairs of misspelled paths for another text of the script.
  mutating func placeNearby(of script: EditScript, in source: SourceText) {
    guard !nearby.isEmpty else { return }
    let places = script.mediaPlaces
    for (file, found) in nearby {
      nearby[file] = NearbyFile(
        path: found.path, likeness: found.likeness,
        edits: (places[file] ?? []).compactMap { edit(writing: found.path, for: file, at: $0, in: source) })
    }
  }
}

/// Replaces a path and keeps its quotes. Nil if the text is not the old path, for example a variable.
private func edit(
  writing new: String, for old: String, at range: SourceRange, in source: SourceText
) -> TextEdit? {
  switch source[range] {
  case old:
    return TextEdit(range: range, replacement: isPlain(new) ? new : JSONValue.string(new).compactText)
  case "\"\(old)\"", "\"\(old.replacing("\\", with: "\\\\"))\"":
    return TextEdit(range: range, replacement: JSONValue.string(new).compactText)
  case "'\(old)'" where !new.contains("'") && isPrintable(new):
    return TextEdit(range: range, replacement: "'\(new)'")
  default: return nil
  }
}

/// Whether a text never needs quotes in YAML.
private func isPlain(_ text: String) -> Bool {
  guard let first = text.unicodeScalars.first, first != "-" else { return false }
  return text.unicodeScalars.allSatisfy { scalar in
    "-_./".unicodeScalars.contains(scalar) || scalar.properties.isAlphabetic
      || scalar.properties.numericType == .decimal
  }
}

private func isPrintable(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
}
