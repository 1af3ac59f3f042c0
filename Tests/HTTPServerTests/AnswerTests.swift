import Glibc
import HTTPServer
import TestSupport
import Testing

@Suite("Answers of the server")
struct AnswerTests {
  @Test("gives bytes, with the headers of every answer and its own")
  func bytes() throws {
    var requests: [HTTPRequest] = []
    let station = try Station(headers: [HTTPHeader("X-Every", "1"), HTTPHeader("Cache-Control", "no-store")])
    {
      requests.append($0)
      $1.answer(
        HTTPAnswer(
          200, contentType: "text/css", headers: [HTTPHeader("cache-control", "immutable")],
          body: .bytes(Array("a {}".utf8))))
    }
    let reply = try #require(try station.get("/a%2F..//b?c=1&d", headers: ["X-One: 1", "X-One: 2"]))
    #expect(reply.status == 200 && reply.text == "a {}")
    #expect(reply.value(of: "Content-Type") == "text/css")
    #expect(reply.value(of: "X-Every") == "1" && reply.value(of: "Cache-Control") == "immutable")
    #expect(reply.value(of: "Content-Length") == "4")
    // Nothing of the target is decoded, taken apart or made canonical.
    #expect(requests.map(\.target) == ["/a%2F..//b?c=1&d"])
    #expect(requests.first?.values(of: "x-one") == ["1", "2"])
  }

  @Test("answers HEAD with the header alone")
  func head() throws {
    let station = try Station { $1.answer(HTTPAnswer(200, text: "hello")) }
    let bytes = try station.exchange(station.request("/", "HEAD", headers: ["Connection: close"]))
    let reply = try #require(HTTPReply(bytes, isOfHead: true))
    #expect(reply.status == 200 && reply.value(of: "Content-Length") == "6" && reply.size == bytes.count)
  }

  @Test("reads a long header that comes in pieces")
  func longHeader() throws {
    var size = 0
    let station = try Station {
      size = $0.values(of: "Cookie").first?.utf8.count ?? 0
      $1.answer(HTTPAnswer(200))
    }
    let client = try station.connect()
    let fields = (0..<20).map { "A\($0): " + String(repeating: "é", count: 100) }
    var rest = station.request("/", headers: fields + ["Cookie: " + String(repeating: "a", count: 8000)])[...]
    while !rest.isEmpty {
      client.send(rest.prefix(700))
      rest = rest.dropFirst(700)
      station.work(for: .milliseconds(3))
    }
    #expect(station.work { client.takeReply()?.status == 200 })
    #expect(size == 8000)
  }

  @Test("keeps a connection for many requests, also when they are sent at once")
  func keepAlive() throws {
    var count = 0
    let station = try Station {
      count += 1
      $1.answer(HTTPAnswer(200, text: "\($0.target) \(count)"))
    }
    let client = try station.connect()
    client.send((1...20).flatMap { station.request("/\($0)") })
    var texts: [String] = []
    station.work {
      while let reply = client.takeReply() { texts.append(reply.text) }
      return texts.count == 20
    }
    #expect(texts == (1...20).map { "/\($0) \($0)\n" })
    #expect(!client.isClosed)
  }

  @Test("answers 204 without a body")
  func noContent() throws {
    let station = try Station { $1.answer(HTTPAnswer(204)) }
    let bytes = try station.exchange(station.request("/", headers: ["Connection: close"]))
    #expect(HTTPReply(bytes)?.status == 204 && HTTPReply(bytes)?.size == bytes.count)
  }

  // MARK: - Later

  @Test("answers later, in any order, and sleeps until then")
  func later() throws {
    var promises: [String: AnswerPromise] = [:]
    let station = try Station { promises[$0.target] = $1 }
    let clients = try (0..<5).map { _ in try station.connect() }
    for (number, client) in clients.enumerated() { client.send(station.request("/\(number)")) }
    #expect(station.work { promises.count == 5 })
    station.work(for: .milliseconds(50))
    let turns = station.turns
    station.work(for: .milliseconds(200))
    #expect(station.turns - turns < 3)
    #expect(promises.values.allSatisfy { !$0.isWithdrawn })
    for number in [3, 0, 4, 1, 2] {
      promises["/\(number)"]?.answer(HTTPAnswer(200, text: "\(number)"))
      var reply: HTTPReply?
      #expect(
        station.work {
          reply = clients[number].takeReply()
          return reply != nil
        })
      #expect(reply?.text == "\(number)\n")
      // Answered: a second answer is not heard.
      promises["/\(number)"]?.answer(HTTPAnswer(500))
    }
    #expect(clients.allSatisfy { !$0.isClosed })
  }

  @Test("tells at once that a client has gone while it waits, and goes on")
  func withdrawal() throws {
    var promises: [AnswerPromise] = []
    var withdrawn = 0
    let station = try Station {
      promises.append($1)
      $1.onWithdrawal = { withdrawn += 1 }
    }
    let clients = try (0..<3).map { _ in try station.connect() }
    for client in clients { client.send(station.request("/")) }
    #expect(station.work { promises.count == 3 })
    clients[1].leave()
    // Asked before the server ran.
    #expect(promises.filter(\.isWithdrawn).count == 1)
    #expect(station.work { withdrawn == 1 })
    for promise in promises { promise.answer(HTTPAnswer(200, text: "here")) }
    for client in [clients[0], clients[2]] {
      var reply: HTTPReply?
      #expect(
        station.work {
          reply = client.takeReply()
          return reply != nil
        })
      #expect(reply?.text == "here\n")
    }
    #expect(withdrawn == 1)
  }

  @Test("ends with its last reference, while clients wait and listen")
  func forgetting() throws {
    var streams: [AnswerStream] = []
    var server: HTTPServer? = try HTTPServer(.port(nil)) {
      if $0.target == "/events" { streams.append($1.stream(contentType: "text/event-stream")) }
    }
    let clients = try (0..<4).map { _ in try RawClient(port: server?.port ?? 0) }
    for (number, client) in clients.enumerated() {
      client.send(Array("GET /\(number % 2 == 0 ? "" : "events") HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    }
    for _ in 0..<20 {
      server?.run()
      usleep(2000)
    }
    #expect(streams.count == 2)
    server = nil
    for client in clients {
      client.receive()
      #expect(client.isClosed)
    }
    streams[0].send([1])
    #expect(!streams[0].isOpen)
  }

  @Test("ends while clients wait and listen, and can end inside of a request")
  func stopping() throws {
    var promises: [AnswerPromise] = []
    var streams: [AnswerStream] = []
    var station: Station? = try Station {
      if $0.target == "/events" { streams.append($1.stream(contentType: "text/event-stream")) }
      promises.append($1)
    }
    let clients = try (0..<6).compactMap { _ in try station?.connect() }
    for (number, client) in clients.enumerated() {
      client.send(try #require(station).request(number < 3 ? "/" : "/events"))
    }
    #expect(station?.work { promises.count == 6 } == true)
    station?.work(for: .milliseconds(20))
    station?.server.stop()
    station = nil
    for client in clients {
      client.receive()
      #expect(client.isClosed)
    }
    #expect(streams.allSatisfy { !$0.isOpen } && promises.allSatisfy(\.isWithdrawn))
    for promise in promises { promise.answer(HTTPAnswer(200)) }
    for stream in streams { stream.send([1]) }

    var inner: HTTPServer?
    let second = try Station { _, promise in
      promise.answer(HTTPAnswer(200, text: "last"))
      inner?.stop()
    }
    inner = second.server
    let client = try second.connect()
    client.send(second.request("/"))
    second.work(for: .milliseconds(200)) {
      client.receive()
      return client.isClosed
    }
    #expect(client.isClosed && second.server.wait == nil)
    inner = nil
  }

  // MARK: - Streams

  @Test("sends events as they happen, each at once")
  func events() throws {
    var streams: [AnswerStream] = []
    let station = try Station { streams.append($1.stream(contentType: "text/event-stream")) }
    let client = try station.connect()
    client.send(station.request("/events"))
    #expect(station.work { !streams.isEmpty })
    // The header does not wait for the first event.
    #expect(
      station.work {
        client.receive()
        return !client.received.isEmpty
      })
    var text = ""
    for number in 0..<50 {
      streams[0].send(Array("data: \(number)\n\n".utf8))
      text += "data: \(number)\n\n"
      #expect(
        station.work {
          client.receive()
          return chunksSoFar(client.received) == text
        })
    }
    let turns = station.turns
    station.work(for: .milliseconds(200))
    #expect(station.turns - turns < 3 && streams[0].isOpen)
    streams[0].send(Array("end".utf8))
    streams[0].close()
    var reply: HTTPReply?
    #expect(
      station.work {
        reply = client.takeReply()
        return reply != nil
      })
    #expect(reply?.text == text + "end" && !streams[0].isOpen)
    #expect(reply?.value(of: "Content-Type") == "text/event-stream")
    // The connection goes on.
    client.send(station.request("/events"))
    #expect(station.work { streams.count == 2 })
  }

  @Test("closes the stream of a client that left, and of one that asked for its header")
  func leftStream() throws {
    var streams: [AnswerStream] = []
    var withdrawn = 0
    let station = try Station {
      $1.onWithdrawal = { withdrawn += 1 }
      streams.append($1.stream(contentType: "text/event-stream"))
    }
    let client = try station.connect()
    client.send(station.request("/events"))
    #expect(
      station.work {
        client.receive()
        return !client.received.isEmpty
      })
    #expect(streams[0].isOpen)
    client.leave()
    #expect(station.work { withdrawn == 1 })
    #expect(!streams[0].isOpen)
    streams[0].send([1])
    #expect(try station.get("/events", "HEAD")?.status == 200)
    #expect(!streams[1].isOpen && withdrawn == 1)
  }

  @Test("cuts off a client that listens to events and reads none")
  func fullStream() throws {
    var streams: [AnswerStream] = []
    let station = try Station { streams.append($1.stream(contentType: "text/event-stream")) }
    let client = try RawClient(port: station.server.port ?? 0, buffer: 4096)
    client.send(station.request("/events"))
    #expect(station.work { !streams.isEmpty })
    var count = 0
    while count < 200, streams[0].isOpen {
      streams[0].send([UInt8](repeating: 1, count: 1 << 16))
      station.work(for: .milliseconds(2))
      count += 1
    }
    #expect(!streams[0].isOpen && (64...150).contains(count))
  }

  @Test("sends a large answer whole, however slowly it is taken")
  func largeBody() throws {
    let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let station = try Station { $1.answer(HTTPAnswer(200, contentType: "video/mp4", body: .bytes(body))) }
    let client = try station.connect()
    client.send(station.request("/"))
    station.work {
      client.receive(limit: 50_000)
      return HTTPReply(client.received) != nil
    }
    #expect(HTTPReply(client.received)?.body == body)
  }
}
