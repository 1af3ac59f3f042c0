package import Basics
import Composition
package import ContentDigest
package import Detection
package import EditScript

/// What `editc detect --into` proposed last for a script: the file beside it, in git.
///
/// Each line names its medium, so that lines can be merged and reordered one by one.
package struct DetectedBase: Hashable, Sendable {
  /// By the path of the medium in the script.
  package var media: [String: Medium] = [:]

  package init() {}

  package struct Medium: Hashable, Sendable {
    package var digest: ContentDigest
    /// The number of the detector that found it.
    package var detector: Int
    package var lists: [ProposedList: Proposed] = [:]

    package init(digest: ContentDigest, detector: Int) {
      self.digest = digest
      self.detector = detector
    }
  }

  /// A list of proposals, and the options with which they were found.
  package struct Proposed: Hashable, Sendable {
    package var options: DetectionOptions
    package var proposals: [DetectionMerge.Proposal]

    package init(options: DetectionOptions, proposals: [DetectionMerge.Proposal] = []) {
      self.options = options
      self.proposals = proposals
    }
  }

  /// The place of the file that belongs to a script.
  package static func path(ofScript script: String) -> String { script + ".detected" }

  /// Enough for the beats of a day of music.
  package static let mostBytes = 32 << 20
}

/// What is proposed together.
package enum ProposedList: Hashable, Sendable {
  /// Items of the timeline: one list for each medium, whatever is found.
  case takes
  /// Markers at cuts or at beats.
  case markers(DetectionKind)
}

/// The options of a detection that decide what is found.
package struct DetectionOptions: Hashable, Sendable {
  package var kind: DetectionKind
  package var shortest: RationalTime?
  package var before: RationalTime?
  package var after: RationalTime?
  package var tempo: TempoRange?
  /// The part of the medium to which everything is limited; nil for all of it.
  package var part: TimeRange?
  package var stream: Int?

  package init(_ kind: DetectionKind) {
    self.kind = kind
  }
}

// MARK: - Text

extension DetectedBase {
  static let opening = "editc detected"
  static let version = 1

  /// Equal values give equal text.
  package var text: String {
    let paths = media.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return """
      \(Self.opening) \(Self.version)
      # What `editc detect --into` proposed last. Keep it beside the script, in git.

      """ + paths.map { path in "\n" + (media[path].map { lines(of: $0, named: path) } ?? "") }.joined()
  }

  private func lines(of medium: Medium, named path: String) -> String {
    var lines = ["sha256 \(medium.digest.hex) detector \(medium.detector)"]
    for list in ProposedList.all {
      guard let proposed = medium.lists[list] else { continue }
      lines.append("\(list.word) of \(proposed.options.text)")
      lines += proposed.proposals.map { proposal in
        let what =
          switch list {
          case .takes: "take \(proposal.range.spelling)"
          case .markers(let kind):
            "marker \(proposal.name ?? kind.markerWord) \(proposal.range.start.spelling)"
          }
        return proposal.isDropped ? what + " dropped" : what
      }
    }
    let name = FactToken.text(path).spelling
    return lines.map { "\(name) \($0)\n" }.joined()
  }
}

extension ProposedList {
  static let all: [ProposedList] = [.takes, .markers(.cuts), .markers(.beats)]

  var word: String { self == .takes ? "takes" : "markers" }
}

extension DetectionKind {
  /// The beginning of the names of its markers: `beat` for `beat-001`.
  package var markerWord: String { self == .beats ? "beat" : "cut" }
}

extension DetectionOptions {
  fileprivate var text: String {
    let options: [(String, String?)] = [
      ("min", shortest?.spelling), ("before", before?.spelling), ("after", after?.spelling),
      ("tempo", tempo?.text),
      ("range", part?.spelling), ("stream", stream.map { "\($0)" }),
    ]
    return ([kind.rawValue] + options.compactMap { name, value in value.map { "\(name) \($0)" } })
      .joined(separator: ", ")
  }
}
