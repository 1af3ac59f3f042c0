import Basics
import Composition
import ContentDigest
import LibAV
import RenderPlan

/// The content of a decoded picture, as a digest of its samples.
struct ComparedPicture: Hashable, Sendable, Codable {
  /// Counted from the first one of the segment, or of the film.
  var frame: Int64
  var digest: ContentDigest

  func later(by frames: Int64) -> ComparedPicture { ComparedPicture(frame: frame + frames, digest: digest) }
}

extension ComparedPicture {
  init(_ picture: VideoFrame, frame: Int64) throws(ExportError) {
    self.frame = frame
    do throws(DigestFailure) { digest = try picture.digestOfSamples() } catch {
      throw ExportError(any: error)
    }
  }
}

extension VideoFrame {
  /// The digest of all visible samples, row by row.
  fileprivate func digestOfSamples() throws(DigestFailure) -> ContentDigest {
    var digest = try DigestStream()
    withPlanes { planes in
      for plane in planes {
        for y in 0..<plane.height {
          if plane.bytesPerElement == 1 {
            digest.update(Array(plane.row(y, of: UInt8.self)))
          } else {
            digest.update(
              plane.row(y, of: UInt16.self).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
          }
        }
      }
    }
    return try digest.finalize()
  }
}
