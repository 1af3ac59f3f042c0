import Basics
import EditScript
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
