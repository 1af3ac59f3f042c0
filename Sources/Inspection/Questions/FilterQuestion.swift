package import LibAV
package import MediaFacts

/// What comes of one of FFmpeg's filters with these options?
package struct FilterQuestion: Question {
  package typealias Answer = PictureFilterTrial

  let filter: String
  let options: [Option]
  /// Nil if the size of the item is not known.
  let size: PixelSize?

  struct Option: Codable, Sendable {
    let name: String?
    let value: String
  }

  package init(filter: String, options: [(name: String?, value: String)], size: PixelSize?) {
    self.filter = filter
    self.options = options.map { Option(name: $0.name, value: $0.value) }
    self.size = size
  }

  package static var name: String { "filter" }
  package static var needsFilters: Bool { true }
  package var limit: Duration { InspectionLimits.time }

  package func answer(with tools: InspectionTools) -> Answer {
    PictureFilterTrial(filter: filter, options: options.map { ($0.name, $0.value) }, size: size)
  }
}
