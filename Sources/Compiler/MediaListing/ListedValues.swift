import Basics
import Composition

/// A rate in a listing; nil inside for a variable rate.
struct ListedRate {
  let exact: FrameRate?
}

/// `30`, `29.97`, `24000/1001`, `variable`
func listedRate(_ word: String) -> ListedRate? {
  if word == "variable" { return ListedRate(exact: nil) }
  if let rate = FrameRate.broadcast(word) { return ListedRate(exact: rate) }
  let parts = word.split(separator: "/", omittingEmptySubsequences: false).map { Int64($0) }
  switch (parts.count, parts.first ?? nil, parts.last ?? nil) {
  case (1, let frames?, _): return FrameRate(frames).map(ListedRate.init(exact:))
  case (2, let frames?, let seconds?): return FrameRate(frames, per: seconds).map(ListedRate.init(exact:))
  default: return nil
  }
}

/// `12s`, `31.5s`, `1001/30s`, `2m`; never negative.
func listedTime(_ word: String) -> RationalTime? {
  guard let unit = word.last, unit == "s" || unit == "m" else { return nil }
  guard let number = fraction(word.dropLast()), !number.isNegative else { return nil }
  return unit == "m" ? try? number.scaled(by: 60, over: 1) : number
}

private func fraction(_ text: Substring) -> RationalTime? {
  let parts = text.split(separator: "/", omittingEmptySubsequences: false)
  if parts.count == 2, let value = Int64(parts[0]), let scale = Int64(parts[1]) {
    return RationalTime(value, scale)
  }
  let digits = text.split(separator: ".", omittingEmptySubsequences: false)
  guard digits.count <= 2, digits.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }) else {
    return nil
  }
  let decimals = digits.count == 2 ? digits[1].count : 0
  guard decimals <= 9 else { return nil }
  let scale = (0..<decimals).reduce(Int64(1)) { scale, _ in scale * 10 }
  return Int64(digits.joined()).flatMap { RationalTime($0, scale) }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

func pixelSize(_ word: String) -> PixelSize? {
  pair(word, "x").map { PixelSize(width: $0, height: $1) }
}

func listedAspect(_ word: String) -> PixelAspect? {
  pair(word, ":").map { PixelAspect($0, $1) }
}

/// Two positive numbers separated by a mark.
private func pair(_ word: String, _ mark: Character) -> (Int, Int)? {
  let parts = word.split(separator: mark, omittingEmptySubsequences: false).compactMap { Int($0) }
  return parts.count == 2 && parts.allSatisfy { $0 > 0 } ? (parts[0], parts[1]) : nil
}

let turns: [String: PictureOrientation.QuarterTurns] = ["90": .once, "180": .twice, "270": .thrice]

/// The colour tags of a kind of file, with FFmpeg's names.
func listedColor(_ name: String) -> ColorTags? {
  switch name {
  case "bt709": ColorTags(primaries: "bt709", transfer: "bt709", matrix: "bt709", isFullRange: false)
  case "bt601":
    ColorTags(primaries: "smpte170m", transfer: "smpte170m", matrix: "smpte170m", isFullRange: false)
  case "bt2020":
    ColorTags(primaries: "bt2020", transfer: "bt2020-10", matrix: "bt2020nc", isFullRange: false)
  case "hlg":
    ColorTags(primaries: "bt2020", transfer: "arib-std-b67", matrix: "bt2020nc", isFullRange: false)
  case "pq": ColorTags(primaries: "bt2020", transfer: "smpte2084", matrix: "bt2020nc", isFullRange: false)
  case "srgb": ColorTags(primaries: "bt709", transfer: "iec61966-2-1", matrix: "gbr", isFullRange: true)
  default: nil
  }
}

/// The channel counts of FFmpeg's layouts.
let channelCounts: [String: Int] = [
  "mono": 1, "stereo": 2, "2.1": 3, "3.0": 3, "quad": 4, "4.0": 4, "5.0": 5, "5.1": 6, "5.1(side)": 6,
  "7.1": 8,
]

/// The containers that probes report for common extensions.
let containers: [String: String] = [
  "mp4": "mov", "m4v": "mov", "m4a": "mov", "mov": "mov", "mkv": "matroska", "webm": "matroska",
  "ts": "mpegts",
]

/// `16,9,1888x1062`
func listedAperture(_ text: String) -> CleanAperture? {
  let parts = text.split(separator: ",")
  guard parts.count == 3, let x = Int(parts[0]), let y = Int(parts[1]), let size = pixelSize(String(parts[2]))
  else {
    return nil
  }
  return CleanAperture(x: x, y: y, size: size)
}
