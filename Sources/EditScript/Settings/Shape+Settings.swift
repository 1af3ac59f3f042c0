import Basics
import Diagnostics
import YAMLTree

// Shapes of the values of settings.

extension Shape<String> {
  /// A path, relative to the folder of the settings; `~/` is the home folder.
  static var settingsFolder: Shape {
    let text = ValueGrammar<String>.text
    let form = ScalarForm(
      noun: "a folder path", examples: ["/shared/editc", "cache", "~/editc"],
      production: text.production)
    return .scalar(form) { written, subject, reading in
      guard reading.nonEmpty(written, "a folder path", in: subject),
        let path = reading.value(of: written, as: text)
      else { return nil }
      guard path.hasPrefix("~"), path != "~", !path.hasPrefix("~/") else { return path }
      reading.report(
        Diagnostic(
          .unknownValue, "'\(path)': other users' home folders are not supported", at: subject.node.range,
          hint: "write the full path; `~/` is your home folder, and `./\(path)` a folder with that name"))
      return nil
    }
  }

  /// The name of a launcher, for `--launch @NAME`.
  fileprivate static var launcherName: Shape {
    let text = ValueGrammar<String>.text
    let form = ScalarForm(
      noun: "a launcher name", examples: ["farm"], production: text.production)
    return .scalar(form) { written, subject, reading in
      guard let name = reading.value(of: written, as: text) else { return nil }
      return reading.isName(name, for: .launcher, at: subject.node.range) ? name : nil
    }
  }
}

extension Shape<[MappedFolder]> {
  /// A mapping from absolute paths elsewhere to paths here.
  static var mappedFolders: Shape {
    let here = Shape<String>.settingsFolder.map { path, subject, _ in Located(path, at: subject.node.range) }
    return Shape<[Named<Located<String>>]>.named("folder", here)
      .map { folders, _, reading in
        folders.compactMap { folder in
          guard folder.name.value.hasPrefix("/") else {
            reading.report(
              Diagnostic(
                .unknownValue, "'\(folder.name.value)' is not an absolute path", at: folder.name.range,
                hint:
                  "write the folder's full path on the machine that makes plans, such as `/home/ada/media`"))
            return nil
          }
          return MappedFolder(from: folder.name, to: folder.value)
        }
      }
  }
}

extension Shape<[Launcher]> {
  static var launchers: Shape {
    Shape<[Named<LauncherStart>]>.named("launcher", .launcher).map { launchers, _, reading in
      launchers.compactMap { named in
        reading.isName(named.name.value, for: .launcher, at: named.name.range)
          ? Launcher(name: named.name, start: named.value) : nil
      }
    }
  }
}

extension Shape<LauncherStart> {
  /// A command, a mapping, or a list of both.
  fileprivate static var launcher: Shape {
    let one = Shape<LaunchCommand>.launchCommand.map { command, _, _ in LauncherStart.commands([command]) }
      .or(.mapping(LauncherKeys.self))
    return one.or(
      Shape<[Located<LauncherStart>]>.list(of: one).map { starts, subject, reading in
        joined(starts, subject, reading)
      })
  }

  /// The elements of a list as one launcher.
  private static func joined(
    _ starts: [Located<LauncherStart>], _ subject: Subject, _ reading: Reading
  ) -> LauncherStart? {
    if case .sequence(let written, _) = subject.node.value, written.isEmpty {
      reading.reportEmptyCollection(subject, expecting: "a command such as `ssh render1 editc worker`")
      return nil
    }
    var commands: [LaunchCommand] = []
    for start in starts {
      switch start.value {
      case .commands(let some): commands += some
      case .slurm:
        if starts.count == 1 { return start.value }
        reading.report(
          Diagnostic(
            .competingKeys, "a launcher with `engine` cannot be part of a list", at: start.range,
            hint: "declare it under a separate name"))
        return nil
      }
    }
    let workers = commands.reduce(0) { $0 + ($1.count ?? 1) }
    guard workers <= LaunchCommand.mostWorkers else {
      reading.report(
        Diagnostic(
          .overLimit,
          "the commands start \(workers) workers; a render can start at most \(LaunchCommand.mostWorkers)",
          at: subject.node.range, hint: "use several launchers"))
      return nil
    }
    return commands.isEmpty ? nil : .commands(commands)
  }
}

extension Shape<LaunchCommand> {
  /// `x4 ssh render1 editc worker`
  static var launchCommand: Shape {
    let text = ValueGrammar<String>.text
    let noun = "a shell command"
    let form = ScalarForm(
      noun: noun, examples: ["ssh render1 editc worker", "x4 ssh render1 editc worker"],
      production: text.production)
    return .scalar(form) { written, subject, reading in
      guard reading.nonEmpty(written, noun, in: subject), let text = reading.value(of: written, as: text)
      else { return nil }
      if text.hasPrefix("@") {
        reading.report(
          Diagnostic(
            .unknownValue, "'\(text)': a launcher cannot refer to another launcher", at: subject.node.range,
            hint: "write its command; to use several launchers, repeat `--launch`"))
        return nil
      }
      guard let command = LaunchCommand(text) else {
        reading.report(
          Diagnostic(
            .numberOutOfRange,
            "a command starts `1` to `\(LaunchCommand.mostWorkers)` workers: `x4 ssh render1 editc worker`",
            at: subject.node.range))
        return nil
      }
      return command
    }
  }
}

extension Shape<EditorCommand> {
  /// `[code, --goto, "{file}:{line}"]`
  static var editorCommand: Shape {
    Shape<[Located<String>]>.list(of: .text).map { words, subject, reading in
      guard let program = words.first, !program.value.isEmpty else {
        reading.reportEmptyCollection(subject, expecting: "a program such as `code`, then its arguments")
        return nil
      }
      guard words.dropFirst().contains(where: { $0.value.contains("{file}") }) else {
        reading.report(
          Diagnostic(
            .unknownValue, "the editor would not be told which file to open", at: subject.node.range,
            hint: "write `{file}` where the file belongs, as in `[code, --goto, \"{file}:{line}\"]`"))
        return nil
      }
      return EditorCommand(words: words.map(\.value))
    }
  }
}

extension Shape<[SpeechRecognizer]> {
  /// `{whisper: [whisper-to-json, small]}`
  static var recognizers: Shape {
    let words = Shape<[Located<String>]>.list(of: .text).map { words, subject, reading -> [String]? in
      if let program = words.first, !program.value.isEmpty { return words.map(\.value) }
      reading.reportEmptyCollection(
        subject, expecting: "a program such as `whisper-to-json`, then its arguments")
      return nil
    }
    return Shape<[Named<[String]>]>.named("recogniser", words).map { recognizers, _, reading in
      recognizers.compactMap { named in
        reading.isName(named.name.value, for: .recognizer, at: named.name.range)
          ? SpeechRecognizer(name: named.name, words: named.value) : nil
      }
    }
  }
}

extension Shape<[Located<String>]> {
  /// The name of a launcher, or a list of names.
  static var launcherNames: Shape {
    Shape<String>.launcherName.map { name, subject, _ in [Located(name, at: subject.node.range)] }
      .or(.list(of: .launcherName))
  }
}

/// What a command line chooses by a name from settings.
private enum NamedInSettings: String {
  case launcher = "a launcher"
  case recognizer = "a recogniser"

  var example: String { self == .launcher ? "--launch @farm" : "--recognizer whisper" }
}

extension Reading {
  /// Whether the name can be used on a command line; reports it otherwise.
  fileprivate func isName(_ name: String, for kind: NamedInSettings, at range: SourceRange) -> Bool {
    let isName =
      (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }
    guard !isName else { return true }
    report(
      Diagnostic(
        .forbiddenCharacter,
        "\(kind.rawValue) name has 1 to 64 ASCII letters, digits, `-`, `_` or `.`", at: range,
        hint: "the command line uses it as `\(kind.example)`"))
    return false
  }
}
