import Basics

/// A request to a server, for a worker process. It contains no secrets: the worker finds credentials in the
/// environment and in the user's own files.
package struct NetworkRequest: Hashable, Sendable {
  package enum Method: String, Sendable {
    /// Writes the bytes into the request's file, after those that it has, if `resumes`.
    case get = "GET"
    /// Only asks for the size.
    case head = "HEAD"
    /// Sends the bytes of the request's file.
    case put = "PUT"
  }

  package var method: Method
  /// `https:`, `http:` or `s3:`.
  package var url: String
  /// The size of the bytes; nil if the server must state it.
  package var byteCount: Int64?
  /// Whether the file may already contain the beginning of the bytes.
  package var resumes: Bool
  /// The SHA-256 of the bytes to send, which S3 checks.
  package var digest: String?
  /// The most bytes that an answer without a known size may have; nil if the server must state its size.
  package var mostBytes: Int64?
  /// Whether the server is that of the segments, which gets the token of `EDITC_CACHE_TOKEN`.
  package var isForCache = false
  /// Whether a playlist is what is wanted. A request to a worker never wants one.
  var mayBePlaylist = false
  package var patience = NetworkPatience()

  package init(
    _ method: Method, _ url: String, byteCount: Int64? = nil, resumes: Bool = false, digest: String? = nil
  ) {
    self.method = method
    self.url = url
    self.byteCount = byteCount
    self.resumes = resumes
    self.digest = digest
  }
}

/// How long a server is waited for, and how often it is asked.
package struct NetworkPatience: Hashable, Sendable {
  package var connect = Duration.seconds(10)
  /// The time with less than 1 kB/s that counts as a stall, in whole seconds.
  package var stall = Duration.seconds(20)
  /// Tries in a row without progress.
  package var tries = 5
  /// The pause after the first failed try; it doubles with each further one.
  package var pause = Duration.milliseconds(500)
  package var longestPause = Duration.seconds(8)
  /// The longest pause that a server may ask for.
  package var longestRequestedPause = Duration.seconds(60)

  package init() {}

  /// The bytes after which a try counts as progress.
  static let progressBytes: Int64 = 1 << 16
}

/// What a server answered.
package struct NetworkAnswer: Hashable, Sendable {
  package let status: Int
  /// The size of the file; nil if the server did not state it.
  package let byteCount: Int64?
  /// The bytes that came over the network, in all tries together.
  package let receivedBytes: Int64
  /// The content encoding, if the server stated one, such as `gzip`: the bytes are then not the file's.
  package let encoding: String?
  /// The type of the content, such as `video/mp4`.
  package let type: String?
}

/// Why a request failed. Contains no URLs, which can be secret.
package struct NetworkFailure: Error, Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// The server has no such file.
    case missing
    /// The server's file has another size, or is not a file.
    case otherBytes = "other-bytes"
    /// Refused here: a private address, a redirect to another kind of URL.
    case refused
    /// Refused by the server.
    case denied
    /// The server or the network failed; retrying may help.
    case unavailable
    /// The file of the request cannot be written or read.
    case file
  }

  package let kind: Kind
  /// For people, without the URL.
  package let reason: String

  package init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}

/// A line from a worker to its parent.
enum NetworkReport: Hashable, Sendable {
  case ready(shortcomings: [String])
  /// The worker cannot work.
  case refused(String)
  /// It is at work; the number of bytes that the file has so far.
  case progress(Int64)
  case answer(NetworkAnswer)
  case failure(NetworkFailure)
}

// MARK: - As lines of JSON

extension NetworkRequest {
  var line: String {
    let times = [patience.connect, patience.pause, patience.longestPause, patience.longestRequestedPause]
    return JSONValue.membersPresent([
      "method": .string(method.rawValue), "url": .string(url),
      "byteCount": byteCount.map { .integer($0) }, "resumes": .bool(resumes),
      "digest": digest.map { .string($0) }, "mostBytes": mostBytes.map { .integer($0) },
      "isForCache": .bool(isForCache), "tries": .integer(Int64(patience.tries)),
      "stall": .integer(patience.stall.milliseconds),
      "times": .array(times.map { .integer($0.milliseconds) }),
    ]).compactText
  }

  init?(line: String) {
    guard let value = try? JSONValue.parse(line),
      let method = value["method"]?.stringValue.flatMap(Method.init(rawValue:)),
      let url = value["url"]?.stringValue, let resumes = value["resumes"]?.boolValue,
      let isForCache = value["isForCache"]?.boolValue,
      let tries = value["tries"]?.integerValue, let stall = value["stall"]?.integerValue,
      let times = value["times"]?.elements?.compactMap(\.integerValue), times.count == 4
    else { return nil }
    self.init(
      method, url, byteCount: value["byteCount"]?.integerValue, resumes: resumes,
      digest: value["digest"]?.stringValue)
    mostBytes = value["mostBytes"]?.integerValue
    self.isForCache = isForCache
    patience.tries = Int(tries)
    patience.stall = .milliseconds(stall)
    patience.connect = .milliseconds(times[0])
    patience.pause = .milliseconds(times[1])
    patience.longestPause = .milliseconds(times[2])
    patience.longestRequestedPause = .milliseconds(times[3])
  }
}

extension NetworkReport {
  var line: String {
    let value: JSONValue =
      switch self {
      case .ready(let shortcomings): .members(["ready": .array(shortcomings.map { .string($0) })])
      case .refused(let reason): .members(["refused": .string(reason)])
      case .progress(let count): .members(["progress": .integer(count)])
      case .answer(let answer):
        .membersPresent([
          "status": .integer(Int64(answer.status)), "byteCount": answer.byteCount.map { .integer($0) },
          "received": .integer(answer.receivedBytes), "encoding": answer.encoding.map { .string($0) },
          "type": answer.type.map { .string($0) },
        ])
      case .failure(let failure):
        .members(["failure": .string(failure.kind.rawValue), "reason": .string(failure.reason)])
      }
    return value.compactText
  }

  init?(line: String) {
    guard let value = try? JSONValue.parse(line) else { return nil }
    if let shortcomings = value["ready"]?.elements {
      self = .ready(shortcomings: shortcomings.compactMap(\.stringValue))
    } else if let reason = value["refused"]?.stringValue {
      self = .refused(reason)
    } else if let count = value["progress"]?.integerValue {
      self = .progress(count)
    } else if let kind = value["failure"]?.stringValue.flatMap(NetworkFailure.Kind.init(rawValue:)),
      let reason = value["reason"]?.stringValue
    {
      self = .failure(NetworkFailure(kind, reason))
    } else if let status = value["status"]?.integerValue, let received = value["received"]?.integerValue {
      self = .answer(
        NetworkAnswer(
          status: Int(status), byteCount: value["byteCount"]?.integerValue, receivedBytes: received,
          encoding: value["encoding"]?.stringValue, type: value["type"]?.stringValue))
    } else {
      return nil
    }
  }
}

extension Duration {
  /// Rounded down.
  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
