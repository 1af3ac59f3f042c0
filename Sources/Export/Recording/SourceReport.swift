import Basics
import Composition
import LibAV

/// A line from a source process to its recorder.
enum SourceReport: Hashable {
  /// The device is open: it gives pictures.
  case pictures(PicturesInRing)
  /// The device is open: it gives samples, in the ring with this descriptor.
  case sound(channelCount: Int, ring: Int32)
  /// The stream has been opened: parts of a film are in the ring with this descriptor. What it consists of is for people.
  case stream(ring: Int32, String)
  case streamCounts(StreamAlignment.Counts)
  /// The film of the stream begins: what the sender's clock shows at its start.
  case began(RationalTime)
  /// When the last packet has arrived.
  case lastPacket(at: Int64)
  /// The stream has ended.
  case ended
  /// The device cannot be opened, or is gone.
  case failed(ExportError.Kind, String)

  var text: String {
    switch self {
    case .pictures(let form):
      "pictures \(form.layout.rawValue) \(form.isFullRange ? "full" : "limited") \(form.size.width) "
        + "\(form.size.height) \(form.rate.frames) \(form.rate.seconds) \(form.ring)"
    case .sound(let channelCount, let ring): "sound \(channelCount) \(ring)"
    case .stream(let ring, let words): "stream \(ring) \(words)"
    case .streamCounts(let counts):
      "counts \(counts.jumps) \(counts.damaged) \(counts.dropped) \(counts.longestGap.spelling)"
    case .began(let time): "began \(time.spelling)"
    case .lastPacket(let moment): "last \(moment)"
    case .ended: "ended"
    case .failed(let kind, let message): "failed \(kind.rawValue) \(message)"
    }
  }

  /// Nil for a line that no source process sends.
  init?(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    if words.count == 3, words[0] == "failed", let kind = ExportError.Kind(rawValue: words[1]) {
      self = .failed(kind, words[2])
      return
    }
    if words.count == 3, words[0] == "sound", let channels = Int(words[1]), (1...2).contains(channels),
      let ring = Int32(words[2]), ring >= 0
    {
      self = .sound(channelCount: channels, ring: ring)
      return
    }
    if words.count == 3, words[0] == "stream", let ring = Int32(words[1]), ring >= 0 {
      self = .stream(ring: ring, words[2])
      return
    }
    if line == "ended" {
      self = .ended
      return
    }
    let all = line.split(separator: " ").map(String.init)
    if all.count == 2, all[0] == "began", let time = RationalTime(spelling: all[1]) {
      self = .began(time)
      return
    }
    if all.count == 2, all[0] == "last", let moment = Int64(all[1]), moment >= 0 {
      self = .lastPacket(at: moment)
      return
    }
    if all.count == 5, all[0] == "counts", let longest = RationalTime(spelling: all[4]) {
      let numbers = all[1...3].compactMap { Int64($0) }
      guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
      var counts = StreamAlignment.Counts()
      (counts.jumps, counts.damaged, counts.dropped) = (numbers[0], numbers[1], numbers[2])
      counts.longestGap = longest
      self = .streamCounts(counts)
      return
    }
    let numbers = all.dropFirst(3).compactMap { Int32($0) }
    guard all.count == 8, all[0] == "pictures", let layout = PixelLayout(rawValue: all[1]),
      PicturesInRing.layouts.contains(layout), ["full", "limited"].contains(all[2]), numbers.count == 5,
      numbers.allSatisfy({ $0 >= 0 }), (16...16384).contains(numbers[0]), (16...16384).contains(numbers[1]),
      let rate = FrameRate(Int64(numbers[2]), per: Int64(numbers[3]))
    else { return nil }
    self = .pictures(
      PicturesInRing(
        size: PixelSize(width: Int(numbers[0]), height: Int(numbers[1])), rate: rate, layout: layout,
        isFullRange: all[2] == "full", ring: numbers[4]))
  }
}
