import ContentDigest
import Testing

@testable import Network

@Suite struct ValueTests {
  private func address(_ text: String) -> NetworkAddress {
    let v4 = text.split(separator: ".").compactMap { UInt8($0) }
    if v4.count == 4 { return NetworkAddress(bytes: v4) }
    // As 16 bytes in hexadecimal digits, with `:` anywhere between them; zeros at the end may be missing.
    let digits = Array(text.filter { $0 != ":" })
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(digits[$0..<$0 + 2]), radix: 16) ?? 0
    }
    return NetworkAddress(bytes: bytes + [UInt8](repeating: 0, count: 16 - bytes.count))
  }

  @Test("Addresses of this machine, its networks, documentation and nobody are not public")
  func privateAddresses() {
    for text in [
      "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1", "169.254.169.254",
      "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
      "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
      "0000:0000:0000:0000:0000:0000:0000:0000", "0000:0000:0000:0000:0000:0000:0000:0001", "fe80", "fc00",
      "fd12:3456",
      "fec0", "ff02", "0000:0000:0000:0000:0000:ffff:7f00:0001", "0000:0000:0000:0000:0000:ffff:0a00:0001",
      "0064:ff9b:0000:0000:0000:0000:a9fe:a9fe", "0064:ff9b:0001", "2002:7f00:0001", "2001:0000:4136",
      "2001:0db8",
      "3fff:0001", "4000", "0100",
    ] { #expect(!address(text).isPublic, "\(text)") }
    #expect(!NetworkAddress(bytes: []).isPublic)
  }

  @Test("Other addresses are public")
  func publicAddresses() {
    for text in [
      "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.1.1.1",
      "128.0.0.1",
      "172.15.0.1", "172.32.0.1", "192.0.1.1", "192.167.1.1", "198.17.0.1", "198.20.0.1", "223.255.255.255",
      "2606:4700", "2a00:1450", "2001:4860", "0000:0000:0000:0000:0000:ffff:0808:0808",
      "0064:ff9b:0000:0000:0000:0000:0808:0808", "2002:0808:0808",
    ] { #expect(address(text).isPublic, "\(text)") }
  }

  private func head(_ lines: String...) -> AnswerHead {
    var head = AnswerHead()
    for line in lines { head.add(line + "\r\n") }
    return head
  }

  @Test("The last answer counts, and its fields are read in any case")
  func heads() {
    let head = head(
      "HTTP/1.1 100 Continue", "X: 1", "", "HTTP/2 200", "CONTENT-LENGTH:  17 ",
      "Content-Type: Text/HTML; charset=x")
    #expect(head.status == 200 && head.byteCount == 17 && head.type == "text/html" && head["x"] == nil)
    #expect(self.head("HTTP/1.1 200 OK", "content-length: -1").byteCount == nil)
    #expect(self.head("nonsense").status == 0)
    #expect(self.head("HTTP/1.1 503 x", "Retry-After: 7").retryAfter == .seconds(7))
    #expect(self.head("HTTP/1.1 503 x", "Retry-After: Wed, 21 Oct 2026 07:28:00 GMT").retryAfter == nil)
  }

  @Test(
    "A range counts only if it is the rest of the file",
    arguments: [
      ("bytes 10-99/100", 10), ("bytes 10-98/100", nil), ("bytes 10-99/*", nil), ("bytes */100", nil),
      ("items 10-99/100", nil), ("bytes 10-99", nil), ("bytes -99/100", nil),
    ] as [(String, Int64?)])
  func ranges(_ text: String, _ start: Int64?) {
    #expect(head("HTTP/1.1 206 x", "content-range: \(text)").range?.start == start)
  }

  @Test("A request and a report are the same after a line")
  func lines() {
    var request = NetworkRequest(.put, "https://a.example/\"x\"", byteCount: 7, resumes: true, digest: "ab")
    request.patience.tries = 3
    request.patience.stall = .seconds(2)
    #expect(NetworkRequest(line: request.line) == request)
    #expect(NetworkRequest(line: NetworkRequest(.head, "x").line) == NetworkRequest(.head, "x"))
    #expect(NetworkRequest(line: "{}") == nil && NetworkReport(line: "what") == nil)
    let answer = NetworkAnswer(status: 206, byteCount: nil, receivedBytes: 5, encoding: "gzip", type: nil)
    for report: NetworkReport in [
      .ready(shortcomings: ["a"]), .refused("b"), .progress(3), .answer(answer),
      .failure(NetworkFailure(.denied, "c")),
    ] { #expect(NetworkReport(line: report.line) == report) }
  }

  @Test("Logins are read as other programs read ~/.netrc")
  func netrc() {
    let netrc = Netrc(
      """
      # a comment machine x login y
      machine One.example login ada password p1 account z
      macdef init
      machine evil.example login m password m

      machine two.example
        password p2
        login bob
      default login guest password none
      machine one.example login later password later
      """)
    #expect(netrc.login(for: "one.example") == Netrc.Login(user: "ada", password: "p1"))
    #expect(netrc.login(for: "TWO.example") == Netrc.Login(user: "bob", password: "p2"))
    #expect(netrc.login(for: "evil.example") == Netrc.Login(user: "guest", password: "none"))
    #expect(Netrc("machine a login b password c").login(for: "b") == nil)
    #expect(Netrc("machine").login(for: "") == nil)
  }
}

/// Vectors that AWS publishes.
@Suite struct SignatureTests {
  private let example = SignatureV4(
    accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    sessionToken: nil,
    region: "us-east-1")
  private let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  private func signature(_ fields: [(name: String, value: String)]) -> Substring? {
    fields.first { $0.name == "authorization" }?.value.split(separator: "Signature=").last
  }

  @Test("GET and PUT of an object, from the documentation of S3")
  func objects() throws {
    let get = try example.fields(
      method: "GET", host: "examplebucket.s3.amazonaws.com", path: "/test.txt", payload: empty,
      date: "20130524T000000Z", others: [("range", "bytes=0-9")])
    #expect(signature(get) == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    let put = try example.fields(
      method: "PUT", host: "examplebucket.s3.amazonaws.com",
      path: SignatureV4.encodedPath("/test$file.text".utf8),
      payload: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072", date: "20130524T000000Z",
      others: [("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")])
    #expect(signature(put) == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
  }

  @Test("get-vanilla and a UTF-8 path of the test suite of Signature Version 4")
  func suite() throws {
    var service = SignatureV4(
      accessKey: "AKIDEXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", sessionToken: nil,
      region: "us-east-1")
    service.service = "service"
    let fields: [(name: String, value: String)] = [
      ("host", "example.amazonaws.com"), ("x-amz-date", "20150830T123600Z"),
    ]
    func signature(_ path: String) throws -> Substring? {
      try service.authorization(
        method: "GET", path: path, payload: empty, date: "20150830T123600Z", fields: fields
      ).split(separator: "Signature=").last
    }
    #expect(try signature("/") == "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31")
    #expect(
      try signature(SignatureV4.encodedPath("/ሴ".utf8))
        == "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85")
  }

  @Test("HMAC-SHA256 of RFC 4231")
  func authenticationCodes() throws {
    func code(_ key: [UInt8], _ text: String) throws -> String {
      try authenticationCode(of: Array(text.utf8), key: key).map {
        ($0 < 16 ? "0" : "") + String($0, radix: 16)
      }
      .joined()
    }
    #expect(
      try code(Array("Jefe".utf8), "what do ya want for nothing?")
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      try code([UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First")
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }
}
