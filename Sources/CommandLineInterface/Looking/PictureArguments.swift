import Basics
import EditScript
import MediaFacts
import Rendering
import Scene
import Vocabulary

extension TimelineThemeName {
  /// The same theme for other drawings.
  var colors: LookingTheme { self == .light ? .light : .dark }
}

let backgroundArgument = Argument<Located<Color>?>.option(
  "background", .scriptValue("COLOUR", ValueGrammar<Color>.color),
  "The background colour, instead of that of the theme.")

let scaleArgument = Argument.option(
  "scale", .integer("N", 1...4),
  "Pixels of the file for each pixel of the drawing, in both directions, for high-resolution screens.",
  default: 1, shown: "1")

extension SceneColor {
  init(_ color: Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}

extension ArgumentKind where Value == PixelSize {
  /// `1280x720`.
  static func pixelSize(_ placeholder: String, _ sides: ClosedRange<Int> = 1...16384) -> ArgumentKind {
    ArgumentKind(
      placeholder,
      expectation:
        "a width and a height from \(sides.lowerBound) to \(sides.upperBound) pixels, such as 640x360"
    ) { text in
      let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { part in
        part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
      }
      guard parts.count == 2, let width = parts[0], let height = parts[1], sides.contains(width),
        sides.contains(height)
      else { return nil }
      return PixelSize(width: width, height: height)
    }
  }
}
