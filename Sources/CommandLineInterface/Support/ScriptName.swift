import Processes

/// The name of a script on the command line.
enum ScriptName {
  case file(String)
  /// A path in a revision, as git names it: `HEAD~2:film.edit`.
  case object(String, path: String)
  /// A revision of the script that the other name refers to.
  case revision(String)

  /// An existing file takes precedence over a revision of the same name.
  init(_ text: String) throws {
    if text == "-" || FileKind(at: text, followsLinks: true).map({ $0 != .folder }) == true {
      self = .file(text)
      return
    }
    if text.hasPrefix("-") {
      throw CommandFailure(.usage, "'\(text)' is not a file, and revisions do not start with a dash")
    }
    if text.hasSuffix(".edit"), !text.contains(":") {
      self = .file(text)
    } else if let path = pathOfObject(text) {
      self = .object(text, path: path)
    } else {
      self = .revision(text)
    }
  }
}

/// The path after the colon of `HEAD:film.edit`; nil if there is none.
private func pathOfObject(_ text: String) -> String? {
  // `:/words` is the last commit whose message contains the words.
  if text.hasPrefix(":/") { return nil }
  var depth = 0
  for index in text.indices {
    switch text[index] {
    case "{": depth += 1
    case "}": depth -= 1
    case ":" where depth == 0:
      let path = text[text.index(after: index)...]
      // `:2:film.edit` is one side of a conflict.
      if index == text.startIndex, path.count > 2, path.dropFirst().first == ":",
        "0123".contains(path[path.startIndex])
      {
        return String(path.dropFirst(2))
      }
      return path.isEmpty ? nil : String(path)
    default: break
    }
  }
  return nil
}
