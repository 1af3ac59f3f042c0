import Basics
import ScriptWriting

/// The names and paths of a timeline's media in a script.
struct ScriptMediaNames {
  struct Entry {
    let name: String
    let path: String
    /// A remark on the guessed path; nil if the input names a file.
    let remark: String?
  }

  /// By the number of the media. Several media may be the same file.
  let entries: [Entry]
  /// The names in order of first use, each once.
  let listed: [Int]

  init(_ timeline: InterchangeTimeline, used: [Int], _ options: ScriptOptions) {
    var taken: Set<String> = []
    var names: [String: String] = [:]
    var entries: [Entry] = []
    for media in timeline.media {
      let (path, remark) = Self.path(of: media, options)
      // Media without a file are distinguished by name.
      let key = remark == nil ? path : "\(path)\n\(media.name)"
      let name = names[key] ?? mediaName(for: Self.stem(of: media, path), taken: taken)
      names[key] = name
      taken.insert(name)
      entries.append(Entry(name: name, path: path, remark: remark))
    }
    var seen: Set<String> = []
    self.entries = entries
    listed = used.filter { seen.insert(entries[$0].name).inserted }
  }

  private static func stem(of media: InterchangeMedia, _ path: String) -> String {
    media.path == nil ? media.name : path
  }

  private static func path(of media: InterchangeMedia, _ options: ScriptOptions) -> (String, remark: String?)
  {
    if let path = media.path ?? nil {
      let decoded = filePath(path)
      if let other = options.places[path] ?? options.places[decoded] { return (other, nil) }
      return (relative(decoded, to: options.folder), nil)
    }
    if let other = options.places[media.name] { return (other, nil) }
    // A name may be a path, or not that of a file: `/`.
    let name = media.name.split(separator: "/").last.map(String.init) ?? "media"
    return ([".", ".."].contains(name) ? "media" : name, "the input names no file: this is its name there")
  }

  private static func relative(_ path: String, to folder: String?) -> String {
    if path.hasPrefix("./"), path.utf8.count > 2 { return String(path.dropFirst(2)) }
    guard let folder, path.hasPrefix("/") else { return path.isEmpty ? "." : path }
    let root = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(root) && path.utf8.count > root.utf8.count
      ? String(path.dropFirst(root.count)) : path
  }
}

extension InterchangeTimeline {
  /// The names and paths of its media.
  package var mediaNames: Set<String> {
    Set(media.map(\.name) + media.compactMap { $0.path ?? nil }.flatMap { [$0, filePath($0)] })
  }
}

/// The path in a `file:` URL, without percent encoding; any other text unchanged.
package func filePath(_ text: String) -> String {
  var rest = text[...]
  guard text.lowercased().hasPrefix("file:") else { return text }
  rest = rest.dropFirst(5)
  if rest.hasPrefix("//") {
    rest = rest.dropFirst(2)
    // The host before the path, such as `localhost`, is dropped.
    if let slash = rest.firstIndex(of: "/") { rest = rest[slash...] }
  }
  var bytes: [UInt8] = []
  var source = Array(rest.utf8)[...]
  while let byte = source.popFirst() {
    let digits = source.prefix(2)
    if byte == UInt8(ascii: "%"), digits.count == 2,
      let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    {
      bytes.append(value)
      source = source.dropFirst(2)
    } else {
      bytes.append(byte)
    }
  }
  // On Windows, the drive follows the first slash: `/C:/clips`.
  if bytes.count > 2, bytes[0] == UInt8(ascii: "/"), bytes[2] == UInt8(ascii: ":") { bytes.removeFirst() }
  return String(validating: bytes, as: UTF8.self) ?? text
}
