/// How far a command looks at the media that a script names.
enum MediaUse {
  /// Not at all: only the text is checked.
  case none
  /// At the facts of each file. Of files that are not here, a lock may tell them.
  case facts
  /// At the facts of each file, which must be here and have the bytes that a lock says.
  case content
  /// At every file the script names, used or not, whatever a lock says.
  case everything

  var consultsLock: Bool { self == .facts || self == .content }
}

extension MediaUse {
  /// As `--no-media` and `--require-media` say.
  init(_ values: ParsedArguments, command: String) throws(UsageError) {
    let looksAtNone = try values[noMediaArgument]
    let requiresAll = try values[requireMediaArgument]
    if looksAtNone, requiresAll {
      throw UsageError(.other("--no-media and --require-media exclude each other"), command: command)
    }
    self = looksAtNone ? .none : requiresAll ? .content : .facts
  }
}
