internal import CFFmpeg

/// Converts sound to another sample rate without an offset: output sample m is the sound at m / rate.
///
/// At some moments both rates have a sample. Conversion always starts at one of them, early enough to fill
/// the filter, so the result does not depend on where reading began.
final class SoundResampler {
  private let timeline: SoundTimeline
  private let rate: Int64
  private let inputRate: Int64
  /// Output and input samples between two shared moments.
  private let outputStep: Int64
  private let inputStep: Int64
  private var context: OpaquePointer?
  private var inputPosition: Int64 = 0
  /// Finished samples, from `pendingStart` on.
  private var pending: [[Float]]
  private var pendingStart: Int64 = 0
  private var isRunning = false

  private static let filterLength: Int64 = 64

  init(_ timeline: SoundTimeline, rate: Int) {
    self.timeline = timeline
    self.rate = Int64(rate)
    inputRate = Int64(timeline.rate)
    let shared = greatestCommonDivisor(self.rate, inputRate)
    outputStep = self.rate / shared
    inputStep = inputRate / shared
    pending = Array(repeating: [], count: timeline.channelCount)
  }

  deinit { swr_free(&context) }

  func read(from start: Int64, count: Int) throws(LibAVError) -> [[Float]] {
    if !isRunning || start < pendingStart || start > pendingStart + 2 * rate { try begin(before: start) }
    while pendingStart + Int64(pending[0].count) < start + Int64(count) { try produce() }
    let skipped = Int(start - pendingStart)
    let result = pending.map { Array($0[skipped..<skipped + count]) }
    for index in pending.indices { pending[index].removeFirst(skipped + count) }
    pendingStart = start + Int64(count)
    return result
  }

  private func begin(before start: Int64) throws(LibAVError) {
    // In output samples: when upsampling, the filter covers more of them, by the ratio of the rates.
    let warmUp = 2 * Self.filterLength * max(1, rate / inputRate) + 2 * Self.filterLength
    let moment = floorQuotient(start - warmUp, outputStep)
    pendingStart = moment * outputStep
    inputPosition = moment * inputStep
    pending = Array(repeating: [], count: timeline.channelCount)
    try open()
    isRunning = true
  }

  private func open() throws(LibAVError) {
    let operation = "resampling sound"
    swr_free(&context)
    var layout = AVChannelLayout()
    av_channel_layout_default(&layout, Int32(timeline.channelCount))
    // A layout by number of channels owns no memory: a plain copy is independent.
    var sameLayout = layout
    try check(
      swr_alloc_set_opts2(
        &context, &layout, AV_SAMPLE_FMT_FLTP, Int32(rate), &sameLayout, AV_SAMPLE_FMT_FLTP,
        Int32(inputRate), 0, nil), operation, timeline.path)
    let options = UnsafeMutableRawPointer(context)
    av_opt_set_int(options, "filter_size", Self.filterLength, 0)
    av_opt_set_int(options, "exact_rational", 1, 0)
    av_opt_set_int(options, "phase_shift", phaseShift, 0)
    try check(swr_init(context), operation, timeline.path)
  }

  /// One filter for each phase in which the two rates meet, as long as the table stays below 16 MB.
  private var phaseShift: Int64 {
    let taps = Self.filterLength * max(1, inputRate / rate + 1)
    var shift: Int64 = 4
    while shift < 16, 1 << shift < max(outputStep, 1024), (taps * 4) << (shift + 1) <= 1 << 24 {
      shift += 1
    }
    return shift
  }

  /// Input samples per step, few because one sample can become thousands.
  private var blockLength: Int { Int(min(4096, max(16, 65536 * inputRate / rate))) }

  private func produce() throws(LibAVError) {
    let input = try timeline.read(from: inputPosition, count: blockLength)
    inputPosition += Int64(blockLength)
    let capacity = Int(Int64(blockLength) * rate / inputRate) + 256
    var output = Array(repeating: [Float](repeating: 0, count: capacity), count: input.count)
    let converted = withPlanes(input, &output) { input, output in
      swr_convert(context, output, Int32(capacity), input, Int32(blockLength))
    }
    try check(converted, "resampling sound", timeline.path)
    for index in pending.indices { pending[index] += output[index].prefix(Int(converted)) }
  }
}

/// Calls `body` with planes of floats in the form that FFmpeg expects.
func withPlanes(
  _ input: [[Float]], _ output: inout [[Float]],
  _ body: (
    UnsafeMutablePointer<UnsafePointer<UInt8>?>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
  ) -> Int32
) -> Int32 {
  let count = input.first?.count ?? 0
  let capacity = output.first?.count ?? 0
  let sources = input.map { plane in
    let copy = UnsafeMutablePointer<Float>.allocate(capacity: max(1, count))
    copy.initialize(from: plane, count: count)
    return copy
  }
  let targets = output.map { _ in UnsafeMutablePointer<Float>.allocate(capacity: max(1, capacity)) }
  defer { for memory in sources + targets { memory.deallocate() } }
  var inputs: [UnsafePointer<UInt8>?] = sources.map {
    UnsafePointer(UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self))
  }
  var outputs: [UnsafeMutablePointer<UInt8>?] = targets.map {
    UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
  }
  let result = body(&inputs, &outputs)
  for (index, target) in targets.enumerated() where result > 0 {
    output[index].withUnsafeMutableBufferPointer {
      $0.baseAddress?.update(from: target, count: min(capacity, Int(result)))
    }
  }
  return result
}

private func floorQuotient(_ a: Int64, _ b: Int64) -> Int64 {
  a >= 0 ? a / b : -((-a + b - 1) / b)
}
