/// The parts of the page that shows two versions of a film side by side, for a single file without a server.
package enum ReviewPage {
  /// The page with the marks of what goes in: see `Mark`.
  package static let template = text(PackageResources.review_html)
  package static let style = text(PackageResources.base_css) + text(PackageResources.review_css)
  package static let script = text(PackageResources.review_js)

  /// What replaces a mark of the template.
  package enum Mark: String, CaseIterable, Sendable {
    case policy = "{{policy}}"
    case style = "{{style}}"
    case script = "{{script}}"
    case data = "{{data}}"
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
