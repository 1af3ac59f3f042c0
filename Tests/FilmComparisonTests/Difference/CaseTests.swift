import Basics
import Diagnostics
import FilmComparison
import FoundationEssentials
import TestSupport
import Testing

/// A pair of scripts: a folder with `old.edit` and `new.edit`, what is known of their media (`media.txt`, and
/// `media-old.txt` where it was something else), which files hold the same (`contents.txt`), and what the report says
/// (`changes.txt`, `changes.json`). `EDITC_UPDATE_GOLDENS=1` writes the reports anew, to be read as a diff.
struct DiffCase: Sendable, CustomTestStringConvertible {
  let name: String

  var testDescription: String { name }

  static let folder = packageRoot + "/Tests/FilmComparisonTests/Difference/Cases"

  static let all: [DiffCase] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map(DiffCase.init(name:))
  }()

  func text(_ file: String) -> String? {
    (try? Data(contentsOf: URL(filePath: path(file)))).map { String(decoding: $0, as: UTF8.self) }
  }

  func path(_ file: String) -> String { "\(Self.folder)/\(name)/\(file)" }

  /// The two films; `isPlanned` is false where nobody looked at media.
  func films() throws -> (old: TestFilm, new: TestFilm, isPlanned: Bool) {
    let media = text("media.txt") ?? ""
    let isPlanned = !media.hasPrefix("# nobody looked")
    let contents = Dictionary(
      uniqueKeysWithValues: (text("contents.txt") ?? "").split(separator: "\n").map { line in
        let words = line.split(separator: " ").map(String.init)
        return (words[0], words[words.count - 1])
      })
    let old = try TestFilm(
      try #require(text("old.edit")), name: "old.edit", media: text("media-old.txt") ?? media,
      contents: contents, isPlanned: isPlanned)
    let new = try TestFilm(
      try #require(text("new.edit")), name: "new.edit", media: media, contents: contents, isPlanned: isPlanned
    )
    return (old, new, isPlanned)
  }
}

@Suite("Pairs of scripts and what is different about their films")
struct CaseTests {
  private let updatesGoldens = ProcessInfo.processInfo.environment["EDITC_UPDATE_GOLDENS"] == "1"

  @Test("gives what its folder says", arguments: DiffCase.all)
  func situation(_ situation: DiffCase) throws {
    let films = try situation.films()
    if films.isPlanned { #expect(!films.old.findings.hasErrors && !films.new.findings.hasErrors) }
    let changes = compareFilms(films.old.version, films.new.version, storeIsKnown: false)
    let shortcoming = films.isPlanned ? nil : "no media were looked at"
    try compare(
      situation, "changes.txt", changes.text(old: "old.edit", new: "new.edit", shortcoming: shortcoming))
    let json = changes.json(old: "old.edit", new: "new.edit", shortcoming: shortcoming).indentedText
    try compare(situation, "changes.json", withoutKeys(json))
  }

  @Test("lets every film be the same as itself", arguments: DiffCase.all)
  func itself(_ situation: DiffCase) throws {
    let films = try situation.films()
    for film in [films.old, films.new] {
      let changes = compareFilms(film.version, film.version, storeIsKnown: false)
      #expect(changes.isEmpty && changes.isSameFilm && changes.shifts.isEmpty)
    }
  }

  @Test("says the opposite the other way round", arguments: DiffCase.all)
  func otherWayRound(_ situation: DiffCase) throws {
    let films = try situation.films()
    let forth = compareFilms(films.old.version, films.new.version, storeIsKnown: false)
    let back = compareFilms(films.new.version, films.old.version, storeIsKnown: false)
    #expect(forth.isSameFilm == back.isSameFilm)
    #expect(forth.items.count { $0.kind == .added } == back.items.count { $0.kind == .removed })
    #expect(forth.items.count { $0.kind == .removed } == back.items.count { $0.kind == .added })
    #expect(forth.items.count { $0.kind == .moved } == back.items.count { $0.kind == .moved })
    #expect(forth.settings.count == back.settings.count && forth.media.count == back.media.count)
  }

  @Test("prints JSON of the documented form")
  func schema() throws {
    let folder = try TemporaryFolder()
    var paths: [String] = []
    for situation in DiffCase.all {
      let films = try situation.films()
      for storeIsKnown in [false, true] {
        let changes = compareFilms(films.old.version, films.new.version, storeIsKnown: storeIsKnown)
        let text = changes.json(old: "old.edit", new: "new.edit", shortcoming: nil).indentedText
        paths.append(try folder.write("\(situation.name)-\(storeIsKnown).json", text))
      }
    }
    let program = """
      import json, sys
      from jsonschema import Draft202012Validator
      schema = json.load(open(sys.argv[1]))
      Draft202012Validator.check_schema(schema)
      for path in sys.argv[2:]:
          for error in Draft202012Validator(schema).iter_errors(json.load(open(path))):
              print(path, error.json_path, error.message)
      """
    let result = try run(
      ["/usr/bin/python3", "-W", "ignore", "-c", program, packageRoot + "/docs/diff.schema.json"] + paths)
    #expect(result.exitCode == 0 && result.text == "" && result.errorText == "")
  }

  @Test("cannot steer a terminal, whatever the films are called")
  func names() throws {
    let film = try TestFilm("edit: 1\ncanvas: {size: 64x36, rate: 30}\ntimeline: [{color: red, for: 1s}]\n")
    let other = try TestFilm("edit: 1\ncanvas: {size: 64x36, rate: 30}\ntimeline: [{color: red, for: 2s}]\n")
    let text = compareFilms(film.version, other.version, storeIsKnown: false)
      .text(old: "a\u{1B}[2J", new: "b\n+ c")
    #expect(text.hasPrefix("old  a<U+001B>[2J  1s, 30 frames\nnew  b<U+000A>+ c  2s, 60 frames\n"))
  }

  @Test("are there: a folder that was not found would pass by being empty")
  func count() {
    #expect(DiffCase.all.count >= 12)
  }

  private func compare(_ situation: DiffCase, _ file: String, _ found: String) throws {
    if updatesGoldens { return try Data(found.utf8).write(to: URL(filePath: situation.path(file))) }
    let expected = situation.text(file) ?? ""
    if expected != found { Issue.record("\(situation.name)/\(file) expects\n\(expected)\nfound\n\(found)") }
  }

  /// Keys and digests say nothing to a reader, and change with the way segments are described.
  private func withoutKeys(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      for member in ["\"key\": ", "\"sha256\": "] {
        guard let place = line.firstRange(of: member) else { continue }
        return line[..<place.upperBound] + "\"...\"" + (line.hasSuffix(",") ? "," : "")
      }
      return String(line)
    }.joined(separator: "\n")
  }
}
