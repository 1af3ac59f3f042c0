import Glibc
import HTTPServer
import TestSupport
import Testing

@Suite("Slow and dead clients")
struct SlowClientTests {
  private let body = [UInt8](repeating: 7, count: 4 << 20)

  private func start() throws -> Station {
    try Station { $1.answer(HTTPAnswer(200, body: .bytes($0.target == "/large" ? body : [1]))) }
  }

  /// Whether another client is answered nearly as soon as by a server that has no other clients, with a new connection
  /// for each request. Both are asked in turn: other tests run beside this one.
  private func isPrompt(_ station: Station, requests count: Int) throws -> Bool {
    let idle = try start()
    let stations = [station, idle]
    for _ in 0..<5 {
      var waits: [[Duration]] = [[], []]
      for number in 0..<2 * count {
        let start = ContinuousClock.now
        let reply = try stations[number % 2].get("/", headers: ["Connection: close"])
        #expect(reply?.body == [1])
        waits[number % 2].append(ContinuousClock.now - start)
      }
      let slowest = waits.map { $0.sorted()[count * 95 / 100] }
      if slowest[0] < slowest[1] * 2 + .milliseconds(50) { return true }
    }
    return false
  }

  @Test("do not hold up another one, be they many", arguments: [200, rounds(1000, quick: 300)])
  func many(count: Int) throws {
    if count > 500 {
      var limits = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
      limits.rlim_cur = min(limits.rlim_max, max(limits.rlim_cur, 4096))
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    }
    let station = try start()
    var dead: [RawClient] = []
    for number in 0..<count {
      let client = try RawClient(port: station.server.port ?? 0, buffer: 4096)
      switch number % 5 {
      case 0: break
      case 1: client.send(Array("G".utf8))
      case 2: client.send(Array("GET / HTTP/1.1\r\nHost: local".utf8))
      case 3: client.send(station.request("/large"))
      default: client.send(station.request("/"))
      }
      dead.append(client)
      if number % 10 == 0 { station.work(for: .milliseconds(1)) }
    }
    #expect(try isPrompt(station, requests: 100))
    // Those that trickle are no better than those that are dead.
    for _ in 0..<5 {
      for client in dead { client.send(Array("a".utf8)) }
      #expect(try isPrompt(station, requests: 20))
    }
    withExtendedLifetime(dead) {}
  }

  @Test("do not take the place of those that wait for an answer or listen")
  func waiting() throws {
    var promises: [AnswerPromise] = []
    let station = try Station { request, promise in
      if request.target == "/" { return promise.answer(HTTPAnswer(200, text: "now")) }
      promises.append(promise)
    }
    let waiting = try (0..<60).map { _ in try station.connect() }
    for client in waiting { client.send(station.request("/later")) }
    #expect(station.work { promises.count == 60 })
    let dead = try (0..<100).map { _ in try station.connect() }
    station.work(for: .milliseconds(50))
    #expect(try station.get("/")?.text == "now\n")
    #expect(promises.allSatisfy { !$0.isWithdrawn })
    for promise in promises { promise.answer(HTTPAnswer(200, text: "later")) }
    for client in waiting {
      var reply: HTTPReply?
      #expect(
        station.work {
          reply = client.takeReply()
          return reply != nil
        })
      #expect(reply?.text == "later\n")
    }
    withExtendedLifetime(dead) {}
  }

  @Test("are refused if all others have to stay, and served when one has gone")
  func full() throws {
    var promises: [AnswerPromise] = []
    let station = try Station { request, promise in
      if request.target == "/" { return promise.answer(HTTPAnswer(200, text: "now")) }
      promises.append(promise)
    }
    var waiting = try (0..<64).map { _ in try station.connect() }
    for client in waiting { client.send(station.request("/later")) }
    #expect(station.work { promises.count == 64 })
    let refused = try station.connect()
    #expect(
      station.work {
        refused.receive()
        return refused.isClosed
      })
    waiting.removeFirst().leave()
    station.work(for: .milliseconds(20))
    #expect(try station.get("/")?.text == "now\n")
  }

  @Test("do not keep the server busy when no descriptor is left for another one")
  func descriptors() async {
    // A process of its own: other tests need descriptors, too.
    await #expect(processExitsWith: .success) {
      let station = try Station { $1.answer(HTTPAnswer(200)) }
      let client = try station.connect()
      client.send(station.request("/"))
      try #require(station.work { client.takeReply() != nil })
      var taken: [Int32] = []
      while true {
        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { break }
        taken.append(file)
      }
      // The last one is for the client.
      close(taken.removeLast())
      let late = try station.connect()
      station.work(for: .milliseconds(20))
      let turns = station.turns
      station.work(for: .milliseconds(150))
      try #require(station.turns - turns < 5)
      client.send(station.request("/"))
      try #require(station.work { client.takeReply() != nil })
      for file in taken { close(file) }
      late.send(station.request("/"))
      try #require(station.work { late.takeReply() != nil })
    }
  }

  @Test(
    "are cut off in the end, unlike those that wait for us", .enabled(if: testsAll, "runs in `make test-all`")
  )
  func timeouts() throws {
    var promises: [AnswerPromise] = []
    let station = try Station { request, promise in
      if request.target == "/" { return promise.answer(HTTPAnswer(200, text: "now")) }
      promises.append(promise)
    }
    let waiting = try station.connect()
    waiting.send(station.request("/later"))
    let idle = try station.connect()
    idle.send(station.request("/"))
    let silent = try station.connect()
    let trickling = try station.connect()
    let start = ContinuousClock.now
    var times: [String: Duration] = [:]
    var lastByte = start
    trickling.send(Array("GET / HTTP/1.1\r\nA: ".utf8))
    station.work(for: .seconds(45)) {
      if lastByte + .seconds(1) < .now {
        trickling.send([0x61])
        lastByte = .now
      }
      for (name, client) in [("idle", idle), ("silent", silent), ("trickling", trickling)] {
        client.receive()
        if client.isClosed, times[name] == nil { times[name] = ContinuousClock.now - start }
      }
      return times.count == 3
    }
    #expect(times.count == 3)
    #expect((times["silent"] ?? .zero) > .seconds(15) && (times["silent"] ?? .zero) < .seconds(25))
    #expect((times["trickling"] ?? .zero) > .seconds(15) && (times["trickling"] ?? .zero) < .seconds(25))
    #expect((times["idle"] ?? .zero) > .seconds(25) && (times["idle"] ?? .zero) < .seconds(40))
    promises[0].answer(HTTPAnswer(200, text: "later"))
    #expect(station.work { waiting.takeReply()?.text == "later\n" })
  }
}
