internal import CFFmpeg

/// Whether the times of a stream's packets are presentation times.
///
/// A raw H.264 stream that was put into MP4 has no presentation times, and a file whose table of delays is
/// missing has lost them: each picture has its decoding time. The pictures themselves state their order.
enum ShowingOrder {
  case told
  /// The times rise from packet to packet, but the pictures are shown in another order.
  case ofDecoding
  /// In most groups, most times contradict the order of the pictures.
  case contradictory

  /// Reads the packets of a newly opened file.
  init(ofStream index: Int, in file: MediaFile) throws(LibAVError) {
    self = .told
    guard let parameters = file.stream(index)?.pointee.codecpar, let pictures = PictureOrder(parameters)
    else {
      return
    }
    file.readOnly(streams: [index])
    let packet = try Packet()
    var group = Group()
    var rises = true
    var last: Int64?
    var (agreements, agreeing, disagreeing) = (0, 0, 0)
    func endGroup() {
      agreements += group.agreements
      if group.agreements < group.contradictions {
        disagreeing += 1
      } else {
        agreeing += group.agreements > 0 ? 1 : 0
      }
      group = Group()
    }
    for _ in 0..<Self.mostPackets {
      guard try file.read(into: packet) else { break }
      guard packet.streamIndex == index else { continue }
      guard let tick = packet.presentation, let order = pictures.order(of: packet) else { return }
      if group.ends(before: order, isKey: packet.isKey) { endGroup() }
      group.add(order, tick)
      rises = rises && last.map { $0 < tick } ?? true
      last = tick
    }
    endGroup()
    guard disagreeing > agreeing else { return }
    self = rises && agreements == 0 ? .ofDecoding : .contradictory
  }

  /// The pictures from one that does not depend on earlier ones to the next: their orders count from there.
  private struct Group {
    private var pictures: [(order: Int32, tick: Int64)] = []
    /// Pairs of pictures whose times have their order, and another one.
    private(set) var agreements = 0
    private(set) var contradictions = 0

    /// Pictures are never reordered over so many, each of which counts twice in H.264.
    private static let farthest: Int32 = 64

    /// Without its first picture, which can be lost, a group begins where the order falls far.
    func ends(before order: Int32, isKey: Bool) -> Bool {
      guard let highest = pictures.map(\.order).max() else { return false }
      return order < highest && isKey || order < highest - Self.farthest
    }

    mutating func add(_ order: Int32, _ tick: Int64) {
      for earlier in pictures where order < earlier.order {
        if tick < earlier.tick { agreements += 1 } else { contradictions += 1 }
      }
      pictures.append((order, tick))
    }
  }

  /// A few seconds: pictures are reordered in all of them, or in none.
  private static let mostPackets = 300
}

extension MediaFile {
  /// Whether a stream's packets state only when their pictures are decoded.
  ///
  /// AVI numbers its pictures in decoding order. If they are shown in another order, FFmpeg derives times for
  /// only some of them.
  func onlyTellsDecodingTimes(ofStream index: Int) throws(LibAVError) -> Bool {
    if let known = tellsDecodingTimes[index] { return known }
    guard let stream = stream(index), (stream.pointee.codecpar?.pointee.video_delay ?? 0) > 0 else {
      return false
    }
    let found =
      switch container {
      case "avi": true
      case "mov" where hasDelays(ofTrack: stream.pointee.id): false
      case "mov", "matroska", "flv": try ShowingOrder(ofStream: index, in: try reopened()) == .ofDecoding
      default: false
      }
    tellsDecodingTimes[index] = found
    return found
  }

  /// Whether a file of QuickTime's family states for each packet how long after decoding it is shown.
  private func hasDelays(ofTrack id: Int32) -> Bool {
    var boxes = BoxReader(self)
    guard let samples = boxes.sampleTable(ofTrack: id), let delays = boxes.descendant(of: samples, ["ctts"]),
      let header = boxes.numbers(in: delays, count: 2)
    else { return false }
    return header[1] > 0
  }
}

/// Reads the presentation order of pictures from their packets, which are not decoded.
private final class PictureOrder {
  private let parser: UnsafeMutablePointer<AVCodecParserContext>
  private var context: UnsafeMutablePointer<AVCodecContext>?

  /// Nil for codecs whose packets do not state the order, or whose pictures are never reordered.
  init?(_ parameters: UnsafeMutablePointer<AVCodecParameters>) {
    let codec = parameters.pointee.codec_id
    guard [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC].contains(codec), parameters.pointee.video_delay > 0,
      let parser = av_parser_init(Int32(bitPattern: codec.rawValue))
    else { return nil }
    self.parser = parser
    parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    context = avcodec_alloc_context3(nil)
    guard let context, avcodec_parameters_to_context(context, parameters) >= 0 else { return nil }
  }

  deinit {
    av_parser_close(parser)
    avcodec_free_context(&context)
  }

  /// Nil if the packet does not state it.
  func order(of packet: Packet) -> Int32? {
    let raw = packet.pointer.pointee
    guard raw.size > 0 else { return nil }
    let none = Int32(AV_PICTURE_TYPE_NONE.rawValue)
    var output: UnsafeMutablePointer<UInt8>?
    var count: Int32 = 0
    parser.pointee.pict_type = none
    av_parser_parse2(parser, context, &output, &count, raw.data, raw.size, raw.pts, raw.dts, raw.pos)
    guard count > 0, parser.pointee.pict_type != none else { return nil }
    return parser.pointee.output_picture_number
  }
}
