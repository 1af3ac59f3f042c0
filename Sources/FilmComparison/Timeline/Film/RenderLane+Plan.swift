import Basics
import Composition
import RenderPlan

extension TimelineContent.RenderLane {
  /// The pieces of a plan, and which of them are already available.
  init?(_ plan: RenderPlan, _ words: TimelineFilm.RenderWords) {
    let rate = plan.composition.canvas.rate
    let isComparison = if case .comparison = words { true } else { false }
    self.init(
      segments: [], sound: nil, keptWord: isComparison ? "kept" : "reused",
      newWord: isComparison ? "rendered again" : "to render")
    for segment in plan.segments {
      let isKept =
        if case .comparison(let kept, _) = words { kept.contains(segment.frames) } else { segment.isInStore }
      guard let start = try? rate.start(ofFrame: segment.frames.lowerBound),
        let end = try? rate.start(ofFrame: segment.frames.upperBound)
      else { return nil }
      let isCopied = segment.copied != nil
      let source =
        segment.copied.map { " from '\(oneLine(plan.composition.media[$0.media].spelling))'" } ?? ""
      segments.append(
        RenderPiece(
          start: start.inSeconds, end: end.inSeconds, isKept: isKept, isCopied: isCopied,
          tooltip:
            "segment \(segment.index + 1): \(start)..\(end), \(counted(segment.frames.count, "frame")), "
            + (isKept ? keptWord : isCopied ? "copied" : newWord) + source))
    }
    if let soundTrack = plan.soundTrack {
      let sampleRate = Int64(plan.composition.mix.sampleRate)
      guard let start = RationalTime(soundTrack.samples.lowerBound, sampleRate),
        let end = RationalTime(soundTrack.samples.upperBound, sampleRate)
      else { return nil }
      let isKept =
        if case .comparison(_, let keepsSound) = words { keepsSound } else { soundTrack.isInStore }
      sound = RenderPiece(
        start: start.inSeconds, end: end.inSeconds, isKept: isKept,
        tooltip: "sound: \(start)..\(end), " + (isKept ? keptWord : newWord))
    }
  }
}
