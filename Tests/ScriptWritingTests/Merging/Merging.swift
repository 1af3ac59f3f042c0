import Basics
import Composition
import Detection
import EditScript
import Lowering
import Testing

@testable import ScriptWriting

/// A film of 25 frames a second into which takes of `talk.mp4` are merged.
struct Merging {
  let drafts: Drafts
  var source: SourceText
  /// Nil before the first merge.
  var base: [DetectionMerge.Proposal]?
  var notes: [String] = []

  let takes: DraftTakes
  private let rate = FrameRate(25)

  init(_ text: String) throws {
    drafts = try Drafts(
      """
      talk.mp4   video 1280x720 25 600s  audio 48000 stereo 600s
      other.mp4  video 1280x720 25 600s  audio 48000 stereo 600s
      """)
    source = SourceText(name: "film.edit", text)
    let rate = try #require(FrameRate(25))
    takes = DraftTakes(on: DraftCanvas(size: PixelSize(width: 1280, height: 720), rate: rate), edges: .around)
  }

  var text: String { source.text }

  /// Merges `0.3s..3.28s`.
  mutating func merge(_ found: [String]) throws {
    try merge(found.map { try #require(TimeRange(spelling: $0)) })
  }

  mutating func merge(_ found: [TimeRange], tolerance: RationalTime? = RationalTime(3, 50)) throws {
    var script = MergedScript(source)
    let media = drafts.media[0]
    let spellings: Set<String> = ["talk", "talk.mp4"]
    var known: [SourceRange: TimeRange] = [:]
    for item in script.script.timeline where item.mediaName.map({ spellings.contains($0.value) }) == true {
      known[item.range] = part(of: media.facts, takenBy: item.take?.value, rate: rate)
    }
    base = try script.merge(
      found, of: MergedMedium(media, spellings: spellings, tolerance: try #require(tolerance)), takes,
      playing: known, base: base)
    source = script.source
    notes = script.notes.map { "\(source.line(at: $0.offset)) \($0.text)" }
  }

  mutating func merge(beats: [String]) throws {
    try merge(beats: beats.map { try #require(RationalTime(spelling: $0)) })
  }

  mutating func merge(beats: [RationalTime]) throws {
    var script = MergedScript(source)
    var known: [String: RationalTime] = [:]
    for marker in script.script.markers {
      guard
        case .success(let time) = moment(
          marker.at.value, within: RationalTime(seconds: 600), rate: rate, markers: [])
      else { continue }
      known[marker.name.value] = time
    }
    base = try script.merge(
      markersAt: beats, .beats, tolerance: try #require(RationalTime(3, 100)), takes, known: known,
      others: [],
      base: base)
    source = script.source
    notes = script.notes.map { "\(source.line(at: $0.offset)) \($0.text)" }
  }
}

extension DetectionMerge.Proposal {
  init(_ range: String, isDropped: Bool = false) throws {
    self.init(range: try #require(TimeRange(spelling: range)), isDropped: isDropped)
  }
}
