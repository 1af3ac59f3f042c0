extension RuleExample {
  /// A film that shows an SVG with these lines.
  static func showing(_ file: String, _ lines: [String], gives messages: [String] = []) -> RuleExample {
    let root = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 30\">"
    return RuleExample(
      """
      edit: 1
      canvas: {size: 1280x720, rate: 25}
      timeline:
        - {image: \(file), for: 3s}
      """,
      media: "\(file)  lines " + ([root] + lines + ["</svg>"]).joined(separator: " | "), gives: messages)
  }
}
