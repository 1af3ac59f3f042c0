import FoundationEssentials
import HTTPServer
import Processes
import TestSupport
import Testing

@Suite("The server in the eyes of other programs")
struct JudgeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs servers as a command does, in an event loop, until a judge has ended; its last line is returned.
  private func serve(
    _ servers: [HTTPServer], to judge: [String], eachTurn: () -> Void
  ) throws -> String? {
    let loop = EventLoop(signals: nil)
    for server in servers { loop.watch(server.descriptor) }
    let child = try loop.start(ChildCommand("/usr/bin/python3", judge))
    var lines: [String] = []
    while true {
      let timer = loop.startTimer(after: (servers.compactMap(\.wait) + [.milliseconds(20)]).min() ?? .zero)
      defer { loop.cancelTimer(timer) }
      switch try loop.next() {
      case .line(_, let line)?: lines.append(line)
      case .ended(child, let status, let errors)?:
        #expect(status == .exited(0) && errors == "", "\(errors)")
        for line in lines.dropLast() { Issue.record("\(line)") }
        return lines.last
      case nil: return nil
      case .timer?:
        eachTurn()
        for server in servers { server.run() }
      default: for server in servers { server.run() }
      }
    }
  }

  @Test("gives bytes, ranges, late answers and events to http.client and curl, at a port and at a socket")
  func clients() throws {
    let body = (0..<100_000).map { UInt8($0 * 7 % 251) }
    let path = folder.path("file")
    try Data(body).write(to: URL(filePath: path))
    var late: [AnswerPromise] = []
    let answer: (HTTPRequest, AnswerPromise) -> Void = { request, promise in
      switch request.target {
      case "/body": promise.answer(HTTPAnswer(200, contentType: "video/mp4", body: .bytes(body)))
      case "/file": promise.answer(HTTPAnswer(200, contentType: "video/mp4", body: .file(path: path)))
      case "/later": late.append(promise)
      case "/events":
        let stream = promise.stream(contentType: "text/event-stream")
        for number in 0..<10 { stream.send(Array("data: \(number)\n".utf8)) }
        stream.close()
      default: promise.answer(HTTPAnswer(404, text: "no"))
      }
    }
    let port = try HTTPServer(.port(nil), onRequest: answer)
    let socket = try HTTPServer(.socket(path: folder.path("socket")), onRequest: answer)
    let last = try serve(
      [port, socket],
      to: [
        packageRoot + "/Tests/HTTPServerTests/Judges/clients.py", "127.0.0.1:\(port.port ?? 0)",
        folder.path("socket"),
      ]
    ) {
      for promise in late { promise.answer(HTTPAnswer(200, text: "later")) }
      late = []
    }
    #expect(last == "434 checks, 0 failures")
  }

  private struct Served: Encodable {
    let bytes: String
    let method: String
    let target: String
    let headers: [[String]]
  }

  @Test("serves nothing that Python's http.server reads differently")
  func parser() throws {
    var current: [UInt8] = []
    var served: [String] = []
    let encoder = JSONEncoder()
    let station = try Station { request, promise in
      let read = Served(
        bytes: current.map { String(Int($0) + 256, radix: 16).suffix(2) }.joined(), method: request.method,
        target: request.target, headers: request.headers.map { [$0.name, $0.value] })
      if let line = try? encoder.encode(read) { served.append(String(decoding: line, as: UTF8.self)) }
      promise.answer(HTTPAnswer(200))
    }
    var random = SeededRandom(seed: 7)
    let count = rounds(20_000, quick: 2000)
    for _ in 0..<count {
      current = mutated(
        Array(
          "GET /abc/cell/0123 HTTP/1.1\r\nHost: localhost:8080\r\nAccept: */*\r\nSec-Fetch-Site: same-origin\r\nA-b: c d\r\n\r\n"
            .utf8), &random)
      _ = try station.exchange(current, for: .milliseconds(20))
    }
    // Most are refused, and enough are not.
    #expect((count / 20...count * 19 / 20).contains(served.count))
    let list = try folder.write("served", served.joined(separator: "\n") + "\n")
    let judged = try run(
      ["/usr/bin/python3", packageRoot + "/Tests/HTTPServerTests/Judges/parser.py", list])
    #expect(judged.text.hasSuffix("\(served.count) requests, 0 failures\n"), "\(judged.text)")
  }

  private func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    let special = Array("\r\n\t :/%?#.;,\0\u{B}\u{7F}Gg0\"\\".utf8) + [0x80, 0xc3, 0xff]
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let byte = special.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = byte
      case 1: bytes.insert(byte, at: place)
      case 2: bytes.remove(at: place)
      case 3: bytes[place] = UInt8.random(in: 0...255, using: &random)
      default:
        let end = Int.random(in: place..<min(bytes.count, place + 20), using: &random)
        bytes.insert(contentsOf: bytes[place...end], at: place)
      }
    }
    return bytes
  }
}
