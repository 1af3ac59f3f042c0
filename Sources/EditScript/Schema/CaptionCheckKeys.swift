import Basics
import Composition
import Diagnostics
import YAMLTree

struct CaptionCheckKeys: MappingKeys {
  static let fields = MappingSchema(CaptionCheckKeys.self)
  typealias Record = CaptionCheck

  static let title = "a caption check"
  static let documentation = "A caption profile with some other numbers."

  let of = Key(
    "of", "The profile.", Shape<CaptionProfile>.captionProfile, isRequired: true, example: "netflix",
    synonyms: ["profile"], field: .required(\CaptionCheck.profile))
  let characters = Key(
    "characters",
    "The most characters in a line, with spaces; ideographs, kana and Hangul syllables count twice.",
    .value(.integer(in: 1...200)), example: "40", field: .at(\CaptionCheck.characters),
    default: .words("of the profile"))
  let lines = Key(
    "lines", "The most lines of a caption.", .value(.integer(in: 1...20)), example: "3",
    field: .at(\CaptionCheck.lines), default: .words("of the profile"))
  let speed = Key(
    "speed",
    "The highest reading speed: characters per second with `netflix`, words per minute with `bbc` and `dcmp`.",
    .value(.number(in: 1...10_000)), example: "17", field: .at(\CaptionCheck.speed),
    default: .words("of the profile"))
  let shortest = Key(
    "shortest", "The shortest time for which a caption is shown.", .value(.duration), example: "1s",
    field: .at(\CaptionCheck.shortest), default: .words("of the profile"))
  let longest = Key(
    "longest", "The longest time for which a caption is shown.", .value(.duration), example: "6s",
    field: .at(\CaptionCheck.longest), default: .words("of the profile"))
  let chain = Key(
    "chain", "The gap between captions that follow each other directly.", .value(.duration), example: "2f",
    field: .at(\CaptionCheck.chain), default: .words("of the profile"))
  let gap = Key(
    "gap", "The shortest gap between all other captions.", .value(.duration), example: "1s",
    field: .at(\CaptionCheck.gap), default: .words("of the profile"))

  static func decode(_ reader: MappingReader<CaptionCheckKeys>) -> CaptionCheck? {
    reader.of.map { reader.filled(CaptionCheck($0)) }
  }
}

extension Shape<CaptionCheck> {
  /// A profile, or the long form.
  static var captionCheck: Shape {
    Shape<CaptionProfile>.choice(CaptionProfile.self, "a caption profile")
      .map { profile, subject, _ in CaptionCheck(Located(profile, at: subject.node.range)) }
      .or(.mapping(CaptionCheckKeys.self))
      .refusingFCC()
  }
}

extension Shape<CaptionProfile> {
  static var captionProfile: Shape {
    .choice(CaptionProfile.self, "a caption profile").refusingFCC()
  }
}

extension Shape {
  /// Explains why there is no profile of the FCC, whose rules are often cited with numbers that they do not contain.
  fileprivate func refusingFCC() -> Shape {
    surrounded { subject, reading, read in
      guard case .scalar(let written) = subject.node.value, written.text.lowercased() == "fcc" else {
        return read()
      }
      reading.report(
        Diagnostic(
          .unknownValue,
          "the FCC's rules for captions (47 CFR 79.1(j)) are non-quantitative: they contain no number to check",
          at: subject.node.range,
          hint: "write `dcmp`, the profile of the Captioning Key, which has numbers",
          fixes: []))
      return nil
    }
  }
}
