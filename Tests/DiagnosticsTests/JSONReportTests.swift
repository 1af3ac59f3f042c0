import Basics
import Diagnostics
import Testing

@Suite struct JSONReportTests {
  @Test("A finding as JSON has stable names, code point columns and byte offsets")
  func oneFinding() {
    // `é` is two bytes and one code point.
    let source = SourceText(name: "é.edit", "é: 1\nfor: 5\n")
    let finding = Diagnostic(
      .bareNumber, "`5` has no unit", at: SourceRange(11, 12),
      notes: [.init("the key", at: SourceRange(6, 9)), .init("nowhere", at: nil)], hint: "write a unit",
      fixes: [
        .init("write `5s`", [TextEdit(range: SourceRange(11, 12), replacement: "5s")], isSafe: false)
      ])
    #expect(
      JSONReport().value(for: [finding], in: source).compactText
        == #"{"file":"é.edit","diagnostics":[{"id":"bare-number","severity":"error","#
        + #""title":"A number without a unit","message":"`5` has no unit","#
        + #""line":2,"column":6,"endLine":2,"endColumn":7,"startByte":11,"endByte":12,"#
        + #""hint":"write a unit","notes":[{"message":"the key","line":2,"column":1,"endLine":2,"#
        + #""endColumn":4,"startByte":6,"endByte":9},{"message":"nowhere"}],"#
        + #""fixes":[{"title":"write `5s`","isSafe":false,"edits":[{"line":2,"column":6,"endLine":2,"#
        + #""endColumn":7,"startByte":11,"endByte":12,"replacement":"5s"}]}]}],"#
        + #""summary":{"errors":1,"warnings":0,"notes":0}}"#)
  }

  @Test("A finding about no place has no place members")
  func noPlace() {
    let source = SourceText(name: "a.edit", "")
    let text = JSONReport().value(for: Diagnostic(.noSound, "m", at: nil), in: source).compactText
    #expect(
      text == #"{"id":"no-sound","severity":"warning","title":"The media has no sound","#
        + #""message":"m","notes":[],"fixes":[]}"#)
  }
}
