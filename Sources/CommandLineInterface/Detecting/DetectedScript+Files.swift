import Basics
import Detection
import ScriptWriting

extension DetectedScript {
  /// The parts of files with sound, or the shots between their cuts.
  init(
    named name: String, takesOf kind: DetectionKind, in files: [(detected: Detected, media: DraftMedia)],
    _ margins: SoundMargins
  ) throws {
    let clips = try files.map { detected, media in
      let parts =
        kind == .cuts
        ? detected.found.shots(in: detected.limits)
        : try detected.found.partsWithSound(
          in: detected.limits, before: margins.before, after: margins.after)
      return Clip(media, parts: parts)
    }
    let used = clips.filter { !$0.isEmpty }
    guard !used.isEmpty else {
      throw CommandFailure(.badData, "there is no part with sound, so there is nothing to write")
    }
    self.init(
      named: name, kind == .cuts ? "the shots between the cuts" : "the parts with sound", clips: used,
      edges: kind == .cuts ? .between : .around)
  }

  /// A whole file with a marker for each cut and beat.
  init(named name: String, markersOf detected: Detected, _ media: DraftMedia) {
    let moments = detected.found.filter(\.isMoment)
    var markers: [Marker] = []
    for kind in [FoundKind.cut, .beat] {
      for (index, moment) in moments.filter({ $0.kind == kind }).enumerated() {
        let number = "\(index + 1)"
        let zeros = String(repeating: "0", count: max(0, 3 - number.count))
        markers.append(Marker(name: "\(kind.rawValue)-\(zeros)\(number)", time: moment.range.start))
      }
    }
    let kinds = Set(moments.map(\.kind))
    let content = kinds == [.cut] ? "the cuts" : kinds == [.beat] ? "the beats" : "cuts and beats"
    self.init(named: name, "\(content) as markers", clips: [Clip(media, parts: nil)], markers: markers)
  }
}
