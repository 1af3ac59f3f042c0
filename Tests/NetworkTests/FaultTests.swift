import Network
import Processes
import TestSupport
import Testing

/// Requests to a server with faults. The bytes that count are compared with the content of the server.
@Suite(.serialized) struct FaultTests {
  private let server: FaultServer

  init() throws { server = try FaultServer() }

  private func expectBytes(_ kind: String, receiving most: Int? = nil) throws {
    let result = try server.fetch(server.url(kind))
    #expect(
      result.answer != nil && result.bytes == server.content, "\(kind): \(String(describing: result.failure))"
    )
    if let most {
      #expect((result.answer?.receivedBytes ?? 0) <= most, "\(kind): \(String(describing: result.answer))")
    }
  }

  private func failure(_ kind: String, knowsSize: Bool = true) throws -> NetworkFailure {
    let result = try server.fetch(server.url(kind), knowsSize: knowsSize)
    #expect(result.bytes.count <= server.content.count)
    return try #require(result.failure, "\(kind): \(String(describing: result.answer))")
  }

  @Test("Answers in every form give the bytes")
  func forms() throws {
    for kind in ["ok", "unsized", "chunked", "hops/5"] {
      try expectBytes(kind, receiving: server.content.count)
    }
    let unknown = try server.fetch(server.url("ok"), knowsSize: false)
    #expect(unknown.answer?.byteCount == Int64(server.content.count) && unknown.bytes == server.content)
  }

  @Test("After a cut, a reset or a stall only the missing bytes are read")
  func resumed() throws {
    for kind in ["cut", "reset", "stall"] { try expectBytes(kind, receiving: server.content.count) }
    let log = try server.requests()
    #expect(log.contains { $0.contains("bytes=") } && !log.contains { $0.contains("if-range") })
  }

  @Test("A file with the beginning is continued, and one that is too long begins again")
  func beginnings() throws {
    let half = Array(server.content.prefix(300_000))
    let continued = try server.fetch(server.url("ok"), beginning: half)
    #expect(continued.bytes == server.content && continued.answer?.receivedBytes == 300_000)
    let long = try server.fetch(server.url("ok"), beginning: server.content + [1])
    #expect(long.bytes == server.content)
    // Without a digest, nothing says that both parts are of one file.
    let fresh = try server.fetch(server.url("cut"), knowsSize: false, beginning: half, resumes: false)
    #expect(fresh.failure?.kind == .unavailable)
  }

  @Test("Ranges that the server ignores, shifts or refuses begin again")
  func ranges() throws {
    for kind in ["ignore-range", "unsized-cut", "shifted", "other-total", "no-range"] {
      try expectBytes(kind)
    }
    // Only the digest reveals it.
    let lying = try server.fetch(server.url("lying"))
    #expect(lying.answer != nil && lying.bytes != server.content)
  }

  @Test("A server that is busy is asked again, as late as it wants")
  func busy() throws {
    try expectBytes("busy")
    let begin = SuspendingClock.now
    try expectBytes("later")
    #expect(SuspendingClock.now - begin >= .seconds(1))
    #expect(
      try failure("500") == NetworkFailure(.unavailable, "the server answered with status 500 (5 tries)"))
    #expect(
      try failure("429?3600")
        == NetworkFailure(.unavailable, "the server answered with status 429 and asks to wait 3600 s"))
  }

  @Test("A file of another size is not read, and a body without an end is stopped")
  func sizes() throws {
    let size = server.content.count
    #expect(try failure("short").reason == "the server sent \(size - 1) bytes, not \(size)")
    #expect(try failure("long").reason == "the server sent \(size + 5) bytes, not \(size)")
    #expect(try failure("endless") == NetworkFailure(.otherBytes, "the server sent more than \(size) bytes"))
    #expect(try failure("endless", knowsSize: false).kind == .otherBytes)
    #expect(
      try failure("page").reason
        == "the server sent a page of text (26 bytes of text/html), not the file; is a login needed?")
    #expect(try failure("playlist").reason.contains("playlist"))
  }

  @Test("Without a known size, an answer has at most as many bytes as are wanted")
  func limits() throws {
    let size = server.content.count
    for kind in ["ok", "unsized", "chunked"] {
      let whole = try server.fetch(server.url(kind), knowsSize: false, mostBytes: Int64(size))
      #expect(whole.bytes == server.content && whole.answer?.byteCount == Int64(size), "\(kind)")
    }
    for kind in ["ok", "endless"] {
      let most = 100_000
      let stopped = try server.fetch(server.url(kind), knowsSize: false, mostBytes: Int64(most))
      #expect(stopped.failure?.kind == .otherBytes && stopped.bytes.count <= most, "\(kind)")
    }
  }

  @Test("An answer to PUT whose body has no end is stopped")
  func chatter() throws {
    let result = try server.fetch(server.url("chatter"), .put, beginning: server.content)
    #expect(result.failure?.kind == .unavailable)
  }

  @Test("Refusals and missing files are not tried again")
  func refusals() throws {
    for (kind, expected) in [
      ("404", NetworkFailure.Kind.missing), ("410", .missing), ("401", .denied), ("403", .denied),
      ("418", .unavailable),
    ] { #expect(try failure(kind).kind == expected) }
    #expect(try server.requests().count == 5)
  }

  @Test("What is no answer ends after five tries")
  func nonsense() throws {
    for kind in ["garbage", "nothing", "heads", "silent"] {
      #expect(try failure(kind).kind == .unavailable, "\(kind)")
    }
    #expect(try failure("silent").reason.hasSuffix("(5 tries)"))
    let nobody = try server.fetch("http://127.0.0.1:1/x")
    #expect(nobody.failure?.reason == "no connection to 127.0.0.1 (5 tries)")
  }

  @Test("Bytes are as the server sent them, and a stated encoding is reported")
  func encoding() throws {
    let result = try server.fetch(server.url("gzip"))
    #expect(result.answer?.encoding == "gzip" && result.bytes == server.content.reversed())
  }

  @Test("HEAD asks for the size, and PUT sends a file, again if necessary")
  func otherMethods() throws {
    let head = try server.fetch(server.url("ok"), .head, knowsSize: false)
    #expect(head.answer?.byteCount == Int64(server.content.count) && head.bytes == [])
    let sent = try server.fetch(server.url("twice/a"), .put, beginning: server.content)
    #expect(sent.answer?.status == 201)
    let got = try server.fetch(server.url("stored/twice/a"))
    #expect(got.bytes == server.content)
    #expect(try server.fetch(server.url("404"), .head).failure?.kind == .missing)
  }
}

/// Redirects, private addresses and credentials.
@Suite(.serialized) struct RefusalTests {
  private let server: FaultServer

  init() throws { server = try FaultServer() }

  private func reason(_ url: String, allowing hosts: [String] = ["127.0.0.1"]) throws -> String {
    let result = try server.fetch(url, allowing: hosts)
    #expect(result.failure?.kind == .refused, "\(url): \(result)")
    #expect(result.bytes == [])
    return result.failure?.reason ?? ""
  }

  @Test("Redirects to private addresses, other schemes, users and in circles are refused")
  func redirects() throws {
    func redirect(_ target: String) -> String { server.url("redirect/302?" + target) }
    #expect(
      try reason(redirect("http://169.254.169.254/latest"))
        == "redirected to 169.254.169.254, a private address; `--allow-private 169.254.169.254` allows it")
    for target in [
      "http://10.0.0.1/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://167772161/",
      "http://0x0a.1/", "http://localhost:\(server.port)/ok", "http://0.0.0.0:\(server.port)/ok",
      "http://[fe80::1]/",
    ] { #expect(try reason(redirect(target)).hasPrefix("redirected to "), "\(target)") }
    for target in ["file:///etc/passwd", "ftp://example.org/a", "gopher://example.org/", "s3://a/b"] {
      #expect(
        try reason(redirect(target)) == "redirected to a URL that is not `http:` or `https:`", "\(target)")
    }
    #expect(
      try reason(redirect("http://ada:pass@127.0.0.1:\(server.port)/ok")).contains("a user or a password"))
    #expect(try reason(server.url("hops/6")) == "redirected more than 5 times")
    #expect(try server.requests().allSatisfy { !$0.contains("\"/ok\"") })
    let nowhere = try server.fetch(server.url("redirect/302"))
    #expect(nowhere.failure == NetworkFailure(.refused, "redirected more than 5 times"))
  }

  @Test("Without the allowance, no connection to this machine is made")
  func addresses() throws {
    for host in [
      "127.0.0.1", "localhost", "0.0.0.0", "[::ffff:127.0.0.1]", "2130706433", "017700000001", "127.1",
    ] {
      let reason = try reason(server.url("ok", host: host), allowing: [])
      #expect(reason.contains(" a private address; `--allow-private "), "\(reason)")
    }
    #expect(try !isThere(server.folder.path("log")) || server.requests() == [])
    #expect(
      try server.fetch(server.url("ok", host: "localhost"), allowing: ["localhost"]).bytes == server.content)
  }

  @Test("A URL with a user, a strange scheme or no host is refused")
  func urls() throws {
    for url in ["http://ada:pass@127.0.0.1/a", "file:///etc/passwd", "http://", "nonsense", "http://a b/"] {
      _ = try reason(url)
    }
  }

  @Test("A proxy of the environment may be private; what it is asked for may not")
  func proxies() throws {
    let proxy = ["http_proxy": "http://127.0.0.1:\(server.port)"]
    let result = try server.fetch("http://media.example.org/ok", allowing: [], environment: proxy)
    // The server does not know the form of requests to proxies, but it was asked.
    #expect(result.answer != nil || result.failure?.kind != .refused)
    #expect(try server.requests().contains { $0.contains("http://media.example.org/ok") })
    let literal = try server.fetch("http://10.0.0.1/ok", allowing: [], environment: proxy)
    #expect(literal.failure?.kind == .refused)
  }
}

/// HTTPS with a root of its own, and passwords from `~/.netrc`.
@Suite(.serialized) struct SecureTests {
  private let server: FaultServer
  private let roots: [String: String]

  init() throws {
    server = try FaultServer(isSecure: true)
    roots = ["CURL_CA_BUNDLE": server.folder.path("certificate")]
  }

  @Test("A certificate counts only by its root")
  func trustedRoots() throws {
    let known = try server.fetch(server.url("ok"), environment: roots)
    #expect(known.bytes == server.content, "\(String(describing: known.failure))")
    let unknown = try server.fetch(server.url("ok"))
    #expect(
      unknown.failure == NetworkFailure(.unavailable, "the certificate of 127.0.0.1 is not trusted"))
  }

  @Test("A password of ~/.netrc goes to its own host, and not along with a redirect")
  func netrc() throws {
    try server.folder.write(
      ".netrc", "machine 127.0.0.1\n  login ada password s3cret\ndefault login x password y\n")
    _ = try run(["chmod", "600", server.folder.path(".netrc")])
    #expect(try server.fetch(server.url("login"), environment: roots).bytes == server.content)
    let other = try FaultServer()
    let target = server.url("redirect/307?https://localhost:\(server.port)/login")
    let elsewhere = try server.fetch(target, allowing: ["127.0.0.1", "localhost"], environment: roots)
    #expect(elsewhere.failure?.kind == .denied)
    let down = try server.fetch(
      server.url("redirect/302?" + other.url("login")), environment: roots)
    #expect(down.failure?.reason == "redirected to a URL that is not `https:`")
    let logins = try server.requests().filter { $0.contains("\"host\": \"localhost:") }
    #expect(logins.count == 1 && !logins[0].contains("authorization"))

    _ = try run(["chmod", "644", server.folder.path(".netrc")])
    let readable = try server.fetch(server.url("login"), environment: roots)
    #expect(readable.failure?.reason.hasSuffix("run `chmod 600 ~/.netrc`") == true)
  }
}

/// Objects of S3: the server computes each signature by itself.
@Suite(.serialized) struct ObjectTests {
  private let server: FaultServer
  private let environment: [String: String]

  init() throws {
    server = try FaultServer(byteCount: 5000)
    environment = [
      "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
      "AWS_REGION": "eu-central-1", "AWS_ENDPOINT_URL_S3": "http://127.0.0.1:\(server.port)/",
    ]
  }

  @Test("Names with every kind of character are signed as they are sent")
  func names() throws {
    for name in [
      "plain.mp4", "a/b/c.mp4", "with%20blank.mp4", "(1).mp4", "it's.mp4", "now!.mp4", "a*b.mp4", "10:30.mp4",
      "me@home.mp4", "a+b.mp4", "%C3%A4.mp4", "a=b&c.mp4", "~x$,;.mp4", "100%25.mp4", "a//b/../c.mp4",
    ] {
      let result = try server.fetch("s3://bucket/\(name)", allowing: [], environment: environment)
      #expect(result.bytes == server.content, "\(name): \(String(describing: result.failure))")
    }
  }

  @Test("Tokens are signed, bytes are sent with their digest, and the rest of a file can be asked for")
  func requests() throws {
    let token = environment.merging(["AWS_SESSION_TOKEN": "token/of+session=="]) { $1 }
    let half = Array(server.content.prefix(2500))
    let rest = try server.fetch("s3://bucket/a", beginning: half, allowing: [], environment: token)
    #expect(rest.bytes == server.content && rest.answer?.receivedBytes == 2500)
    let digest = try run(["sha256sum", server.folder.path("content")]).text.prefix(64)
    let sent = try server.fetch(
      "s3://bucket/a", .put, beginning: server.content, digest: String(digest), allowing: [],
      environment: token)
    #expect(sent.answer?.status == 200)
    #expect(try server.fetch("s3://bucket/a", .head, allowing: [], environment: token).answer?.status == 200)
  }

  @Test("Without keys nothing is asked, and other servers get no signature")
  func keys() throws {
    let none = try server.fetch("s3://bucket/a", environment: ["AWS_ENDPOINT_URL_S3": server.url("")])
    #expect(
      none.failure
        == NetworkFailure(.denied, "no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"))
    let requests = isThere(server.folder.path("log")) ? try server.requests() : []
    #expect(requests == [])
    _ = try server.fetch(server.url("bucket/a"), environment: environment)
    #expect(try server.requests().allSatisfy { !$0.contains("authorization") })
    let wrong = environment.merging(["AWS_SECRET_ACCESS_KEY": "other"]) { $1 }
    #expect(try server.fetch("s3://bucket/a", environment: wrong).failure?.kind == .denied)
    for url in ["s3://bucket", "s3://bucket/", "s3://bucket/%zz"] {
      #expect(try server.fetch(url, environment: environment).failure?.kind == .refused, "\(url)")
    }
  }
}
