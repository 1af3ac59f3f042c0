import Composition
import Testing

@Suite("Numbers of caption profiles have a source")
struct CaptionProfileNumberTests {
  /// A number of a profile, whatever its type.
  private struct Origin {
    let name: String
    let source: String
    let section: String
    let read: String
  }

  private func origins(of profile: CaptionProfile) throws -> [Origin] {
    try Mirror(reflecting: profile.declaration).children.compactMap { child -> Origin? in
      let name = try #require(child.label)
      let mirror = Mirror(reflecting: child.value)
      let number =
        mirror.displayStyle == .optional ? mirror.children.first.map { Mirror(reflecting: $0.value) } : mirror
      guard let number else { return nil }
      let texts = Dictionary(
        number.children.compactMap { field in
          field.label.flatMap { label in (field.value as? String).map { (label, $0) } }
        }, uniquingKeysWith: { first, _ in first })
      return Origin(
        name: name, source: try #require(texts["source"], "\(name) has no source"),
        section: try #require(texts["section"]), read: try #require(texts["read"], "\(name) has no date"))
    }
  }

  @Test("a page, its section and the month in which it was read", arguments: CaptionProfile.allCases)
  func sources(profile: CaptionProfile) throws {
    let numbers = try origins(of: profile)
    #expect(numbers.count >= 4)
    for number in numbers {
      #expect(number.source.hasPrefix("https://"), "\(profile) \(number.name)")
      #expect(!number.section.isEmpty, "\(profile) \(number.name)")
      #expect(number.read.wholeMatch(of: /20[0-9]{2}-(0[1-9]|1[0-2])/) != nil, "\(profile) \(number.name)")
    }
  }
}
