package import Basics

/// What ended a recording.
package enum RecordingEnd: String, Hashable, Sendable {
  /// The length that was wanted.
  case length
  /// The largest size that was allowed.
  case size
  /// The time of day that was wanted.
  case time
  /// Silence that has lasted for as long as was wanted.
  case silence
  /// A signal.
  case signal
  /// An order.
  case stop
  /// The stream has ended.
  case stream
  /// The file could not grow.
  case failure
}

/// What a recording contains, and what became of everything that was captured.
package struct RecordingReport: Sendable {
  package var frames: Int64
  package var rate: FrameRate
  package var pictures: PictureCounts
  /// In the order of the tracks.
  package var sounds: [SampleCounts]
  /// By how many millionths the clock of each sound was faster than the recorder's; nil if that is not known.
  package var clockErrors: [Int?]
  /// Whether the sounds were stretched by that.
  package var followsClocks: Bool
  package var sampleRate: Int
  package var byteCount: Int64
  package var fragmentCount: Int
  /// Where pauses were cut out.
  package var cuts: [RecordingCut]
  /// The looks, the first one from frame 0 on.
  package var looks: [LookChange]
  /// Whether the film has them; otherwise only its script has.
  package var bakesLooks: Bool
  package var end: RecordingEnd
  /// Why the recording could not continue; nil if it ended as wanted.
  package var failure: ExportError?
}
