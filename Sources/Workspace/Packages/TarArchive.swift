import Processes

/// A file in an archive.
struct ArchiveMember: Hashable, Sendable, Codable {
  /// In the package.
  let path: String
  /// Of its bytes in the archive.
  let offset: Int64
  let byteCount: Int64
}

/// Reads the list of an archive in the `ustar` format, with the extensions for long names that `git archive`, GNU tar
/// and Python write. Everything else is refused.
struct TarArchive {
  private let path: String
  private let byteCount: Int64
  private var position: Int64 = 0
  /// Where the present entry begins.
  private var entry: Int64 = 0
  private var names = PackageNames()
  private var members: [ArchiveMember] = []
  /// The path and size that an extension states for the next entry.
  private var nextPath: String?
  private var nextByteCount: Int64?

  private static let block: Int64 = 512
  private static let mostExtensionBytes: Int64 = 1 << 16

  /// The files in the archive at a path; with `folder`, only those in it, by their paths there.
  static func members(ofFileAt path: String, in folder: String?) throws(PackageRefusal) -> [ArchiveMember] {
    guard let identity = FileIdentity(ofFileAt: path) else { throw PackageRefusal("it cannot be read") }
    var archive = TarArchive(path: path, byteCount: identity.byteCount)
    try archive.refuseCompressed()
    while try archive.readEntry() {}
    guard let folder else { return archive.members }
    let found = archive.members.filter { $0.path.utf8.starts(with: (folder + "/").utf8) }
    guard !found.isEmpty else { throw PackageRefusal("it has no folder '\(folder)'") }
    return found.map { member in
      ArchiveMember(
        path: String(member.path.dropFirst(folder.count + 1)), offset: member.offset,
        byteCount: member.byteCount)
    }
  }

  private init(path: String, byteCount: Int64) {
    (self.path, self.byteCount) = (path, byteCount)
  }

  private func bytes(at offset: Int64, count: Int64) throws(PackageRefusal) -> [UInt8] {
    guard count <= byteCount - offset else {
      throw PackageRefusal("the archive ends in the middle of a file")
    }
    let bytes: [UInt8]
    do throws(FileError) { bytes = try readPart(of: path, from: offset, count: Int(count)) } catch {
      throw PackageRefusal("the archive cannot be read: \(error.reason)")
    }
    guard bytes.count == count else { throw PackageRefusal("the archive changed while it was read") }
    return bytes
  }

  private func refuseCompressed() throws(PackageRefusal) {
    let start = try bytes(at: 0, count: min(8, byteCount))
    let kinds: [(name: String, start: [UInt8])] = [
      ("gzip", [0x1F, 0x8B]), ("bzip2", Array("BZh".utf8)), ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A]),
      ("zstd", [0x28, 0xB5, 0x2F, 0xFD]), ("zip", [0x50, 0x4B, 0x03, 0x04]), ("lzip", Array("LZIP".utf8)),
    ]
    guard let kind = kinds.first(where: { start.starts(with: $0.start) }) else { return }
    throw PackageRefusal("it is compressed by \(kind.name); only plain `.tar` archives are read")
  }

  // MARK: Entries

  /// False at the end.
  private mutating func readEntry() throws(PackageRefusal) -> Bool {
    guard position < byteCount else {
      throw PackageRefusal("the archive has no end; it was probably copied incompletely")
    }
    let header = try bytes(at: position, count: Self.block)
    guard header.contains(where: { $0 != 0 }) else {
      try checkRest()
      return false
    }
    entry = position
    try check(header)
    position += Self.block
    let ownCount = try number(header[124..<136], "size")
    let kind = header[156]
    let isExtension = "xgL".utf8.contains(kind)
    let count = isExtension ? ownCount : nextByteCount ?? ownCount
    let offset = position
    guard count <= byteCount - position else {
      throw PackageRefusal("the archive ends in the middle of a file")
    }
    position += (count + Self.block - 1) / Self.block * Self.block
    if isExtension {
      try readExtension(kind, at: offset, count: count)
      return true
    }
    let path = if let nextPath { nextPath } else { try name(in: header) }
    (nextPath, nextByteCount) = (nil, nil)
    try add(path, kind, offset: offset, byteCount: count)
    return true
  }

  private mutating func add(
    _ path: String, _ kind: UInt8, offset: Int64, byteCount: Int64
  ) throws(PackageRefusal) {
    let isFolder = kind == UInt8(ascii: "5") || path.hasSuffix("/")
    var path = path[...]
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    while path.hasSuffix("/"), path.count > 1 { path = path.dropLast() }
    switch kind {
    case 0, UInt8(ascii: "0"), UInt8(ascii: "5"): break
    case UInt8(ascii: "1"), UInt8(ascii: "2"): throw PackageRefusal("it contains a link, '\(path)'")
    case UInt8(ascii: "3"), UInt8(ascii: "4"), UInt8(ascii: "6"):
      throw PackageRefusal("it contains a device or a pipe, '\(path)'")
    default: throw PackageRefusal("it contains something other than files and folders, '\(path)'")
    }
    // The folder that was packed.
    if isFolder, path.isEmpty || path == "." { return }
    guard !isFolder || byteCount == 0 else { throw PackageRefusal("the folder '\(path)' has bytes") }
    try names.add(String(path), byteCount: byteCount, isFolder: isFolder)
    if !isFolder {
      members.append(ArchiveMember(path: String(path), offset: offset, byteCount: byteCount))
    }
  }

  /// After the end, there are only zeros.
  private mutating func checkRest() throws(PackageRefusal) {
    while position < byteCount {
      let rest = try bytes(at: position, count: min(1 << 20, byteCount - position))
      guard rest.allSatisfy({ $0 == 0 }) else {
        throw PackageRefusal("there is something behind the end of the archive")
      }
      position += Int64(rest.count)
    }
  }

  // MARK: Fields

  private func check(_ header: [UInt8]) throws(PackageRefusal) {
    let magic = header[257..<265]
    guard magic.elementsEqual("ustar\u{0}00".utf8) || magic.elementsEqual("ustar  \0".utf8) else {
      throw PackageRefusal(
        entry == 0
          ? "it is not an archive in the `ustar` format" : "the entry at byte \(entry) is not `ustar`")
    }
    let stated = try number(header[148..<156], "checksum")
    var sum: Int64 = 0
    for (index, byte) in header.enumerated() {
      sum += (148..<156).contains(index) ? Int64(UInt8(ascii: " ")) : Int64(byte)
    }
    guard sum == stated else { throw PackageRefusal("the entry at byte \(entry) has a wrong checksum") }
  }

  /// An octal number, which ends at a blank or a zero.
  private func number(_ field: ArraySlice<UInt8>, _ what: String) throws(PackageRefusal) -> Int64 {
    let digits = field.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") && $0 != 0 }
    var value: Int64 = 0
    for digit in digits {
      guard (0x30...0x37).contains(digit) else {
        throw PackageRefusal("the entry at byte \(entry) has a wrong \(what)")
      }
      // Twelve digits fit.
      value = value << 3 | Int64(digit - 0x30)
    }
    return value
  }

  private func name(in header: [UInt8]) throws(PackageRefusal) -> String {
    let name = header[..<100].prefix { $0 != 0 }
    // In GNU's format, other facts are in its place.
    let hasPrefix = header[262] == 0
    let prefix = hasPrefix ? header[345..<500].prefix { $0 != 0 } : []
    return try text(prefix.isEmpty ? Array(name) : Array(prefix) + [UInt8(ascii: "/")] + Array(name))
  }

  private func text(_ bytes: [UInt8]) throws(PackageRefusal) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw PackageRefusal("the name of the entry at byte \(entry) is not UTF-8")
    }
    return text
  }

  // MARK: Extensions

  private mutating func readExtension(
    _ kind: UInt8, at offset: Int64, count: Int64
  ) throws(PackageRefusal) {
    guard count <= Self.mostExtensionBytes else {
      throw PackageRefusal("the entry at byte \(entry) has a name that is too long")
    }
    let content = try bytes(at: offset, count: count)
    guard kind != UInt8(ascii: "L") else {
      nextPath = try text(Array(content.prefix { $0 != 0 }))
      return
    }
    for (name, value) in try records(in: content) {
      let isGlobal = kind == UInt8(ascii: "g")
      switch name {
      case "path" where !isGlobal: nextPath = try text(value)
      case "size" where !isGlobal:
        guard let size = Int64(String(decoding: value, as: UTF8.self)), size >= 0 else {
          throw PackageRefusal("the entry at byte \(entry) has a wrong size")
        }
        nextByteCount = size
      // The target of a link, which is refused when it comes.
      case "linkpath" where !isGlobal: break
      case "path", "size", "linkpath",
        _ where name.hasPrefix("GNU.sparse"):
        throw PackageRefusal("the entry at byte \(entry) has an extension, '\(name)', that is not read")
      // Times, owners and comments.
      default: break
      }
    }
  }

  /// Lines `LENGTH NAME=VALUE`; the length is that of the whole line.
  private func records(
    in content: [UInt8]
  ) throws(PackageRefusal) -> [(name: String, value: [UInt8])] {
    let damaged = PackageRefusal("the extension at byte \(entry) is damaged")
    var records: [(String, [UInt8])] = []
    var rest = content[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0 != UInt8(ascii: " ") }
      guard digits.count < 8, let length = Int(String(decoding: digits, as: UTF8.self)),
        length > digits.count + 1, length <= rest.count
      else { throw damaged }
      let line = rest.prefix(length)
      guard line.last == UInt8(ascii: "\n"), let equals = line.firstIndex(of: UInt8(ascii: "=")),
        equals > digits.endIndex
      else { throw damaged }
      records.append(
        (
          String(decoding: line[(digits.endIndex + 1)..<equals], as: UTF8.self),
          Array(line[(equals + 1)..<(line.endIndex - 1)])
        ))
      rest = rest.dropFirst(length)
    }
    return records
  }
}
