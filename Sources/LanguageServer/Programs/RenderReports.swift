import Basics
import Processes

/// The JSON lines of a render, summarised for a person.
package struct RenderReports {
  /// The number of films, at least one.
  private let films: Int
  private var finished = 0
  private var share = 0.0
  /// The last error message.
  package private(set) var problem: String?

  package init(films: Int) { self.films = max(1, films) }

  /// The number of finished films, and the finished share of the current one.
  package var filmsDone: Double { Double(finished) + min(1, max(0, share)) }

  /// The progress of all films, in percent.
  var percentage: Int64 {
    Int64((min(1, max(0, (Double(finished) + share) / Double(films))) * 100).rounded(.down))
  }

  /// Processes a line and returns a message about it, or nil.
  package mutating func take(_ line: String) -> String? {
    guard let event = try? JSONValue.parse(bytes: Array(line.utf8)) else { return nil }
    let file = event["file"]?.stringValue.map(lastComponent) ?? ""
    switch event["event"]?.stringValue {
    case "progress":
      // The second pass of a film starts at 0 again.
      share = max(share, event["fraction"]?.numberValue ?? 0)
      let left = event["secondsLeft"]?.numberValue.map { ", \(Int($0.rounded(.up))) s left" } ?? ""
      return file + left
    case "finished":
      finished += 1
      share = 0
      return file
    case "error":
      problem = event["message"]?.stringValue
      return nil
    default: return nil
    }
  }
}
