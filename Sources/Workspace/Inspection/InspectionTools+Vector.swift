import Composition
import Drawing
import LibAV
import SVGTree
import XMLTree

extension InspectionTools {
  /// The facts of an SVG. One that takes too long to draw ends the process here, before a film shows it.
  ///
  /// - Parameter values: The values of its variables; nil to take it literally.
  func vector(
    _ bytes: [UInt8], ofFileAt path: String, values: [VectorValue]? = nil
  ) throws(LibAVError) -> ProbedMedia {
    let picture: SVGPicture
    do throws(XMLProblem) { picture = try SVGPicture(bytes, values: values?.byName) } catch {
      throw LibAVError(
        operation: "reading", subject: path, cause: .badData, reason: "it is not an SVG: \(error)")
    }
    var facts = picture.facts
    if facts.problems.isEmpty {
      let part = 512 / max(facts.width, facts.height)
      do throws(TextFailure) {
        _ = try VectorPainter().draw(
          picture, width: max(1, Int(facts.width * part)), height: max(1, Int(facts.height * part)),
          fonts: nil)
      } catch .noFonts {
        // Measuring its texts will report it.
      } catch {
        facts.problems.append(
          VectorProblem(.notDrawn, line: 1, column: 1, "the picture cannot be drawn: \(error.words)"))
      }
    }
    return ProbedMedia(
      facts: MediaFacts(facts, byteCount: Int64(bytes.count)), details: MediaDetails(vector: facts))
  }
}

extension TextFailure {
  fileprivate var words: String {
    switch self {
    case .library(let reason): "the library for SVG fails with \(reason)"
    case .tooLarge: "it is too large"
    default: "its fonts cannot be used"
    }
  }
}
