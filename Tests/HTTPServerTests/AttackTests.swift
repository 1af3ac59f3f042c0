import HTTPServer
import Preview
import TestSupport
import Testing

private let token = "k3tWq0-AaBbCcDdEeFfGgHh_"
private let key = String(repeating: "0123456789abcdef", count: 4)

@Suite("Requests of others")
struct AttackTests {
  /// A preview in which each answer says that it was served.
  private final class Preview {
    var served: [PreviewAddress] = []
    private(set) var station: Station!

    init(acceptsEdits: Bool = false) throws {
      let reader = RequestReader(
        token: token, pageFiles: ["index.html", "page.css", "page.js"], acceptsEdits: acceptsEdits,
        opensLines: acceptsEdits)
      station = try Station(
        headers: securityHeaders.map { HTTPHeader($0.name, $0.value) }, acceptsPost: acceptsEdits
      ) {
        [unowned self] request, promise in
        let headers = request.headers.map { ($0.name, $0.value) }
        switch reader.read(method: request.method, target: request.target, headers: headers) {
        case .success(let address):
          served.append(address)
          promise.answer(HTTPAnswer(200, text: "SERVED \(address)"))
        case .failure(let refusal):
          promise.answer(HTTPAnswer(refusal.status, text: refusal.text))
        }
      }
    }

    func filled(_ bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      for (word, value) in [("TOKEN", token), ("KEY", key), ("PORT", "\(station.server.port ?? 0)")] {
        bytes.replace(Array(word.utf8), with: Array(value.utf8))
      }
      return bytes
    }

    /// The bytes of the right request that each attack is a change of.
    var good: [UInt8] { station.request("/\(token)/state") }
  }

  private func attack(_ attacks: [Attack], atLeast count: Int, acceptsEdits: Bool = false) throws {
    #expect(attacks.count >= count)
    let preview = try Preview(acceptsEdits: acceptsEdits)
    for attack in attacks {
      let received = try preview.station.exchange(preview.filled(attack.bytes), for: .milliseconds(300))
      let text = String(decoding: received, as: UTF8.self)
      #expect(preview.served == [], "\(attack.name)")
      #expect(!text.contains("SERVED") && !text.contains("root:"), "\(attack.name)")
      #expect(
        received.isEmpty || text.wholeMatch(of: /HTTP\/1\.[01] [45](?s:.*)/) != nil, "\(attack.name): \(text)"
      )
      #expect(!text.lowercased().contains("access-control-allow"), "\(attack.name)")
      #expect(!text.contains("100 Continue"), "\(attack.name)")
      preview.served = []
      #expect(HTTPReply(try preview.station.exchange(preview.good))?.status == 200, "after \(attack.name)")
      #expect(preview.served == [.state], "after \(attack.name)")
      preview.served = []
    }
  }

  @Test("are not served for another name of this machine")
  func hosts() throws { try attack(Attack.hosts, atLeast: 20) }

  @Test("are not served to other pages")
  func origins() throws { try attack(Attack.origins, atLeast: 20) }

  @Test("do not leave the addresses of the preview")
  func traversals() throws { try attack(Attack.traversals, atLeast: 60) }

  @Test("are served for exact addresses alone")
  func targets() throws { try attack(Attack.targets, atLeast: 20) }

  @Test("have one reading, no body, and an end", arguments: [false, true])
  func smuggling(acceptsEdits: Bool) throws {
    try attack(Attack.smuggling, atLeast: 40, acceptsEdits: acceptsEdits)
  }

  @Test("do not change the script", arguments: [false, true])
  func edits(acceptsEdits: Bool) throws {
    try attack(Attack.edits, atLeast: 40, acceptsEdits: acceptsEdits)
  }

  @Test("change the script if they are the page's own, and it may be changed")
  func ownEdits() throws {
    for acceptsEdits in [true, false] {
      let preview = try Preview(acceptsEdits: acceptsEdits)
      for path in ["repair", "undo", "/TOKEN/line/7"] {
        let reply = try #require(
          HTTPReply(try preview.station.exchange(preview.filled(Attack.ownEdit(path).bytes))))
        #expect(reply.status == (acceptsEdits ? 200 : 405))
        let allowed = acceptsEdits ? "GET, HEAD, POST" : "GET, HEAD"
        #expect(acceptsEdits || reply.value(of: "Allow") == allowed)
        // A refused one is the last request of its connection.
        #expect(acceptsEdits || reply.value(of: "Connection") == "close")
      }
      let acts: [PreviewAddress] = [.applyRepair(key: key), .undoRepair(key: key), .line(7)]
      #expect(preview.served == (acceptsEdits ? acts : []))
    }
  }

  @Test("are served if they are right, with the headers that keep others out")
  func controls() throws {
    let preview = try Preview()
    let station = try #require(preview.station)
    let right: [(String, [String], PreviewAddress)] = [
      ("/\(token)/", [], .page("index.html")), ("/\(token)/page.js", [], .page("page.js")),
      ("/\(token)/cell/\(key)", ["Sec-Fetch-Site: same-origin"], .cell(key: key)),
      ("/\(token)/sound/\(key)/12", ["Origin: http://\(station.host)"], .sound(key: key, chunk: 12)),
      ("/\(token)/events", ["Content-Length: 0"], .events),
      (
        "/\(token)/",
        ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"],
        .page("index.html")
      ),
    ]
    for (target, headers, address) in right {
      let reply = try #require(try station.get(target, headers: headers))
      #expect(reply.status == 200 && reply.text == "SERVED \(address)\n", "\(target)")
      for (name, value) in securityHeaders { #expect(reply.value(of: name) == value, "\(target)") }
    }
    let refused = try #require(try station.get("/\(token)/no"))
    #expect(refused.status == 404 && refused.value(of: "Cross-Origin-Opener-Policy") == "same-origin")
    let method = try #require(try station.get("/\(token)/", "OPTIONS"))
    #expect(method.status == 405 && method.value(of: "Allow") == "GET, HEAD")
    #expect(method.value(of: "X-Content-Type-Options") == "nosniff")
    #expect(
      HTTPReply(
        try station.exchange(Array("GET /\(token)/ HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n".utf8)))?.status == 200
    )
  }
}
