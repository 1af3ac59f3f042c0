import Glibc

/// Creates a folder and its parents; an existing one is fine.
package func makeFolder(_ path: String) throws(FileError) {
  if mkdir(path, 0o777) == 0 { return }
  switch errno {
  case EEXIST where isFolder(path): return
  case ENOENT where folder(of: path) != path:
    try makeFolder(folder(of: path))
    // Another process may have created it in the meantime.
    guard mkdir(path, 0o777) == 0 || (errno == EEXIST && isFolder(path)) else {
      throw FileError(.makeFolder, path)
    }
  default: throw FileError(.makeFolder, path)
  }
}

/// The names in a folder, sorted by their bytes, without `.` and `..`. Names that are not UTF-8 are omitted,
/// because no path here can contain them.
package func listFolder(_ path: String) throws(FileError) -> [String] {
  try listFolder(path, atMost: .max) ?? []
}

/// The names in a folder, sorted by their bytes, without `.` and `..`; nil if there are more than `limit`.
package func listFolder(_ path: String, atMost limit: Int) throws(FileError) -> [String]? {
  var foreign: [String] = []
  return try listFolder(path, atMost: limit, foreign: &foreign)
}

/// The same. Adds the names that are not UTF-8 to `foreign`, as `visibleBytes` shows them.
package func listFolder(_ path: String, atMost limit: Int = .max, foreign: inout [String]) throws(FileError)
  -> [String]?
{
  guard let stream = opendir(path) else { throw FileError(.list, path) }
  defer { closedir(stream) }
  var names: [String] = []
  while true {
    errno = 0
    guard let entry = readdir(stream) else { break }
    if names.count > limit { return nil }
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { start in
        let text = String(validatingCString: start)
        if text == nil { foreign.append(visibleBytes(start)) }
        return text
      }
    }
    if let name, name != ".", name != ".." { names.append(name) }
  }
  guard errno == 0 else { throw FileError(.list, path) }
  return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

/// Removes a file; a missing one is fine.
package func removeFile(_ path: String) throws(FileError) {
  guard unlink(path) == 0 || errno == ENOENT else { throw FileError(.remove, path) }
}

/// Gives a folder another name, at which nothing may be.
package func renameFolder(_ path: String, to name: String) throws(FileError) {
  guard rename(path, name) == 0 else { throw FileError(.create, name) }
}

/// Removes a folder if it is empty.
package func removeEmptyFolder(_ path: String) {
  rmdir(path)
}

/// Whether anything exists at a path, even a dangling link.
package func isThere(_ path: String) -> Bool {
  var facts = stat()
  return lstat(path, &facts) == 0
}

/// The folder part of a path: `.` for a bare name.
package func folder(of path: String) -> String {
  var trimmed = path[...]
  while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
  guard let slash = trimmed.lastIndex(of: "/") else { return "." }
  return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
}

/// The last name in a path.
package func lastComponent(of path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}

/// The absolute path without links; nil if nothing exists there.
package func realPath(_ path: String) throws(FileError) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  guard let text = String(validatingCString: resolved) else { throw FileError(.open, path, .notUTF8) }
  return text
}

/// A C string in readable form: printable ASCII and valid UTF-8 unchanged, other bytes as `\xff`.
package func visibleBytes(_ text: UnsafePointer<CChar>) -> String {
  var rest = UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }[...]
  var result = ""
  while let first = rest.first {
    let length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    if let letter = String(validating: rest.prefix(length), as: UTF8.self), letter.unicodeScalars.count == 1 {
      result += letter
      rest = rest.dropFirst(length)
    } else {
      let digits = String(first, radix: 16)
      result += "\\x" + (digits.count < 2 ? "0" : "") + digits
      rest = rest.dropFirst()
    }
  }
  return result
}

func openFolder(_ path: String, operation: FileError.Operation) throws(FileError) -> Descriptor {
  let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard number >= 0 else { throw FileError(operation, path) }
  return Descriptor(owning: number)
}

private func isFolder(_ path: String) -> Bool {
  var facts = stat()
  return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
}
