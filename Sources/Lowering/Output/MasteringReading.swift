import Basics
import Composition
import Diagnostics
import EditScript

/// Reads `mastering` of an output.
struct MasteringReading {
  /// Nil if nothing is written.
  private(set) var display: MasteringDisplay?
  private(set) var problems: [Diagnostic] = []

  init(_ output: Output, _ encoding: VideoEncoding) {
    let written = output.video.mastering
    guard let peak = written.peak else { return }
    guard encoding.color == .pq else {
      problems.append(.masteringWithoutPQ(encoding.color, at: peak.range))
      return
    }
    let black = written.black?.value ?? 0.0001
    if black >= peak.value { problems.append(.blackAboveWhite(at: written.black?.range ?? peak.range)) }
    if let cll = written.maxCLL, let fall = written.maxFALL, fall.value > cll.value {
      problems.append(.meanAbovePixel(cll.value, fall.value, at: fall.range))
    }
    display = MasteringDisplay(
      primaries: written.primaries?.value ?? .p3, peak: Int64((peak.value * 10000).rounded()),
      black: Int64((black * 10000).rounded()), maxCLL: written.maxCLL?.value, maxFALL: written.maxFALL?.value)
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func masteringWithoutPQ(_ color: CanvasColor, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .codecLimit,
      "only PQ films can have `mastering`, and this one is in \(color.rawValue)",
      at: place, hint: "write `color: pq`, or remove `mastering`")
  }

  fileprivate static func blackAboveWhite(at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .numberOutOfRange, "the black of a display must be darker than its white", at: place,
      hint: "write a `black` below `peak`, such as 0.005")
  }

  fileprivate static func meanAbovePixel(_ cll: Int, _ fall: Int, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .numberOutOfRange, "no frame can have an average of \(fall) if the brightest pixel has \(cll)",
      at: place,
      hint: "`max-fall` must not exceed `max-cll`")
  }
}
