import Composition
import LibAV

/// One stream of one file.
struct StreamID: Hashable {
  let media: Int
  let stream: Int

  init(media: Int, stream: Int) {
    self.media = media
    self.stream = stream
  }

  init?(_ layer: Layer) {
    guard case .moving(let media, let stream, _) = layer.picture else { return nil }
    self.init(media: media, stream: stream)
  }
}

/// Opens the streams that layers show, and passes a reader on to the next layer that shows the same stream.
final class LayerReaders {
  private let composition: Composition
  private let decoderThreads: Int
  private let keptBytes: Int
  private let revisits: SourceReusePlan
  /// Readers in use by layers, and idle readers that wait for the next take of their stream.
  private var held: [Int: VideoReader] = [:]
  private var idle: [(stream: StreamID, reader: VideoReader)] = []

  private static let keptReaders = 4

  init(_ composition: Composition, decoderThreads: Int, keptBytes: Int) {
    self.composition = composition
    self.decoderThreads = decoderThreads
    self.keptBytes = keptBytes
    revisits = SourceReusePlan(composition)
  }

  /// Takes over the readers of another composition. A reader's pictures do not depend on earlier requests.
  convenience init(_ composition: Composition, takingOver other: LayerReaders) {
    self.init(composition, decoderThreads: other.decoderThreads, keptBytes: other.keptBytes)
    let held = other.held.keys.sorted().compactMap { layer -> (stream: StreamID, reader: VideoReader)? in
      guard let reader = other.held[layer], let stream = StreamID(other.composition.layers[layer]) else {
        return nil
      }
      return (stream, reader)
    }
    for (stream, reader) in other.idle + held {
      let reference = other.composition.media[stream.media]
      guard let media = composition.media.firstIndex(where: { $0.isRead(like: reference) }) else { continue }
      rest(reader, of: StreamID(media: media, stream: stream.stream))
    }
  }

  func reader(forLayer index: Int, media: Int, stream: Int) throws(RenderingError) -> VideoReader {
    if let reader = held[index] { return reader }
    let id = StreamID(media: media, stream: stream)
    let reader: VideoReader
    if let waiting = idle.lastIndex(where: { $0.stream == id }) {
      reader = idle.remove(at: waiting).reader
    } else {
      reader = try open(media: media, stream: stream)
    }
    // With a cache of its own, the caller does not render the film from start to end.
    if keptBytes == 0, let parts = revisits.parts(of: id) {
      reader.expect(parts, from: composition.layers[index].frames.lowerBound)
    }
    held[index] = reader
    return reader
  }

  func open(media: Int, stream: Int) throws(RenderingError) -> VideoReader {
    let reference = composition.media[media]
    let kept = max(keptBytes, revisits.keptBytes(StreamID(media: media, stream: stream)))
    return try wrapping { () throws(LibAVError) in
      try VideoReader(
        fileAt: reference.path, streamIndex: stream, origin: reference.facts.origin,
        options: VideoReader.Options(
          threads: decoderThreads, onCorruption: CorruptionPolicy(reference.reading.damage),
          fields: FieldHandling(reference.reading.deinterlacing), leavesOutUnneeded: true,
          keptBytes: kept, keepsAtRest: kept > 0, raw: reference.reading.raw))
    }
  }

  /// Moves the readers of layers that do not show in this frame to the idle ones.
  func release(unlessNeededAt number: Int64) {
    for layer in held.keys.sorted() where !composition.layers[layer].frames.contains(number) {
      if let reader = held.removeValue(forKey: layer), let stream = StreamID(composition.layers[layer]) {
        rest(reader, of: stream)
      }
    }
    let kept = max(Self.keptReaders, revisits.streamCount)
    if idle.count > kept { idle.removeFirst(idle.count - kept) }
  }

  /// One idle reader per stream suffices: after two simultaneous takes, the next take can continue from
  /// either.
  private func rest(_ reader: VideoReader, of stream: StreamID) {
    reader.rest()
    idle.removeAll { $0.stream == stream }
    idle.append((stream, reader))
  }
}

extension MediaReference {
  /// Whether the same reader can serve both, as long as the file has not changed.
  fileprivate func isRead(like other: MediaReference) -> Bool {
    path == other.path && facts == other.facts && reading == other.reading
  }
}

extension CorruptionPolicy {
  init(_ damage: MediaReading.Damage) {
    switch damage {
    case .error: self = .fail
    case .hold: self = .hold
    case .black: self = .black
    }
  }
}

extension FieldHandling {
  fileprivate init(_ deinterlacing: MediaReading.Deinterlacing) {
    self =
      switch deinterlacing {
      case .marked: .marked
      case .all: .all
      case .none: .none
      }
  }
}
