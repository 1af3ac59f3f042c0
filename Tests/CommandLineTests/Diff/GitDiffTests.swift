import Basics
import TestSupport
import Testing

@Suite("git diff with editc as its driver")
struct GitDiffTests {
  @Test("shows what changed in films, by the settings that the documentation gives")
  func driver() throws {
    let repository = try Repository()
    try repository.place.write(".gitattributes", "*.edit diff=editc\n")
    try repository.place.write("cuts/film.edit", colors())
    try repository.place.write("cuts/gone.edit", colors())
    try repository.place.write("cuts/wrong.edit", colors())
    try repository.commit("one")
    try repository.git("config", "diff.editc.command", "\(shellWord(editcPath)) git-diff")
    try repository.place.write("cuts/film.edit", colors("2.5s"))
    try repository.place.write("cuts/wrong.edit", colors("2"))
    try repository.place.write("new.edit", colors())
    try repository.git("rm", "--quiet", "cuts/gone.edit")
    try repository.git("add", "new.edit")
    let text = try repository.git("diff", "--no-renames", "HEAD", in: "cuts").text
    #expect(text.contains("film of cuts/film.edit\nold  a/cuts/film.edit  9s, 270 frames\n"))
    #expect(text.contains("~ color #ff0000  0s..2.5s  for: 2s -> 2.5s"))
    #expect(text.contains("cuts/gone.edit: script removed\n"))
    #expect(text.contains("new.edit: new script\n"))
    #expect(text.contains("cuts/wrong.edit: b/cuts/wrong.edit has errors, so there is no film to compare\n"))
    try repository.place.write("cuts/wrong.edit", colors())
    try repository.commit("two")
    #expect(try repository.git("log", "--patch", "--ext-diff", "-1").text.contains("for: 2s -> 2.5s"))
    try repository.git("mv", "cuts/film.edit", "cuts/renamed.edit")
    try repository.place.write("cuts/renamed.edit", colors("2.5s", "1s"))
    let renamed = try repository.git("diff", "HEAD", "-M").text
    #expect(
      renamed.contains("film of cuts/renamed.edit\n") && renamed.contains("for: 3s -> 1s"), "\(renamed)")
  }

  @Test("reads media where the script lies, not where git puts its temporary copy")
  func media() throws {
    let repository = try Repository()
    try repository.place.write(".gitattributes", "*.edit diff=editc\n")
    let script = { (take: String) in
      "edit: 1\ntimeline: [{clip: ../\(Footage.counter), take: \(take)}]\noutputs: [{file: film.mp4}]\n"
    }
    try repository.place.write("cuts/film.edit", script("..2s"))
    try repository.commit("one")
    try repository.git("config", "diff.editc.command", "\(shellWord(editcPath)) git-diff")
    try repository.place.write("cuts/film.edit", script("..2.5s"))
    let text = try repository.git("diff", in: "cuts").text
    #expect(text.contains("1 of 1 segment rendered again"), "\(text)")
  }

  @Test("can also show the typed scripts as text")
  func textconv() throws {
    let repository = try Repository()
    try repository.place.write(".gitattributes", "*.edit diff=editc\n")
    try repository.place.write("film.edit", colors())
    try repository.commit("one")
    try repository.git("config", "diff.editc.textconv", "\(shellWord(editcPath)) dump --stage script")
    try repository.place.write("film.edit", colors("75f", comment: "another comment"))
    let lines = try repository.git("diff").text.split(separator: "\n").filter {
      ($0.hasPrefix("+") || $0.hasPrefix("-")) && !$0.hasPrefix("+++") && !$0.hasPrefix("---")
    }
    #expect(lines == ["-timeline 1 for 2s", "+timeline 1 for 75f"])
  }

  @Test("tells what it was given where it was called by hand")
  func byHand() throws {
    let place = try Workplace()
    let result = try place.editc("git-diff", "a", "b")
    #expect(
      result.exitCode == 2 && result.errorText.contains("expected the seven arguments of a git diff command"))
    #expect(try place.editc("git-diff", "film.edit").text == "film.edit: not merged\n")
  }
}
