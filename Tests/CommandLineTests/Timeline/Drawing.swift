import Basics
import FoundationEssentials
import Processes
import TestSupport
import Testing

/// An SVG file as Python's XML parser reads it.
struct Drawing {
  /// Every element with its name, its attributes and its words, in order.
  let elements: [JSONValue]

  init(_ path: String) throws {
    let program = """
      import json, sys
      import xml.etree.ElementTree as tree
      print(json.dumps([{"name": e.tag.split("}")[1], "attributes": e.attrib, "text": e.text or ""}
        for e in tree.parse(sys.argv[1]).iter()]))
      """
    let result = try run(["/usr/bin/python3", "-c", program, path])
    try #require(result.exitCode == 0, "\(result.errorText)")
    elements = try #require(try JSONValue.parse(result.text).elements)
  }

  func texts(_ name: String) -> [String] {
    elements.filter { $0["name"]?.stringValue == name }.compactMap { $0["text"]?.stringValue }
  }

  /// The words that are drawn, and those that are shown when somebody points.
  var words: [String] { texts("text") }
  var tooltips: [String] { texts("title") }

  /// What its pictures refer to.
  var pictures: [String] {
    elements.filter { $0["name"]?.stringValue == "image" }.compactMap {
      $0["attributes"]?["href"]?.stringValue
    }
  }
}

/// What Pillow says of a picture: its size, and the colours of some of its pixels as `r,g,b`.
func pixels(of path: String, at places: [(x: Int, y: Int)]) throws -> (size: String, colors: [String]) {
  let program = """
    import sys
    from PIL import Image
    picture = Image.open(sys.argv[1]).convert("RGB")
    print("%dx%d" % picture.size)
    for place in sys.argv[2:]:
      print("%d,%d,%d" % picture.getpixel(tuple(int(part) for part in place.split(","))))
    """
  let result = try run(["/usr/bin/python3", "-c", program, path] + places.map { "\($0.x),\($0.y)" })
  try #require(result.exitCode == 0, "\(result.errorText)")
  let lines = result.text.split(separator: "\n").map(String.init)
  return (try #require(lines.first), Array(lines.dropFirst()))
}
