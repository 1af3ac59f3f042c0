import Basics
import Composition
import Processes
import RenderPlan

/// A text output: subtitles, or the chapters of the film.
struct TextFile {
  /// The text of the file.
  let text: String

  init(of plan: RenderPlan) throws(ExportError) {
    switch plan.settings.container.declaration.text {
    case .subtitles:
      guard let subtitles = plan.composition.sidecars.first else {
        throw ExportError(.engine, "the plan has no subtitles")
      }
      text = try Sidecar(subtitles, of: plan).text
    case .chapterMetadata: text = Self.metadata(plan.chapters)
    case .chapterList: text = Self.list(plan.chapters)
    case nil: throw ExportError(.engine, "the plan is not that of a text")
    }
  }

  /// FFmpeg's metadata format.
  private static func metadata(_ chapters: [FileChapter]) -> String {
    chapters.reduce(into: ";FFMETADATA1\n") { text, chapter in
      text += "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(chapter.start)\nEND=\(chapter.end)\n"
      if !chapter.name.isEmpty { text += "title=\(escaped(chapter.name))\n" }
    }
  }

  private static func escaped(_ text: String) -> String {
    let escaped = text.reduce(into: "") { result, character in
      if "=;#\\\n".contains(character) { result += "\\" }
      result.append(character)
    }
    // FFmpeg takes the end of a line after any backslash as escaped, even after an escaped one.
    return text.hasSuffix("\\") ? escaped + " " : escaped
  }

  /// The form that platforms read in a description: `0:00 Intro`. A time without a chapter has no line.
  private static func list(_ chapters: [FileChapter]) -> String {
    let isLong = chapters.contains { $0.start >= 3_600_000 }
    return chapters.filter { !$0.name.isEmpty }.map { chapter in
      let seconds = chapter.start / 1000
      let minutes = isLong ? "\(seconds / 3600):\(twoDigits(seconds / 60 % 60))" : "\(seconds / 60)"
      return "\(minutes):\(twoDigits(seconds % 60)) \(chapter.name)\n"
    }.joined()
  }

  private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Writes the text of a plan, whole or not at all.
func writeText(of plan: RenderPlan, to target: OutputTarget) throws(ExportError) -> FilmFacts {
  let bytes = Array(try TextFile(of: plan).text.utf8)
  let file = try target.begin()
  do throws(FileError) { try file.write(bytes) } catch { throw ExportError(error) }
  try target.commit(file)
  let length = (try? plan.composition.canvas.rate.start(ofFrame: plan.frameCount)) ?? .zero
  return FilmFacts(
    facts: MediaFacts(
      container: plan.settings.container.rawValue, extent: .finite(length), byteCount: Int64(bytes.count)))
}
