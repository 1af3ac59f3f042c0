import Preview
import TestSupport
import Testing

@Suite("The reader of requests")
struct RequestReaderTests {
  private static let token = "Zr8mO2Yx-K4_q7"
  private static let key = String(repeating: "0123456789abcdef", count: 4)
  private static let files: Set<String> = ["index.html", "page.css", "page.js", "player.js"]

  private let reader = RequestReader(token: token, pageFiles: files)

  private func read(
    _ target: String, method: String = "GET",
    _ headers: [(name: String, value: String)] = [("Host", "localhost:1")]
  ) -> Result<PreviewAddress, Refusal> {
    reader.read(method: method, target: target, headers: headers)
  }

  private func status(_ result: Result<PreviewAddress, Refusal>) -> Int {
    switch result {
    case .success: 200
    case .failure(let refusal): refusal.status
    }
  }

  // MARK: - What is answered

  private static let known: [(String, PreviewAddress)] = [
    ("", .page("index.html")), ("index.html", .page("index.html")), ("page.css", .page("page.css")),
    ("player.js", .page("player.js")), ("state", .state), ("events", .events), ("film/0", .film(0)),
    ("film/12", .film(12)), ("film/999999999999", .film(999_999_999_999)), ("cell/\(key)", .cell(key: key)),
    ("sound/\(key)/0", .sound(key: key, chunk: 0)), ("sound/\(key)/41", .sound(key: key, chunk: 41)),
    ("frame/0/0.png", .frame(film: 0, frame: 0, .png)),
    ("frame/2/1234.jpg", .frame(film: 2, frame: 1234, .jpg)),
    ("frame/0/7.small", .frame(film: 0, frame: 7, .small)),
    ("at/0/17", .at(film: 0, frame: 17)), ("played/0/17/29", .played(film: 0, from: 17, to: 29)),
    ("played/3/9/0", .played(film: 3, from: 9, to: 0)), ("ended/2", .ended(film: 2)), ("base", .base),
    ("base/1/30.jpg", .baseFrame(film: 1, frame: 30, .jpg)), ("repair/\(key)", .repair(key: key)),
    ("frame/0/7.thumb", .frame(film: 0, frame: 7, .thumb)), ("waveform/\(key)", .waveform(key: key)),
  ]

  @Test("reads each address", arguments: known)
  func addresses(path: String, address: PreviewAddress) {
    #expect(read("/\(Self.token)/\(path)") == .success(address))
    #expect(read("/\(Self.token)/\(path)", method: "HEAD") == .success(address))
  }

  @Test("lets only what has a key be kept")
  func caching() {
    for (_, address) in Self.known {
      switch address {
      case .cell, .sound, .waveform: #expect(address.cacheControl == "private, max-age=31536000, immutable")
      default: #expect(address.cacheControl == "no-store")
      }
    }
  }

  @Test(
    "knows this machine by each of its names",
    arguments: [
      "localhost", "localhost:1", "localhost:9000", "localhost:65535", "127.0.0.1", "127.0.0.1:80",
      "127.255.0.9:80",
      "[::1]", "[::1]:8080",
    ])
  func hosts(host: String) {
    #expect(status(read("/\(Self.token)/state", [("hOST", host)])) == 200)
    #expect(status(read("/\(Self.token)/state", [("Host", host), ("Origin", "http://\(host)")])) == 200)
    #expect(status(read("/\(Self.token)/state", [("Host", host), ("Origin", "https://\(host)")])) == 403)
    #expect(status(read("/\(Self.token)/state", [("Host", host), ("Origin", "http://\(host)0")])) == 403)
    #expect(status(read("/\(Self.token)/state", [("Host", host + ".")])) == 403)
    #expect(status(read("/\(Self.token)/state", [("Host", host), ("Host", host)])) == 400)
    #expect(status(read("/\(Self.token)/state", [])) == 400)
  }

  @Test("answers the page itself, and a link to it from anywhere")
  func sites() {
    let host = (name: "Host", value: "localhost:1")
    let link: [(name: String, value: String)] = [
      ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"),
    ]
    for site in ["same-origin", "none"] {
      for target in ["", "state"] {
        #expect(status(read("/\(Self.token)/\(target)", [host, ("Sec-Fetch-Site", site)])) == 200)
      }
    }
    for site in ["same-site", "cross-site"] {
      #expect(status(read("/\(Self.token)/", [host, ("Sec-Fetch-Site", site)] + link)) == 200)
      #expect(status(read("/\(Self.token)/state", [host, ("Sec-Fetch-Site", site)] + link)) == 403)
      #expect(status(read("/\(Self.token)/", [host, ("Sec-Fetch-Site", site)])) == 403)
      #expect(status(read("/wrong/", [host, ("Sec-Fetch-Site", site)] + link)) == 404)
    }
  }

  // MARK: - What is refused

  @Test("asks for the whole token")
  func tokens() {
    let token = Self.token
    for wrong in [
      "", String(token.dropLast()), String(token.dropFirst()), token + "a", "a" + token, token.lowercased(),
      token + token,
    ] {
      #expect(status(read("/\(wrong)/state")) == 404, "\(wrong)")
    }
    for place in token.indices {
      var changed = Array(token)
      changed[token.distance(from: token.startIndex, to: place)] = "0"
      #expect(status(read("/\(String(changed))/state")) == 404)
    }
    // A preview without a token serves nothing.
    let open = RequestReader(token: "", pageFiles: Self.files)
    #expect(status(open.read(method: "GET", target: "//state", headers: [("Host", "localhost")])) == 404)
  }

  @Test("refuses bodies, upgrades and methods by itself")
  func bodies() {
    let host = (name: "Host", value: "localhost")
    for field in [
      ("Transfer-Encoding", "chunked"), ("Expect", "100-continue"), ("Upgrade", "websocket"), ("upgrade", ""),
    ] {
      #expect(status(read("/\(Self.token)/state", [host, field])) == 400)
    }
    for length in ["1", "00", "+0", "-0", "", "0, 0"] {
      #expect(status(read("/\(Self.token)/state", [host, ("Content-Length", length)])) == 413, "\(length)")
    }
    #expect(status(read("/\(Self.token)/state", [host, ("Content-Length", "0")])) == 200)
    #expect(
      status(read("/\(Self.token)/state", [host, ("Content-Length", "0"), ("content-length", "0")])) == 413)
    for method in ["", "get", "POST", "PUT", "OPTIONS", "CONNECT", "TRACE", "GET ", "GETHEAD"] {
      #expect(status(read("/\(Self.token)/state", method: method)) == 405, "\(method)")
    }
  }

  @Test("says nothing of the request in a refusal")
  func echo() {
    for target in ["/<script>alert(1)</script>", "/\(Self.token)/evil", "http://evil/"] {
      guard case .failure(let refusal) = read(target, [("Host", "localhost")]) else {
        Issue.record("\(target)")
        continue
      }
      #expect(
        !refusal.text.contains("evil") && !refusal.text.contains("<") && !refusal.text.contains(Self.token))
    }
  }

  // MARK: - Changes of the script

  private let editing = RequestReader(
    token: token, pageFiles: files, acceptsEdits: true, opensLines: true, detects: true)

  /// The headers that a browser and the page send with a change.
  private static let own: [(name: String, value: String)] = [
    ("Host", "localhost:1"), ("Origin", "http://localhost:1"), ("Sec-Fetch-Site", "same-origin"),
    ("Sec-Fetch-Mode", "cors"), ("Content-Length", "0"), ("X-Editc-Token", token),
  ]

  private func post(
    _ path: String, _ headers: [(name: String, value: String)] = own
  ) -> Result<PreviewAddress, Refusal> {
    editing.read(method: "POST", target: "/\(Self.token)/\(path)", headers: headers)
  }

  @Test("reads a change from the page itself, with the token in a header")
  func edits() {
    #expect(post("repair/\(Self.key)") == .success(.applyRepair(key: Self.key)))
    #expect(post("undo/\(Self.key)") == .success(.undoRepair(key: Self.key)))
    #expect(post("line/1") == .success(.line(1)))
    #expect(post("line/4312") == .success(.line(4312)))
    #expect(post("detect/0") == .success(.detect(film: 0)))
    // Browsers without these fields, and the names of fields in any case.
    let few = Self.own.filter { !$0.name.hasPrefix("Sec-") && $0.name != "Content-Length" }
    #expect(post("undo/\(Self.key)", few) == .success(.undoRepair(key: Self.key)))
    let small = Self.own.map { (name: $0.name.lowercased(), value: $0.value) }
    #expect(post("undo/\(Self.key)", small) == .success(.undoRepair(key: Self.key)))
  }

  @Test(
    "refuses a change from anyone else",
    arguments: [
      ("Origin", nil, 403), ("Origin", "http://localhost:2", 403), ("Origin", "https://localhost:1", 403),
      ("Origin", "null", 403), ("Origin", "", 403), ("Origin", "http://evil.example", 403),
      ("Origin", "http://localhost:1.evil.example", 403), ("Host", "evil.example", 403), ("Host", nil, 400),
      ("Host", "localhost:2", 403), ("Sec-Fetch-Site", "cross-site", 403),
      ("Sec-Fetch-Site", "same-site", 403), ("Sec-Fetch-Site", "none", 403), ("X-Editc-Token", nil, 403),
      ("X-Editc-Token", "", 403), ("X-Editc-Token", token + "a", 403),
      ("X-Editc-Token", String(token.dropLast()), 403), ("X-Editc-Token", token.lowercased(), 403),
      ("Content-Length", "1", 413), ("Content-Length", "100000000000", 413), ("Content-Length", "-1", 413),
    ] as [(String, String?, Int)])
  func strangers(name: String, value: String?, expected: Int) {
    var headers = Self.own.filter { $0.name != name }
    if let value { headers.append((name, value)) }
    for path in ["repair/\(Self.key)", "undo/\(Self.key)", "line/7"] {
      #expect(status(post(path, headers)) == expected, "\(name): \(value ?? "none")")
    }
  }

  @Test("refuses a change with a second token, origin or body")
  func repeated() {
    for field in Self.own where field.name != "Sec-Fetch-Mode" {
      let isRefused = status(post("repair/\(Self.key)", Self.own + [field])) >= 400
      // A repeated `same-origin` says the same.
      #expect(isRefused || field.name == "Sec-Fetch-Site", "\(field.name)")
      #expect((status(post("line/7", Self.own + [field])) >= 400) == isRefused, "\(field.name)")
    }
    #expect(status(post("repair/\(Self.key)", Self.own + [("Transfer-Encoding", "chunked")])) == 400)
  }

  @Test("changes nothing by GET, at another address, or if it is off")
  func off() {
    for path in Self.known.map(\.0) where !path.hasPrefix("repair") {
      #expect(status(post(path)) == 404, "\(path)")
    }
    for path in [
      "repair", "repair/", "repair/\(Self.key)/", "repair/\(Self.key.uppercased())", "undo/1", "undo",
      "line", "line/", "line/7/", "line/-1", "line/07", "line/\(Self.key)",
      "detect", "detect/", "detect/01", "detect/beach.mp4",
    ] {
      #expect(status(post(path)) == 404, "\(path)")
    }
    #expect(status(read("/\(Self.token)/undo/\(Self.key)", Self.own)) == 404)
    #expect(read("/\(Self.token)/repair/\(Self.key)", Self.own) == .success(.repair(key: Self.key)))
    for path in ["repair/\(Self.key)", "undo/\(Self.key)"] {
      #expect(status(read("/\(Self.token)/\(path)", method: "POST", Self.own)) == 405)
    }
    // A line of the script is opened by POST alone, without leave to change it as well, and never without an editor.
    for method in ["GET", "HEAD"] {
      #expect(
        status(editing.read(method: method, target: "/\(Self.token)/line/7", headers: Self.own)) == 404)
    }
    let opening = RequestReader(token: Self.token, pageFiles: Self.files, opensLines: true)
    let changing = RequestReader(token: Self.token, pageFiles: Self.files, acceptsEdits: true)
    func sent(_ path: String, to reader: RequestReader) -> Result<PreviewAddress, Refusal> {
      reader.read(method: "POST", target: "/\(Self.token)/\(path)", headers: Self.own)
    }
    #expect(sent("line/7", to: opening) == .success(.line(7)))
    #expect(status(sent("repair/\(Self.key)", to: opening)) == 405)
    #expect(status(sent("undo/\(Self.key)", to: opening)) == 405)
    #expect(status(sent("line/7", to: changing)) == 404)
    #expect(status(sent("line/7", to: reader)) == 405)
    #expect(status(sent("detect/0", to: changing)) == 404)
    let detecting = RequestReader(token: Self.token, pageFiles: Self.files, detects: true)
    #expect(sent("detect/3", to: detecting) == .success(.detect(film: 3)))
    #expect(status(sent("line/7", to: detecting)) == 404)
    let wrong = editing.read(method: "POST", target: "/\(Self.token)a/undo/\(Self.key)", headers: Self.own)
    #expect(status(wrong) == 404)
  }

  // MARK: - Chance

  @Test("reads any change of a request as the same address, another one written exactly, or a refusal")
  func mutations() {
    var random = SeededRandom(seed: 3)
    var count = 0
    for _ in 0..<attempts {
      guard let (path, _) = Self.known.randomElement(using: &random) else { return }
      var target = Array("/\(Self.token)/\(path)".utf8)
      var host = Array("localhost:9000".utf8)
      if Bool.random(using: &random) { change(&target, &random) } else { change(&host, &random) }
      let text = String(decoding: target, as: UTF8.self)
      let name = String(decoding: host, as: UTF8.self)
      guard case .success(let address) = read(text, [("Host", name)]) else { continue }
      count += 1
      // Written again from what was read: an address has one spelling.
      let isSpelledSo = spelling(of: address).contains { text == "/\(Self.token)/\($0)" }
      if !isSpelledSo || !isPlain(name) { Issue.record("\(text) at \(name)") }
    }
    #expect(count > 1000)
  }

  @Test("survives bytes of chance in every place")
  func chance() {
    var random = SeededRandom(seed: 4)
    for _ in 0..<rounds(200_000, quick: 10_000) {
      let texts = (0..<6).map { _ in text(&random) }
      let result = reader.read(
        method: Bool.random(using: &random) ? "GET" : texts[0], target: texts[1],
        headers: [(texts[2], texts[3]), ("Host", texts[4]), ("Origin", texts[5])])
      if case .success = result { Issue.record("\(texts)") }
    }
  }

  private func text(_ random: inout SeededRandom) -> String {
    let count = Int.random(in: 0...40, using: &random)
    return String(decoding: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }, as: UTF8.self)
  }

  private func change(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let letters = Array("/.%?#-_0123456789abcdefAF:[]@\\ \u{E9}".utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let letter = letters.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = letter
      case 1: bytes.insert(letter, at: place)
      case 2: bytes.remove(at: place)
      case 3: bytes[place] = UInt8.random(in: 0...255, using: &random)
      default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
      }
    }
  }

  /// `localhost` with a port, or none.
  private func isPlain(_ host: String) -> Bool {
    if host == "localhost" { return true }
    guard host.hasPrefix("localhost:"), let port = UInt16(host.dropFirst(10)) else { return false }
    return port > 0 && host == "localhost:\(port)"
  }

  private func spelling(of address: PreviewAddress) -> [String] {
    switch address {
    case .page(let name): name == "index.html" ? ["", name] : Self.files.contains(name) ? [name] : []
    case .state: ["state"]
    case .events: ["events"]
    case .film(let film): ["film/\(film)"]
    case .cell(let key): ["cell/\(key)"]
    case .sound(let key, let chunk): ["sound/\(key)/\(chunk)"]
    case .frame(let film, let frame, let format): ["frame/\(film)/\(frame).\(format.rawValue)"]
    case .waveform(let key): ["waveform/\(key)"]
    case .at(let film, let frame): ["at/\(film)/\(frame)"]
    case .played(let film, let from, let to): ["played/\(film)/\(from)/\(to)"]
    case .ended(let film): ["ended/\(film)"]
    case .base: ["base"]
    case .baseFrame(let film, let frame, let format): ["base/\(film)/\(frame).\(format.rawValue)"]
    case .repair(let key): ["repair/\(key)"]
    // None of them is read from a GET.
    case .applyRepair, .undoRepair, .line, .detect: []
    }
  }
}
