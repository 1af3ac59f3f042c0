package import Basics
package import Composition
package import Detection
package import LibAV

/// Decodes all pictures of a track once, part by part, and keeps what detection needs of them.
package final class PictureFeatureReading {
  /// A part has as many pixels as 65 pictures of 1080p, and at most so many pictures: less than a second of work.
  private static let pixelsOfPart = 1 << 27
  private static let picturesOfPart = 1024

  private let path: String
  private let track: VideoTrackFacts
  private let origin: RationalTime
  private var threads: Int
  private var pictures: PictureSequence
  private var maker: PictureFeatureMaker
  private var analysis = PictureTrackAnalysis()
  /// How far the track was read, in media time.
  package private(set) var position: RationalTime

  package init(
    path: String, track: VideoTrackFacts, origin: RationalTime, threads: Int
  ) throws(LibAVError) {
    self.path = path
    self.track = track
    self.origin = origin
    self.threads = threads
    position = track.mediaRange.start
    maker = PictureFeatureMaker(readsOneField: track.fieldOrder != .progressive)
    pictures = try PictureSequence(
      fileAt: path, streamIndex: track.streamIndex, origin: origin, threads: threads)
  }

  /// Reads the next part. Returns the whole track once its end is reached.
  package func readPart() throws(LibAVError) -> TrackPictures? {
    let pixels = max(1, track.storedSize.width * track.storedSize.height)
    for _ in 0..<max(1, min(Self.picturesOfPart, Self.pixelsOfPart / pixels)) {
      guard let picture = try pictures.next() else {
        if let reason = pictures.missingEnd {
          if try startsOverWithOneThread() { return nil }
          return analysis.finish(at: track.mediaRange.end, missingEnd: reason)
        }
        return analysis.finish(at: track.mediaRange.end, missingEnd: nil)
      }
      if picture.damage != nil || picture.lossBefore != nil, try startsOverWithOneThread() { return nil }
      try take(picture)
      position = picture.start
    }
    return nil
  }

  private func take(_ picture: PictureSequence.Picture) throws(LibAVError) {
    if let reason = picture.damage { return analysis.appendDamaged(at: picture.start, reason: reason) }
    guard let features = try maker.features(of: picture.frame) else {
      throw LibAVError(
        operation: "reading pictures", subject: path, cause: .limit,
        reason: "pictures of \(picture.frame.size) cannot be analysed")
    }
    analysis.append(features, at: picture.start, lossBefore: picture.lossBefore)
  }

  /// Several threads report damage late, so its place is found by one. False if there was only one.
  private func startsOverWithOneThread() throws(LibAVError) -> Bool {
    guard threads > 1 else { return false }
    threads = 1
    analysis = PictureTrackAnalysis()
    position = track.mediaRange.start
    pictures = try PictureSequence(fileAt: path, streamIndex: track.streamIndex, origin: origin)
    return true
  }
}
