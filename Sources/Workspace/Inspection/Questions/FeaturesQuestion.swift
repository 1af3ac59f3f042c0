package import Basics
package import Composition
package import Detection
import FoundationEssentials
package import LibAV
import Rendering

/// What does detection need of a track? A track is decoded in parts, each of which is a question, and the process
/// keeps it open in between.
package struct FeaturesQuestion: Question {
  package typealias Answer = Reply<FeaturesPart, LibAVError>

  /// A track, and what is measured of it.
  package enum Wanted: Hashable, Sendable, Codable {
    case pictures(VideoTrackFacts)
    case sound(AudioTrackFacts, SoundMeasures)
  }

  let path: String
  let wanted: Wanted
  let origin: RationalTime
  /// The parts that were read before, in this order.
  let partsBefore: Int

  package static var name: String { "features" }
  package var files: [String] { [path] }
  package var limit: Duration { InspectionLimits.time(forReading: path) }

  package func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(LibAVError) in try tools.features(self) }
  }
}

/// An answer about one part of a track.
package struct FeaturesPart: Codable, Sendable {
  /// How far the track was read, in media time.
  package let position: RationalTime
  /// What is kept of the whole track; nil unless this was the last part.
  let features: Data?
}

/// A track that is being decoded.
enum FeatureReading {
  case pictures(PictureFeatureReading)
  case sound(SoundFeatureReading)

  init(_ question: FeaturesQuestion) throws(LibAVError) {
    switch question.wanted {
    case .pictures(let track):
      self = .pictures(
        try PictureFeatureReading(
          path: question.path, track: track, origin: question.origin,
          threads: ProcessInfo.processInfo.activeProcessorCount))
    case .sound(let track, let measures):
      self = .sound(
        try SoundFeatureReading(
          path: question.path, track: track, origin: question.origin, measuring: measures))
    }
  }

  func readPart() throws(LibAVError) -> FeaturesPart {
    switch self {
    case .pictures(let reading):
      let features = try reading.readPart()
      return FeaturesPart(position: reading.position, features: features.map { Data($0.bytes) })
    case .sound(let reading):
      let features = try reading.readPart()
      return FeaturesPart(position: reading.position, features: features.map { Data($0.bytes) })
    }
  }
}
