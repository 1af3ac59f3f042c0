/// A header field. Names are case-insensitive: compare them with `isNamed`.
package struct HTTPHeader: Hashable, Sendable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  package func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}

/// A request as it was sent, neither decoded nor normalised. Bytes that are not UTF-8 are U+FFFD.
package struct HTTPRequest: Hashable, Sendable {
  /// `GET`, `HEAD` or, if the server accepts it, `POST`; it rejects every other method.
  package let method: String
  package let target: String
  package let headers: [HTTPHeader]

  package init(method: String, target: String, headers: [HTTPHeader]) {
    self.method = method
    self.target = target
    self.headers = headers
  }

  /// The values of all fields of this name, in order.
  package func values(of name: String) -> [String] { headers.filter { $0.isNamed(name) }.map(\.value) }
}

/// A whole answer. The server sends only the header for HEAD, and a part of a body with status 200 for
/// `Range`.
package struct HTTPAnswer: Hashable, Sendable {
  package enum Body: Hashable, Sendable {
    case bytes([UInt8])
    /// A regular file, opened when the answer is given and sent from disk. It may be removed meanwhile, but
    /// must not change.
    case file(path: String)
  }

  package let status: Int
  /// Nil if there is no body to describe.
  package let contentType: String?
  /// Added to the headers that the server sends with every answer, or replacing them.
  package let headers: [HTTPHeader]
  package let body: Body

  package init(_ status: Int, contentType: String? = nil, headers: [HTTPHeader] = [], body: Body = .bytes([]))
  {
    self.status = status
    self.contentType = contentType
    self.headers = headers
    self.body = body
  }

  /// A sentence of plain text, as for rejected requests.
  package init(_ status: Int, text: String, headers: [HTTPHeader] = []) {
    self.init(
      status, contentType: "text/plain; charset=utf-8", headers: headers,
      body: .bytes(Array((text + "\n").utf8)))
  }
}
