package import Basics
package import Composition

/// A canvas that can show all of some media.
package struct DraftCanvas: Hashable, Sendable {
  package let size: PixelSize
  package let rate: FrameRate
  /// The reasons for both, for comments.
  let sizeReason: String
  let rateReason: String

  /// That of a script.
  package init(size: PixelSize, rate: FrameRate) {
    (self.size, self.rate) = (size, rate)
    (sizeReason, rateReason) = ("", "")
  }

  /// The largest width and height of the clips in the prevailing orientation, and the fastest rate.
  package init(for media: [DraftMedia]) {
    let clips = media.filter { $0.kind == .clip }
    let shown = clips.isEmpty ? media.filter { $0.kind == .still } : clips
    let found = Self.largest(of: shown.compactMap(\.displaySize))
    let fitted = found?.inside(clips.isEmpty ? fullHD : ultraHD)
    let even = fitted.map(Self.even)
    size = even ?? fullHD
    sizeReason =
      if found == nil {
        "the default, because no picture is given"
      } else if fitted != found {
        "the largest picture is \(found ?? fullHD)"
      } else if even != fitted {
        "the largest picture, rounded to even numbers for H.264"
      } else {
        shown.count == 1 ? "the size of the picture" : "the size of the largest picture"
      }

    let rates = clips.compactMap { $0.facts.mainVideo?.rate }
    let usual = rates.filter { $0 <= fastest }
    rate = usual.max() ?? (rates.isEmpty ? thirty : sixty)
    rateReason =
      rates.isEmpty
      ? "frames per second; no file has a frame rate"
      : usual.count == 1 ? "frames per second, as in the clip" : "frames per second, as in the fastest clip"
  }

  /// The spelling of the rate: `30`, `29.97`, `30000/1001`.
  package var rateText: String {
    let broadcast = ["23.976", "29.97", "47.952", "59.94", "119.88"]
    return broadcast.first { FrameRate.broadcast($0) == rate } ?? rate.spelling
  }

  /// A time, as a frame where it is one.
  func written(_ time: RationalTime) -> String {
    guard let frame = rate.frame(at: time), !frame.wasRounded else { return time.spelling }
    return written(frame: frame.value)
  }

  /// In seconds if at most three decimals are exact, else in frames.
  func written(frame: Int64) -> String {
    guard let time = try? rate.start(ofFrame: frame), 1000 % time.timescale == 0 else { return "\(frame)f" }
    return time.spelling
  }

  /// Whether one of a picture and the canvas is landscape and the other portrait.
  func isAcross(_ picture: PixelSize) -> Bool {
    picture.shape != .square && size.shape != .square && picture.shape != size.shape
  }

  private static func largest(of sizes: [PixelSize]) -> PixelSize? {
    guard let first = sizes.first else { return nil }
    let standing = sizes.filter { $0.shape == .portrait }
    let lying = sizes.filter { $0.shape != .portrait }
    let same =
      standing.count == lying.count
      ? (first.shape == .portrait ? standing : lying) : (standing.count > lying.count ? standing : lying)
    return PixelSize(width: same.map(\.width).max() ?? 0, height: same.map(\.height).max() ?? 0)
  }

  private static func even(_ size: PixelSize) -> PixelSize {
    PixelSize(width: size.width + size.width % 2, height: size.height + size.height % 2)
  }
}

private let fullHD = PixelSize(width: 1920, height: 1080)
private let ultraHD = PixelSize(width: 3840, height: 2160)
/// Anything faster was recorded for slow motion.
private let fastest = wholeRate(120)
private let thirty = wholeRate(30)
private let sixty = wholeRate(60)

private func wholeRate(_ frames: Int64) -> FrameRate {
  guard let rate = FrameRate(frames) else { preconditionFailure("\(frames) is a rate") }
  return rate
}
