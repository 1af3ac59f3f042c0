/// The status and the header fields of an answer.
struct AnswerHead {
  private(set) var status = 0
  private var fields: [(name: String, value: String)] = []

  /// Adds a line. A status line starts again, because interim answers have one, too.
  mutating func add(_ line: String) {
    if line.hasPrefix("HTTP/") {
      let words = line.split { $0 == " " || $0.isNewline }
      status = words.count > 1 ? Int(words[1]) ?? 0 : 0
      fields = []
    } else if let colon = line.firstIndex(of: ":") {
      fields.append((line[..<colon].lowercased(), trimmed(line[line.index(after: colon)...])))
    }
  }

  /// The value of the last field with this name, which is in lower case.
  subscript(name: String) -> String? { fields.last { $0.name == name }?.value }

  var byteCount: Int64? { self["content-length"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil } }

  /// Without parameters, in lower case.
  var type: String? {
    self["content-type"].map { trimmed($0.prefix { $0 != ";" }).lowercased() }
  }

  /// Nil if the content is as it is.
  var encoding: String? { self["content-encoding"].flatMap { $0.lowercased() == "identity" ? nil : $0 } }

  /// `bytes 1000-2999/3000`: the first byte and the size of the file.
  var range: (start: Int64, byteCount: Int64)? {
    guard let text = self["content-range"], text.hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: "/")
    let ends = parts.first?.split(separator: "-").compactMap { Int64($0) } ?? []
    guard parts.count == 2, ends.count == 2, let size = Int64(parts[1]), ends[1] == size - 1 else {
      return nil
    }
    return (ends[0], size)
  }

  /// The pause that the server asks for, in seconds; a date counts as none.
  var retryAfter: Duration? {
    self["retry-after"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? .seconds($0) : nil }
  }
}

private func trimmed(_ text: Substring) -> String {
  let blanks: Set<Character> = [" ", "\t", "\r", "\n", "\r\n"]
  let rest = text.drop { blanks.contains($0) }
  return String(rest.reversed().drop { blanks.contains($0) }.reversed())
}

/// What to do with an answer, before its body is read.
enum Judgement: Hashable {
  /// The body is the bytes from `start` on; the file has `byteCount` bytes, nil for an answer without a body.
  case accept(start: Int64, byteCount: Int64?)
  case redirect
  case retry(after: Duration?, NetworkFailure)
  /// The answer to a request for the rest cannot be used: ask for everything.
  case startAgain
  case fail(NetworkFailure)
}

extension AnswerHead {
  /// - Parameter offset: The first byte that was asked for.
  func judge(_ request: NetworkRequest, offset: Int64) -> Judgement {
    switch status {
    case 200...299 where request.method == .put: return .accept(start: 0, byteCount: nil)
    case 200: return whole(request)
    case 206 where offset > 0:
      guard let range, range.start == offset, range.byteCount == request.byteCount ?? range.byteCount else {
        return .startAgain
      }
      return .accept(start: offset, byteCount: range.byteCount)
    case 206, 416: return offset > 0 ? .startAgain : .fail(unexpected)
    case 301, 302, 303, 307, 308: return .redirect
    case 401, 403: return .fail(NetworkFailure(.denied, "the server refuses access (\(status))"))
    case 404, 410: return .fail(NetworkFailure(.missing, "the server has no such file (\(status))"))
    case 408, 425, 429, 500...599: return .retry(after: retryAfter, unexpected)
    default: return .fail(unexpected)
    }
  }

  private var unexpected: NetworkFailure {
    NetworkFailure(.unavailable, "the server answered with status \(status)")
  }

  /// An answer with the whole file.
  private func whole(_ request: NetworkRequest) -> Judgement {
    if !request.mayBePlaylist, let type, Self.playlists.contains(type) {
      return .fail(
        NetworkFailure(
          .otherBytes, "this is a playlist (\(type)), which has no fixed bytes; record it with `editc record`"
        ))
    }
    if let wanted = request.byteCount {
      guard let byteCount, byteCount != wanted else { return .accept(start: 0, byteCount: wanted) }
      return .fail(otherSize(byteCount, wanted))
    }
    if let most = request.mostBytes, let byteCount, byteCount > most {
      return .fail(otherSize(byteCount, atMost: most))
    }
    guard byteCount != nil || request.mostBytes != nil || request.method == .head else {
      return .fail(
        NetworkFailure(
          .otherBytes, "the server does not state the size of the file, and neither a lock nor a pointer does"
        ))
    }
    return .accept(start: 0, byteCount: byteCount)
  }

  private static let playlists: Set<String> = [
    "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl",
    "application/dash+xml",
  ]

  func otherSize(_ found: Int64?, atMost most: Int64) -> NetworkFailure {
    let size = found.map { "\($0)" } ?? "more"
    return NetworkFailure(.otherBytes, "the server sent \(size) bytes, of at most \(most)")
  }

  /// - Parameter found: Nil if there is no end in sight.
  func otherSize(_ found: Int64?, _ wanted: Int64) -> NetworkFailure {
    let size = found.map { "\($0) bytes" } ?? "more than \(wanted) bytes"
    guard let type, type.hasPrefix("text/") else {
      return NetworkFailure(.otherBytes, "the server sent \(size)" + (found == nil ? "" : ", not \(wanted)"))
    }
    return NetworkFailure(
      .otherBytes,
      "the server sent a page of text (\(size) of \(type)), not the file; is a login needed?")
  }
}
