import Basics
import Composition
import ContentDigest
import LibAV
import Processes
import RenderPlan
import Rendering

/// Renders the cells, the sound and the pictures of a preview in a worker: entries of the store become files
/// that players in web pages load piece by piece.
struct PreviewMaker {
  let plan: RenderPlan
  let entries: StoreEntryMaker
  let files: PreviewFiles
  let report: (PreviewReport) -> Void

  func carryOut(_ order: PreviewOrder) throws(ExportError) {
    switch order {
    case .plan: throw ExportError(.engine, "a plan is not made")
    case .cell(let index): try makeCell(index)
    case .sound: try makeSound()
    case .picture(let frame, let kind): try makePicture(frame, kind)
    case .waveform(let sound, let key): try makeWaveform(sound, key)
    }
  }

  private func makeCell(_ index: Int) throws(ExportError) {
    guard plan.segments.indices.contains(index), let encoding = plan.settings.video else {
      throw ExportError(.engine, "the plan has no segment \(index)")
    }
    let segment = plan.segments[index]
    if !entries.store.isIntact(segment.key) { try entries.makeSegment(segment, encoding) }
    let reader = try entries.store.reader(for: segment.key)
    var packets: [EncodedPacket] = []
    while let packet = try reader.next() { packets.append(packet) }
    try write(packets, of: reader.stream, to: files.cell(segment.key))
  }

  private func makeSound() throws(ExportError) {
    guard let track = plan.soundTrack else { throw ExportError(.engine, "the plan has no sound") }
    let chunks = SoundChunks(
      key: track.key, perSecond: Int64(plan.composition.mix.sampleRate), files: files, report: report)
    if entries.store.isIntact(track.key) {
      let reader = try entries.store.reader(for: track.key)
      while let packet = try reader.next() { try chunks.add(packet, of: reader.stream) }
    } else {
      LibAV.useBaselineInstructions()
      var entries = entries
      entries.onSound = { stream, packet throws(ExportError) in try chunks.add(packet, of: stream) }
      try entries.makeSoundTrack(track)
    }
    try chunks.finish()
  }

  private func makePicture(_ frame: Int64, _ kind: PreviewPicture) throws(ExportError) {
    let film = plan.composition
    guard film.canvas.hasPicture, (0..<film.frameCount).contains(frame) else {
      throw ExportError(.engine, "the film has no frame \(frame)")
    }
    report(.working(frame: frame))
    let layers = film.layers.indices.filter { film.layers[$0].frames.contains(frame) }
    do {
      let hasAlpha = film.isSeenThrough && kind == .png
      let picture =
        hasAlpha
        ? try entries.renderer.frameWithAlpha(frame, among: layers)
        : try entries.renderer.frame(frame, among: layers)
      let bytes = try UprightPicture(canvas: film.canvas.size, hasAlpha: hasAlpha).bytes(
        of: picture, as: PictureWriter(kind == .png ? .png : .jpeg(quality: 90)),
        within: bounds(of: kind))
      let file = try AtomicFile(at: files.picture(frame, kind), takesRights: false)
      try file.write(bytes)
      try file.commit(replacing: true, syncing: false)
    } catch { throw ExportError(any: error) }
  }

  private func bounds(of kind: PreviewPicture) -> PixelSize? {
    switch kind {
    case .jpg, .png: nil
    case .small: plan.settings.video?.size
    case .thumb: PixelSize(width: 160, height: 90)
    }
  }

  private func makeWaveform(_ sound: Int, _ key: ContentDigest) throws(ExportError) {
    let film = plan.composition
    guard film.sounds.indices.contains(sound) else {
      throw ExportError(.engine, "the film has no sound \(sound)")
    }
    report(.working(frame: nil))
    do {
      let levels = try SoundLevels(ofSound: sound, in: film) { report(.working(frame: nil)) }
      let file = try AtomicFile(at: files.waveform(key), takesRights: false)
      try file.write(levels.bytes)
      try file.commit(replacing: true, syncing: false)
    } catch { throw ExportError(any: error) }
  }
}

/// Writes the sound of a film, one file per second.
///
/// A packet belongs to the second in which it starts, so all files together are the stream, without a gap.
private final class SoundChunks {
  private let key: ContentDigest
  private let perSecond: Int64
  private let files: PreviewFiles
  private let report: (PreviewReport) -> Void
  private var number: Int64 = 0
  private var packets: [EncodedPacket] = []
  private var stream: EncodedStream?

  init(key: ContentDigest, perSecond: Int64, files: PreviewFiles, report: @escaping (PreviewReport) -> Void) {
    self.key = key
    self.perSecond = perSecond
    self.files = files
    self.report = report
  }

  func add(_ packet: EncodedPacket, of stream: EncodedStream) throws(ExportError) {
    self.stream = stream
    while packet.presentation >= (number + 1) * perSecond { try end() }
    packets.append(packet)
  }

  func finish() throws(ExportError) {
    if !packets.isEmpty { try end() }
  }

  private func end() throws(ExportError) {
    if let stream, !packets.isEmpty {
      let start = number * perSecond
      let moved = packets.map { packet in
        EncodedPacket(
          bytes: packet.bytes, presentation: packet.presentation - start, decode: packet.decode - start,
          duration: packet.duration, isKey: packet.isKey)
      }
      try write(moved, of: stream, to: files.chunk(number, of: key))
      report(.chunk(number))
    }
    packets = []
    number += 1
  }
}

/// The file appears whole. It is not synced, because it is removed with the preview.
private func write(
  _ packets: [EncodedPacket], of stream: EncodedStream, to path: String
) throws(ExportError) {
  do {
    let file = try AtomicFile(at: path, owner: .thisProcess, takesRights: false)
    let writer = try FileWriter(
      path: file.temporaryPath, container: .mp4, streams: [stream], isPiece: true)
    for packet in packets { try writer.write(packet, stream: 0) }
    try writer.finish()
    try file.commit(replacing: true, syncing: false)
  } catch { throw ExportError(any: error) }
}
