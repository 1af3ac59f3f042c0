import Composition
import MediaFacts
import Vocabulary

extension Canvas {
  /// `, hlg, 10 bits`, or nothing for what films usually are.
  var colorText: String {
    (color == .bt709 ? "" : ", \(color.rawValue)") + (depth == .eight ? "" : ", \(depth.rawValue) bits")
  }
}

extension MediaReading {
  /// ` colour bt2020/bt2020-10/bt2020nc, fields none, premultiplied`, or nothing where the file is read as it says.
  var text: String {
    let names = [color.primaries, color.transfer, color.matrix]
    return (color == ColorTags() ? "" : " colour " + names.map { $0 ?? "-" }.joined(separator: "/"))
      + (deinterlacing == .marked ? "" : " fields \(deinterlacing.rawValue)")
      + (isPremultiplied ? " premultiplied" : "")
  }
}
