import Basics
import ContentDigest
import Processes
import YAMLTree

/// What DVC knows of a file that is not in git.
struct DVCEntry {
  /// In hexadecimal digits.
  let md5: String
  /// Nil in a folder that DVC tracks as a whole.
  let byteCount: Int64?
  /// The paths of the bytes in the local cache, as DVC 3 names them and as earlier releases do.
  let cached: [String]
}

/// Reads the `.dvc` files that DVC leaves for files (`beach.mp4.dvc`) and for folders (`footage.dvc`).
struct DVCFiles {
  let texts: any TextSource
  /// The MD5 of each file in a folder, by the path of the folder's `.dvc` file.
  private var listings: [String: [String: String]] = [:]

  init(texts: any TextSource) {
    self.texts = texts
  }

  /// Nil if DVC does not track the file.
  mutating func entry(for file: String) -> DVCEntry? {
    let folder = Processes.folder(of: file)
    if let output = output(ofFileAt: file + ".dvc", named: lastComponent(of: file)), output.isFile {
      return DVCEntry(
        md5: output.md5, byteCount: output.byteCount, cached: cached(output.md5, above: file))
    }
    var place = folder
    var name = lastComponent(of: file)
    while place != ".", place != "/", lastComponent(of: place) != ".." {
      if let md5 = listing(ofFolder: place)?[name] {
        return DVCEntry(md5: md5, byteCount: nil, cached: cached(md5, above: file))
      }
      name = lastComponent(of: place) + "/" + name
      place = Processes.folder(of: place)
    }
    return nil
  }

  /// The files in a folder that DVC tracks as a whole, by their paths in it. The cache has the list, which is
  /// used only if it has the digest of its name.
  private mutating func listing(ofFolder folder: String) -> [String: String]? {
    let path = folder + ".dvc"
    if let known = listings[path] { return known }
    var listing: [String: String] = [:]
    if let output = output(ofFileAt: path, named: lastComponent(of: folder)), !output.isFile {
      let digest = String(output.md5.dropLast(4))
      let lists = cached(output.md5, above: folder).compactMap { try? readFile($0, limit: 64 << 20) }
      if let bytes = lists.first(where: { md5(of: $0) == digest }) {
        for entry in (try? JSONValue.parse(String(decoding: bytes, as: UTF8.self)))?.elements ?? [] {
          guard let name = entry["relpath"]?.stringValue, let md5 = entry["md5"]?.stringValue, isMD5(md5)
          else { continue }
          listing[name] = md5
        }
      }
    }
    listings[path] = listing
    return listing
  }

  private struct Output {
    let md5: String
    let byteCount: Int64?
    /// The digest of a folder's list ends in `.dir`.
    var isFile: Bool { !md5.hasSuffix(".dir") }
  }

  private func output(ofFileAt path: String, named name: String) -> Output? {
    guard let bytes = try? texts.bytes(ofFileAt: path, limit: 64 << 10) else { return nil }
    let tree = YAMLTree.parse(SourceText(name: path, bytes: bytes)).tree
    guard case .sequence(let outputs, _)? = tree.root?["outs"]?.value,
      let output = outputs.first(where: { $0["path"]?.text == name }), let md5 = output["md5"]?.text,
      isMD5(md5.hasSuffix(".dir") ? String(md5.dropLast(4)) : md5)
    else { return nil }
    return Output(md5: md5, byteCount: output["size"]?.text.flatMap { Int64($0) })
  }

  private func cached(_ md5: String, above path: String) -> [String] {
    guard let folder = nearest(".dvc", above: path) else { return [] }
    let name = "\(md5.prefix(2))/\(md5.dropFirst(2))"
    return ["\(folder)/cache/files/md5/\(name)", "\(folder)/cache/\(name)"]
  }

  private func isMD5(_ text: String) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private func md5(of bytes: [UInt8]) -> String? {
    do throws(DigestFailure) {
      var stream = try DigestStream(.md5)
      stream.update(bytes)
      return try stream.hexDigest()
    } catch { return nil }
  }
}

extension YAMLNode {
  fileprivate subscript(key: String) -> YAMLNode? {
    guard case .mapping(let entries, _) = value else { return nil }
    return entries.first { $0.key == key }?.value
  }

  fileprivate var text: String? {
    if case .scalar(let scalar) = value { scalar.text } else { nil }
  }
}
