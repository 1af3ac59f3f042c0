import Basics
import Composition
import ContentDigest
import LibAV
import Processes
import RenderPlan
import Rendering

/// Renders, encodes and stores the entries of one plan, in a worker.
struct StoreEntryMaker {
  let plan: RenderPlan
  let media: PlannedMedia
  let store: SegmentStore
  let owner: TemporaryOwner
  /// Where encoders read and write the statistics of two passes; nil for a single pass.
  let passFolder: String?
  let report: (WorkReport) -> Void
  /// Called with each packet of sound, before the entry is finished.
  var onSound: (EncodedStream, EncodedPacket) throws(ExportError) -> Void = { _, _ throws(ExportError) in }
  let renderer: FrameRenderer

  init(
    plan: RenderPlan, media: PlannedMedia, store: SegmentStore, owner: TemporaryOwner,
    passFolder: String? = nil, renderer: FrameRenderer? = nil,
    report: @escaping (WorkReport) -> Void
  ) {
    self.plan = plan
    self.media = media
    self.store = store
    self.owner = owner
    self.passFolder = passFolder
    self.report = report
    self.renderer = renderer ?? FrameRenderer(plan.composition)
  }

  /// Encodes a segment's frames; their times count from the start of the segment.
  func makeSegment(_ segment: Segment, _ encoding: VideoEncoding) throws(ExportError) {
    let film = plan.composition
    let shown =
      segment.layers.flatMap { film.media(of: film.layers[$0]) }
      + film.transitions.filter { $0.frames.overlaps(segment.frames) }.flatMap(film.media(of:))
    _ = ConcealmentLog.take()
    let statistics = try passFile(of: segment, encoding)
    defer { statistics?.remove() }
    let (writer, samples) = try media.watched(shown) { () throws(ExportError) in
      // Before the frames: pictures are decoded in ascending time.
      let samples = try self.samples(before: segment)
      return (try encode(segment, encoding, statistics), samples)
    }
    var ending = StoreEntryEnding(concealed: takenConcealments(), samples: samples)
    if segment.pass == .first { ending.bits = try statistics?.read(into: writer) }
    try writer.finish(ending)
  }

  /// The statistics files; those of the second pass are filled from the entry of the first one.
  private func passFile(
    of segment: Segment, _ encoding: VideoEncoding
  ) throws(ExportError) -> PassFile? {
    guard let pass = segment.pass, let passFolder else { return nil }
    let file = PassFile(path: "\(passFolder)/\(segment.key.hex)", codec: encoding.codec)
    if case .second(let key, _, _) = pass { try file.write(from: try store.reader(for: key)) }
    return file
  }

  private func encode(
    _ segment: Segment, _ encoding: VideoEncoding, _ statistics: PassFile?
  ) throws(ExportError) -> StoreEntryWriter {
    do {
      let canvas = plan.composition.canvas
      let settings = try encoding.settings(
        size: encoding.size ?? canvas.size, rate: canvas.rate, color: encoding.colorTags,
        statistics: statistics?.path)
      let encoder = try settings.makeEncoder()
      // Returns the same picture if the film is composed in the form in which it is encoded.
      let converter = PictureConverter(
        to: PictureTarget(
          size: settings.size, layout: settings.layout, color: encoding.joined?.samples ?? settings.color,
          chromaIsCentered: encoding.codec.declaration?.hasJPEGColors == true))
      var stream = try encoder.stream
      // Segments can be joined only if their streams are equal.
      if segment.pass != nil, case .twoPasses(let rate)? = plan.settings.video?.rateControl {
        stream.bitsPerSecond = rate
      }
      let keepsPackets = segment.pass != .first
      let writer = try store.writer(for: segment.key, owner: owner, stream: stream)
      var encoded: Int64 = 0
      let queue = FrameQueue { frame throws(ExportError) in
        do {
          for packet in try encoder.send(converter.convert(frame), index: encoded) where keepsPackets {
            try writer.append(packet)
          }
          encoded += 1
        } catch { throw ExportError(any: error) }
      }
      do { try sendFrames(of: segment, encoding, to: queue) } catch {
        try queue.finish()
        throw error
      }
      try queue.finish()
      for packet in try encoder.finish() where keepsPackets { try writer.append(packet) }
      return writer
    } catch { throw ExportError(any: error) }
  }

  private func sendFrames(
    of segment: Segment, _ encoding: VideoEncoding, to queue: FrameQueue
  ) throws(ExportError) {
    for number in segment.frames {
      report(.frame(number))
      let frame: VideoFrame
      do {
        frame =
          if encoding.hasAlpha != true {
            try renderer.frame(number, among: segment.layers)
          } else if encoding.codec.declaration?.isRGB == true {
            try renderer.straightFrame(number, among: segment.layers)
          } else {
            try renderer.straightFrame(number, among: segment.layers, depth: encoding.depth)
          }
      } catch { throw ExportError(error) }
      try queue.send(frame)
    }
  }
}

/// What this process has replaced since the last call; nil if nothing.
func takenConcealments() -> [Concealment]? {
  let taken = ConcealmentLog.take()
  return taken.isEmpty ? nil : taken
}

extension ExportError {
  init(any error: any Error) {
    switch error {
    case let error as ExportError: self = error
    case let error as RenderingError: self.init(error)
    case let error as LibAVError: self.init(error)
    case let error as FileError: self.init(error)
    case let error as SystemError: self.init(error)
    default: self.init(.engine, "\(error)")
    }
  }
}
