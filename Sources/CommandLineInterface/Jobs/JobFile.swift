import Export

/// A film as a scheduler of other people is asked to make it: so many workers that run `editc segment`, and one `editc join`.
struct JobFile: Sendable {
  /// Of small letters, digits and dashes.
  var name: String
  var commands: DetachedCommands
  var workers: Int
  /// Bytes of memory for each worker; nil for what the scheduler gives.
  var memory: Int64?
  var image: String?
  /// What the containers see in common.
  var volumes: [SharedVolume]
  /// Of AWS Batch.
  var queue: String?

  /// How often one worker is started again at most, as `editc segment` does it with its own.
  static let retries = 3

  /// What another try does not put right: the command line, the plan or a medium, a missing file, the place of the film.
  static let finalCodes: [ExitCode] = [.usage, .badData, .inputMissing, .cannotCreate]

  /// What each container of an array runs. `editc segment` ends when the store has everything, and the first container then joins
  /// the film. A scheduler that starts this container again repeats both, so no other job has to wait for one that failed.
  func containerLine(index variable: String) -> String {
    "\(commands.segment) && { [ \"${\(variable):-0}\" != 0 ] || \(commands.join); }"
  }
}

/// A volume, and where containers see it.
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

/// The name of a job, which becomes part of names of hosts.
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
