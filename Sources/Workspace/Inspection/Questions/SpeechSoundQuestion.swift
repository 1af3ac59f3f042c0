import Basics
import Composition
import FoundationEssentials
import LibAV

/// What does a speech recogniser hear of a track? It is decoded in parts, each of which is a question, and the
/// process keeps the track open in between.
struct SpeechSoundQuestion: PartedQuestion, Hashable {
  typealias Answer = Reply<SpeechSoundPart, LibAVError>

  let path: String
  let track: AudioTrackFacts
  let origin: RationalTime
  var partsBefore = 0

  static var name: String { "speech-sound" }
  var files: [String] { [path] }
  var limit: Duration { InspectionLimits.time(forReading: path) }

  func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(LibAVError) in try tools.speechSound(self) }
  }
}

/// Some seconds of a track.
struct SpeechSoundPart: Codable, Sendable {
  /// 16-bit samples.
  let samples: Data
  let isLast: Bool
  /// What could not be decoded so far and is silent.
  let concealments: [Concealment]

  init(samples: [UInt8], isLast: Bool, concealments: [Concealment]) {
    (self.samples, self.isLast, self.concealments) = (Data(samples), isLast, concealments)
  }
}
