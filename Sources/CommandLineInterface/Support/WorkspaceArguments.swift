import Basics
import EditScript
import Export
import Processes
import Synchronization
import Workspace

// Arguments for a command's workspace: its cache, its values, and its use of media.

let noMediaArgument = Argument.flag(
  "no-media", "Does not read media files; checks that need them are reported as not done.", group: "Media")

let requireMediaArgument = Argument.flag(
  "require-media",
  "Reports missing media as errors even if the lock has their facts, and compares whole files with the lock.",
  group: "Media")

let cacheArgument = Argument<String?>.option(
  "cache", .folder("DIR"),
  "The folder for rendered segments and facts of media. Default: `editc` in XDG_CACHE_HOME or ~/.cache.",
  group: commonOptions)

let noCacheArgument = Argument.flag(
  "no-cache", "Neither reads nor writes the cache.", group: commonOptions)

let rootArgument = Argument<String?>.option(
  "root", .folder("FOLDER"),
  "For scripts from strangers. Refuses to read or write any file outside this folder, symbolic links resolved; "
    + "only options such as -o and --cache may name paths elsewhere.", group: commonOptions)

let sandboxArgument = Argument.option(
  "sandbox", .word("POLICY", of: SandboxPolicy.self),
  "Sandboxes the processes that open media: `when-available` uses what the kernel supports and warns about the "
    + "rest, `require` fails if anything is missing, `off` disables it.",
  default: .whenAvailable, shown: "when-available", group: commonOptions)

/// An inspector that opens media in processes that `--sandbox` restricts. Missing kernel features are a
/// warning.
func confinedInspector(_ values: ParsedArguments) throws(UsageError) -> Inspector {
  .confined(sandbox: try values[sandboxArgument], onShortcoming: SandboxWarnings.warn(of:))
}

/// Warnings about kernel features that the sandbox lacks. Each is printed once, even if several processes
/// report it.
enum SandboxWarnings {
  private static let printed = Mutex<Set<String>>([])

  static func warn(of shortcoming: String) {
    guard printed.withLock({ $0.insert(shortcoming).inserted }) else { return }
    Console.complain("warning: \(shortcoming)")
  }
}

/// The folder of `--root`; nil without the option.
func rootFolder(_ values: ParsedArguments) throws(UsageError) -> RootFolder? {
  guard let path = try values[rootArgument] else { return nil }
  do throws(FileError) { return try RootFolder(path) } catch {
    throw UsageError(.other("--root: '\(path)' is not a folder that can be read: \(error.reason)"))
  }
}

extension OutputTarget {
  /// A file from the command line, which may be anywhere; but if its path is in the root, no link leads
  /// outside.
  init(named path: String, replacesExisting: Bool, isPictures: Bool = false, root: RootFolder?) {
    self.init(
      path: path, replacesExisting: replacesExisting, isPictures: isPictures,
      root: root?.names(path) == true ? root : nil)
  }
}

extension Workspace {
  /// Reads `--cache`, `--no-cache`, `--sandbox` and `--root`. Without a place for a cache, nothing is cached.
  init(_ values: ParsedArguments) throws(UsageError) {
    try self.init(values, root: try rootFolder(values))
  }

  /// The same for a command without `--root`.
  init(_ values: ParsedArguments, root: RootFolder?) throws(UsageError) {
    self.init(
      cache: try values[noCacheArgument] ? nil : try rememberingCache(try values[cacheArgument]),
      inspector: try confinedInspector(values), root: root)
  }
}

extension Workspace {
  /// Throws if a file that the command line names is outside the root.
  func requireInRoot(_ path: String) throws(FileError) {
    guard let root, root.holds(path) == false else { return }
    throw FileError(.open, path, .outsideRoot(root.path))
  }
}

/// The cache of a command that can do without it; nil if the environment has no place for one. Throws if the
/// named folder cannot be a cache.
private func rememberingCache(_ name: String?) throws(UsageError) -> CacheFolder? {
  do throws(WorkspaceError) { return try CacheFolder(named: name) } catch {
    if name == nil { return nil }
    throw UsageError(.noCache(CommandFailure(error).message))
  }
}

/// Reads `--cache` and `--no-cache` for a command that needs the store; nil for `--no-cache`.
func cacheFolder(_ values: ParsedArguments) throws(UsageError) -> Result<CacheFolder?, any Error> {
  if try values[noCacheArgument] { return .success(nil) }
  let name = try values[cacheArgument]
  return Result { try CacheFolder(named: name) }
}

extension MediaUse {
  /// Reads `--no-media` and `--require-media`.
  init(_ values: ParsedArguments, command: String) throws(UsageError) {
    let looksAtNone = try values[noMediaArgument]
    let requiresAll = try values[requireMediaArgument]
    if looksAtNone, requiresAll {
      throw UsageError(.other("--no-media and --require-media cannot be combined"), command: command)
    }
    self = looksAtNone ? .none : requiresAll ? .content : .facts
  }
}

/// The scripts that a command line names; standard input can be among them once.
func scriptFiles(named names: [String], command: String) throws(UsageError) -> ScriptFiles {
  if names.count(where: { $0 == "-" }) > 1 {
    throw UsageError(.other("standard input, `-`, can be read only once"), command: command)
  }
  return ScriptFiles(named: names)
}

let variablesArgument = Argument.repeated(
  "set", .variable("NAME=VALUE"), "Sets a variable of the script.", group: "Script")

let variableFileArgument = Argument<String?>.option(
  "vars", .variableFile("FILE"),
  "Reads variables from a YAML, JSON or CSV file; each row of a table makes a film. --set takes precedence.",
  group: "Script")

let rowArgument = Argument.repeated(
  "row", .integer("N", 1...10_000_000),
  "Uses only this row of the table; the first row after the header is 1.", group: "Script")

extension VariableRequest {
  static let arguments: [any DeclaredArgument] = [variablesArgument, variableFileArgument, rowArgument]

  init(_ values: ParsedArguments, command: String, allowsExamples: Bool = true) throws(UsageError) {
    let (file, rows) = (try values[variableFileArgument], Set(try values[rowArgument]))
    if !rows.isEmpty, file == nil {
      throw UsageError(
        .other("--row chooses a row of a table; name the table with --vars FILE"), command: command)
    }
    self.init(
      settings: try values[variablesArgument].dictionary, file: file, rows: rows,
      allowsExamples: allowsExamples)
  }
}

struct VariableSetting: Sendable {
  let name: String
  let value: String
}

extension ArgumentKind where Value == VariableSetting {
  /// `NAME=VALUE`, where the value may contain anything.
  static func variable(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(placeholder, expectation: "a name, `=` and a value") { text in
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else { return nil }
      return VariableSetting(name: String(text[..<sign]), value: String(text[text.index(after: sign)...]))
    }
  }
}

extension ArgumentKind where Value == String {
  /// The path of a file of values, whose extension determines its format.
  static func variableFile(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(
      placeholder,
      expectation: "a file ending in \(VariableFormat.extensions.map { "." + $0 }.sentenceList())",
      completion: .files(extensions: VariableFormat.extensions)
    ) { VariableFormat(path: $0) == nil ? nil : $0 }
  }
}

extension [VariableSetting] {
  /// The last setting of each variable.
  var dictionary: [String: String] {
    Dictionary(map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
  }
}
