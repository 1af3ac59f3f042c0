internal import CFFmpeg
package import EditTime

/// A run of pictures that were decoded forwards to be shown backwards.
struct BackwardRun {
  /// In rising time.
  let pictures: [PictureSource.Picture]
  /// When the picture after them starts to be shown.
  let end: Int64

  /// The most memory that the pictures of a run take: a second and a half of 1080p at 50 frames a second.
  static let byteLimit = 256 << 20

  /// The last picture that is not after a tick, where the run knows it.
  func picture(at tick: Int64) -> PictureSource.Picture? {
    guard tick < end else { return nil }
    return pictures.last { $0.tick <= tick }
  }
}

extension VideoReader {
  /// As `frame(at:)`, for times that mostly fall: just before the moment on the way back is the picture that starts then.
  ///
  /// A group of pictures can only be decoded forwards, so its pictures are kept until they have been shown. Of a
  /// group that is too long to be kept only the last part is, and it is decoded again for the part before.
  package func frame(goingBackTo mediaTime: RationalTime) throws(LibAVError) -> VideoFrame {
    do {
      let tick = try source.clock.lastTick(notAfter: mediaTime)
      if let shown = backwardRun?.picture(at: tick) { return try checked(shown, tick).frame }
      return try checked(readRun(upTo: tick), tick).frame
    } catch { throw libAVError(error, mediaTime) }
  }

  /// Gives back the pictures that were kept, for a reader that waits for its next use.
  package func rest() { backwardRun = nil }

  private func checked(
    _ picture: PictureSource.Picture, _ tick: Int64
  ) throws(LibAVError) -> PictureSource.Picture {
    try failIfCorrupt(picture, wanted: tick)
    return picture
  }

  /// Decodes from a key frame to the wanted picture and keeps as many of the last ones as memory allows.
  private func readRun(upTo tick: Int64) throws(LibAVError) -> PictureSource.Picture {
    // The pictures that were shown are given back before others take their place.
    backwardRun = nil
    try begin(before: tick)
    guard let first = current else { throw noPicture() }
    var kept = [first]
    let most = max(2, BackwardRun.byteLimit / max(1, first.frame.byteCount))
    while let next = try source.next() {
      guard next.tick <= tick else {
        upcoming = next
        break
      }
      kept.append(next)
      if kept.count > most { kept.removeFirst(kept.count - most) }
    }
    isAtEnd = upcoming == nil
    let shown = kept[kept.count - 1]
    current = shown
    backwardRun = BackwardRun(pictures: kept, end: upcoming?.tick ?? .max)
    return shown
  }
}

extension VideoFrame {
  /// What its pixels take in memory, rounding of rows apart.
  fileprivate var byteCount: Int {
    Int(max(1, av_image_get_buffer_size(format, pointer.pointee.width, pointer.pointee.height, 1)))
  }
}
