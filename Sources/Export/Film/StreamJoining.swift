import CodedStreams
import LibAV
import RenderPlan

/// Joins the pictures that a film copies from several files, and the encoded ones between them, into one
/// stream.
struct StreamJoining {
  /// The description for the film.
  let stream: EncodedStream
  /// The reorder depth of the whole stream.
  private let delay: Int64
  /// By the configuration of each source; empty for codecs whose pictures contain all of it.
  private let sources: [[UInt8]: Source]

  private struct Source {
    let renaming: StreamRenaming
    let hasStartCodes: Bool
  }

  init(of plan: RenderPlan, from entries: PlanEntries) throws(ExportError) {
    let streams = try plan.segments.map { segment throws(ExportError) in
      try entries.reader(for: segment.key).stream
    }
    guard var model = streams.first(where: { $0.copied != nil }) else {
      throw ExportError(.engine, "nothing of the film is copied")
    }
    let reordered = streams.compactMap { stream in
      if case .video(let video) = stream.content { video.reorderDelay } else { nil }
    }
    let delay = reordered.max() ?? 0
    self.delay = Int64(delay)
    if case .video(var video) = model.content {
      video.reorderDelay = delay
      model.content = .video(video)
    }
    guard let codec = StreamCodec(streamNamed: model.codec) else {
      sources = [:]
      stream = model
      return
    }
    do throws(JoinError) {
      let known = try Self.sources(of: streams, house: model, codec)
      let joined = try JoinedStream(known.map(\.source))
      sources = Dictionary(
        zip(known, joined.renamings).map {
          ($0.configuration, Source(renaming: $1, hasStartCodes: $0.hasStartCodes))
        }, uniquingKeysWith: { first, _ in first })
      model.configuration = joined.record
      stream = model
    } catch {
      throw ExportError(
        .engine, "the pictures cannot become one stream: source \(error.source + 1) \(error.reason)")
    }
  }

  /// Each configuration once: the house's first, and the encoder's adapted to it.
  private static func sources(
    of streams: [EncodedStream], house: EncodedStream, _ codec: StreamCodec
  ) throws(JoinError) -> [(configuration: [UInt8], source: CodedSource, hasStartCodes: Bool)] {
    var known: [(configuration: [UInt8], source: CodedSource, hasStartCodes: Bool)] = []
    for stream in [house] + streams
    where !known.contains(where: { $0.configuration == stream.configuration }) {
      do throws(CodedStreamError) {
        // A record starts with its version; an encoder's configuration, with a start code.
        let hasStartCodes = stream.configuration.first == 0
        let header =
          hasStartCodes
          ? try StreamHeader(startCodes: stream.configuration, codec: codec)
          : try StreamHeader(stream.configuration, codec: codec)
        let source = try CodedSource(header)
        let isEncoded = stream.copied == nil
        known.append(
          (
            stream.configuration, isEncoded ? try source.adoptingParameters(of: known[0].source) : source,
            hasStartCodes
          ))
      } catch { throw JoinError(source: known.count, reason: error) }
    }
    return known
  }

  /// Returns a packet in the form of the film. `number` counts the packets of its segment, and `next` is the
  /// one after the first. `lastStart` is the `idr_pic_id` of the previous packet, nil if that is not an IDR
  /// picture; it becomes that of this packet.
  func joined(
    _ packet: EncodedPacket, of stream: EncodedStream, number: Int64, next: EncodedPacket?,
    lastStart: inout Int?
  ) throws(ExportError) -> EncodedPacket {
    var joined = packet
    joined.decode = number - delay
    guard joined.decode <= joined.presentation else {
      throw ExportError(.engine, "pictures are decoded later than they are shown")
    }
    guard let source = sources[stream.configuration] else { return joined }
    do throws(CodedStreamError) {
      let bytes = source.hasStartCodes ? lengthPrefixed(packet.bytes) : packet.bytes
      let facts = try source.renaming.facts(of: bytes)
      defer { lastStart = facts.idrPictureID }
      guard number == 0 else {
        joined.bytes = try source.renaming.renamed(bytes)
        return joined
      }
      let following = try next.map { next throws(CodedStreamError) in
        try source.renaming.facts(of: source.hasStartCodes ? lengthPrefixed(next.bytes) : next.bytes)
      }
      joined.bytes = try source.renaming.renamedStart(
        bytes, avoiding: Set([lastStart, following?.idrPictureID].compactMap(\.self)))
      return joined
    } catch { throw ExportError(.badData, "a picture that is copied \(error)") }
  }
}
