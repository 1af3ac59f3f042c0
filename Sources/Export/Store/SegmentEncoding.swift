import Composition
import LibAV
import RenderPlan

/// Encodes the frames of one segment into an entry of the store. Used by one thread at a time.
final class SegmentEncoding {
  /// Set before `finish`.
  var ending = StoreEntryEnding()
  /// Nil once it is finished: some encoders write their statistics when they are freed, and SVT-AV1 allows one at a time.
  private var encoder: (any PictureEncoder)?
  private let converter: PictureConverter
  private let writer: StoreEntryWriter
  /// Nil for a film that is encoded once.
  private let statistics: PassFile?
  private let pass: EncodingPass?
  private var encoded: Int64 = 0

  init(
    _ segment: Segment, _ encoding: VideoEncoding, of plan: RenderPlan, statistics: PassFile?, threads: Int,
    _ makeWriter: (EncodedStream) throws(ExportError) -> StoreEntryWriter
  ) throws(ExportError) {
    self.statistics = statistics
    pass = segment.pass
    do {
      let canvas = plan.composition.canvas
      let settings = try encoding.settings(
        size: encoding.size ?? canvas.size, rate: canvas.rate, color: encoding.colorTags,
        statistics: statistics?.path, threads: threads)
      let encoder = try settings.makeEncoder()
      self.encoder = encoder
      // Gives back the same picture where the film is put together as it is encoded.
      converter = PictureConverter(to: encoding.target(of: settings))
      var stream = try encoder.stream
      // Segments join only where their streams are equal.
      if segment.pass != nil, case .twoPasses(let rate)? = plan.settings.video?.rateControl {
        stream.bitsPerSecond = rate
      }
      writer = try makeWriter(stream)
    } catch { throw ExportError(any: error) }
  }

  deinit { statistics?.remove() }

  func encode(_ frame: VideoFrame) throws(ExportError) {
    guard let encoder else { return }
    do {
      try write(encoder.send(converter.convert(frame), index: encoded))
      encoded += 1
    } catch { throw ExportError(any: error) }
  }

  /// Encodes what the encoder held back; the entry is in the store when this returns.
  func finish() throws(ExportError) {
    try write(endEncoder())
    if pass == .first { ending.bits = try statistics?.read(into: writer) }
    try writer.finish(ending)
  }

  /// Frees the encoder. Returns the packets that it held back.
  private func endEncoder() throws(ExportError) -> [EncodedPacket] {
    guard let encoder else { return [] }
    self.encoder = nil
    do throws(LibAVError) { return try encoder.finish() } catch { throw ExportError(any: error) }
  }

  private func write(_ packets: [EncodedPacket]) throws(ExportError) {
    // Of a first pass, only the statistics are used.
    guard pass != .first else { return }
    for packet in packets { try writer.append(packet) }
  }
}

extension VideoEncoding {
  /// The form of the pictures that an encoder with these settings gets.
  func target(of settings: any VideoEncoderSettings) -> PictureTarget {
    PictureTarget(
      size: settings.size, layout: settings.layout, color: joined?.samples ?? settings.color,
      chromaIsCentered: codec.declaration?.hasJPEGColors == true)
  }
}
