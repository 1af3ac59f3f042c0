import Glibc
import HTTPServer
import TestSupport
import Testing

@Suite("Ranges of an answer")
struct RangeTests {
  private let folder: TemporaryFolder
  private let body = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

  init() throws { folder = try TemporaryFolder() }

  private enum Expected {
    case whole
    case part(ClosedRange<Int>)
    case unsatisfiable
  }

  /// Of a body of 1,000 bytes: satisfiable ranges, those that RFC 9110 lets a server ignore, and those that it must refuse.
  private static let matrix: [(String, Expected)] = [
    ("bytes=0-0", .part(0...0)), ("bytes=0-1", .part(0...1)), ("bytes=0-499", .part(0...499)),
    ("bytes=500-999", .part(500...999)), ("bytes=0-999", .part(0...999)), ("bytes=0-1000", .part(0...999)),
    ("bytes=0-", .part(0...999)), ("bytes=1-", .part(1...999)), ("bytes=998-", .part(998...999)),
    ("bytes=999-", .part(999...999)), ("bytes=999-999", .part(999...999)),
    ("bytes=999-5000", .part(999...999)),
    ("bytes=-1", .part(999...999)), ("bytes=-2", .part(998...999)), ("bytes=-999", .part(1...999)),
    ("bytes=-1000", .part(0...999)), ("bytes=-1001", .part(0...999)),
    ("bytes=-99999999999999999999999", .part(0...999)),
    ("bytes=0-18446744073709551615", .part(0...999)), ("bytes=0-18446744073709551616", .part(0...999)),
    ("bytes=5-99999999999999999999999999", .part(5...999)), ("bytes=007-008", .part(7...8)),
    ("BYTES=1-2", .part(1...2)), ("Bytes=1-2", .part(1...2)), ("bytes=256-511", .part(256...511)),

    ("bytes=1000-", .unsatisfiable), ("bytes=1000-1000", .unsatisfiable), ("bytes=1000-2000", .unsatisfiable),
    ("bytes=-0", .unsatisfiable), ("bytes=9223372036854775807-", .unsatisfiable),
    ("bytes=9223372036854775808-", .unsatisfiable), ("bytes=18446744073709551615-", .unsatisfiable),
    ("bytes=18446744073709551616-", .unsatisfiable),
    ("bytes=99999999999999999999999-99999999999999999999999", .unsatisfiable), ("bytes=-00", .unsatisfiable),

    ("bytes", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes=--1", .whole), ("bytes=1--2", .whole),
    ("bytes=1-2-3", .whole), ("bytes=2-1", .whole), ("bytes=1001-1000", .whole), ("bytes=a-b", .whole),
    ("bytes=0x0-0x9", .whole), ("bytes=+1-2", .whole), ("bytes=1-+2", .whole), ("bytes= 1-2", .whole),
    ("bytes=1 -2", .whole), ("bytes=1- 2", .whole), ("bytes=1-2 ", .whole), ("bytes =1-2", .whole),
    ("bytes:1-2", .whole), ("byte=1-2", .whole), ("items=1-2", .whole), ("1-2", .whole), ("", .whole),
    ("bytes=1.5-2", .whole), ("bytes=1e2-", .whole), ("bytes=1-2,", .whole), ("bytes=,1-2", .whole),
    ("bytes=0-0,2-2", .whole), ("bytes=0-,0-,0-,0-,0-", .whole),
    ("bytes=" + (0..<1300).map { "\($0)-\($0 + 9)" }.joined(separator: ","), .whole),
    ("bytes=\u{0661}-\u{0662}", .whole), ("bytes=%31-2", .whole), ("bytes=1-2;bytes=3-4", .whole),
    ("none", .whole), ("bytes=\t1-2", .whole), ("bytes=١-", .whole), ("bytes=-1-", .whole),
  ]

  @Test("are exact to the byte, from a file and from memory", arguments: [true, false])
  func matrix(isFile: Bool) throws {
    #expect(Self.matrix.count >= 64)
    let path = try folder.write("body", "")
    try write(body, to: path)
    let station = try Station {
      $1.answer(HTTPAnswer(200, contentType: "video/mp4", body: isFile ? .file(path: path) : .bytes(body)))
    }
    for (range, expected) in Self.matrix {
      let reply = try #require(try station.get("/", headers: ["Range: \(range)"]), "\(range)")
      switch expected {
      case .whole:
        #expect(reply.status == 200 && reply.body == body, "\(range)")
        #expect(reply.value(of: "Content-Range") == nil, "\(range)")
      case .part(let part):
        #expect(reply.status == 206 && reply.body == Array(body[part]), "\(range)")
        #expect(
          reply.value(of: "Content-Range") == "bytes \(part.lowerBound)-\(part.upperBound)/1000", "\(range)")
        #expect(reply.value(of: "Content-Type") == "video/mp4")
      case .unsatisfiable:
        #expect(reply.status == 416 && reply.body == [], "\(range)")
        #expect(reply.value(of: "Content-Range") == "bytes */1000", "\(range)")
      }
      #expect(reply.value(of: "Accept-Ranges") == "bytes")
    }
    // Of HEAD, of two fields, and of another version of the body, it is the whole.
    #expect(
      try station.get("/", "HEAD", headers: ["Range: bytes=0-0"])?.value(of: "Content-Length") == "1000")
    #expect(try station.get("/", headers: ["Range: bytes=0-0", "Range: bytes=1-1"])?.body == body)
    #expect(try station.get("/", headers: ["Range: bytes=0-0", "If-Range: \"a\""])?.body == body)
  }

  @Test("follow If-Range of the same tag alone, and only answers of status 200")
  func conditions() throws {
    let station = try Station {
      $1.answer(
        HTTPAnswer(
          $0.target == "/404" ? 404 : 200, headers: [HTTPHeader("ETag", "\"a\"")], body: .bytes(body)))
    }
    func status(_ condition: String, _ target: String = "/") throws -> Int? {
      try station.get(target, headers: ["Range: bytes=1-2", "If-Range: \(condition)"])?.status
    }
    #expect(try status("\"a\"") == 206)
    #expect(try status("\"b\"") == 200)
    #expect(try status("W/\"a\"") == 200)
    #expect(try status("Tue, 24 Nov 2026 22:52:00 GMT") == 200)
    #expect(try status("\"a\"", "/404") == 404)
  }

  @Test("of an empty body cannot be given")
  func empty() throws {
    let path = try folder.write("empty", "")
    let station = try Station { $1.answer(HTTPAnswer(200, body: .file(path: path))) }
    #expect(try station.get("/")?.status == 200)
    for range in ["0-", "0-0", "-1"] {
      let reply = try #require(try station.get("/", headers: ["Range: bytes=\(range)"]))
      #expect(reply.status == 416 && reply.value(of: "Content-Range") == "bytes */0", "\(range)")
    }
  }

  @Test("of a file of 4 GiB are found at once")
  func largeFile() throws {
    let path = folder.path("large")
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    let size = 4 << 30 + 1000
    try #require(ftruncate(file, size) == 0)
    let marks = [0, 1 << 31, 1 << 32, size - 10]
    for mark in marks { #expect(pwrite(file, digits(mark), 10, mark) == 10) }
    let station = try Station { $1.answer(HTTPAnswer(200, body: .file(path: path))) }
    #expect(try station.get("/", "HEAD")?.value(of: "Content-Length") == "\(size)")
    for mark in marks {
      var reply: HTTPReply?
      let time = try processorTime {
        reply = try station.get("/", headers: ["Range: bytes=\(mark)-\(mark + 9)"])
      }
      // To read up to there would take longer.
      #expect(time < .seconds(1))
      #expect(reply?.body == digits(mark))
      #expect(reply?.value(of: "Content-Range") == "bytes \(mark)-\(mark + 9)/\(size)")
    }
  }

  @Test("of a file that is gone, a folder or a pipe are an error of the server, not of the request")
  func noFile() throws {
    let station = try Station { request, promise in
      promise.answer(HTTPAnswer(200, body: .file(path: folder.root + request.target)))
    }
    mkfifo(folder.path("pipe"), 0o600)
    for target in ["/none", "/", "/pipe"] {
      #expect(try station.get(target)?.status == 500, "\(target)")
    }
  }

  /// Ten of them.
  private func digits(_ number: Int) -> [UInt8] { Array(String(10_000_000_000 + number).utf8.suffix(10)) }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = open(path, O_WRONLY)
    defer { close(file) }
    try #require(Glibc.write(file, bytes, bytes.count) == bytes.count)
  }
}
