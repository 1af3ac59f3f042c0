import ContentDigest
import Testing

@Suite("Values as bytes for their digest")
struct CanonicalEncoderTests {
  private struct Pair<First: Encodable, Second: Encodable>: Encodable {
    var first: First
    var second: Second
  }

  private enum Kind: Encodable {
    case none
    case one(Int)
    case named(length: Int, text: String?)
  }

  private struct Nothing: Encodable {
    func encode(to encoder: any Encoder) throws {}
  }

  private func bytes(_ value: some Encodable) throws -> [UInt8] {
    try ContentDigest.canonicalBytes(of: value)
  }

  @Test("equal values have equal bytes, in every run")
  func equal() throws {
    let value = Pair(first: ["a", "b"], second: Kind.named(length: 2, text: "c"))
    #expect(try bytes(value) == bytes(value))
    #expect(
      try ContentDigest.of(value: Pair(first: 1, second: "a")).hex
        == ContentDigest.of(
          [0x7B, 0x3A, 5, 0, 0, 0, 0, 0, 0, 0] + Array("first".utf8) + [0x69, 1, 0, 0, 0, 0, 0, 0, 0]
            + [0x3A, 6, 0, 0, 0, 0, 0, 0, 0] + Array("second".utf8) + [
              0x22, 1, 0, 0, 0, 0, 0, 0, 0, 0x61, 0x5D,
            ]
        ).hex)
  }

  @Test("values that differ in how members, lists and texts begin and end differ in their bytes")
  func different() throws {
    let values: [[UInt8]] = [
      try bytes(Pair(first: "ab", second: "c")), try bytes(Pair(first: "a", second: "bc")),
      try bytes(Pair(first: ["a"], second: ["b", "c"])), try bytes(Pair(first: ["a", "b"], second: ["c"])),
      try bytes(Pair(first: [["a"], ["b"]], second: [["c"]])),
      try bytes(Pair(first: [["a", "b"]], second: [["c"]])),
      try bytes(Pair(first: [String](), second: ["a", "b", "c"])),
      try bytes(Pair(first: Nothing(), second: 0)), try bytes(Pair(first: 0, second: Nothing())),
      try bytes(Pair(first: Kind.none, second: 0)), try bytes(Pair(first: Kind.one(0), second: 0)),
      try bytes(Pair(first: Kind.named(length: 0, text: nil), second: 0)),
      try bytes(Pair(first: Kind.named(length: 0, text: ""), second: 0)),
      try bytes(Pair(first: Int?.none, second: 0)), try bytes(Pair(first: 0, second: Int?.none)),
      try bytes(Pair(first: "0", second: 0)), try bytes(Pair(first: false, second: 0)),
      try bytes(Pair(first: 0.0, second: 0)), try bytes(Pair(first: -0.0, second: 0)),
      try bytes(Pair(first: 0.1, second: 0)), try bytes(Pair(first: 0.1.nextUp, second: 0)),
      try bytes(Pair(first: Int.min, second: UInt64.max)),
      try bytes(Pair(first: Int.max, second: UInt64.max)),
      try bytes(["a"]), try bytes("a"), try bytes([Int]()), try bytes([[Int]()]),
    ]
    #expect(Set(values).count == values.count)
  }

  @Test("a container that is written to after its neighbour has begun has no bytes")
  func interleaved() {
    struct Crossed: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        var inner = list.nestedUnkeyedContainer()
        try list.encode(1)
        try inner.encode(2)
      }
    }
    #expect(throws: DigestFailure.self) { try ContentDigest.of(value: Crossed()) }
  }
}
