import Basics
import Composition

/// The protocol uses numbers from 0 to 1.
func json(of color: Color) -> JSONValue {
  .members([
    "red": .number(Double(color.red) / 255), "green": .number(Double(color.green) / 255),
    "blue": .number(Double(color.blue) / 255), "alpha": .number(Double(color.alpha) / 255),
  ])
}

/// Nil if the value is not a colour.
func color(_ value: JSONValue?) -> Color? {
  func channel(_ name: String) -> UInt8? {
    guard let number = value?[name]?.numberValue, number.isFinite else { return nil }
    return UInt8((min(max(0, number), 1) * 255).rounded())
  }
  guard let red = channel("red"), let green = channel("green"), let blue = channel("blue") else { return nil }
  return Color(red: red, green: green, blue: blue, alpha: channel("alpha") ?? 255)
}
