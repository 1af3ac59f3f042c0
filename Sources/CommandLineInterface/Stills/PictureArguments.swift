import Basics
import Composition
import EditScript
import Rendering

extension TimelineThemeName {
  /// The same theme for other drawings.
  var colors: LookingTheme { self == .light ? .light : .dark }
}

let momentsArgument = Argument.repeated(
  "at", .scriptValues("TIMES", .filmTime),
  "Time of a picture, such as `2.5s`, or several: `0s,50%,end`. `end` is the last frame.", group: "Pictures")

let toleranceArgument = Argument<[Located<DurationExpression>]?>.option(
  "tolerance", .scriptValues("DURATION", .duration, atMost: 2),
  "Takes the fastest picture to find that starts this close to the time; only for media files. `0s,0.5s` means: "
    + "never earlier, at most half a second later.", group: "Pictures")

let backgroundArgument = Argument<Located<Color>?>.option(
  "background", .scriptValue("COLOUR", ValueGrammar<Color>.color),
  "Background colour, instead of the theme's.", group: "Drawing")

let scaleArgument = Argument.option(
  "scale", .integer("N", 1...4),
  "File pixels per drawing pixel in each direction, for high-resolution screens.", default: 1, shown: "1",
  group: "Drawing")

extension SceneColor {
  init(_ color: Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }
}

extension ArgumentKind where Value == PixelSize {
  /// The largest width and height: `1280x720`, or `1280x0` for any height.
  static func bounds(_ placeholder: String, upTo largest: Int = 16384) -> ArgumentKind {
    ArgumentKind(
      placeholder,
      expectation:
        "a width and a height from 1 to \(largest) pixels, such as 640x360, one of them 0 for any"
    ) { text in
      let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { part in
        part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
      }
      guard parts.count == 2, let width = parts[0], let height = parts[1], max(width, height) > 0,
        max(width, height) <= largest
      else { return nil }
      return PixelSize(width: width > 0 ? width : .max, height: height > 0 ? height : .max)
    }
  }
}
