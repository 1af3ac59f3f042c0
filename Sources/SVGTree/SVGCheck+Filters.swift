import Composition
import XMLTree

/// Style sheets and filters.
extension SVGCheck {
  mutating func checkSheet(of element: XMLElement) {
    switch rules(element.text) {
    case .failure(let problem):
      report(problem.isReference ? .reference : .notDrawn, element, problem.words, hint: problem.hint)
    case .success(let rules):
      for rule in rules {
        for (property, value) in rule.declarations {
          check(property, value, of: element, "style", inRule: true)
        }
      }
    }
  }

  /// Checks the inputs and the values of the parts of a filter.
  mutating func checkParts(of filter: XMLElement) {
    var known: Set<String> = ["SourceGraphic", "SourceAlpha"]
    for primitive in filter.children where primitive.namespace == svgNamespace {
      for element in [primitive] + primitive.children {
        for name in ["in", "in2"] {
          guard let input = element[name].map({ trimmed($0) }), !known.contains(input) else { continue }
          report(
            .reference, element,
            "the filter refers to '\(shortened(input))', which no part before has as `result`")
        }
        checkValues(of: element, element.name.localName)
      }
      if let result = primitive["result"] { known.insert(trimmed(result)) }
    }
  }

  private mutating func checkValues(of element: XMLElement, _ name: String) {
    let type = element["type"].map { trimmed($0) }
    func count(_ attribute: String) -> Int? { element[attribute].flatMap { readNumbers(trimmed($0))?.count } }
    if name == "feColorMatrix" {
      let counts = ["matrix": 20, "saturate": 1, "hueRotate": 1]
      let type = type ?? "matrix"
      guard type == "luminanceToAlpha" || counts[type] != nil else { return refuse("type", type, element) }
      guard let wanted = counts[type], let values = element["values"], count("values") != wanted else {
        return
      }
      refuse("values", values, element)
    } else if name.hasPrefix("feFunc") {
      let types = ["identity", "table", "discrete", "linear", "gamma"]
      guard let type else { return report(.notDrawn, element, "'\(name)' without `type` is not drawn") }
      guard types.contains(type) else { return refuse("type", type, element) }
      if type == "table" || type == "discrete", (count("tableValues") ?? 0) < 2 {
        report(.notDrawn, element, "'\(name)' with fewer than 2 values in `tableValues` is not drawn")
      }
    }
  }

  mutating func checkFilter(_ filter: XMLElement, _ factor: Double) {
    let isRelative = filter["primitiveUnits"].map(trimmed) == "objectBoundingBox"
    let unit = isRelative ? max(size.width, size.height) : factor
    for primitive in filter.children {
      guard let value = primitive["stdDeviation"], let deviations = deviations(trimmed(value)) else {
        continue
      }
      if (deviations.max() ?? 0) * unit > SVGLimits.blur {
        report(
          .limit, primitive, "a blur of more than \(Int(SVGLimits.blur)) pixels is not drawn",
          hint: "write a smaller `stdDeviation`")
      }
    }
    if filter.children.count > 32 { report(.limit, filter, "a filter has more than 32 parts") }
  }
}
