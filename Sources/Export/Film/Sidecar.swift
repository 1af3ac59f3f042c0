import Basics
package import Composition
import Processes
package import RenderPlan

/// Subtitles as a file next to the film, in milliseconds from the start of the plan's part of the film.
package struct Sidecar {
  /// The text of the file.
  package let text: String

  package init(_ sidecar: SubtitleSidecar, of plan: RenderPlan) throws(ExportError) {
    do throws(TimeOverflow) {
      let rate = plan.composition.canvas.rate
      let start = try rate.start(ofFrame: plan.frames.lowerBound)
      let end = try rate.start(ofFrame: plan.frames.upperBound)
      text = try Self.text(of: sidecar, from: start, to: end)
    } catch { throw ExportError(any: error) }
  }

  private static func text(
    of sidecar: SubtitleSidecar, from start: RationalTime, to end: RationalTime
  ) throws(TimeOverflow) -> String {
    var blocks: [String] = []
    for cue in sidecar.subtitles.cues {
      guard let shown = TimeRange(start: start, end: end)?.intersection(cue.timelineRange) else { continue }
      guard let first = (try shown.start - start).rounded(toUnits: 1000)?.value,
        let last = (try shown.end - start).rounded(toUnits: 1000)?.value
      else { throw TimeOverflow() }
      guard first < last else { continue }
      let lines: String
      switch sidecar.format {
      case .subRip:
        lines = "\(blocks.count + 1)\n\(clock(first, ",")) --> \(clock(last, ","))\n" + subRip(cue.text)
      case .webVTT:
        lines = "\(clock(first, ".")) --> \(clock(last, "."))\n" + (try webVTT(cue.text, start, first..<last))
      }
      blocks.append(lines)
    }
    return (sidecar.format == .webVTT ? "WEBVTT\n\n" : "") + blocks.joined(separator: "\n")
  }

  private static func clock(_ milliseconds: Int64, _ mark: String) -> String {
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let seconds = milliseconds / 1000
    return digits(seconds / 3600, 2) + ":" + digits(seconds / 60 % 60, 2) + ":" + digits(seconds % 60, 2)
      + mark
      + digits(milliseconds % 1000, 3)
  }

  // MARK: Text

  /// SubRip text, with its tags.
  static func subRip(_ text: StyledText) -> String {
    withoutEmptyLines(
      text.runs.map { run in
        let tags = tags(of: run.look, isSubRip: true)
        let color = run.look.color.map { "<font color=\"#\(hexadecimal($0))\">" }
        return tags.map { "<\($0)>" }.joined() + (color ?? "") + run.text + (color == nil ? "" : "</font>")
          + tags.reversed().map { "</\($0)>" }.joined()
      }.joined())
  }

  /// WebVTT text, with the times of words that are within the cue.
  private static func webVTT(
    _ text: StyledText, _ start: RationalTime, _ cue: Range<Int64>
  ) throws(TimeOverflow) -> String {
    var words = ""
    var last = cue.lowerBound
    for run in text.runs {
      if let time = run.time {
        guard let milliseconds = (try time.start - start).rounded(toUnits: 1000)?.value else {
          throw TimeOverflow()
        }
        if milliseconds > last, milliseconds < cue.upperBound {
          words += "<\(clock(milliseconds, "."))>"
          last = milliseconds
        }
      }
      let tags =
        tags(of: run.look, isSubRip: false)
        + (run.look.color.flatMap(\.webVTTClass).map { ["c.\($0)"] } ?? [])
      words +=
        tags.map { "<\($0)>" }.joined() + escaped(run.text)
        + tags.reversed().map { "</\($0.prefix { $0 != "." })>" }.joined()
    }
    return withoutEmptyLines(words)
  }

  private static func tags(of look: TextLook, isSubRip: Bool) -> [String] {
    (look.isItalic ? ["i"] : []) + (look.isBold ? ["b"] : []) + (look.isUnderlined ? ["u"] : [])
      + (look.isStruck && isSubRip ? ["s"] : [])
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }

  /// An empty line would end the cue.
  private static func withoutEmptyLines(_ text: String) -> String {
    text.split(separator: "\n").filter { line in line.contains { !$0.isWhitespace } }.joined(separator: "\n")
      + "\n"
  }

  private static func hexadecimal(_ color: CueColor) -> String {
    [color.red, color.green, color.blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension CueColor {
  /// WebVTT's class for the colour; nil if there is none.
  fileprivate var webVTTClass: String? {
    ["white", "lime", "cyan", "red", "yellow", "magenta", "blue", "black"].first {
      CueColor(spelling: $0) == self
    }
  }
}

/// Writes the files next to a film, each whole or not at all.
struct SidecarFiles {
  private var files: [(target: OutputTarget, file: AtomicFile)] = []

  /// Writes them without their names, so that a failure leaves the film and all of them unchanged.
  init(of plan: RenderPlan, beside film: OutputTarget) throws(ExportError) {
    for sidecar in plan.composition.sidecars {
      let target = film.sidecar(sidecar)
      let text = try Sidecar(sidecar, of: plan).text
      let file = try target.begin()
      do throws(FileError) { try file.write(Array(text.utf8)) } catch { throw ExportError(error) }
      files.append((target, file))
    }
  }

  func commit() throws(ExportError) {
    for (target, file) in files { try target.commit(file) }
  }
}

extension OutputTarget {
  /// The place of a file next to this film.
  package func sidecar(_ sidecar: SubtitleSidecar) -> OutputTarget {
    OutputTarget(path: sidecar.path(besideFilm: path), replacesExisting: replacesExisting, root: root)
  }
}
