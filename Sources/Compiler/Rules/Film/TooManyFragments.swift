import Basics
import Composition
package import Diagnostics
import EditScript
import Lowering

extension DiagnosticID {
  package static let tooManyFragments = DiagnosticID(
    "too-many-fragments", .error, "Too many fragments for the index",
    explanation: """
      The index at the start of a fragmented file has room for 65,535 fragments: 36 hours with `fragment: \
      2s`, or three quarters of an hour with one fragment per frame at 25 frames per second. Write longer \
      fragments.
      """,
    needsMedia: false,
    examples: [
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 1h}
        outputs:
          - {file: film.mp4, fragment: 1f}
        """,
        gives: ["the film has 90000 fragments, but the index has room for only 65535"]),
      RuleExample(
        """
        edit: 1
        canvas: {size: 1280x720, rate: 25}
        timeline:
          - {color: navy, for: 1h}
        outputs:
          - {file: film.mp4, fragment: 2s}
        """),
    ])
}

extension Rule {
  static let tooManyFragments = Rule.film(.tooManyFragments, reach: .film) { film in
    guard let output = film.film.output, let length = film.settings?.fragmentFrames, length > 0,
      let frames = film.part.map({ Int64($0.count) }) ?? film.film.composition?.frameCount
    else { return [] }
    let (count, most) = ((frames + length - 1) / length, OutputSettings.mostFragments)
    guard count > most else { return [] }
    return [
      Diagnostic(
        .tooManyFragments, "the film has \(count) fragments, but the index has room for only \(most)",
        at: output.fragment?.range ?? output.range,
        hint: "use fragments of \((frames + most - 1) / most) frames or more, such as `fragment: 2s`")
    ]
  }
}
