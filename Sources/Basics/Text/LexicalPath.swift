/// The path without `.` and `..`, lexically: no link is followed.
package func normalizedPath(_ path: String) -> String {
  var parts: [Substring] = []
  for part in path.split(separator: "/") where part != "." {
    if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
  }
  return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
}

/// The relative path from a folder to a file, both absolute, lexically.
package func lexicalPath(from folder: String, to file: String) -> String {
  let from = normalizedPath(folder).split(separator: "/")
  let to = normalizedPath(file).split(separator: "/")
  let common = zip(from, to).prefix { $0 == $1 }.count
  return (from.dropFirst(common).map { _ in ".." } + to.dropFirst(common)).joined(separator: "/")
}
