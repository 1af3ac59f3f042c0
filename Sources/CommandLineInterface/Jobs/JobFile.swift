import Export

/// A job for another scheduler: a number of workers that run `editc segment`, and one `editc join`.
struct JobFile: Sendable {
  /// Lower-case letters, digits and dashes.
  var name: String
  var commands: DetachedCommands
  var workers: Int
  /// Bytes of memory for each worker; nil for the scheduler's default.
  var memory: Int64?
  var image: String?
  /// The volumes that all containers share.
  var volumes: [SharedVolume]
  /// The queue of AWS Batch.
  var queue: String?

  /// The most restarts of one worker, as many as `editc segment` allows its own.
  static let retries = 3

  /// The failures that retrying does not fix: the command line, the plan or a media file, a missing file, the
  /// path of the film.
  static let finalCodes: [ExitCode] = [.usage, .badData, .inputMissing, .cannotCreate]

  /// The command of each container of an array. `editc segment` ends when everything is in the store, and the
  /// first container then joins the film. A scheduler that restarts this container repeats both, so no other
  /// job has to wait for a failed one.
  func containerLine(index variable: String) -> String {
    "\(commands.segment) && { [ \"${\(variable):-0}\" != 0 ] || \(commands.join); }"
  }
}

/// A volume, and its path in containers.
struct SharedVolume: Hashable, Sendable {
  let source: String
  let path: String
}

extension ArgumentKind where Value == SharedVolume {
  static func volume(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(
      placeholder,
      expectation: "a volume and an absolute path in the containers, such as claim=/shared"
    ) { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty, parts[1].hasPrefix("/"), !parts[1].contains(":") else {
        return nil
      }
      return SharedVolume(source: parts[0], path: parts[1])
    }
  }
}

/// The name of a job, which becomes part of host names.
struct JobName: Hashable, Sendable {
  let text: String

  init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
    }
    guard isPlain, (1...50).contains(text.utf8.count), !text.hasPrefix("-"), !text.hasSuffix("-"),
      text.utf8.first.map({ $0 >= UInt8(ascii: "a") }) == true
    else { return nil }
    self.text = text
  }
}

extension ArgumentKind where Value == JobName {
  static func jobName(_ placeholder: String) -> ArgumentKind {
    ArgumentKind(
      placeholder,
      expectation: "at most 50 lowercase letters, digits and dashes, starting with a letter, such as holiday"
    ) { JobName($0) }
  }
}
