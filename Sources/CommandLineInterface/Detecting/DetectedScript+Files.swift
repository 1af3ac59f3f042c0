import Basics
import Detection
import ScriptWriting

extension Detected {
  /// The parts of a file that become takes: those with sound, or the shots between cuts.
  func parts(of kind: DetectionKind, _ margins: SoundMargins) throws -> [TimeRange] {
    kind == .cuts
      ? found.shots(in: limits)
      : try found.partsWithSound(in: limits, before: margins.before, after: margins.after)
  }

  /// The times that become markers.
  func moments(of kind: DetectionKind) -> [RationalTime] {
    found.filter { $0.kind == (kind == .cuts ? .cut : .beat) }.map(\.range.start)
  }
}

extension DraftEdges {
  init(of kind: DetectionKind) { self = kind == .cuts ? .between : .around }
}

extension DetectedScript {
  /// The parts of files with sound, or the shots between their cuts.
  init(
    named name: String, takesOf kind: DetectionKind, in files: [(detected: Detected, media: DraftMedia)],
    _ margins: SoundMargins
  ) throws {
    let clips = try files.map { detected, media in
      Clip(media, parts: try detected.parts(of: kind, margins))
    }
    let used = clips.filter { !$0.isEmpty }
    guard !used.isEmpty else {
      throw CommandFailure(.badData, "there is no part with sound, so there is nothing to write")
    }
    self.init(
      named: name, kind == .cuts ? "the shots between the cuts" : "the parts with sound", clips: used,
      edges: DraftEdges(of: kind))
  }

  /// A whole file with a marker for each cut and beat.
  init(named name: String, markersOf detected: Detected, _ media: DraftMedia) {
    var markers: [Marker] = []
    for kind in [DetectionKind.cuts, .beats] {
      var names = MarkerNames(kind)
      markers += detected.moments(of: kind).map { Marker(name: names.next(), time: $0) }
    }
    let kinds = Set(detected.found.filter(\.isMoment).map(\.kind))
    let content = kinds == [.cut] ? "the cuts" : kinds == [.beat] ? "the beats" : "cuts and beats"
    self.init(named: name, "\(content) as markers", clips: [Clip(media, parts: nil)], markers: markers)
  }
}

/// A script is of pictures or of sound.
func requireOneKind(of media: [DraftMedia]) throws {
  guard Set(media.map { $0.kind == .sound }).count < 2 else {
    throw CommandFailure(
      .usage, "some files have pictures and others only sound; write a script for each kind")
  }
}
