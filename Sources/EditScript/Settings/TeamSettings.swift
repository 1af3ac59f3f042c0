import Basics

/// The contents of an `editc.yaml`: settings for renders of a team or one person, instead of options.
///
/// A property is nil if its key is not written.
package struct TeamSettings: Hashable, Sendable {
  package var requires: Located<Release>?
  package var cache: Located<CacheSettings>?
  /// In bytes.
  package var storeSize: Located<Int64>?
  package var jobs: Located<Int>?
  package var map: Located<[MappedFolder]>?
  package var launchers: Located<[Launcher]>?
  /// Names of launchers that every render uses.
  package var launch: Located<[Located<String>]>?
  package var remotes: Located<[Located<RemoteTemplate>]>?
  /// Hosts that may have private addresses.
  package var privateHosts: Located<[Located<String>]>?
  package var editor: Located<EditorCommand>?
  package var recognizers: Located<[SpeechRecognizer]>?
  package var detect: Located<DetectSettings>?

  package init() {}

  /// The settings as text, one fact per line, like `EditScript.dump`.
  package var dump: String { SettingsKeys.schema.lines(of: self).map { $0 + "\n" }.joined() }
}

/// A command that opens a file in an editor at a line.
package struct EditorCommand: Hashable, Sendable {
  /// The program and its arguments, with `{file}` and `{line}` where they belong.
  package let words: [String]

  package init(words: [String]) { self.words = words }

  /// The program and its arguments for a line of a file.
  package func words(toOpen file: String, line: Int) -> [String] {
    // One pass, so that a file name with braces stays as it is.
    words.map { word in
      var rest = word[...]
      var text = ""
      while let next = rest.firstIndex(of: "{") {
        text += rest[..<next]
        rest = rest[next...]
        if rest.hasPrefix("{file}") {
          text += file
          rest = rest.dropFirst(6)
        } else if rest.hasPrefix("{line}") {
          text += "\(line)"
          rest = rest.dropFirst(6)
        } else {
          text.append(rest.removeFirst())
        }
      }
      return text + rest
    }
  }
}

/// A program that writes down what is said, by a name for the command line.
package struct SpeechRecognizer: Hashable, Sendable {
  package let name: Located<String>
  /// The program and its arguments.
  package let words: [String]
}

/// A folder of the machine that made a plan, and its path on this machine.
package struct MappedFolder: Hashable, Sendable {
  package let from: Located<String>
  package let to: Located<String>
}

/// A way to start workers, by a name for the command line.
package struct Launcher: Hashable, Sendable {
  package let name: Located<String>
  package let start: LauncherStart
}

/// How a launcher starts workers.
package enum LauncherStart: Hashable, Sendable {
  case commands([LaunchCommand])
  case slurm(workers: Int, options: [String])
}

/// A shell command that starts a worker, and the number of workers to start.
package struct LaunchCommand: Hashable, Sendable {
  /// The maximum number of workers that one render starts.
  package static let mostWorkers = 256

  package let command: String
  /// Nil if not written, which means one.
  package var count: Int?

  package init(command: String, count: Int? = nil) {
    self.command = command
    self.count = count
  }

  /// Reads `x4 ssh render1 editc worker`. Nil if there is no command, or if a render cannot start that many
  /// workers.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let first = parts.first else { return nil }
    guard parts.count == 2, first.hasPrefix("x"), let count = Int(first.dropFirst()) else {
      self.init(command: text)
      return
    }
    guard (1...Self.mostWorkers).contains(count) else { return nil }
    self.init(command: String(parts[1]), count: count)
  }
}
