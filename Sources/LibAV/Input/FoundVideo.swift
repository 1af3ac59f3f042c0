import Basics
internal import CFFmpeg
import Composition

/// One video stream as its packets and its first decoded picture describe it, in the file's own clock.
struct FoundVideo {
  let streamIndex: Int
  let isStill: Bool
  let range: TimeRange
  private let isCover: Bool
  private let spacing: FrameSpacing?
  private let frameCount: Int64
  private let first: VideoFrame
  private let parameters: AVCodecParameters
  private let orientation: PictureOrientation
  private let pixelAspect: PixelAspect
  private let hasAlphaLayer: Bool
  private let aperture: CleanAperture?
  private let language: String?
  private let timecode: String?
  private let hasDecodingTimes: Bool

  var start: RationalTime { range.start }

  init(
    _ file: MediaFile, _ stream: UnsafeMutablePointer<AVStream>, _ index: Int, _ scan: PacketScan.Stream,
    isCover: Bool
  ) throws(LibAVError) {
    // AVI stores no other times, and they are those of its rate.
    let onlyTellsDecodingTimes = try file.onlyTellsDecodingTimes(ofStream: index)
    hasDecodingTimes = onlyTellsDecodingTimes && file.container != "avi"
    if !onlyTellsDecodingTimes {
      let order = try ShowingOrder(ofStream: index, in: try file.reopened())
      if order == .contradictory {
        throw LibAVError(
          operation: "probing", subject: file.path, cause: .badData,
          reason: "the times of stream \(index) contradict the order of its pictures")
      }
    }
    let source = try PictureSource(
      file: try file.reopened(), streamIndex: index)
    guard let picture = try source.next(), let parameters = stream.pointee.codecpar?.pointee else {
      throw LibAVError(
        operation: "decoding", subject: file.path, cause: .badData,
        reason: "no picture can be decoded (\(source.lastFailure ?? "it holds none"))")
    }
    streamIndex = index
    self.isCover = isCover
    self.parameters = parameters
    first = picture.frame
    // Loss at the start belongs to the track; a reader reports it.
    let lostTick = file.canBeginAnywhere ? nil : picture.lossBefore?.tick
    let ticks = shownTicks(scan, from: min(picture.tick, lostTick ?? picture.tick), parameters.codec_id)
    isStill =
      isCover || file.isStillFormat
      || (ticks.ticks.count <= 1 && (isAnimation(file.container) || file.isStillImage))
    frameCount = Int64(isStill ? 1 : ticks.ticks.count)
    do {
      spacing =
        isStill
        ? nil
        : try FrameSpacing(
          ticks: ticks.ticks, lastDuration: ticks.lastDuration, clock: source.clock,
          declared: [stream.pointee.r_frame_rate, stream.pointee.avg_frame_rate].compactMap(FrameRate.init),
          isExact: file.container == "gif")
    } catch {
      throw LibAVError(
        operation: "probing", subject: file.path, cause: .badData, reason: "a timestamp is out of range")
    }
    range = spacing.flatMap { TimeRange(start: $0.start, end: $0.end) } ?? .zero
    orientation = PictureOrientation(stream: stream, firstFrame: picture.frame)
    // The container's pixel shape overrides the codec's.
    let stated = stream.pointee.sample_aspect_ratio
    pixelAspect = reduced(stated.num > 0 ? stated : picture.frame.pointer.pointee.sample_aspect_ratio)
    hasAlphaLayer = claimsAlphaLayer(stream)
    aperture = CleanAperture(ofTrack: stream.pointee.id, in: file, stored: picture.frame.size)
    try file.checkReads()
    language = spokenLanguage(stream)
    timecode =
      tag("timecode", stream.pointee.metadata) ?? tag("timecode", file.context.pointee.metadata)
  }

  func facts(origin: RationalTime) throws(TimeOverflow) -> VideoTrackFacts {
    let description = av_pix_fmt_desc_get(first.format)?.pointee
    let profile = avcodec_profile_name(parameters.codec_id, parameters.profile)
    return VideoTrackFacts(
      streamIndex: streamIndex, codec: codecName(parameters.codec_id),
      profile: profile.map { String(cString: $0) }, storedSize: first.size, pixelAspect: pixelAspect,
      orientation: orientation, cleanAperture: aperture, pixelFormat: first.formatName,
      bitDepth: Int(description?.comp.0.depth ?? 8),
      hasAlpha: hasAlphaLayer || (description?.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0,
      color: color, fieldOrder: fieldOrder, rate: spacing?.rate,
      hasVariableRate: spacing?.isVariable ?? false, hasDecodingTimes: hasDecodingTimes,
      mediaRange: isStill ? .zero : try range.shifted(by: -origin), frameCount: frameCount,
      isAttachedPicture: isCover, isStill: isStill, language: language, timecode: timecode)
  }

  private var color: ColorTags {
    let decoded = first.color
    let stated = ColorCodes(parameters).tags
    return ColorTags(
      primaries: decoded.primaries ?? stated.primaries, transfer: decoded.transfer ?? stated.transfer,
      matrix: decoded.matrix ?? stated.matrix, isFullRange: decoded.isFullRange ?? stated.isFullRange)
  }

  private var fieldOrder: FieldOrder {
    switch parameters.field_order {
    case AV_FIELD_TT, AV_FIELD_BT: return .topFirst
    case AV_FIELD_BB, AV_FIELD_TB: return .bottomFirst
    default: break
    }
    let frame = first.pointer.pointee
    guard frame.interlaced_frame != 0 else { return .progressive }
    return frame.top_field_first != 0 ? .topFirst : .bottomFirst
  }
}

/// The start times of pictures, ascending, from the first one that can be decoded.
private func shownTicks(
  _ scan: PacketScan.Stream, from start: Int64, _ codec: AVCodecID
) -> (ticks: [Int64], lastDuration: Int64) {
  var ticks = scan.ticks.filter { $0 >= start }
  ticks.sort()
  var previous = Int64.min
  ticks.removeAll { tick in
    defer { previous = tick }
    return tick == previous
  }
  guard let last = ticks.last, let position = scan.ticks.lastIndex(of: last) else { return ([start], 0) }
  let duration = scan.durations[position]
  // H.264 omits the time of a frame's second field; in other codecs each packet is a picture.
  if codec != AV_CODEC_ID_H264, duration > 0 {
    fillHoles(in: &ticks, with: scan.untimedCount, step: duration)
  }
  return (ticks, duration)
}

/// Adds missing times: MPEG programme streams time only some pictures, and the others follow at the usual
/// distance.
private func fillHoles(in ticks: inout [Int64], with count: Int, step: Int64) {
  guard count > 0, var last = ticks.first else { return }
  var (filled, left) = ([last], count)
  for tick in ticks.dropFirst() {
    while left > 0, tick - last > step + step / 2 {
      last += step
      filled.append(last)
      left -= 1
    }
    filled.append(tick)
    last = tick
  }
  ticks = filled
}

/// Formats that contain one picture or several.
private func isAnimation(_ container: String) -> Bool { container == "gif" || container == "apng" }

func reduced(_ aspect: AVRational) -> PixelAspect {
  guard let reduced = RationalTime(Int64(aspect.num), Int64(aspect.den)) else { return .square }
  return PixelAspect(Int(reduced.value), Int(reduced.timescale))
}

extension FrameRate {
  fileprivate init?(_ rate: AVRational) {
    self.init(Int64(rate.num), per: Int64(rate.den))
  }
}
