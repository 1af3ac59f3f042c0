package import Basics
package import Composition
package import Devices

/// The requested settings of a camera; nil for the best available.
package struct CameraWish: Hashable, Sendable {
  package var size: PixelSize?
  package var rate: FrameRate?

  package init(size: PixelSize? = nil, rate: FrameRate? = nil) {
    self.size = size
    self.rate = rate
  }
}

extension CameraMode {
  package var size: PixelSize { PixelSize(width: width, height: height) }

  /// As the language has it: cameras name 30 frames per second as 333333 tenths of microseconds, and 29.97 as 33366.
  package var rate: FrameRate? {
    guard let exact = FrameRate(pictures, per: seconds) else { return nil }
    let named = [exact.nominal].flatMap { whole in
      [FrameRate(whole), FrameRate(1000 * whole, per: 1001)].compactMap(\.self)
    }
    return named.first { $0.isNear(exact) } ?? exact
  }
}

extension FrameRate {
  /// Whether they differ by less than a five-thousandth.
  fileprivate func isNear(_ other: FrameRate) -> Bool {
    let (one, two) = (Int128(frames) * Int128(other.seconds), Int128(other.frames) * Int128(seconds))
    return 5000 * (one - two).magnitude < one.magnitude
  }
}

/// The mode of a camera that is recorded: the largest size up to 1920x1080, or the wanted one, that has the wanted
/// rate, or 30 frames per second, or the best rate there is; at the lowest such rate; raw before JPEG.
///
/// `path` is for messages.
func choice(
  among modes: [CameraMode], _ wish: CameraWish, path: String
) throws(ExportError) -> CameraMode {
  let usable = modes.compactMap(RatedMode.init).filter { isRecordable($0.mode.size) }
  guard !usable.isEmpty else {
    throw ExportError(
      .unavailable, "\(path) gives no pictures as YUYV or JPEG of an even size, and no others are read")
  }
  let wanted = usable.filter { one in wish.size.map { one.mode.size == $0 } ?? isUsual(one.mode.size) }
  guard let fastest = wanted.map(\.rate).max() else {
    let sizes = Set(usable.map(\.mode.size)).sorted { $0.pixels > $1.pixels }.map { "\($0)" }
    let problem = wish.size.map { "gives no \($0)" } ?? "gives only large pictures: choose one with --size"
    throw ExportError(.unavailable, "\(path) \(problem); it gives \(sizes.joined(separator: ", "))")
  }
  let least = wish.rate ?? min(fastest, thirty)
  let fitting = wanted.filter { $0.rate >= least }.sorted { isBetter($0, $1) }
  guard let best = fitting.first else {
    let other = usable.filter { $0.rate >= least }.map(\.mode.size).max { $0.pixels < $1.pixels }
    let hint = other.map { "; \($0) is its largest at this rate (--size \($0))" } ?? ""
    let what = wish.size.map { "\($0)" } ?? "its pictures"
    throw ExportError(
      .unavailable,
      "\(path) gives \(what) at \(fastest.spellingForPeople) frames per second at most, not at \(least.spellingForPeople)\(hint)"
    )
  }
  return best.mode
}

private struct RatedMode {
  let mode: CameraMode
  let rate: FrameRate

  /// Nil for a mode without a rate.
  init?(_ mode: CameraMode) {
    guard let rate = mode.rate else { return nil }
    (self.mode, self.rate) = (mode, rate)
  }
}

private let thirty = FrameRate(30) ?? .onePerSecond
private let usualSize = PixelSize(width: 1920, height: 1080)

private func isUsual(_ size: PixelSize) -> Bool {
  size.width <= usualSize.width && size.height <= usualSize.height
}

/// H.264 has no odd sizes.
private func isRecordable(_ size: PixelSize) -> Bool {
  [size.width, size.height].allSatisfy { (16...16384).contains($0) && $0.isMultiple(of: 2) }
}

private func isBetter(_ one: RatedMode, _ other: RatedMode) -> Bool {
  if one.mode.size.pixels != other.mode.size.pixels { return one.mode.size.pixels > other.mode.size.pixels }
  if one.rate != other.rate { return one.rate < other.rate }
  return one.mode.coding == .yuyv && other.mode.coding != .yuyv
}

extension PixelSize {
  fileprivate var pixels: Int { width * height }
}
