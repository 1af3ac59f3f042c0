import LanguageServer
import TestSupport
import Testing

extension SeededRandom {
  mutating func next(below limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }
}

@Suite("The reader of messages")
struct MessageReaderTests {
  private func framed(_ content: String, name: String = "Content-Length", end: String = "\r\n") -> [UInt8] {
    Array("\(name): \(content.utf8.count)\(end)\(end)\(content)".utf8)
  }

  private func read(_ bytes: [UInt8], limit: Int = MessageReader.standardLimit) -> [MessageReader.Event] {
    var reader = MessageReader(limit: limit)
    return reader.append(bytes)
  }

  private func message(_ text: String) -> MessageReader.Event { .message(Array(text.utf8)) }

  @Test("reads messages, however they are cut", arguments: [1, 2, 3, 7, 64, 4096])
  func cuts(size: Int) {
    let texts = ["{}", "", #"{"method":"é漢😀"}"#, String(repeating: "x", count: 5000)]
    let bytes = texts.flatMap { framed($0) }
    var reader = MessageReader()
    var events: [MessageReader.Event] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      events += reader.append(bytes[start..<min(bytes.count, start + size)])
    }
    #expect(events == texts.map(message))
  }

  @Test("reads other heads than the usual one")
  func heads() {
    let type = "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n"
    #expect(read(Array((type + "Content-Length: 2\r\n\r\n{}").utf8)) == [message("{}")])
    #expect(read(Array(("Content-Length: 2\r\n" + type + "\r\n{}").utf8)) == [message("{}")])
    #expect(read(framed("{}", name: "content-length")) == [message("{}")])
    #expect(read(framed("{}", end: "\n")) == [message("{}")])
    #expect(read(Array("Content-Length:2\r\n\r\n{}".utf8)) == [message("{}")])
  }

  @Test(
    "goes on behind a head that makes no sense",
    arguments: [
      "Content-Length: two\r\n\r\n", "Content-Length: -2\r\n\r\n", "Length: 2\r\n\r\n", "\r\n\r\n",
      "Content-Length: 2\r\nContent-Length: 3\r\n\r\n", "Content-Length: 99999999999999999999999\r\n\r\n",
      "Content-Length:\r\n\r\n",
    ])
  func nonsense(head: String) {
    let events = read(Array(head.utf8) + framed("{}"))
    #expect(events == [.fault(.noLength), message("{}")])
  }

  @Test("finds the next message where a length lies")
  func lies() {
    // Too short: what is left is the head of nothing.
    let short = Array("Content-Length: 2\r\n\r\n{\"a\":1}".utf8) + framed("[1]") + framed("[2]")
    let events = read(short)
    #expect(events.first == message("{\""))
    #expect(events.last == message("[2]"))
    // Too long: the next message is lost with it.
    let long = Array("Content-Length: 30\r\n\r\n{}".utf8) + framed("[1]") + framed("[2]") + framed("[3]")
    #expect(read(long).last == message("[3]"))
  }

  @Test("counts what is too long and does not keep it")
  func limits() {
    var reader = MessageReader(limit: 10)
    #expect(reader.append(Array("Content-Length: 1000000\r\n\r\n".utf8)) == [.fault(.tooLong(1_000_000))])
    for _ in 0..<100 { #expect(reader.append(Array(repeating: 0x20, count: 10000)) == []) }
    #expect(reader.append(framed("{}")) == [message("{}")])
    // A head that does not end.
    var endless = MessageReader()
    #expect(endless.append(Array(repeating: 0x41, count: 5000)) == [.fault(.endlessHead)])
    #expect(endless.append(framed("{}")) == [message("{}")])
  }

  /// 10,000,000 streams: each from valid messages, changed in a few places, cut anywhere.
  @Test("does not trap, and never makes up a message")
  func random() {
    var random = SeededRandom(seed: 22)
    let texts = ["{}", "[]", #"{"id":1}"#, "é"]
    let alphabet = Array("Content-Length: 0123456789\r\n{}".utf8)
    for _ in 0..<attempts {
      var bytes: [UInt8] = []
      for _ in 0..<random.next(below: 3) + 1 { bytes += framed(texts[random.next(below: texts.count)]) }
      for _ in 0..<random.next(below: 4) {
        let place = random.next(below: bytes.count)
        switch random.next(below: 3) {
        case 0: bytes[place] = alphabet[random.next(below: alphabet.count)]
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8(truncatingIfNeeded: random.next(below: 256)), at: place)
        }
      }
      var reader = MessageReader(limit: 64)
      let cut = random.next(below: bytes.count + 1)
      let events = reader.append(bytes[..<cut]) + reader.append(bytes[cut...])
      let count = events.reduce(0) { sum, event in
        if case .message(let content) = event { sum + content.count } else { sum }
      }
      guard count <= bytes.count else {
        Issue.record("more than was sent: \(bytes)")
        return
      }
    }
  }
}
