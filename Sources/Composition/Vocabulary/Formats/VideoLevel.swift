package import Basics

/// The capabilities of a decoder of a level, from the tables of H.264 (A.3) and HEVC (A.4, main tier).
package struct VideoLevel: Hashable, Sendable {
  /// As scripts and the encoders name it: `4.1`.
  package let name: String
  /// Pixels per picture; H.264 counts whole macroblocks of 16 by 16.
  package let pictureSamples: Int64
  package let samplesPerSecond: Int64
  /// Bits per second of the profile with the lowest limit.
  package let bitRate: Int64
  /// The size of the decoder's buffer in bits.
  package let bufferBits: Int64
  /// Whether sizes count in macroblocks.
  private let countsBlocks: Bool

  fileprivate init(
    blocks name: String, _ perSecond: Int64, _ ofPicture: Int64, _ kilobits: Int64, _ buffer: Int64
  ) {
    self.name = name
    pictureSamples = ofPicture * 256
    samplesPerSecond = perSecond * 256
    bitRate = kilobits * 1000
    bufferBits = buffer * 1000
    countsBlocks = true
  }

  fileprivate init(samples name: String, _ perSecond: Int64, _ ofPicture: Int64, _ kilobits: Int64) {
    self.name = name
    pictureSamples = ofPicture
    samplesPerSecond = perSecond
    bitRate = kilobits * 1000
    bufferBits = kilobits * 1000
    countsBlocks = false
  }

  package func holds(_ size: PixelSize, _ rate: FrameRate) -> Bool {
    let unit = countsBlocks ? 16 : 1
    let width = Int64((size.width + unit - 1) / unit * unit)
    let height = Int64((size.height + unit - 1) / unit * unit)
    let samples = width * height
    // No side is longer than √8 times the side of the largest square.
    let longest = 8 * pictureSamples
    guard samples <= pictureSamples, width * width <= longest, height * height <= longest else {
      return false
    }
    let wanted = samples.multipliedReportingOverflow(by: rate.frames)
    let possible = samplesPerSecond.multipliedReportingOverflow(by: rate.seconds)
    return !wanted.overflow && (possible.overflow || wanted.partialValue <= possible.partialValue)
  }
}

extension [VideoLevel] {
  static let h264 = [
    VideoLevel(blocks: "1", 1485, 99, 64, 175), VideoLevel(blocks: "1.1", 3000, 396, 192, 500),
    VideoLevel(blocks: "1.2", 6000, 396, 384, 1000), VideoLevel(blocks: "1.3", 11880, 396, 768, 2000),
    VideoLevel(blocks: "2", 11880, 396, 2000, 2000), VideoLevel(blocks: "2.1", 19800, 792, 4000, 4000),
    VideoLevel(blocks: "2.2", 20250, 1620, 4000, 4000), VideoLevel(blocks: "3", 40500, 1620, 10000, 10000),
    VideoLevel(blocks: "3.1", 108_000, 3600, 14000, 14000),
    VideoLevel(blocks: "3.2", 216_000, 5120, 20000, 20000),
    VideoLevel(blocks: "4", 245_760, 8192, 20000, 25000),
    VideoLevel(blocks: "4.1", 245_760, 8192, 50000, 62500),
    VideoLevel(blocks: "4.2", 522_240, 8704, 50000, 62500),
    VideoLevel(blocks: "5", 589_824, 22080, 135_000, 135_000),
    VideoLevel(blocks: "5.1", 983_040, 36864, 240_000, 240_000),
    VideoLevel(blocks: "5.2", 2_073_600, 36864, 240_000, 240_000),
    VideoLevel(blocks: "6", 4_177_920, 139_264, 240_000, 240_000),
    VideoLevel(blocks: "6.1", 8_355_840, 139_264, 480_000, 480_000),
    VideoLevel(blocks: "6.2", 16_711_680, 139_264, 800_000, 800_000),
  ]

  static let hevc = [
    VideoLevel(samples: "1", 552_960, 36864, 128), VideoLevel(samples: "2", 3_686_400, 122_880, 1500),
    VideoLevel(samples: "2.1", 7_372_800, 245_760, 3000), VideoLevel(samples: "3", 16_588_800, 552_960, 6000),
    VideoLevel(samples: "3.1", 33_177_600, 983_040, 10000),
    VideoLevel(samples: "4", 66_846_720, 2_228_224, 12000),
    VideoLevel(samples: "4.1", 133_693_440, 2_228_224, 20000),
    VideoLevel(samples: "5", 267_386_880, 8_912_896, 25000),
    VideoLevel(samples: "5.1", 534_773_760, 8_912_896, 40000),
    VideoLevel(samples: "5.2", 1_069_547_520, 8_912_896, 60000),
    VideoLevel(samples: "6", 1_069_547_520, 35_651_584, 60000),
    VideoLevel(samples: "6.1", 2_139_095_040, 35_651_584, 120_000),
    VideoLevel(samples: "6.2", 4_278_190_080, 35_651_584, 240_000),
  ]
}
