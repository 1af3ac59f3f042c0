import Basics
import EditScript
import Rendering
import Scene
import Vocabulary

extension TimelineThemeName {
  /// The same colours for other drawings.
  var colors: LookingTheme { self == .light ? .light : .dark }
}

let backgroundArgument = Argument<Located<Color>?>.option(
  "background", .scriptValue("COLOUR", ValueGrammar<Color>.color),
  "What the drawing stands on, instead of the theme's colour.")

let scaleArgument = Argument.option(
  "scale", .integer("N", 1...4),
  "How many pixels of the file each pixel of the drawing has a side, for dense screens.",
  default: 1, shown: "1")

extension SceneColor {
  init(_ color: Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}
