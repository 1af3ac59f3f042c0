import Basics
import Testing

@Suite struct JSONReadingTests {
  @Test("A message is read with its members in order")
  func message() throws {
    let value = try JSONValue.parse(
      #" { "kind" : "progress", "frames" : [ 1 , -2 ], "ratio": 0.25, "last": false, "error": null } "#)
    #expect(
      value
        == .members([
          "kind": "progress", "frames": [1, -2], "ratio": .number(0.25), "last": false, "error": .null,
        ]))
    #expect(value["kind"]?.stringValue == "progress")
    #expect(value["frames"]?.elements?.last?.integerValue == -2)
    #expect(value["frames"]?.elements?.first?.numberValue == 1)
    #expect(value["ratio"]?.numberValue == 0.25)
    #expect(value["ratio"]?.integerValue == nil)
    #expect(value["last"]?.boolValue == false)
    #expect(value["error"] == .null)
    #expect(value["nothing"] == nil)
    #expect(value["kind"]?["kind"] == nil)
    #expect(value.members?.map(\.name) == ["kind", "frames", "ratio", "last", "error"])
  }

  @Test(
    "Whole numbers that fit 64 bits stay whole, the others become doubles",
    arguments: [
      ("0", .integer(0)), ("-7", .integer(-7)), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("1.0", .number(1)), ("1e2", .number(100)), ("1E-2", .number(0.01)), ("-0.5e+1", .number(-5)),
      ("5e-324", .number(.leastNonzeroMagnitude)),
    ] as [(String, JSONValue)])
  func numbers(text: String, expected: JSONValue) throws {
    #expect(try JSONValue.parse(text) == expected)
  }

  @Test("Strings undo every escape")
  func strings() throws {
    #expect(
      try JSONValue.parse(#""\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00é""#) == "\"\\/\u{8}\u{C}\n\r\tAé😀é")
    #expect(try JSONValue.parse("\"\u{7F}\u{2028}\"") == "\u{7F}\u{2028}")
    // Carriage return and line feed are two scalars, though one character.
    #expect(try JSONValue.parse(#""\r\n""#) == "\r\n")
  }

  @Test(
    "What is no JSON is refused with the place",
    arguments: [
      ("", 0), ("  ", 2), ("{", 1), ("[1,]", 3), ("[1 2]", 3), (#"{"a":1,}"#, 7), (#"{"a" 1}"#, 5),
      ("{a:1}", 1),
      (#"{"a":1,"a":2}"#, 7), ("01", 1), ("+1", 0), (".5", 0), ("1.", 2), ("1e", 2), ("-", 1), ("1e400", 0),
      ("tru", 0), ("nul", 0), ("NaN", 0), ("1 1", 2), (#""abc"#, 0), ("\"a\nb\"", 2), (#""\x""#, 2),
      (#""\u12"#, 5), (#""\u12g4""#, 5), (#""\uD83D""#, 3), (#""\uDE00""#, 3), (#""\uD83Dx""#, 3),
      (#""\uD83D\u0041""#, 3), (#""\uD83D\uD83D""#, 3), (#""\"#, 2), ("'a'", 0), ("[1]]", 3), ("/**/1", 0),
    ] as [(String, Int)])
  func refused(text: String, offset: Int) {
    let problem = #expect(throws: JSONProblem.self) { try JSONValue.parse(text) }
    #expect(problem?.offset == offset, "\(text): \(problem?.description ?? "")")
  }

  @Test("Bytes that are not UTF-8 are refused")
  func invalidBytes() {
    #expect(throws: JSONProblem.self) { try JSONValue.parse(bytes: [0x22, 0xFF, 0x22]) }
    // A surrogate encoded as three bytes, and an overlong slash.
    #expect(throws: JSONProblem.self) { try JSONValue.parse(bytes: [0x22, 0xED, 0xA0, 0x80, 0x22]) }
    #expect(throws: JSONProblem.self) { try JSONValue.parse(bytes: [0x22, 0xC0, 0xAF, 0x22]) }
  }

  @Test("64 levels are read, 65 are refused, and a million brackets do no harm")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try JSONValue.parse(nested(64)) }
    let problem = #expect(throws: JSONProblem.self) { try JSONValue.parse(nested(65)) }
    #expect(problem?.offset == 64)
    #expect(throws: JSONProblem.self) { try JSONValue.parse(String(repeating: "[", count: 1_000_000)) }
    #expect(throws: JSONProblem.self) { try JSONValue.parse(String(repeating: #"{"a":"#, count: 100_000)) }
  }

  @Test("What was printed reads back as the same value, and any cut of it is refused without harm")
  func roundTrip() throws {
    let value = JSONValue.members([
      "text": "a\u{0}\"\\\u{2029}é😀", "numbers": [.number(0.1), .integer(.min), .number(-1e300)],
      "nested": [.members(["a": [[], .object([])]]), .null, true],
    ])
    #expect(try JSONValue.parse(value.compactText) == value)
    #expect(try JSONValue.parse(value.indentedText) == value)
    let bytes = Array(value.compactText.utf8)
    for end in 0..<bytes.count {
      #expect(throws: JSONProblem.self) { try JSONValue.parse(bytes: Array(bytes[..<end])) }
    }
    for index in bytes.indices {
      for byte: UInt8 in [0, 0x22, 0x5B, 0x5C, 0x7D, 0xFF] {
        var changed = bytes
        changed[index] = byte
        _ = try? JSONValue.parse(bytes: changed)
      }
    }
  }
}
