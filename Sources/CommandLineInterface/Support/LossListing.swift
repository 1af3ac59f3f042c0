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
    let affects: LossEffect
    /// Whether it is inside another dropped part.
    let isInner: Bool
    /// How many parts inside it are dropped with it.
    let innerCount: Int

    init?(
      _ place: InputPlace, kind: String?, _ fate: ImportOutcome, _ affects: LossEffect, isInner: Bool = false,
      innerCount: Int = 0
    ) {
      switch fate {
      case .mapped: return nil
      case .approximated(let difference): (isDropped, words) = (false, difference)
      case .dropped(let reason): (isDropped, words) = (true, reason)
      }
      (self.place, self.kind, self.affects) = (place, kind, affects)
      (self.isInner, self.innerCount) = (isInner, innerCount)
    }

    var fate: String { isDropped ? "dropped" : "approximated" }
  }

  /// Further losses are only counted.
  private static let mostLines = 30
  private static let mostKinds = 8

  /// - Parameter path: The file that was read.
  init(of path: String, parts: LossReport? = nil, _ written: [WritingLoss]) {
    self.path = path
    self.parts = parts
    losses =
      (parts?.losses ?? []).compactMap { part in
        Loss(
          part.place, kind: part.kind, part.fate, part.affects, isInner: part.outermost != nil,
          innerCount: part.innerCount)
      } + written.compactMap { Loss($0.place, kind: nil, $0.fate, $0.affects) }
  }

  var dropsSomething: Bool { losses.contains(where: \.isDropped) }

  /// Prints the losses for people, to standard error: those of the picture, those of the sound, and the others in
  /// one line.
  func complain() {
    let outer = losses.filter { !$0.isInner }
    let noticed = outer.filter { $0.affects == .picture } + outer.filter { $0.affects == .sound }
    for loss in noticed.prefix(Self.mostLines) {
      let kind = loss.kind.map { "`\($0)` " } ?? ""
      let inner =
        switch loss.innerCount {
        case 0: ""
        case 1: ", with 1 part inside it"
        default: ", with \(loss.innerCount) parts inside it"
        }
      Console.write("\(path):\(loss.place): \(kind)\(loss.fate)\(inner): \(loss.words)\n")
    }
    if noticed.count > Self.mostLines {
      Console.write("… and \(noticed.count - Self.mostLines) more, which --json lists\n")
    }
    countOthers()
    guard let parts else { return }
    Console.write(
      "\(path): \(parts.nodes.count) parts: \(parts.mapped) mapped, \(parts.approximated) approximated, "
        + "\(parts.dropped) dropped\n")
  }

  /// Counts the losses that change neither picture nor sound, by kind or, for parts of a script, by reason.
  private func countOthers() {
    let others = losses.filter { $0.affects == .neither }
    guard !others.isEmpty else { return }
    var names: [String] = []
    var counts: [String: Int] = [:]
    for loss in others {
      let name = loss.kind.map { "`\($0)`" } ?? loss.words
      if counts[name] == nil { names.append(name) }
      counts[name, default: 0] += 1
    }
    // Of equally frequent ones, the first stays first.
    let sorted = names.enumerated().sorted {
      (-(counts[$0.element] ?? 0), $0.offset) < (-(counts[$1.element] ?? 0), $1.offset)
    }.map { "\($0.element) (\(counts[$0.element] ?? 0))" }
    let rest = sorted.count - Self.mostKinds
    let listed =
      sorted.prefix(Self.mostKinds).joined(separator: ", ") + (rest > 0 ? ", \(rest) other kinds" : "")
    let subject = others.count == 1 ? "1 loss changes" : "\(others.count) losses change"
    Console.write("\(path): \(subject) neither picture nor sound, and --json lists them: \(listed)\n")
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
      "kind": kind.map(JSONValue.string), "fate": .string(fate), "affects": .string(affects.rawValue),
      "words": .string(words),
    ])
  }
}
