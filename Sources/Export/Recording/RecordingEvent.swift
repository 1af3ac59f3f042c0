package import Basics
package import LibAV

/// What a recording reports while it is made.
package enum RecordingEvent: Sendable {
  /// A source has given nothing for two seconds.
  case silent(source: String)
  /// Pictures are lost, because a look in the film takes longer than a frame lasts.
  case slowLook(Int)
  /// The connection to the server is lost, or closed if there is no error. It is restored if that is possible within a
  /// time.
  case disconnected(ExportError?, patience: RationalTime)
  /// It has been restored; so much of the film is missing.
  case reconnected(missing: RationalTime)
  /// The recording starts in so many nanoseconds.
  case waiting(Int64)
  /// The recording has paused or continued, on an order.
  case paused(Bool)
  /// Somebody has chosen a look, or one that does not exist.
  case look(Int)
  case missingLook(Int)
  /// Somebody wants this picture, which is that of a frame.
  case still(VideoFrame, frame: Int64)
  /// Somebody wants to see the latest picture, which has its look; nil if there is none yet.
  case shown(VideoFrame?)
  case progress(RecordingProgress)
}

/// How far a recording is.
package struct RecordingProgress: Sendable {
  /// Those that fill the film, the last ones perhaps not yet in its file.
  package var frames: Int64
  package var length: RationalTime
  /// Of the file so far.
  package var byteCount: Int64
  package var isPaused: Bool
  package var look: Int
  /// For each sound, the levels of its channels since the last report.
  package var levels: [[ChannelLevel]]
}

/// Notices sources that give nothing.
struct SilenceWatch {
  /// When each source gave something, or was reported as silent.
  private var last: [Int64]
  private var isSilent: [Bool]

  /// After this many nanoseconds, a source is reported.
  static let patience: Int64 = 2_000_000_000

  init(sourceCount: Int, at time: Int64) {
    last = Array(repeating: time, count: sourceCount)
    isSilent = Array(repeating: false, count: sourceCount)
  }

  /// Whether the source has just been silent for too long; true once, until it gives something again.
  mutating func isNewlySilent(_ source: Int, gave: Bool, at time: Int64) -> Bool {
    if gave {
      last[source] = time
      isSilent[source] = false
    }
    guard !isSilent[source], time - last[source] >= Self.patience else { return false }
    isSilent[source] = true
    return true
  }
}
