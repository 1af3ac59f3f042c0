internal import CFFmpeg
internal import EditTime
internal import MediaFacts

extension H264Settings {
  /// One frame.
  var tick: RationalTime {
    get throws(LibAVError) {
      guard let tick = RationalTime(rate.seconds, rate.frames) else {
        throw refused("no container can count frames at a rate of \(rate.spelling)")
      }
      return tick
    }
  }

  var averageBitsPerSecond: Int64 {
    if case .averageBitsPerSecond(let rate) = quality { rate } else { 0 }
  }

  func write(
    to context: UnsafeMutablePointer<AVCodecContext>, extraParameters: [String: String]
  ) throws(LibAVError) {
    guard size.width.isMultiple(of: 2), size.height.isMultiple(of: 2) else {
      throw refused("H.264 with 4:2:0 chroma needs an even width and an even height")
    }
    let codes = try ColorCodes(color)
    guard let frames = Int32(exactly: rate.frames), let seconds = Int32(exactly: rate.seconds) else {
      throw refused("H.264 cannot say a rate of \(rate.spelling)")
    }
    guard keyframeInterval > 0, threads > 0, let interval = Int32(exactly: keyframeInterval),
      let threads = Int32(exactly: threads)
    else { throw refused("the interval of key frames and the number of threads are above zero") }

    (context.pointee.width, context.pointee.height) = try wholeSize(size, "preparing H.264")
    context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
    context.pointee.time_base = AVRational(num: seconds, den: frames)
    context.pointee.framerate = AVRational(num: frames, den: seconds)
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.color_primaries = codes.primaries
    context.pointee.color_trc = codes.transfer
    context.pointee.colorspace = codes.matrix
    context.pointee.color_range = codes.range
    context.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
    context.pointee.gop_size = interval
    context.pointee.thread_count = threads
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    context.pointee.flags |= Int32(bitPattern: UInt32(AV_CODEC_FLAG_CLOSED_GOP))
    try writeOptions(to: context, extraParameters: extraParameters)
  }

  private func writeOptions(
    to context: UnsafeMutablePointer<AVCodecContext>, extraParameters: [String: String]
  ) throws(LibAVError) {
    var parameters = ["cpu-independent": "1"]
    parameters.merge(extraParameters) { _, extra in extra }
    var options = [
      ("preset", preset.rawValue), ("profile", "high"), ("sc_threshold", "\(sceneCut)"),
      ("x264-params", parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ":")),
    ]
    switch quality {
    case .constant(let factor):
      guard (0...51).contains(factor) else { throw refused("a rate factor is from 0 to 51, not \(factor)") }
      options.append(("crf", "\(factor)"))
    case .averageBitsPerSecond(let rate):
      guard rate > 0 else { throw refused("a bit rate is above zero, not \(rate)") }
      context.pointee.bit_rate = rate
    }
    for (name, value) in options {
      try check(
        av_opt_set(context, name, value, AV_OPT_SEARCH_CHILDREN), "preparing H.264", "\(name) = \(value)")
    }
  }

  private func refused(_ reason: String) -> LibAVError {
    LibAVError(operation: "preparing H.264", subject: "\(size)", cause: .limit, reason: reason)
  }
}
