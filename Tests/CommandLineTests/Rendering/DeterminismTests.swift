import TestSupport
import Testing

@Suite struct DeterminismTests {
  /// What must not matter: how many workers there are, and everything around the command.
  private static let settings: [(name: String, line: String)] = [
    ("one worker", "\"$editc\" render varied.edit -o out.mp4 --no-cache --jobs 1"),
    ("two workers", "\"$editc\" render varied.edit -o out.mp4 --no-cache --jobs 2"),
    ("four workers", "\"$editc\" render varied.edit -o out.mp4 --no-cache --jobs 4"),
    ("another time zone", "TZ=Asia/Kathmandu \"$editc\" render varied.edit -o out.mp4 --no-cache"),
    (
      "another language",
      "LANG=de_DE.UTF-8 LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 \"$editc\" render varied.edit -o out.mp4 --no-cache"
    ),
    ("another folder", "cd / && \"$editc\" render $OLDPWD/varied.edit -o $OLDPWD/out.mp4 --no-cache"),
    ("a script from standard input", "\"$editc\" render - -o out.mp4 --no-cache < varied.edit"),
    ("no sandbox", "\"$editc\" render varied.edit -o out.mp4 --no-cache --sandbox off"),
    ("one processor", "taskset -c 0 \"$editc\" render varied.edit -o out.mp4 --no-cache"),
    ("a store", "\"$editc\" render varied.edit -o out.mp4 --cache store"),
  ]

  private static let reference = Result {
    let place = try Workplace(sharedAs: "determinism")
    try place.write("varied.edit", variedScript())
    let result = try place.editc("render", "varied.edit")
    try #require(result.exitCode == 0, "\(result.errorText)")
    return try place.digest("film.mp4")
  }

  @Test("The same script gives the same bytes everywhere", arguments: cases(settings.indices, quick: 1))
  func sameBytes(index: Int) throws {
    let (name, line) = Self.settings[index]
    let place = try Workplace()
    try place.write("varied.edit", variedScript())
    let result = try place.shell(line)
    try #require(result.exitCode == 0, "\(name): \(result.errorText)")
    #expect(try place.digest("out.mp4") == Self.reference.get(), "\(name)")
    #expect(try place.leftovers() == [], "\(name)")
  }

  @Test("A part of the film has the frames of the whole one")
  func part() throws {
    let place = try Workplace()
    try place.write("varied.edit", variedScript(video: ", quality: 1"))
    #expect(try place.editc("render", "varied.edit").exitCode == 0)
    #expect(try place.editc("render", "varied.edit", "--range", "7s..9s", "-o", "part.mp4").exitCode == 0)
    let whole = try patches(place.path("film.mp4"), x: 16, y: 16)
    let part = try patches(place.path("part.mp4"), x: 16, y: 16)
    #expect(part.count == 60)
    for (index, patch) in part.enumerated() { #expect(patch.isNear(whole[210 + index], 1)) }
  }
}
