/// The weights of red and blue in the luma of a colour space; green has the rest.
package struct LumaWeights: Hashable, Sendable {
  package let red: Double
  package let blue: Double
  package var green: Double { 1 - red - blue }

  package static let bt601 = LumaWeights(red: 0.299, blue: 0.114)
  package static let bt709 = LumaWeights(red: 0.2126, blue: 0.0722)
  package static let bt2020 = LumaWeights(red: 0.2627, blue: 0.0593)

  package init(red: Double, blue: Double) {
    self.red = red
    self.blue = blue
  }

  /// The weights of a matrix by FFmpeg's name for it; BT.709 for unknown names.
  package init(matrix: String?) {
    switch matrix {
    case "smpte170m", "bt470bg", "fcc": self = .bt601
    case "bt2020nc", "bt2020c": self = .bt2020
    default: self = .bt709
    }
  }
}
