import CommandLineInterface
import Testing

@Suite struct ParsingTests {
  enum Format: String, CaseIterable { case text, json, github }

  static let script = Argument.positional(.file("SCRIPT", extensions: ["edit"]), "The script.")
  static let output = Argument.option("output", short: "o", .file("FILE"), "Where to write.")
  static let jobs = Argument.option(
    "jobs", short: "j", .integer("N", 1...64), "How many at once.", default: 2, shown: "one per core")
  static let force = Argument.flag("force", short: "f", "Replace.")
  static let verbose = Argument.flag("verbose", short: "v", "Say more.")
  static let set = Argument.repeated("set", .text("NAME=VALUE"), "Sets a variable.")
  static let format = Argument.option("format", .word("FORMAT", of: Format.self), "How to report.")
  static let gain = Argument.option("gain", .text("GAIN"), "Louder.")

  static let render = Command(
    "render", "Render a script.",
    arguments: [script, output, jobs, force, verbose, set, format, gain]
  ) { _ throws(UsageError) in .done }

  private func problem(_ words: String...) -> UsageError.Problem? {
    let error = #expect(throws: UsageError.self) { try Self.render.parse(words) }
    #expect(error?.command == "render")
    return error?.problem
  }

  @Test("Values have the types of their arguments, wherever they stand")
  func types() throws {
    let values = try Self.render.parse([
      "--set", "a=1", "-f", "film.edit", "--jobs=8", "--set=b=2", "--format", "json", "-o", "out.mp4",
    ])
    #expect(try values[Self.script] == "film.edit")
    #expect(try values[Self.output] == "out.mp4")
    #expect(try values[Self.jobs] == 8)
    #expect(try values[Self.force] == true)
    #expect(try values[Self.verbose] == false)
    #expect(try values[Self.set] == ["a=1", "b=2"])
    #expect(try values[Self.format] == .json)
  }

  @Test("What is left out is nil, empty or its default, and known not to have been given")
  func leftOut() throws {
    let values = try Self.render.parse(["film.edit"])
    #expect(try values[Self.output] == nil)
    #expect(try values[Self.jobs] == 2)
    #expect(try values[Self.set] == [])
    #expect(!values.wasGiven(Self.jobs))
    #expect(try Self.render.parse(["film.edit", "-j2"]).wasGiven(Self.jobs))
  }

  @Test(
    "Short options stand alone, together, and with their value attached",
    arguments: [
      ["-vfj4", "a"], ["-v", "-f", "-j", "4", "a"], ["-fv", "-j=4", "a"], ["a", "-vf", "--jobs", "4"],
    ])
  func short(words: [String]) throws {
    let values = try Self.render.parse(words)
    #expect(try values[Self.verbose] && values[Self.force])
    #expect(try values[Self.jobs] == 4)
    #expect(try values[Self.script] == "a")
  }

  @Test("A value may begin with a dash or hold an equals sign, and be empty where text is wanted")
  func oddValues() throws {
    #expect(try Self.render.parse(["a", "--gain", "-3dB"])[Self.gain] == "-3dB")
    #expect(try Self.render.parse(["a", "--gain=--x=y"])[Self.gain] == "--x=y")
    #expect(try Self.render.parse(["a", "--gain="])[Self.gain] == "")
    #expect(try Self.render.parse(["a", "--gain", ""])[Self.gain] == "")
    #expect(try Self.render.parse(["-", "-o", "-"])[Self.output] == "-")
    #expect(try Self.render.parse(["-"])[Self.script] == "-")
  }

  @Test("After -- nothing is an option")
  func separator() throws {
    #expect(try Self.render.parse(["-f", "--", "--jobs"])[Self.script] == "--jobs")
    #expect(problem("--", "a", "-f") == .unexpectedArgument("-f"))
  }

  @Test("Unknown options are refused, with the nearest one")
  func unknownOptions() {
    #expect(problem("a", "--jbos", "4") == .unknownOption("--jbos", suggestion: "--jobs"))
    #expect(problem("a", "--outptu=x") == .unknownOption("--outptu", suggestion: "--output"))
    #expect(problem("a", "--frobnicate") == .unknownOption("--frobnicate", suggestion: nil))
    #expect(problem("a", "-x") == .unknownOption("-x", suggestion: nil))
    #expect(problem("a", "-fx") == .unknownOption("-x", suggestion: nil))
    // No abbreviation: it would change its meaning with the next option that we add.
    #expect(problem("a", "--verb") == .unknownOption("--verb", suggestion: nil))
  }

  @Test("Values that are missing, unwanted, wrong or given twice are refused")
  func badValues() {
    let number = "a whole number from 1 to 64"
    #expect(problem("a", "--jobs") == .missingValue("--jobs", expectation: number))
    #expect(
      problem("a", "--output", "--force") == .missingValue("--output", expectation: "the path of a file"))
    #expect(problem("a", "-o", "-f") == .missingValue("--output", expectation: "the path of a file"))
    #expect(
      problem("a", "--output", "--", "b") == .missingValue("--output", expectation: "the path of a file"))
    #expect(problem("a", "--force=yes") == .unwantedValue("--force"))
    for text in ["0", "65", "four", "4.0", "+4", "", "99999999999999999999", " 4"] {
      #expect(
        problem("a", "--jobs=\(text)")
          == .invalidValue(text, of: "--jobs", expectation: number, suggestion: nil))
    }
    #expect(
      problem("a", "--format", "jsno")
        == .invalidValue("jsno", of: "--format", expectation: "text, json or github", suggestion: "json"))
    #expect(problem("a", "--jobs=1", "-j1") == .givenTwice("--jobs"))
    #expect(problem("a", "-ff") == .givenTwice("--force"))
  }

  @Test("Positional arguments are counted")
  func counts() {
    #expect(problem() == .missingArgument("SCRIPT"))
    #expect(problem("a", "b") == .unexpectedArgument("b"))
    #expect(
      problem("")
        == .invalidValue("", of: "SCRIPT", expectation: "the path of a file", suggestion: nil))
  }

  @Test(
    "A list takes what is left, and leaves the others theirs",
    arguments: [
      (["a", "z"], [String](), "a" as String?, "z"), (["a", "b", "c", "z"], ["b", "c"], "a", "z"),
      (["z"], [], nil, "z"),
    ])
  func distribution(words: [String], list: [String], first: String?, last: String) throws {
    let optional = Argument.optionalPositional(.text("FIRST"), "")
    let many = Argument.positionals(.text("MANY"), "", atLeast: 0)
    let one = Argument.positional(.text("LAST"), "")
    let command = Command("x", "", arguments: [optional, many, one]) { _ throws(UsageError) in .done }
    let values = try command.parse(words)
    #expect(try values[optional] == first)
    #expect(try values[many] == list)
    #expect(try values[one] == last)
  }

  @Test("An option that is required is missed")
  func required() throws {
    let time = Argument.required("at", .text("TIME"), "The moment.")
    let command = Command("frame", "", arguments: [time]) { _ throws(UsageError) in .done }
    let error = #expect(throws: UsageError.self) { try command.parse([]) }
    #expect(error?.description == "--at TIME is missing")
    #expect(try command.parse(["--at", "1s"])[time] == "1s")
  }
}
