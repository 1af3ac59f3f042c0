import Basics
import ContentDigest
import LibAV
import MediaFacts
import RenderPlan

/// What a picture shows once it is decoded, as a digest of its samples.
struct ComparedPicture: Hashable, Sendable, Codable {
  /// Of the segment, or of the film.
  var frame: Int64
  var digest: ContentDigest

  func later(by frames: Int64) -> ComparedPicture { ComparedPicture(frame: frame + frames, digest: digest) }
}

extension CopiedPictures {
  /// The pictures at both ends, where a joint could damage them, counted from the first. The last ones are decoded from the
  /// key frame before them, so all of a group is decoded there.
  var sampled: [Int64] {
    let count = Int64(pictures.count)
    let most: Int64 = 12
    return count <= 2 * most ? Array(0..<count) : Array(0..<most) + Array(count - most..<count)
  }
}

extension VideoReader {
  /// Decodes the picture at a moment, and takes the digest of its samples.
  func sample(shownAt moment: RationalTime, frame: Int64) throws(ExportError) -> ComparedPicture {
    do {
      return ComparedPicture(frame: frame, digest: try self.frame(shownAt: moment).digestOfSamples())
    } catch { throw ExportError(any: error) }
  }
}

extension VideoFrame {
  /// Of all samples that are shown, row by row.
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
