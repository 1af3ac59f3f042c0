import ContentDigest
import FoundationEssentials
import Testing

@Suite struct ContentDigestTests {
  @Test(
    "The published vectors of SHA-256 (FIPS 180-4)",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func vectors(text: String, expected: String) throws {
    #expect(try ContentDigest.of(text: text).hex == expected)
    #expect(try ContentDigest.of(Array(text.utf8)).description == expected)
  }

  @Test(
    "The published vectors of MD5 (RFC 1321)",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ])
  func md5(text: String, expected: String) throws {
    var stream = try DigestStream(.md5)
    stream.update(Array(text.utf8))
    #expect(try stream.hexDigest() == expected)
  }

  private static let million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"

  @Test("A million times `a`, in pieces of any size", arguments: [1000, 64, 63, 65, 1_000_000])
  func million(piece: Int) throws {
    var stream = try DigestStream()
    var left = 1_000_000
    while left > 0 {
      let count = min(piece, left)
      stream.update([UInt8](repeating: UInt8(ascii: "a"), count: count))
      left -= count
    }
    #expect(try stream.finalize().hex == Self.million)
  }

  @Test("Empty pieces change nothing, raw memory counts like an array")
  func pieces() throws {
    var stream = try DigestStream()
    stream.update([])
    stream.update(UnsafeRawBufferPointer(start: nil, count: 0))
    Array("abc".utf8).withUnsafeBytes { stream.update($0) }
    stream.update([])
    #expect(try stream.finalize() == ContentDigest.of(text: "abc"))
  }

  @Test("A stream that is dropped unfinished frees what it holds")
  func dropped() throws {
    for _ in 0..<10_000 {
      var stream = try DigestStream()
      stream.update([1, 2, 3])
    }
  }

  @Test("A digest is read from 64 lower-case digits and nothing else")
  func reading() throws {
    let abc = try ContentDigest.of(text: "abc")
    #expect(ContentDigest(hex: abc.hex) == abc)
    #expect(ContentDigest(hex: abc.hex.uppercased()) == nil)
    #expect(ContentDigest(hex: String(abc.hex.dropLast())) == nil)
    #expect(ContentDigest(hex: abc.hex + "0") == nil)
    #expect(ContentDigest(hex: String(repeating: "g", count: 64)) == nil)
    let data = try JSONEncoder().encode([abc])
    #expect(String(decoding: data, as: UTF8.self) == "[\"\(abc.hex)\"]")
    #expect(try JSONDecoder().decode([ContentDigest].self, from: data) == [abc])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ContentDigest].self, from: Data(#"["abc"]"#.utf8))
    }
  }
}
