import FoundationEssentials
import TestSupport
import Testing

/// The compiler is pure: it is given tables, and nothing in its values can ask the world.
///
/// A closure in a value does not show in the graph of targets, so this walks the sources: a closure that a pure target
/// keeps comes in through `@escaping` in a `package` declaration, or through a `package var` of a function type.
@Suite("Values of pure targets")
struct PureValueTests {
  /// The types of the functions that may come in, each with the reason why it asks nothing of the world.
  private static let allowed = [
    "(ScalarText) -> Result<Value, ValueProblem>": "how a grammar reads a text",
    "Tone": "a formula of a colour",
    "() -> Value": "what a key of the language keeps until the key is used",
    "() -> String?": "the pattern of a grammar, which only the JSON Schema needs",
    "(String?) -> String": "the style of a subtitle's words, from its header",
    "(String, SceneTextStyle) -> Double":
      "widths of words: a drawing decides while it is laid out which words it measures",
  ]

  @Test("are given functions only if they are listed with a reason")
  func closures() throws {
    var found: Set<String> = []
    for target in try pureTargets() {
      for file in try sources(of: target) {
        found.formUnion(try outerDeclarations(in: file).flatMap(functions))
      }
    }
    #expect(found == Set(Self.allowed.keys))
  }

  @Test("are those of most targets: a manifest in another form would find none")
  func targets() throws {
    let found = try pureTargets()
    #expect(found.count > 10)
    for target in ["Lowering", "EditScript", "RenderPlan"] { #expect(found.contains(target)) }
  }

  /// The types of the functions that a declaration keeps.
  private func functions(in declaration: String) -> [String] {
    if declaration.hasPrefix("package var"), let colon = declaration.firstRange(of: ": ") {
      let type = declaration[colon.upperBound...]
      // A computed property begins with a brace, or on the next line.
      let stored = type.contains(" -> ") && !type.contains("{")
      return stored ? [String(type)] : []
    }
    return declaration.split(separator: "@escaping ", omittingEmptySubsequences: false).dropFirst().map(
      firstType)
  }

  /// The type at the start of a text, up to the comma or the parenthesis behind it.
  private func firstType(in text: Substring) -> String {
    var depth = 0
    let plain = (text.hasPrefix("@Sendable ") ? text.dropFirst(10) : text).replacing("->", with: "→")
    let type = plain.prefix { character in
      if "([<".contains(character) { depth += 1 }
      if ")]>".contains(character) { depth -= 1 }
      return depth >= 0 && !(depth == 0 && (character == "," || character == "="))
    }
    return type.split(separator: " ").joined(separator: " ").replacing("→", with: "->")
  }

  /// The targets whose settings are `pure`.
  private func pureTargets() throws -> [String] {
    let manifest = try String(contentsOfFile: packageRoot + "/Package.swift", encoding: .utf8)
    return manifest.split(separator: ".target(").dropFirst().compactMap { text in
      let settings = text.firstRange(of: "swiftSettings: ").map {
        text[$0.upperBound...].prefix { $0.isLetter }
      }
      guard settings == "pure", let name = text.firstRange(of: "name: \"") else { return nil }
      return String(text[name.upperBound...].prefix { $0 != "\"" })
    }
  }

  private func sources(of target: String) throws -> [String] {
    let folder = packageRoot + "/Sources/" + target
    return try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") }.sorted().map { folder + "/" + $0 }
  }

  /// The `package` declarations of a file, each on one line up to the brace that opens its body.
  private func outerDeclarations(in file: String) throws -> [String] {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    var declarations: [String] = []
    var open: String?
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").joined(separator: " ")
      if words.hasPrefix("//") { continue }
      if let begun = open {
        open = begun + " " + words
      } else if words.hasPrefix("package "), !words.hasPrefix("package import") {
        open = words
      }
      // A list of parameters may go on on the next line.
      if let done = open, done.count(where: { $0 == "(" }) <= done.count(where: { $0 == ")" }) {
        declarations.append(done)
        open = nil
      }
    }
    return declarations
  }
}
