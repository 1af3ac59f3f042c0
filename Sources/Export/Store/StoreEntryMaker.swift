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
  /// For encoders whose bytes do not depend on it.
  let encoderThreads: Int

  init(
    plan: RenderPlan, media: PlannedMedia, store: SegmentStore, owner: TemporaryOwner,
    passFolder: String? = nil, renderer: FrameRenderer? = nil, encoderThreads: Int = 2,
    report: @escaping (WorkReport) -> Void
  ) {
    self.plan = plan
    self.media = media
    self.store = store
    self.owner = owner
    self.passFolder = passFolder
    self.report = report
    self.renderer = renderer ?? FrameRenderer(plan.composition)
    self.encoderThreads = encoderThreads
  }

  /// Encodes a segment's frames; their times count from the start of the segment.
  func makeSegment(_ segment: Segment, _ encoding: VideoEncoding) throws(ExportError) {
    try beginSegment(segment, encoding, after: nil) { _ in }.finish()
  }

  /// Draws a segment's frames while another thread encodes them. The last frames may not be encoded when this returns:
  /// meanwhile the next segment can be drawn. That thread calls `whenDone` once the entry is in the store, or with what
  /// prevented it.
  func beginSegment(
    _ segment: Segment, _ encoding: VideoEncoding, after previous: ItemQueue<VideoFrame>?,
    whenDone: @escaping (ExportError?) -> Void
  ) throws(ExportError) -> ItemQueue<VideoFrame> {
    let film = plan.composition
    let shown =
      segment.layers.flatMap { film.media(of: film.layers[$0]) }
      + film.transitions.filter { $0.frames.overlaps(segment.frames) }.flatMap(film.media(of:))
    _ = ConcealmentLog.take()
    let coding = try SegmentEncoding(
      segment, encoding, of: plan, statistics: try passFile(of: segment, encoding), threads: encoderThreads
    ) { stream throws(ExportError) in try store.writer(for: segment.key, owner: owner, stream: stream) }
    let queue = ItemQueue(coding.encode, end: coding.finish, whenDone: whenDone)
    do throws(ExportError) {
      let samples = try media.watched(shown) { () throws(ExportError) in
        // Before the frames: they are decoded in the order of time.
        let samples = try self.samples(before: segment)
        try sendFrames(of: segment, encoding, to: queue)
        return samples
      }
      coding.ending = StoreEntryEnding(concealed: takenConcealments(), samples: samples)
      // Segments are finished in their order, however busy their encoders are.
      try previous?.finish()
    } catch { throw queue.cancel(error) }
    queue.close()
    return queue
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

  private func sendFrames(
    of segment: Segment, _ encoding: VideoEncoding, to queue: ItemQueue<VideoFrame>
  ) throws(ExportError) {
    for number in segment.frames {
      report(.frame(number))
      let frame: VideoFrame
      do {
        frame = try renderer.frame(number, among: segment.layers, for: encoding)
      } catch { throw ExportError(error) }
      try queue.send(frame)
    }
  }
}

extension FrameRenderer {
  /// A frame as an encoding needs it, with transparency if it has any.
  func frame(
    _ number: Int64, among layers: [Int], for encoding: VideoEncoding
  ) throws(RenderingError) -> VideoFrame {
    if encoding.hasAlpha != true { return try frame(number, among: layers) }
    return encoding.codec.declaration?.isRGB == true
      ? try straightFrame(number, among: layers)
      : try straightFrame(number, among: layers, depth: encoding.depth)
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
