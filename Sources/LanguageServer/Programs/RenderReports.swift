import Basics
import Processes

/// What a render says of itself in lines of JSON, put together for a person.
struct RenderReports {
  /// How many films it makes; at least one.
  private let films: Int
  private var finished = 0
  private var share = 0.0
  /// The last error in words.
  private(set) var problem: String?

  init(films: Int) { self.films = max(1, films) }

  /// How far all films are, in percent.
  var percentage: Int64 {
    Int64((min(1, max(0, (Double(finished) + share) / Double(films))) * 100).rounded(.down))
  }

  /// Takes a line; what there is to say about it, nil if nothing.
  mutating func take(_ line: String) -> String? {
    guard let event = try? JSONValue.parse(bytes: Array(line.utf8)) else { return nil }
    let file = event["file"]?.stringValue.map(lastComponent) ?? ""
    switch event["event"]?.stringValue {
    case "progress":
      // The second pass of a film begins at 0 again.
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
