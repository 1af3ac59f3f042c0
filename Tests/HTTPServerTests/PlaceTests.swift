import Glibc
import HTTPServer
import TestSupport
import Testing

@Suite("Where the server listens")
struct PlaceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func hello() -> (HTTPRequest, AnswerPromise) -> Void {
    { $1.answer(HTTPAnswer(200, text: "hello")) }
  }

  private func error(_ place: ServerPlace) -> ServerError? {
    #expect(throws: ServerError.self) { _ = try HTTPServer(place, onRequest: hello()) }
  }

  @Test("is a free port of this machine, under both addresses, and under no other")
  func freePort() throws {
    let station = try Station(onRequest: hello())
    let port = try #require(station.server.port)
    #expect(try station.get("/")?.text == "hello\n")
    // What the kernel lists of this port in LISTEN (0A): 127.0.0.1 and, if there is IPv6, ::1.
    let table = try run(["cat", "/proc/self/net/tcp", "/proc/self/net/tcp6"]).text
    var listening: [String] = []
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 3, words[3] == "0A", words[1].hasSuffix(":" + hexadecimal(port)) else { continue }
      listening.append(String(words[1].dropLast(5)))
    }
    #expect(listening.contains("0100007F"))
    #expect(Set(listening).isSubset(of: ["0100007F", "00000000000000000000000001000000"]))
    if listening.count == 2 {
      let client = try RawClient(port6: port)
      client.send(station.request("/"))
      #expect(station.work { client.takeReply()?.status == 200 })
    }
  }

  private func hexadecimal(_ port: UInt16) -> String {
    let digits = String(port, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  @Test("is a port of one's own choice, which the next server has at once")
  func chosenPort() throws {
    // By default, programs that do not choose a port get one above 32767.
    let port = try #require(
      (0..<50).lazy.map { _ in UInt16.random(in: 20000..<32768) }
        .first { (try? Station(.port($0), onRequest: hello())) != nil })
    for _ in 0..<3 {
      let station = try Station(.port(port), onRequest: hello())
      #expect(station.server.port == port)
      #expect(try station.get("/", headers: ["Connection: close"])?.status == 200)
      station.server.stop()
    }
  }

  @Test("is not a port that another program has, under either address")
  func portInUse() throws {
    let station = try Station(onRequest: hello())
    let port = try #require(station.server.port)
    #expect(error(.port(port)) == .portInUse(port))
    #expect(error(.port(port))?.description == "port \(port) is in use; choose another one")

    let other = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(other) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(other, $0, size) == 0 && listen(other, 1) == 0 && getsockname(other, $0, &size) == 0
      }
    }
    // A machine without IPv6 has no other address.
    guard isBound else { return }
    let taken = UInt16(bigEndian: address.sin6_port)
    #expect(error(.port(taken)) == .portInUse(taken))
  }

  // MARK: - Unix sockets

  @Test("is a Unix socket of its owner, and removed at the end")
  func unixSocket() throws {
    let path = folder.path("preview.sock")
    let station = try Station(.socket(path: path), onRequest: hello())
    var status = stat()
    try #require(lstat(path, &status) == 0)
    #expect(status.st_mode == S_IFSOCK | 0o600)
    #expect(station.server.port == nil)
    #expect(try station.get("/")?.text == "hello\n")
    station.server.stop()
    #expect(lstat(path, &status) != 0)
  }

  @Test("takes the place of a socket that nobody listens at, and of nothing else")
  func abandonedSocket() throws {
    let path = folder.path("preview.sock")
    let first = try Station(.socket(path: path), onRequest: hello())
    #expect(error(.socket(path: path)) == .socketInUse(path))
    #expect(try first.get("/")?.status == 200)
    // A server that was killed leaves its file.
    link(path, folder.path("left"))
    first.server.stop()
    let second = try Station(.socket(path: folder.path("left")), onRequest: hello())
    #expect(try second.get("/")?.status == 200)

    let file = try folder.write("file", "text")
    #expect(error(.socket(path: file)) == .notASocket(file))
    #expect(error(.socket(path: folder.root)) == .notASocket(folder.root))
    symlink(folder.path("left"), folder.path("symbolic"))
    #expect(error(.socket(path: folder.path("symbolic"))) == .notASocket(folder.path("symbolic")))
    let long = folder.path(String(repeating: "a", count: 108))
    #expect(error(.socket(path: long)) == .pathTooLong(long))
    #expect(
      error(.socket(path: folder.path("no/socket")))?.description
        == "cannot listen at \(folder.path("no/socket")): No such file or directory")
  }

  @Test("leaves the file alone that another server has put in its place")
  func replacedSocket() throws {
    let path = folder.path("preview.sock")
    let first = try Station(.socket(path: path), onRequest: hello())
    unlink(path)
    let second = try Station(.socket(path: path), onRequest: hello())
    first.server.stop()
    #expect(try second.get("/")?.status == 200)
  }

  @Test("tells on a Unix socket, too, that a client has left")
  func leftUnixClient() throws {
    var withdrawn = 0
    let station = try Station(.socket(path: folder.path("preview.sock"))) {
      $1.onWithdrawal = { withdrawn += 1 }
    }
    let client = try station.connect()
    client.send(station.request("/"))
    station.work(for: .milliseconds(50))
    #expect(withdrawn == 0)
    client.leave()
    #expect(station.work { withdrawn == 1 })
  }
}
