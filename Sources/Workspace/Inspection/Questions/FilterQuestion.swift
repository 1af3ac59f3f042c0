package import Composition
package import LibAV

/// What is the effect of an FFmpeg filter with these options?
package struct FilterQuestion: Question {
  package typealias Answer = PictureFilterTrial

  let filter: String
  let options: [Option]
  /// The size of pictures; nil if the size of the item is unknown, and for audio filters.
  let size: PixelSize?
  /// Nil for a video filter.
  let sound: SoundForm?

  struct SoundForm: Codable, Sendable {
    let sampleRate: Int
    let channelCount: Int
  }

  struct Option: Codable, Sendable {
    let name: String?
    let value: String
  }

  package init(filter: String, options: [(name: String?, value: String)], size: PixelSize?) {
    self.filter = filter
    self.options = options.map { Option(name: $0.name, value: $0.value) }
    self.size = size
    sound = nil
  }

  package init(
    filter: String, options: [(name: String?, value: String)], sampleRate: Int, channelCount: Int
  ) {
    self.filter = filter
    self.options = options.map { Option(name: $0.name, value: $0.value) }
    size = nil
    sound = SoundForm(sampleRate: sampleRate, channelCount: channelCount)
  }

  package static var name: String { "filter" }
  package static var needsFilters: Bool { true }
  package var limit: Duration { InspectionLimits.time }

  package func answer(with tools: InspectionTools) -> Answer {
    let options = options.map { ($0.name, $0.value) }
    guard let sound else { return PictureFilterTrial(filter: filter, options: options, size: size) }
    return PictureFilterTrial(
      filter: filter, options: options, sampleRate: sound.sampleRate, channelCount: sound.channelCount)
  }
}
