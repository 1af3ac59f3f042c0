/// Reads the address of a request: the only place that decides whether a request is answered. Pure, so that
/// tests can send it millions of requests.
///
/// Any web page can make the browser send requests here, and DNS can give any name to this machine. Hence the
/// checks:
/// - The first element of the path is the token, which only those know who can read the terminal. A cookie
///   would be sent to every port of `localhost`.
/// - `Host` is this machine, by a name or address that cannot belong to another one. The port is ignored,
///   because `ssh -L` changes it.
/// - `Origin` and `Sec-Fetch-Site` must not name another page.
/// - A request that changes a file or starts a program is a POST without a body, and also repeats the token in the header
///   `X-Editc-Token` and states the page's own `Origin`. No link, form or picture can send this header, and
///   scripts of other pages would have to ask first, by a method that is refused.
///
/// Only exact spellings are accepted. Nothing is decoded or normalised, so each address has only one reading.
package struct RequestReader: Sendable {
  private let token: [UInt8]
  private let pageFiles: Set<String>
  private let acceptsEdits: Bool
  private let opensLines: Bool
  private let detects: Bool

  /// The longest target; no valid address is longer.
  package static let targetLimit = 512

  /// The header field that repeats the token in POST requests, in lower case.
  private static let tokenField = "x-editc-token"

  /// The names of page files, such as `index.html`, have no slash. The token consists of letters, digits, `-`
  /// and `_`. Without `acceptsEdits`, every request that would change a file is refused, without `opensLines` those
  /// that would open an editor, and without `detects` those that would look for cuts and silences.
  package init(
    token: String, pageFiles: Set<String>, acceptsEdits: Bool = false, opensLines: Bool = false,
    detects: Bool = false
  ) {
    self.token = Array(token.utf8)
    self.pageFiles = pageFiles
    self.acceptsEdits = acceptsEdits
    self.opensLines = opensLines
    self.detects = detects
  }

  package func read(
    method: String, target: String, headers: [(name: String, value: String)]
  ) -> Result<PreviewAddress, Refusal> {
    do throws(Refusal) {
      let fields = Fields(headers)
      try checkMethod(method, fields)
      try checkHost(fields)
      let isAct = method == "POST"
      let address = try readTarget(target, isAct: isAct)
      try checkOrigin(fields, isPage: address == .page("index.html"))
      if isAct { try checkSender(fields) }
      return .success(address)
    } catch {
      return .failure(error)
    }
  }
}

/// Header values by the lower-case names of their fields.
private struct Fields {
  private let values: [String: [String]]

  init(_ headers: [(name: String, value: String)]) {
    values = Dictionary(grouping: headers) { $0.name.lowercased() }.mapValues { $0.map(\.value) }
  }

  subscript(name: String) -> [String] { values[name] ?? [] }
}

// MARK: - The sender

extension RequestReader {
  /// Whether there is anything that a POST could do.
  package var acceptsPost: Bool { acceptsEdits || opensLines || detects }

  private static let noMethod = Refusal(status: 405, text: "This method is not supported.")

  /// The server also refuses these, but reading a request does not rely on it.
  private func checkMethod(_ method: String, _ fields: Fields) throws(Refusal) {
    guard method == "GET" || method == "HEAD" || method == "POST" && acceptsPost else {
      throw Self.noMethod
    }
    let lengths = fields["content-length"]
    guard lengths.isEmpty || lengths == ["0"] else {
      throw Refusal(status: 413, text: "Bodies are not supported.")
    }
    for name in ["transfer-encoding", "expect", "upgrade"] where !fields[name].isEmpty {
      throw Refusal(status: 400, text: "Bodies and upgrades are not supported.")
    }
  }

  private func checkHost(_ fields: Fields) throws(Refusal) {
    let hosts = fields["host"]
    guard hosts.count == 1 else { throw Refusal(status: 400, text: "Exactly one Host is required.") }
    guard isLoopback(hosts[0]) else {
      throw Refusal(status: 403, text: "The preview is served only at localhost.")
    }
  }

  /// Requests of the page itself state that they have the same origin, and a typed address states `none`.
  ///
  /// The page may also be opened from a link on another site, such as a terminal in the browser: the link
  /// needs the token, and the other site learns nothing, because it can neither read the response, embed it
  /// in a frame, nor keep the window.
  private func checkOrigin(_ fields: Fields, isPage: Bool) throws(Refusal) {
    let refusal = Refusal(status: 403, text: "Requests from other pages are refused.")
    let origins = fields["origin"]
    guard origins.isEmpty || origins == fields["host"].map({ "http://" + $0 }) else { throw refusal }
    let sites = fields["sec-fetch-site"]
    if sites.isEmpty || sites == ["same-origin"] || sites == ["none"] { return }
    let isOpened = fields["sec-fetch-mode"] == ["navigate"] && fields["sec-fetch-dest"] == ["document"]
    guard sites == ["cross-site"] || sites == ["same-site"], isPage, isOpened else { throw refusal }
  }
}

extension RequestReader {
  /// Only the page itself may change a file or start a program: it states its origin and knows the token.
  private func checkSender(_ fields: Fields) throws(Refusal) {
    guard !fields["origin"].isEmpty, fields["sec-fetch-site"].allSatisfy({ $0 == "same-origin" }) else {
      throw Refusal(status: 403, text: "Only the page of the preview may do this.")
    }
    let tokens = fields[Self.tokenField]
    guard tokens.count == 1, isToken(Array(tokens[0].utf8)[...]) else {
      throw Refusal(status: 403, text: "The header X-Editc-Token must contain the secret of the address.")
    }
  }
}

/// Whether a Host is `localhost`, an address 127.x.x.x or `[::1]`, with any port or none.
private func isLoopback(_ host: String) -> Bool {
  let bytes = Array(host.utf8)
  let isAddress6 = bytes.starts(with: "[::1]".utf8)
  let name = isAddress6 ? bytes[..<5] : bytes.prefix { $0 != UInt8(ascii: ":") }
  let rest = bytes[name.endIndex...]
  if let colon = rest.first {
    guard colon == UInt8(ascii: ":"), let port = decimal(rest.dropFirst()), (1...65535).contains(port) else {
      return false
    }
  }
  if isAddress6 || name.elementsEqual("localhost".utf8) { return true }
  let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(decimal)
  return parts.count == 4 && parts[0] == 127 && parts.allSatisfy { $0.map { $0 <= 255 } ?? false }
}

// MARK: - The address

extension RequestReader {
  private func readTarget(_ target: String, isAct: Bool) throws(Refusal) -> PreviewAddress {
    let bytes = Array(target.utf8)
    guard bytes.count <= Self.targetLimit else {
      throw Refusal(status: 414, text: "The address is too long.")
    }
    guard bytes.first == UInt8(ascii: "/"), bytes.allSatisfy(isOfAddress) else {
      throw Refusal(status: 400, text: "This is not an address of the preview.")
    }
    let elements = bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let unknown = Refusal(status: 404, text: "There is nothing at this address.")
    guard let first = elements.first, isToken(first) else { throw unknown }
    let names = elements.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    guard let address = isAct ? act(names) : address(names) else { throw unknown }
    switch address {
    case .applyRepair, .undoRepair: guard acceptsEdits else { throw Self.noMethod }
    case .line: guard opensLines else { throw Refusal(status: 404, text: "No editor is set.") }
    case .detect: guard detects else { throw Refusal(status: 404, text: "Nothing is cached here.") }
    default: break
    }
    return address
  }

  /// Takes the same time wherever the first difference is.
  private func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == token.count, !token.isEmpty else { return false }
    return zip(bytes, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func address(_ elements: [String]) -> PreviewAddress? {
    guard let kind = elements.first else { return nil }
    switch (kind, elements.count) {
    case ("", 1): return .page("index.html")
    case ("state", 1): return .state
    case ("events", 1): return .events
    case ("film", 2): return number(elements[1]).map { .film($0) }
    case ("cell", 2): return key(elements[1]).map { .cell(key: $0) }
    case ("sound", 3):
      guard let key = key(elements[1]), let chunk = number(elements[2]) else { return nil }
      return .sound(key: key, chunk: chunk)
    case ("repair", 2): return key(elements[1]).map { .repair(key: $0) }
    case ("at", 3):
      guard let film = number(elements[1]), let frame = number(elements[2]) else { return nil }
      return .at(film: film, frame: frame)
    case ("played", 4):
      guard let film = number(elements[1]), let from = number(elements[2]), let to = number(elements[3])
      else {
        return nil
      }
      return .played(film: film, from: from, to: to)
    case ("ended", 2): return number(elements[1]).map { .ended(film: $0) }
    case ("base", 1): return .base
    case ("frame", 3), ("base", 3):
      guard let film = number(elements[1]), let (name, ending) = parts(elements[2]), let frame = number(name),
        let format = PreviewAddress.FrameFormat(rawValue: ending)
      else { return nil }
      return kind == "base"
        ? .baseFrame(film: film, frame: frame, format) : .frame(film: film, frame: frame, format)
    case ("waveform", 2): return key(elements[1]).map { .waveform(key: $0) }
    case (let name, 1): return pageFiles.contains(name) ? .page(name) : nil
    default: return nil
    }
  }
}

extension RequestReader {
  /// The addresses that change a file or start a program.
  private func act(_ elements: [String]) -> PreviewAddress? {
    guard elements.count == 2 else { return nil }
    switch elements[0] {
    case "repair": return key(elements[1]).map { .applyRepair(key: $0) }
    case "undo": return key(elements[1]).map { .undoRepair(key: $0) }
    case "line": return number(elements[1]).map { .line($0) }
    case "detect": return number(elements[1]).map { .detect(film: $0) }
    default: return nil
    }
  }
}

/// Whether a byte can be part of an address. Percent signs, queries and fragments cannot.
private func isOfAddress(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
    UInt8(ascii: "_"):
    true
  default: false
  }
}

/// A name and its extension; nil unless there is exactly one dot.
private func parts(_ name: String) -> (name: String, ending: String)? {
  let parts = name.split(separator: ".", omittingEmptySubsequences: false)
  return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
}

private func number(_ text: String) -> Int? { decimal(ArraySlice(text.utf8)) }

/// A number of at most twelve digits, without a sign or leading zeros.
private func decimal(_ bytes: ArraySlice<UInt8>) -> Int? {
  guard (1...12).contains(bytes.count), bytes.count == 1 || bytes.first != UInt8(ascii: "0") else {
    return nil
  }
  var value = 0
  for byte in bytes {
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    value = value * 10 + Int(byte - UInt8(ascii: "0"))
  }
  return value
}

/// A key: a digest of 64 lower-case hexadecimal digits.
private func key(_ text: String) -> String? {
  let isKey =
    text.utf8.count == 64
    && text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
  return isKey ? text : nil
}
