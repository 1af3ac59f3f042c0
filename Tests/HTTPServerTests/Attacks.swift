/// Requests that must not be served, as bytes. `TOKEN`, `KEY` and `PORT` stand for those of the server.
struct Attack: CustomStringConvertible, Sendable {
  let name: String
  let bytes: [UInt8]

  var description: String { name }

  init(_ name: String, _ text: String) {
    self.name = name
    bytes = Array(text.utf8)
  }

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// A request that is right but for its target or some fields; a `Host` among them replaces the right one.
  private static func request(
    _ name: String, _ target: String = "/TOKEN/state", _ fields: [String] = [], method: String = "GET"
  ) -> Attack {
    let hosts = fields.contains { $0.lowercased().hasPrefix("host") } ? [] : ["Host: localhost:PORT"]
    return Attack(
      name, (["\(method) \(target) HTTP/1.1"] + hosts + fields + ["", ""]).joined(separator: "\r\n"))
  }

  // MARK: - Another name of this machine

  static let hosts: [Attack] =
    [
      "evil.example", "evil.example:PORT", "localhost.evil.example:PORT", "127.0.0.1.evil.example:PORT",
      "evil.example#localhost:PORT", "localhost@evil.example", "evil.example@localhost", "127.0.0.256",
      "127.1",
      "127.0.0.1.", "2130706433", "0x7f000001", "0177.0.0.1", "127.0.0.01", "0.0.0.0:PORT", "[::]:PORT",
      "[::ffff:127.0.0.1]:PORT", "[::1", "::1", "localhost:", "localhost:0", "localhost:65536",
      "localhost:+80",
      "localhost:PORT:PORT", "localhost., localhost", "local host", "LOCALHOST\u{0130}", "192.168.0.1",
      "169.254.169.254", "localhost/", "",
    ].map { request("Host: \($0)", "/TOKEN/state", ["Host: \($0)"]) } + [
      Attack("no Host", "GET /TOKEN/state HTTP/1.1\r\nAccept: */*\r\n\r\n"),
      Attack("no Host in HTTP/1.0", "GET /TOKEN/state HTTP/1.0\r\n\r\n"),
      request("two hosts", "/TOKEN/state", ["Host: localhost:PORT", "Host: evil.example"]),
      request("two hosts, reversed", "/TOKEN/state", ["Host: evil.example", "Host: localhost:PORT"]),
      request("the same host twice", "/TOKEN/state", ["Host: localhost:PORT", "host: localhost:PORT"]),
      request("a space before the colon", "/TOKEN/state", ["Host : localhost:PORT"]),
      request("a folded Host", "/TOKEN/state", ["Host: localhost:PORT", " .evil.example"]),
      request("a zero byte in Host", "/TOKEN/state", ["Host: localhost:PORT\0.evil.example"]),
    ]

  // MARK: - Other pages

  static let origins: [Attack] =
    [
      "null", "http://evil.example", "http://evil.example:PORT", "https://localhost:PORT", "http://localhost",
      "http://localhost:1", "http://127.0.0.1:PORT", "http://[::1]:PORT", "http://localhost:PORT/",
      "http://localhost:PORT.evil.example", "http://localhost:PORT@evil.example", "HTTP://localhost:PORT",
      "localhost:PORT", "file://", "vscode-webview://x", "chrome-extension://abc",
      "http://localhost:PORT, http://evil.example", "", "*",
    ].map { request("Origin: \($0)", "/TOKEN/state", ["Origin: \($0)"]) } + [
      request(
        "two origins", "/TOKEN/state", ["Origin: http://localhost:PORT", "Origin: http://evil.example"]),
      request("another site", "/TOKEN/state", ["Sec-Fetch-Site: cross-site"]),
      request("another port of this machine", "/TOKEN/state", ["Sec-Fetch-Site: same-site"]),
      request("unknown site", "/TOKEN/state", ["Sec-Fetch-Site: whatever"]),
      request("two sites", "/TOKEN/state", ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"]),
      request(
        "a link to what is not the page", "/TOKEN/state",
        ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]),
      request(
        "the page in a frame", "/TOKEN/",
        ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"]),
      request(
        "the page as a script", "/TOKEN/",
        ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"]),
      request(
        "a preflight", "/TOKEN/state",
        ["Origin: http://evil.example", "Access-Control-Request-Method: GET"], method: "OPTIONS"),
      request(
        "a preflight for a private network", "/TOKEN/state",
        ["Origin: http://localhost:PORT", "Access-Control-Request-Private-Network: true"], method: "OPTIONS"),
      request(
        "a WebSocket of another page", "/TOKEN/events",
        [
          "Origin: http://evil.example", "Connection: Upgrade", "Upgrade: websocket",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
        ]),
      request(
        "a WebSocket", "/TOKEN/events",
        [
          "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
          "Sec-WebSocket-Version: 13",
        ]),
    ]

  // MARK: - Paths

  static let traversals: [Attack] =
    ({
      let steps = [
        "..", "../..", "%2e%2e", "%2E%2E", ".%2e", "%2e.", "..%2f", "..%2F..", "%2e%2e%2f", "%2e%2e/",
        "..%5c",
        "..\\", "..\\..\\", "%252e%252e", "%252e%252e%252f", "%c0%ae%c0%ae", "%c0%af", "%e0%80%ae",
        "%uff0e%uff0e",
        "..;", "..;/", "....//", "..../", ".../", "./..", "/..", "//..", "\u{FF0E}\u{FF0E}", "..%00",
        "..%00/",
        "%00", "%0a", "%0d%0a", "%20", "%2f", "%5c", "%3f", "%23",
      ]
      return steps.map { "/TOKEN/\($0)/etc/passwd" }
    }() as [String]).map { request($0, $0) }
    + [
      "/TOKEN/../TOKEN/state", "/TOKEN/./state", "/./TOKEN/state", "/TOKEN//state", "//TOKEN/state",
      "/TOKEN/state/", "/TOKEN/state/.", "/TOKEN/state/..", "/TOKEN/%73tate", "/TOKEN/state%00",
      "/TOKEN/state%00.js", "/TOKEN/page.js/", "/TOKEN/page.js/..", "/TOKEN/./page.js", "/TOKEN/page.js%00",
      "/TOKEN/page%2ejs", "/TOKEN/PAGE.JS", "/TOKEN/page.js.map", "/TOKEN/page.js~", "/TOKEN/.page.js",
      "/TOKEN/@fs/etc/passwd", "/TOKEN/@fs/etc/passwd?raw??", "/TOKEN/@fs/etc/passwd?import&raw??",
      "/TOKEN/page.js?import&inline=1.wasm?init", "/TOKEN/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/etc/passwd",
      "/TOKEN/etc/passwd", "/TOKEN/file:///etc/passwd", "/TOKEN/C:/windows/win.ini",
      "/TOKEN/proc/self/environ",
      "/TOKEN", "/TOKEN%2f", "/TOKEN%2fstate", "/TOKEN\\state", "/%54OKEN/state",
    ].map { request($0, $0) }

  // MARK: - Targets

  static let targets: [Attack] =
    [
      "", "*", "/", "//", "state", "TOKEN/state", "http://localhost:PORT/TOKEN/state",
      "http://evil.example/TOKEN/state", "https://localhost:PORT/TOKEN/state", "localhost:PORT",
      "//evil.example/TOKEN/state", "/TOKEN/state?", "/TOKEN/state?a=b", "/TOKEN/state#", "/TOKEN/state#a",
      "/TOKEN/state;a=b", "/tOKEN/state", "/TOKE/state", "/TOKENN/state", "/ TOKEN/state", "/TOKEN/ state",
      "/TOKEN/state ", "/TOKEN/unknown", "/TOKEN/film", "/TOKEN/film/", "/TOKEN/film/-1", "/TOKEN/film/+1",
      "/TOKEN/film/00", "/TOKEN/film/0x1", "/TOKEN/film/1e3", "/TOKEN/film/1.0", "/TOKEN/film/\u{0661}",
      "/TOKEN/film/9999999999999999999999", "/TOKEN/film/18446744073709551616", "/TOKEN/film/0/0",
      "/TOKEN/frame/0/1", "/TOKEN/frame/0/.jpg", "/TOKEN/frame/0/1.gif", "/TOKEN/frame/0/1.JPG",
      "/TOKEN/frame/0/1.jpg.jpg", "/TOKEN/frame/0/-1.jpg", "/TOKEN/frame/0/01.jpg", "/TOKEN/waveform/0/1",
      "/TOKEN/line/-1", "/TOKEN/at/0", "/TOKEN/at/0/1/2", "/TOKEN/cell/", "/TOKEN/cell/KEY/0",
      "/TOKEN/cell/KEYa", "/TOKEN/cell/0", "/TOKEN/cell/KEY.mp4", "/TOKEN/sound/KEY", "/TOKEN/sound/KEY/a",
      "/TOKEN/sound/KEY/01", "/TOKEN/cell/" + String(repeating: "A", count: 64),
      "/TOKEN/cell/" + String(repeating: "g", count: 64), "/TOKEN/constructor", "/TOKEN/__proto__",
      "/TOKEN/" + String(repeating: "a", count: 600), "/TOKEN/" + String(repeating: "a", count: 60_000),
      "/TOKEN/\u{7f}", "/TOKEN/\u{1}", "/TOKEN/é",
    ].map { request($0.count > 100 ? "\($0.count) letters" : "target \($0)", $0) }

  // MARK: - Changes of the script

  /// The request by which the page changes the script, with other values of some fields; nil leaves one out.
  static func ownEdit(
    _ path: String, method: String = "POST", _ other: [String: String?] = [:], more: String = ""
  ) -> Attack {
    let fields = [
      ("Host", "localhost:PORT"), ("Origin", "http://localhost:PORT"), ("Sec-Fetch-Site", "same-origin"),
      ("Content-Length", "0"), ("X-Editc-Token", "TOKEN"),
    ].compactMap { name, usual -> String? in
      let value: String? = if let given = other[name] { given } else { usual }
      return value.map { "\(name): \($0)\r\n" }
    }
    let target = path.hasPrefix("/") ? path : "/TOKEN/\(path)/KEY"
    return Attack(
      "\(method) \(path) \(other) \(more.prefix(20))",
      "\(method) \(target) HTTP/1.1\r\n\(fields.joined())\r\n\(more)")
  }

  /// Each is a change of the script by someone else than the page.
  static let edits: [Attack] =
    ["/TOKEN/repair/KEY", "/TOKEN/undo/KEY", "/TOKEN/line/7"].flatMap { path in
      let fields: [[String: String?]] = [
        ["X-Editc-Token": nil], ["X-Editc-Token": ""], ["X-Editc-Token": "TOKENa"],
        ["X-Editc-Token": "token"], ["X-Editc-Token": "TOKEN, TOKEN"], ["Origin": nil],
        ["Origin": "null"], ["Origin": "http://evil.example"], ["Origin": "https://localhost:PORT"],
        ["Origin": "http://localhost"], ["Origin": "http://127.0.0.1:PORT"],
        ["Origin": "http://localhost:PORT.evil.example"], ["Host": "evil.example:PORT"], ["Host": nil],
        ["Host": "localhost.evil.example"], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
        ["Sec-Fetch-Site": "none"], ["Content-Length": "-1"], ["Content-Length": "0, 0"],
        ["Content-Length": "18446744073709551616"],
      ]
      let large = String(repeating: "x", count: 200_000)
      return fields.map { ownEdit(path, $0) } + [
        ownEdit(path, ["Content-Length": "5"], more: "steps"),
        ownEdit(path, ["Content-Length": "200000"], more: large),
        ownEdit(
          path, ["Content-Length": "5\r\nTransfer-Encoding: chunked"], more: "5\r\nsteps\r\n0\r\n\r\n"),
        ownEdit(path, ["Content-Length": "0\r\nExpect: 100-continue"]), ownEdit(path, method: "PUT"),
        ownEdit(path, method: "post"), ownEdit(path, method: "DELETE"), ownEdit(path, method: "OPTIONS"),
        ownEdit(path.replacing("/TOKEN", with: "")), ownEdit(path.replacing("/TOKEN", with: "/TOKENa")),
        ownEdit("/TOKEN/\(path.split(separator: "/")[1])"), ownEdit(path + "/"),
        ownEdit(path.replacing("/TOKEN/", with: "/TOKEN/a/../")), ownEdit("http://localhost:PORT" + path),
        ownEdit(path + "?a=b"),
      ]
    } + ["state", "events", "", "page.js", "film/0", "at/0/1"].map { ownEdit("/TOKEN/\($0)") }

  // MARK: - Smuggling and limits

  private static let inner = "GET /TOKEN/state HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n"
  private static let good = "Host: localhost:PORT\r\n"

  /// Each would serve the inner request if its bytes were taken for another one.
  static let smuggling: [Attack] = [
    Attack("a body with a request", "GET /TOKEN/state HTTP/1.1\r\n\(good)Content-Length: 60\r\n\r\n\(inner)"),
    Attack("a posted request", "POST /TOKEN/state HTTP/1.1\r\n\(good)Content-Length: 60\r\n\r\n\(inner)"),
    Attack(
      "a posted request of length 0", "POST /TOKEN/state HTTP/1.1\r\n\(good)Content-Length: 0\r\n\r\n\(inner)"
    ),
    Attack("a put request", "PUT /TOKEN/state HTTP/1.1\r\n\(good)Content-Length: 60\r\n\r\n\(inner)"),
    Attack(
      "two lengths",
      "GET /TOKEN/state HTTP/1.1\r\n\(good)Content-Length: 0\r\nContent-Length: 60\r\n\r\n\(inner)"),
    Attack(
      "two lengths, reversed",
      "GET /TOKEN/state HTTP/1.1\r\n\(good)Content-Length: 60\r\nContent-Length: 0\r\n\r\n\(inner)"),
    Attack("a list of lengths", "GET /TOKEN/state HTTP/1.1\r\n\(good)Content-Length: 0, 0\r\n\r\n\(inner)"),
    Attack("a length with a sign", "GET /TOKEN/state HTTP/1.1\r\n\(good)Content-Length: +0\r\n\r\n\(inner)"),
    Attack("a negative length", "GET /TOKEN/state HTTP/1.1\r\n\(good)Content-Length: -1\r\n\r\n\(inner)"),
    Attack("a hexadecimal length", "GET /TOKEN/state HTTP/1.1\r\n\(good)Content-Length: 0x0\r\n\r\n\(inner)"),
    Attack(
      "an endless length",
      "GET /TOKEN/state HTTP/1.1\r\n\(good)Content-Length: 99999999999999999999999\r\n\r\n\(inner)"),
    Attack(
      "chunks", "GET /TOKEN/state HTTP/1.1\r\n\(good)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(inner)"),
    Attack(
      "chunks and a length",
      "GET /TOKEN/state HTTP/1.1\r\n\(good)Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(inner)"
    ),
    Attack(
      "a length and chunks",
      "GET /TOKEN/state HTTP/1.1\r\n\(good)Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n0\r\n\r\n\(inner)"
    ),
    Attack(
      "chunks by another name",
      "GET /TOKEN/state HTTP/1.1\r\n\(good)Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n\(inner)"),
    Attack(
      "an identity", "GET /TOKEN/state HTTP/1.1\r\n\(good)Transfer-Encoding: identity\r\n\r\n\(inner)"),
    Attack(
      "chunks after a tab",
      "GET /TOKEN/state HTTP/1.1\r\n\(good)Transfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n\(inner)"),
    Attack(
      "chunks with a vertical tab",
      "GET /TOKEN/state HTTP/1.1\r\n\(good)Transfer-Encoding: \u{B}chunked\r\n\r\n0\r\n\r\n\(inner)"),
    Attack(
      "chunks before a space",
      "GET /TOKEN/state HTTP/1.1\r\n\(good)Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n\(inner)"),
    Attack(
      "chunks in a folded line",
      "GET /TOKEN/state HTTP/1.1\r\n\(good)Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n\(inner)"),
    Attack(
      "a chunk that is too large",
      "GET /TOKEN/state HTTP/1.1\r\n\(good)Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n\r\n\(inner)"
    ),
    Attack("an expectation", "GET /TOKEN/state HTTP/1.1\r\n\(good)Expect: 100-continue\r\n\r\n"),
    Attack(
      "an expectation of a body",
      "POST /TOKEN/state HTTP/1.1\r\n\(good)Expect: 100-continue\r\nContent-Length: 5\r\n\r\n"),
    Attack(
      "HTTP/2 in clear", "GET /TOKEN/state HTTP/1.1\r\n\(good)Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n"),
    Attack("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    Attack("TLS", [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03] + [UInt8](0..<200)),
    Attack("HTTP/0.9", "GET /TOKEN/state\r\n\r\n"),
    Attack("HTTP/2 as a version", "GET /TOKEN/state HTTP/2.0\r\n\(good)\r\n"),
    Attack("HTTP/1.9", "GET /TOKEN/state HTTP/1.9\r\n\(good)\r\n"),
    Attack("no version", "GET /TOKEN/state HTTP/\r\n\(good)\r\n"),
    Attack("a version in lower case", "GET /TOKEN/state http/1.1\r\n\(good)\r\n"),
    Attack("two spaces", "GET  /TOKEN/state HTTP/1.1\r\n\(good)\r\n"),
    Attack("a tab", "GET\t/TOKEN/state HTTP/1.1\r\n\(good)\r\n"),
    Attack("two spaces before the version", "GET /TOKEN/state  HTTP/1.1\r\n\(good)\r\n"),
    Attack("a space after the version", "GET /TOKEN/state HTTP/1.1 \r\n\(good)\r\n"),
    Attack("a zero byte in the target", "GET /TOKEN/state\0/../x HTTP/1.1\r\n\(good)\r\n"),
    Attack("a zero byte in the method", "GET\0 /TOKEN/state HTTP/1.1\r\n\(good)\r\n"),
    Attack("a zero byte in a field", "GET /TOKEN/state HTTP/1.1\r\n\(good)A: b\0c\r\n\r\n"),
    Attack("a zero byte in a name", "GET /TOKEN/state HTTP/1.1\r\n\(good)A\0b: c\r\n\r\n"),
    Attack("line feeds alone", "GET /TOKEN/state HTTP/1.1\nHost: localhost:PORT\n\n"),
    Attack("a line feed alone", "GET /TOKEN/state HTTP/1.1\r\n\(good)A: b\nC: d\r\n\r\n"),
    Attack("a carriage return alone", "GET /TOKEN/state HTTP/1.1\r\n\(good)A: b\rContent-Length: 3\r\n\r\n"),
    Attack("a field without a colon", "GET /TOKEN/state HTTP/1.1\r\n\(good)A\r\n\r\n"),
    Attack("a field without a name", "GET /TOKEN/state HTTP/1.1\r\n\(good): b\r\n\r\n"),
    Attack("a folded field", "GET /TOKEN/state HTTP/1.1\r\n\(good)A: b\r\n c\r\n\r\n"),
    Attack("a folded first field", "GET /TOKEN/state HTTP/1.1\r\n \(good)\r\n"),
    Attack("a method in lower case", "get /TOKEN/state HTTP/1.1\r\n\(good)\r\n"),
    Attack("TRACE", "TRACE /TOKEN/state HTTP/1.1\r\n\(good)\r\n"),
    Attack("CONNECT", "CONNECT localhost:PORT HTTP/1.1\r\n\(good)\r\n"),
    Attack("DELETE", "DELETE /TOKEN/state HTTP/1.1\r\n\(good)\r\n"),
    Attack("PATCH", "PATCH /TOKEN/state HTTP/1.1\r\n\(good)Content-Length: 1\r\n\r\nx"),
    Attack("an unknown method", "GETS /TOKEN/state HTTP/1.1\r\n\(good)\r\n"),
    Attack("a method without an end", [UInt8](repeating: UInt8(ascii: "G"), count: 100_000)),
    Attack(
      "a field without an end",
      Array("GET /TOKEN/state HTTP/1.1\r\nHost: localhost:PORT\r\nA: ".utf8)
        + [UInt8](repeating: UInt8(ascii: "a"), count: 100_000)),
    Attack(
      "ten thousand fields",
      "GET /TOKEN/state HTTP/1.1\r\n\(good)"
        + (0..<10_000).map { "A\($0): b\r\n" }.joined() + "\r\n"),
    Attack("bytes of chance", (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }),
    Attack("only zero bytes", [UInt8](repeating: 0, count: 4096)),
  ]
}
