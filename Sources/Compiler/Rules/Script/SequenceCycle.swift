import Basics
import Diagnostics
import EditScript

extension Rule {
  /// Cycles between times are found when times are resolved.
  static let sequenceCycle = Rule.script(.referenceCycle) { script, _ in
    var search = CycleSearch(script.sequences)
    // A script can contain more cycles, and a cycle more steps, than anybody reads.
    return search.circles(atMost: 20).map { circle in
      let names = listed(circle.map(\.playing)) + circle.prefix(1).map(\.playing)
      return Diagnostic(
        .referenceCycle,
        "the sequence '\(names[0])' plays itself: \(names.joined(separator: " -> "))",
        at: circle.last?.place,
        notes: circle.dropLast().prefix(20).map {
          Diagnostic.Note("'\($0.playing)' plays '\($0.played)' here", at: $0.place)
        },
        hint: "remove one step of the cycle")
    }
  }
}

/// The names of the cycle; only the first and last ones of a long cycle.
private func listed(_ names: [String]) -> [String] {
  names.count > 12 ? names.prefix(6) + ["…"] + names.suffix(5) : names
}

/// A sequence that plays another one.
private struct Step {
  let playing: String
  let played: String
  let place: SourceRange
}

/// Searches iteratively instead of recursively, because a script may chain thousands of sequences.
private struct CycleSearch {
  private let names: [String]
  private var steps: [String: [Step]] = [:]
  private var finished: Set<String> = []

  init(_ sequences: [SequenceDeclaration]) {
    names = sequences.map(\.name.value)
    for sequence in sequences {
      var seen: Set<String> = []
      // Playing the same sequence twice is one step.
      steps[sequence.name.value] = sequence.items.flatMap(\.playedSequences).compactMap { played in
        guard seen.insert(played.value).inserted else { return nil }
        return Step(playing: sequence.name.value, played: played.value, place: played.range)
      }
    }
  }

  /// The steps of each cycle, once for each step that closes one.
  mutating func circles(atMost most: Int) -> [[Step]] {
    var found: [[Step]] = []
    for name in names where !finished.contains(name) && found.count < most {
      search(from: name, most, &found)
    }
    return found
  }

  private mutating func search(from start: String, _ most: Int, _ found: inout [[Step]]) {
    var way: [Step] = []
    /// The sequences on the path to the last one, with their positions and remaining steps.
    var places = [start: 0]
    var waiting = [(name: start, steps: steps[start, default: []][...])]
    while let last = waiting.indices.last {
      guard let step = waiting[last].steps.popFirst() else {
        finished.insert(waiting[last].name)
        places[waiting[last].name] = nil
        waiting.removeLast()
        if !way.isEmpty { way.removeLast() }
        continue
      }
      if let place = places[step.played] {
        found.append(way[place...] + [step])
        if found.count == most { return }
      } else if !finished.contains(step.played), let next = steps[step.played] {
        way.append(step)
        places[step.played] = way.count
        waiting.append((step.played, next[...]))
      }
    }
  }
}
