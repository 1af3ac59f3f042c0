package import Basics

/// All pictures of one stream, each once, in the order in which they are shown.
///
/// Used by one thread. An interlaced picture counts as one.
package final class PictureSequence {
  package struct Picture {
    package let frame: VideoFrame
    /// In media time.
    package let start: RationalTime
    /// Why the picture may look wrong.
    package let damage: String?
    /// What could not be decoded between the picture before and this one.
    package let lossBefore: String?
  }

  private let source: PictureSource
  private var last: PictureSource.Picture?

  /// `origin` is the file's own timestamp of media time 0, from its facts.
  ///
  /// - Parameter threads: With more than one, damage may be reported with a later picture.
  package init(
    fileAt path: String, streamIndex: Int, origin: RationalTime, threads: Int = 1
  ) throws(LibAVError) {
    source = try PictureSource(
      file: try MediaFile(path: path, limits: .standard), streamIndex: streamIndex, origin: origin,
      threads: threads)
  }

  /// Returns the next picture, or nil after the last one.
  package func next() throws(LibAVError) -> Picture? {
    guard let picture = try source.next() else {
      guard last != nil else {
        throw failure("no picture can be decoded: \(source.lastFailure ?? "there is none")")
      }
      return nil
    }
    last = picture
    guard let start = picture.frame.presentationTime else { throw failure("a time is out of range") }
    return Picture(
      frame: picture.frame, start: start, damage: picture.damage?.reason,
      lossBefore: picture.lossBefore?.reason)
  }

  /// After the last picture: why the stream does not end normally; nil if it does.
  package var missingEnd: String? { last.flatMap { source.damage(afterLast: $0)?.reason } }

  private func failure(_ reason: String) -> LibAVError {
    LibAVError(operation: "decoding", subject: source.path, cause: .badData, reason: reason)
  }
}
