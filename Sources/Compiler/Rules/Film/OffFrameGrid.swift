import Basics
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let offFrameGrid = DiagnosticID(
    "off-frame-grid", .note, "The time is between two frames",
    explanation: """
      The time falls between two frames of the canvas. editc keeps the exact time and cuts at the nearest \
      frame. The message gives the times of both frames.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 2.5s}
          - clip: beach.mp4
            take: 1s..4.2s
        """,
        media: "beach.mp4  video 1280x720 25 12s",
        gives: ["2.5s lies between 62 frames (2.48s) and 63 frames (2.52s) at 25 frames per second"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 29.97}
        timeline:
          - {color: navy, for: 1s}
        """,
        gives: [
          "1s lies between 29 frames (0.968s) and 30 frames (1.001s) at 29.97 frames per second"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 63f}
          - clip: beach.mp4
            take: 1s..4.2s
        audio:
          - clip: song.m4a
            take: 0.333s..3.3333s
        """,
        media: """
          beach.mp4  video 1280x720 25 12s
          song.m4a   audio 48000 stereo 60s
          """),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        outputs:
          - {file: part.mp4, range: 0.51s..1.5s}
        """,
        gives: [
          "0.51s..1.5s starts or ends between two frames at 25 frames per second; it covers frames 13 to 37 (25 frames), which is 0.52s..1.52s"
        ]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 4s}
        outputs:
          - {file: part.mp4, range: 0.52s..end}
        """),
    ])
}

extension Rule {
  /// Lengths of items with pictures, and the part of an output; sound is sample-accurate and not affected.
  static let offFrameGrid = Rule.film(.offFrameGrid, reach: .ownSpeed) { film in
    guard let rate = film.film.rate else { return [] }
    let roundedPart = film.film.output?.part.flatMap { written -> Diagnostic? in
      guard let composition = film.film.composition,
        case .success(let part) = part(written, of: composition, markers: film.film.markers),
        let rounding = part.rounding(at: rate)
      else { return nil }
      return Diagnostic(.offFrameGrid, rounding, at: written.range)
    }
    let items = film.film.items.filter { $0.list != .audio }.compactMap(\.writtenLength)
    let written = items + film.film.transitions.compactMap(\.writtenLength)
    let lengths = written.compactMap { written -> Diagnostic? in
      guard let neighbours = Neighbours(of: written.length, at: rate) else { return nil }
      return Diagnostic(
        .offFrameGrid,
        "\(written.length) lies between \(neighbours.below) and \(neighbours.above)"
          + " at \(rate.spellingForPeople) frames per second",
        at: written.place,
        hint: "the exact time is kept; the cut is at the nearest frame")
    }
    return lengths + [roundedPart].compactMap(\.self)
  }
}

/// The whole numbers of frames around a length, with their times.
private struct Neighbours {
  let below: String
  let above: String

  /// Nil if the length is a whole number of frames.
  init?(of length: RationalTime, at rate: FrameRate) {
    guard let frames = rate.frame(at: length), frames.wasRounded,
      let nearest = try? rate.start(ofFrame: frames.value)
    else { return nil }
    let (first, overflows) = frames.value.subtractingReportingOverflow(nearest <= length ? 0 : 1)
    guard !overflows, first < .max, let start = try? rate.start(ofFrame: first),
      let end = try? rate.start(ofFrame: first + 1)
    else { return nil }
    below = "\(counted(first, "frame")) (\(start))"
    above = "\(counted(first + 1, "frame")) (\(end))"
  }
}
