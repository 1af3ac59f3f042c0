import EditScript
import Testing

@Suite("Entries of credits")
struct CreditsFileTests {
  private func read(_ text: String) -> Result<[CreditsEntry], CreditsProblem> {
    Result { () throws(CreditsProblem) in try CreditsFile.read(Array(text.utf8)) }
  }

  @Test("in a table join the names of a role, wherever they are")
  func table() {
    let text =
      "\u{FEFF}role,name\r\nProducer,Ann\r\nCast,\"Bo, Jr.\"\r\n\r\nProducer,Cy\r\n,Thanks to all\r\n,\r\n"
    #expect(
      read(text)
        == .success([
          CreditsEntry(role: "Producer", names: ["Ann", "Cy"]),
          CreditsEntry(role: "Cast", names: ["Bo, Jr."]),
          .gap, CreditsEntry(role: "", names: ["Thanks to all"], isAcross: true), .gap,
        ]))
  }

  @Test(
    "in a table are refused with the line of the mistake",
    arguments: [
      ("", 1, "the file is empty; its first line must be `role,name`"),
      ("name,role\na,b\n", 1, "the first line must be `role,name`"),
      ("role;name\na;b\n", 1, "the columns are separated by semicolons, not by commas"),
      ("role,name\n", 1, "the file has no names"),
      ("role,name\na,b\na\n", 3, "the line has 1 value instead of 2; quote values that contain a comma"),
      ("role,name\n\na,b,c\n", 3, "the line has 3 values instead of 2; quote values that contain a comma"),
      ("role,name\nDirector,\n", 2, "the role `Director` has no name"),
      ("role,name\na,\"b\n", 2, "this quote is never closed"),
      ("r\0o\0", 1, "the file is UTF-16 or UTF-32, not UTF-8"),
    ])
  func mistakes(text: String, line: Int, reason: String) {
    #expect(read(text) == .failure(CreditsProblem(line: line, reason: reason)))
  }

  @Test(
    "in a list have a role before the first colon that a space follows",
    arguments: [
      ("Produced by: Ann Lee, Bo", "Produced by", ["Ann Lee", "Bo"], false),
      ("  Cast :Ann: Bo", "Cast :Ann", ["Bo"], false), (": Ann", "", ["Ann"], false),
      ("Thanks to all", "", ["Thanks to all"], true), ("", "", [], true), ("  ", "", [], true),
      ("At 10:30", "", ["At 10:30"], true), ("Music:", "Music", [], false),
      ("A: b,,  c ,", "A", ["b", "c"], false),
    ])
  func entries(text: String, role: String, names: [String], isAcross: Bool) {
    #expect(CreditsEntry(text) == CreditsEntry(role: role, names: names, isAcross: isAcross))
  }
}
