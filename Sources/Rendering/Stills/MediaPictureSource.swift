package import Basics
package import Composition
package import LibAV
import Synchronization

/// Pictures of a media file at many moments, found in one pass.
///
/// Moments between the same two key frames share their decoding. Gaps before a later key frame are skipped,
/// and the runs between them are decoded in parallel.
package struct MediaPictureSource: Sendable {
  package let path: String
  package let track: VideoTrackFacts
  package let origin: RationalTime
  /// How far a picture may start from its moment if that is faster; nil requires the picture on screen.
  package let tolerance: PictureTolerance?

  package init(path: String, track: VideoTrackFacts, origin: RationalTime, tolerance: PictureTolerance? = nil)
  {
    self.path = path
    self.track = track
    self.origin = origin
    self.tolerance = tolerance
  }

  /// Returns the sources that find the pictures, and pass each to `found` with its index in `moments`.
  package func sources(
    at moments: [RationalTime],
    found: @escaping @Sendable (Int, Result<VideoFrame, LibAVError>) -> Void
  ) throws(LibAVError) -> [any WorkSource] {
    let order = moments.indices.sorted { (moments[$0], $0) < (moments[$1], $1) }
    let rising = order.map { moments[$0] }
    let first = try reader()
    let runs = try first.runs(of: rising)
    let readers = ReaderShelf(first) { () throws(LibAVError) in try reader() }
    return runs.map { run in
      MediaRun(
        readers, tolerance: tolerance,
        wanted: run.map { (place: order[$0], moment: rising[$0]) }, found: found)
    }
  }

  private func reader() throws(LibAVError) -> VideoReader {
    try VideoReader(
      fileAt: path, streamIndex: track.streamIndex, origin: origin,
      options: VideoReader.Options(leavesOutUnneeded: true))
  }
}

/// Moments that are close together.
private final class MediaRun: WorkSource {
  typealias Wanted = (place: Int, moment: RationalTime)

  private let readers: ReaderShelf
  private let tolerance: PictureTolerance?
  private var wanted: ArraySlice<Wanted>
  private let found: @Sendable (Int, Result<VideoFrame, LibAVError>) -> Void
  private var reader: VideoReader?

  init(
    _ readers: ReaderShelf, tolerance: PictureTolerance?, wanted: [Wanted],
    found: @escaping @Sendable (Int, Result<VideoFrame, LibAVError>) -> Void
  ) {
    self.readers = readers
    self.tolerance = tolerance
    self.wanted = wanted[...]
    self.found = found
  }

  func next() -> (@Sendable () -> Void)? {
    guard let (place, moment) = wanted.popFirst() else {
      if let reader { readers.putBack(reader) }
      reader = nil
      return nil
    }
    let result = Result<VideoFrame, LibAVError> { () throws(LibAVError) in try picture(at: moment) }
    return { [found] in found(place, result) }
  }

  private func picture(at moment: RationalTime) throws(LibAVError) -> VideoFrame {
    let reader = if let own = self.reader { own } else { try readers.take() }
    self.reader = reader
    guard let tolerance else { return try reader.frame(shownAt: moment) }
    return try reader.frame(near: moment, tolerance: tolerance)
  }
}

/// Idle readers of one file.
///
/// `@unchecked Sendable`: the idle readers are protected by the lock, and each is used only by the thread
/// that took it.
private final class ReaderShelf: @unchecked Sendable {
  private let lock = Mutex(())
  private var readers: [VideoReader]
  private let make: @Sendable () throws(LibAVError) -> VideoReader

  init(_ first: VideoReader, make: @escaping @Sendable () throws(LibAVError) -> VideoReader) {
    readers = [first]
    self.make = make
  }

  func take() throws(LibAVError) -> VideoReader {
    let kept = lock.withLock { _ in readers.popLast() }
    if let kept { return kept }
    return try make()
  }

  func putBack(_ reader: VideoReader) {
    lock.withLock { _ in readers.append(reader) }
  }
}
