import Basics
import Interchange

/// Lists what another format cannot express, for people and for programs.
struct LossListing {
  private let path: String
  /// The parts of an input; nil for an export.
  private let parts: LossReport?
  private let losses: [Loss]

  fileprivate struct Loss {
    let place: InputPlace
    /// The format's name for it; nil if it is part of a script.
    let kind: String?
    let isDropped: Bool
    let words: String

    init?(_ place: InputPlace, kind: String?, _ fate: ImportOutcome) {
      switch fate {
      case .mapped: return nil
      case .approximated(let difference): (isDropped, words) = (false, difference)
      case .dropped(let reason): (isDropped, words) = (true, reason)
      }
      (self.place, self.kind) = (place, kind)
    }

    var fate: String { isDropped ? "dropped" : "approximated" }
  }

  /// Further losses are only counted.
  private static let mostLines = 30

  /// - Parameter path: The file that was read.
  init(of path: String, parts: LossReport? = nil, _ written: [WritingLoss]) {
    self.path = path
    self.parts = parts
    losses =
      (parts?.losses ?? []).compactMap { Loss($0.place, kind: $0.kind, $0.fate) }
      + written.compactMap { Loss($0.place, kind: nil, $0.fate) }
  }

  var dropsSomething: Bool { losses.contains(where: \.isDropped) }

  /// Prints the losses for people, to standard error.
  func complain() {
    for loss in losses.prefix(Self.mostLines) {
      let kind = loss.kind.map { "`\($0)` " } ?? ""
      Console.write("\(path):\(loss.place): \(kind)\(loss.fate): \(loss.words)\n")
    }
    if losses.count > Self.mostLines {
      Console.write("… and \(losses.count - Self.mostLines) more, which --json lists\n")
    }
    guard let parts else { return }
    Console.write(
      "\(path): \(parts.nodes.count) parts: \(parts.mapped) mapped, \(parts.approximated) approximated, "
        + "\(parts.dropped) dropped\n")
  }

  /// - Parameter script: What happened to the script in the input; nil if there is none.
  func json(output: String, script: String? = nil) -> JSONValue {
    .membersPresent([
      "file": .string(path), "output": .string(output), "script": script.map(JSONValue.string),
      "parts": parts.map { parts in
        .members([
          "mapped": .integer(Int64(parts.mapped)), "approximated": .integer(Int64(parts.approximated)),
          "dropped": .integer(Int64(parts.dropped)),
        ])
      }, "losses": .array(losses.map(\.json)),
    ])
  }
}

extension LossListing.Loss {
  /// An item of a script has a name instead of a line.
  fileprivate var json: JSONValue {
    let hasLine = place.line > 0
    return .membersPresent([
      "line": hasLine ? .integer(Int64(place.line)) : nil,
      "column": hasLine ? .integer(Int64(place.column)) : nil,
      hasLine ? "path" : "item": place.path.map(JSONValue.string),
      "kind": kind.map(JSONValue.string), "fate": .string(fate), "words": .string(words),
    ])
  }
}
