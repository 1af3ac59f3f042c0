import Composition
import ContentDigest
import RenderPlan

/// An entry that other machines can use, too.
struct SharedEntry: Hashable {
  let key: ContentDigest
  /// More bytes than its file can have.
  let mostBytes: Int64
}

extension RenderPlan {
  /// The missing entries, in the order of the film, without copies of media, which cost less than a download.
  var missingSharedEntries: [SharedEntry] {
    missingOrders.compactMap { order in
      if let pictures = pictures(of: order) {
        return pictures.copied == nil
          ? SharedEntry(key: pictures.key, mostBytes: mostBytes(of: pictures)) : nil
      }
      guard let track = track(of: order), track.copied == nil else { return nil }
      return SharedEntry(key: track.key, mostBytes: overhead + Int64(track.samples.count) * bytesPerSample)
    }
  }

  /// The entries in the store that are no copies of media, in the order of the film.
  var sharedKeysInStore: [ContentDigest] {
    let pictures = (segments + [coverPicture].compactMap(\.self)).filter { $0.isInStore && $0.copied == nil }
    let tracks = soundTracks.filter { $0.isInStore && $0.copied == nil }
    return pictures.map(\.key) + tracks.map(\.key)
  }

  /// Uncompressed pictures are smaller.
  private func mostBytes(of pictures: Segment) -> Int64 {
    let canvas = composition.canvas.size
    let size = encoding(of: pictures)?.size ?? canvas
    let pixels = Int64(max(canvas.width, size.width)) * Int64(max(canvas.height, size.height))
    return overhead + Int64(pictures.frames.count) * (bytesPerFrame + pixels * bytesPerPixel)
  }
}

private let overhead: Int64 = 1 << 20
private let bytesPerFrame: Int64 = 1 << 16
/// Of all channels, in the widest format, with room for what does not compress.
private let bytesPerPixel: Int64 = 16
private let bytesPerSample: Int64 = 64
