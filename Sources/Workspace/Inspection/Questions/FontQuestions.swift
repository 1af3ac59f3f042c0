package import Composition
import Drawing
package import Lowering

/// How large is a text with this machine's fonts and the script's font files?
package struct TextQuestion: Question {
  package typealias Answer = Reply<TextFacts, TextFailure>

  let text: TextPicture
  let folder: String

  /// Font files in a script are relative to `folder`.
  package init(_ text: TextPicture, folder: String) {
    self.text = text
    self.folder = folder
  }

  package static var name: String { "text" }
  package var limit: Duration { InspectionLimits.time }

  package var files: [String] {
    guard case .file(let spelling) = text.font else { return [] }
    return [spelling.hasPrefix("/") ? spelling : folder + "/" + spelling]
  }

  package func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(TextFailure) in try tools.drawing(folder).measure(text) }
  }
}

/// Which of this machine's fonts draw the letters of subtitles?
package struct SubtitleFontsQuestion: Question {
  package typealias Answer = Reply<FoundSubtitleFonts, SubtitleFontFailure>

  /// The letters of each family, as one text.
  let families: [String: String]
  private let asked: [AskedFont]
  /// As spelled in the script.
  private let fontFiles: [String]
  private let folder: String

  /// Font files in a script are relative to `folder`.
  package init(_ letters: SubtitleLetters, folder: String) {
    asked = Array(letters.asked)
    fontFiles = letters.fontFiles
    self.folder = folder
    families = letters.families.mapValues { scalars in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars.sorted())
      return String(text)
    }
  }

  package static var name: String { "subtitle-fonts" }
  package var limit: Duration { InspectionLimits.time }

  package var files: [String] { fontFiles.map { $0.hasPrefix("/") ? $0 : folder + "/" + $0 } }

  package func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(SubtitleFontFailure) in
      let letters = SubtitleLetters(
        families: families.mapValues { Set($0.unicodeScalars) }, asked: Set(asked), fontFiles: files)
      return try tools.subtitleFonts(for: letters)
    }
  }
}

/// Which font families does this machine have?
package struct FontFamiliesQuestion: Question {
  package typealias Answer = Reply<[String], TextFailure>

  package init() {}

  package static var name: String { "font-families" }
  package var limit: Duration { InspectionLimits.time }

  package func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(TextFailure) in
      guard let lookup = FontLookup() else { throw .library("the list of fonts cannot be read") }
      return lookup.catalog.families.map(\.name)
    }
  }
}

/// The fonts of subtitles, the letters without a font, and those that only a colour font has.
package struct FoundSubtitleFonts: Codable, Sendable {
  package let fonts: SubtitlePicture.Fonts
  private let missingNumbers: [UInt32]
  private let coloredNumbers: [UInt32]
  package let substitutions: [FontSubstitution]

  init(
    fonts: SubtitlePicture.Fonts, missing: Set<Unicode.Scalar>, colored: Set<Unicode.Scalar>,
    substitutions: [FontSubstitution]
  ) {
    self.fonts = fonts
    self.substitutions = substitutions
    missingNumbers = missing.map(\.value).sorted()
    coloredNumbers = colored.map(\.value).sorted()
  }

  package var missing: Set<Unicode.Scalar> { Set(missingNumbers.compactMap { Unicode.Scalar($0) }) }
  package var colored: Set<Unicode.Scalar> { Set(coloredNumbers.compactMap { Unicode.Scalar($0) }) }
}
