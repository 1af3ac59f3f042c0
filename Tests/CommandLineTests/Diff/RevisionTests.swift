import Glibc
import Processes
import TestSupport
import Testing

@Suite("A script and what it was in git")
struct RevisionTests {
  @Test("are compared, however the revision is spelled")
  func spellings() throws {
    let repository = try Repository()
    try repository.place.write("film.edit", colors())
    try repository.commit("the first film")
    try repository.git("tag", "v1")
    try repository.place.write("film.edit", colors("2.5s"))
    try repository.commit("longer")
    try repository.place.write("old.edit", colors())
    let expected = try repository.editc("diff", "old.edit", "film.edit")
    #expect(expected.exitCode == 1 && expected.text.contains("~ color #ff0000  0s..2.5s  for: 2s -> 2.5s"))
    for old in [
      "HEAD~1", "HEAD~1:film.edit", "v1", "v1:film.edit", "main~1:./film.edit", "@^", "HEAD^{/first}",
      "HEAD^{/first}:film.edit", ":/the first",
    ] {
      let result = try repository.editc("diff", old, "film.edit")
      #expect(result.changes == expected.changes && result.exitCode == 1 && result.errorText == "", "\(old)")
    }
    for (old, new) in [("HEAD~1", "HEAD:film.edit"), ("v1:film.edit", "HEAD"), ("v1:film.edit", "film.edit")]
    {
      #expect(try repository.editc("diff", old, new).changes == expected.changes, "\(old) \(new)")
    }
    for range in ["HEAD~1..HEAD", "v1..main", "v1.."] {
      let result = try repository.editc("diff", range, "film.edit")
      #expect(result.changes == expected.changes && result.exitCode == 1, "\(range)")
    }
    let backwards = try repository.editc("diff", "film.edit", "HEAD~1")
    #expect(backwards.exitCode == 1 && backwards.text.contains("for: 2.5s -> 2s"))
  }

  @Test("are compared with the last commit where no other revision is named, or with what is staged")
  func lastCommit() throws {
    let repository = try Repository()
    try repository.place.write("film.edit", colors())
    try repository.commit("the first film")
    try repository.place.write("film.edit", colors(comment: "words only"))
    let same = try repository.editc("diff", "film.edit")
    #expect(same.exitCode == 0 && same.text == "same film; 9s, 270 frames; 3 segments\n")
    try repository.place.write("film.edit", colors("2.5s"))
    #expect(try repository.editc("diff", "film.edit").exitCode == 1)
    #expect(try repository.editc("diff", ":film.edit", "film.edit").exitCode == 1)
    try repository.git("add", "film.edit")
    #expect(try repository.editc("diff", ":film.edit", "film.edit").exitCode == 0)
    #expect(try repository.editc("diff", ":0:film.edit", "film.edit").exitCode == 0)
  }

  @Test("are not compared if git fails to give a script that they play")
  func failingGit() throws {
    let repository = try Repository()
    let place = repository.place
    try place.write("film.edit", "edit: 1\ntimeline: [{clip: part.edit}]\noutputs: [{file: film.mp4}]\n")
    try place.write("part.edit", colors())
    try repository.commit("the first film")
    try place.write("part.edit", colors("5s"))
    let git = try #require(try run(["sh", "-c", "command -v git"]).text.split(separator: "\n").first)
    try writeProgram(
      """
      #!/bin/sh
      case "$*" in *ls-tree*part.edit*) echo "fatal: the disk is gone" >&2; exit 128;; esac
      exec \(git) "$@"
      """, at: place.path("tmp/git"))
    let paths = "\(place.path("tmp")):\(getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")"
    let result = try run(
      [editcPath, "diff", "HEAD", "film.edit"], in: place.root,
      environment: place.environment.merging(["PATH": paths]) { $1 })
    #expect(result.exitCode > 1 && result.text == "", "\(result.text)")
    #expect(result.errorText.contains("the disk is gone"), "\(result.errorText)")
  }

  @Test("are found from every folder, and read their media where the script lies")
  func folders() throws {
    let repository = try Repository()
    let script = { (take: String) in
      """
      edit: 1
      timeline: [{clip: ../\(Footage.counter), take: \(take)}]
      outputs: [{file: film.mp4}]
      """
    }
    try repository.place.write("a b/it's \"one\".edit", script("..2s"))
    try repository.commit("one")
    try repository.place.write("a b/it's \"one\".edit", script("1s..3s"))
    try makeFolder(repository.place.path("a b/deep"))
    for (folder, name, object) in [
      (".", "a b/it's \"one\".edit", "HEAD:a b/it's \"one\".edit"),
      ("a b", "it's \"one\".edit", "HEAD:./it's \"one\".edit"),
      ("a b/deep", "../it's \"one\".edit", "HEAD:../it's \"one\".edit"),
      ("a b/deep", "../it's \"one\".edit", "HEAD:a b/it's \"one\".edit"),
      ("tmp", repository.place.path("a b/it's \"one\".edit"), "HEAD"),
    ] {
      let result = try repository.editc(["diff", object, name], in: folder)
      #expect(result.exitCode == 1 && result.errorText == "", "\(folder) \(object): \(result.errorText)")
      #expect(result.text.contains("take: ..2s -> 1s..3s"))
      #expect(result.text.contains("1 of 1 segment rendered again"))
    }
    let result = try repository.editc(["diff", "../it's \"one\".edit"], in: "a b/deep")
    #expect(result.exitCode == 1 && result.text.contains("1 of 1 segment rendered again"))
  }

  @Test("are compared within a hook, where git says which repository is meant")
  func hook() throws {
    let repository = try Repository()
    try repository.place.write("sub/film.edit", colors())
    try repository.commit("one")
    try writeProgram(
      """
      #!/bin/sh
      "$editc" diff sub/film.edit > hook.out 2>&1
      "$editc" diff HEAD :sub/film.edit >> hook.out 2>&1
      exit 0
      """, at: repository.place.path(".git/hooks/pre-commit"))
    try repository.place.write("sub/film.edit", colors("2.5s"))
    try repository.git("commit", "--quiet", "--all", "--message", "two")
    let said = String(decoding: try repository.place.bytes("hook.out"), as: UTF8.self)
    #expect(said.split(separator: "\n").count { $0.contains("for: 2s -> 2.5s") } == 2, "\(said)")
  }

  @Test("cannot be compared where git does not know them; each error says so in one line")
  func errors() throws {
    let repository = try Repository()
    try repository.place.write("film.edit", colors())
    let nothingYet = try repository.editc("diff", "film.edit")
    #expect(nothingYet.exitCode == 66 && nothingYet.errorText.contains("has no commit to compare with"))
    try repository.commit("one")
    try repository.place.write("new.edit", colors())
    try repository.git("branch", "folder")
    try makeFolder(repository.place.path("folder"))
    let cases: [(arguments: [String], code: Int32, words: String)] = [
      (["HAED", "film.edit"], 66, "'HAED' is neither a file nor a revision"),
      (["HEAD", "new.edit"], 66, "if the script had another name, use HEAD:PATH"),
      (["new.edit"], 66, "use HEAD:PATH"),
      (["HEAD:gone.edit", "film.edit"], 66, "path 'gone.edit' does not exist in 'HEAD'"),
      (["HAED:film.edit", "film.edit"], 66, "HAED"),
      (["gone.edit", "film.edit"], 66, "gone.edit"),
      (["HEAD", "HEAD~0"], 2, "name the script: editc diff REVISION SCRIPT"),
      (["--", "-x", "film.edit"], 2, "revisions do not start with a dash"),
      (["--", "--output=gone", "film.edit"], 2, "revisions do not start with a dash"),
      (["HEAD", "-"], 2, "standard input has no revisions"),
      (["folder", "film.edit"], 0, ""),
    ]
    for (arguments, code, words) in cases {
      let result = try repository.editc(["diff"] + arguments, in: ".")
      #expect(result.exitCode == code, "\(arguments): \(result.errorText)")
      #expect(result.errorText.contains(words), "\(arguments): \(result.errorText)")
      #expect(result.errorText.split(separator: "\n").count <= 1)
    }
  }

  @Test("cannot be found without a repository or without git, which is said")
  func withoutGit() throws {
    let place = try Workplace()
    try place.write("film.edit", colors())
    let outside = try place.editc("diff", "film.edit", environment: ["GIT_CEILING_DIRECTORIES": "/"])
    #expect(outside.exitCode == 66 && outside.errorText.contains("not a git repository"))
    let without = try place.editc("diff", "HEAD", "film.edit", environment: ["PATH": "/nowhere"])
    #expect(without.exitCode == 69 && without.errorText.contains("git is not installed"))
    // Two files need no git.
    try place.write("other.edit", colors("3s"))
    #expect(
      try place.editc("diff", "film.edit", "other.edit", environment: ["PATH": "/nowhere"]).exitCode == 1)
  }

  @Test("are compared by their texts in a repository without a working tree")
  func bare() throws {
    let repository = try Repository()
    let script = { (take: String) in
      "edit: 1\ncanvas: {rate: 30}\ntimeline: [{clip: gone.mp4, take: \(take)}]\noutputs: [{file: film.mp4}]\n"
    }
    try repository.place.write("film.edit", script("..2s"))
    try repository.commit("one")
    try repository.place.write("film.edit", script("..2.5s"))
    try repository.commit("two")
    try repository.git("clone", "--quiet", "--bare", ".", "tmp/bare")
    let result = try repository.editc("diff", "HEAD~1:film.edit", "HEAD:film.edit", in: "tmp/bare")
    #expect(result.exitCode == 1 && result.text.contains("take: ..2s -> ..2.5s"), "\(result.errorText)")
    #expect(
      result.text.hasSuffix(
        "segments unknown, because HEAD:film.edit is in a repository without a working tree\n"))
  }
}

extension Repository {
  @discardableResult
  fileprivate func editc(_ arguments: [String], in folder: String) throws -> ProgramResult {
    try run([editcPath] + arguments, in: place.path(folder), environment: place.environment)
  }
}
