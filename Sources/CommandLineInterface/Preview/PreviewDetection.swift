import Basics
import Compiler
import Composition
import ContentDigest
import Detection
import Lowering
import ScriptWriting
import Workspace

/// What was detected before in the media of a film, for pages. Nothing is decoded.
struct PreviewDetection {
  private let rate: FrameRate
  private let media: [MediaReference]
  /// By the number of the medium in the film.
  private let known: [Int: CachedDetection]
  /// The media files in which cuts and silences can still be looked for.
  let undetected: [String]

  init(
    in film: PreviewedFilm, of compiled: CompiledScript, _ workspace: Workspace, _ history: PreviewHistory
  ) throws {
    rate = film.composition.canvas.rate
    let used = film.film?.lowered.items.compactMap(\.medium) ?? []
    media = film.film?.lowered.media.map(\.reference) ?? []
    var (known, undetected): ([Int: CachedDetection], Set<String>) = ([:], [])
    for number in Set(used) where media[number].facts.canBeDetected && workspace.cache != nil {
      // Their files cannot be read without the script.
      guard media[number].reading.raw == nil else { continue }
      let reference = media[number]
      let digest = try compiled.media.digest(of: reference)
      let detection =
        history.detections[digest] ?? CachedDetection(in: reference.facts, digest, from: workspace)
      known[number] = detection
      if let detection, detection.isComplete(for: reference.facts) {
        history.detections[digest] = detection
      } else {
        undetected.insert(reference.path)
      }
    }
    (self.known, self.undetected) = (known, undetected.sorted())
  }

  /// What is found in the part of a medium that an item plays at its own speed, in frames from the first one of the
  /// item; null if nothing was looked for.
  func things(in item: ResolvedItem, from first: Int64) -> JSONValue {
    guard let number = item.medium, let detection = known[number], let range = item.timelineRange,
      let start = item.clock.plainStart, let length = try? range.duration(), let end = try? start + length,
      let played = TimeRange(start: start, end: end)
    else { return .null }
    return .array(
      detection.found.compactMap { $0.clipped(to: played) }.map { thing in
        let time = range.start.inSeconds - start.inSeconds
        let (from, to) = (frames(thing.range.start, time), frames(thing.range.end, time))
        return .members([
          "kind": .string(thing.kind.rawValue), "first": .number(rounded(from - Double(first))),
          "frames": .number(rounded(to - from)),
          "time": .string(
            thing.isMoment ? thing.range.start.spelling : "\(thing.range.start)..\(thing.range.end)"),
        ])
      })
  }

  /// The shots of the media file that is played instead of a script, as pairs of their first frame and their number of
  /// frames; null if its pictures were not looked at. They are those of `editc detect --as takes`.
  func shots(of facts: MediaFacts) -> JSONValue {
    guard let (detection, whole) = only(facts), detection.hasPictures else { return .null }
    return pairs(detection.found.shots(in: whole), .cuts, facts)
  }

  /// The parts with sound, in the same way.
  func partsWithSound(of facts: MediaFacts) -> JSONValue {
    guard let (detection, whole) = only(facts), detection.hasSound else { return .null }
    let margins = SoundMargins.usual
    let parts = try? detection.found.partsWithSound(in: whole, before: margins.before, after: margins.after)
    return pairs(parts ?? [], .silence, facts)
  }

  private func only(_ facts: MediaFacts) -> (detection: CachedDetection, whole: TimeRange)? {
    guard media.count == 1, let detection = known[0], let end = facts.extent.finite,
      let whole = TimeRange(start: .zero, end: end)
    else { return nil }
    return (detection, whole)
  }

  private func pairs(_ parts: [TimeRange], _ kind: DetectionKind, _ facts: MediaFacts) -> JSONValue {
    .array(
      DraftEdges(of: kind).frames(of: parts, in: facts.extent.finite, at: rate).map {
        .array([.integer($0.lowerBound), .integer(Int64($0.count))])
      })
  }

  private func frames(_ time: RationalTime, _ offset: Double) -> Double {
    (time.inSeconds + offset) * Double(rate.frames) / Double(rate.seconds)
  }

  private func rounded(_ frames: Double) -> Double { (frames * 1000).rounded() / 1000 }
}
