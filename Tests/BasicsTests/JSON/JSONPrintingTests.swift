import Basics
import FoundationEssentials
import Testing

@Suite struct JSONPrintingTests {
  @Test("Members and elements keep their order, on one line or indented")
  func order() {
    let value = JSONValue.members([
      "z": 1, "a": [true, .null, "x"], "empty": [], "none": .object([]), "m": .members(["k": .number(0.5)]),
    ])
    #expect(value.compactText == #"{"z":1,"a":[true,null,"x"],"empty":[],"none":{},"m":{"k":0.5}}"#)
    #expect(
      value.indentedText == """
        {
          "z": 1,
          "a": [
            true,
            null,
            "x"
          ],
          "empty": [],
          "none": {},
          "m": {
            "k": 0.5
          }
        }

        """)
  }

  @Test("Members without a value are left out")
  func absentMembers() {
    #expect(JSONValue.membersPresent(["a": 1, "b": nil, "c": .null]).compactText == #"{"a":1,"c":null}"#)
  }

  @Test("Strings escape what JSON and line-based readers cannot hold")
  func escaping() {
    let text = JSONValue.string("\"\\\n\r\t\u{0}\u{1B}\u{7F}\u{2028}\u{2029}/é😀").compactText
    #expect(text == #""\"\\\n\r\t\u0000\u001b\u007f\u2028\u2029/é😀""#)
    // A name is escaped like a value.
    #expect(JSONValue.members(["a\"b": 1]).compactText == #"{"a\"b":1}"#)
  }

  @Test(
    "Doubles take the shortest digits that read back",
    arguments: [
      (0.1, "0.1"), (1.0 / 3, "0.3333333333333333"), (5, "5.0"), (1e21, "1e+21"),
      (.leastNonzeroMagnitude, "5e-324"),
      (-0.0, "-0.0"), (.infinity, "null"), (.nan, "null"), (0.1 + 0.2, "0.30000000000000004"),
    ] as [(Double, String)])
  func doubles(value: Double, expected: String) {
    #expect(JSONValue.number(value).compactText == expected)
  }

  @Test("Integers are printed whole at both ends of 64 bits")
  func integers() {
    #expect(JSONValue.array([.integer(.min), .integer(.max)]).compactText == "[\(Int64.min),\(Int64.max)]")
  }

  @Test("Another reader understands what is printed")
  func independentReader() throws {
    struct Message: Decodable, Equatable {
      let text: String
      let numbers: [Double]
      let flag: Bool?
    }
    let value = JSONValue.members([
      "text": "tab\t \u{1} \u{2028} 😀", "numbers": [.number(1e-7), .number(123456.789), 12], "flag": .null,
    ])
    let message = Message(text: "tab\t \u{1} \u{2028} 😀", numbers: [1e-7, 123456.789, 12], flag: nil)
    for text in [value.compactText, value.indentedText] {
      #expect(try JSONDecoder().decode(Message.self, from: Data(text.utf8)) == message)
    }
  }
}
