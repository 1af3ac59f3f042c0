import LibAV

extension VideoFrame {
  /// The samples of all planes without padding; those of more than eight bits as two bytes, the lower one first.
  var sampleBytes: [UInt8] {
    var bytes: [UInt8] = []
    withPlanes { planes in
      for plane in planes {
        for y in 0..<plane.height {
          guard plane.bytesPerElement == 2 else {
            bytes += plane.row(y, of: UInt8.self)
            continue
          }
          for sample in plane.row(y, of: UInt16.self) {
            bytes += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
          }
        }
      }
    }
    return bytes
  }
}
