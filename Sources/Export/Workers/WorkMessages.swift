import FoundationEssentials

/// An order to a worker, one line of JSON.
enum WorkOrder: Hashable, Codable, Sendable {
  case segment(Int)
  case soundTrack
  /// A track other than the first.
  case otherTrack(Int)
  /// The frame that players show for the file.
  case cover

  var isSound: Bool {
    switch self {
    case .segment, .cover: false
    case .soundTrack, .otherTrack: true
    }
  }
}

/// A report of a worker, one line of JSON.
enum WorkReport: Hashable, Codable, Sendable {
  /// Sent before the first order: what the kernel could not guard.
  case ready(shortcomings: [String])
  /// A frame of a segment is about to be rendered: if the worker dies, this is where.
  case frame(Int64)
  /// The samples of the mix that are done.
  case samples(Int64)
  case finished(WorkOrder)
  /// The film is still being joined or verified; sent every few seconds.
  case joining
  /// All bytes of the film are written; it is not verified yet.
  case written
  /// The film is joined and verified.
  case joined(FilmFacts)
  /// The film is joined, but fails its author's checks.
  case refused([FailedCheck])
  case failed(kind: ExportError.Kind, message: String)

  // MARK: Workers on other machines
  /// The greeting.
  case hello(Handshake.Reply)
  /// Sent every few seconds, in addition to other reports.
  case alive
  /// A part of the ordered entry, in Base64; `finished` follows the last one.
  case piece(String)
}

extension WorkReport {
  private static let frameStart = #"{"frame":{"_0":"#
  private static let frameEnd = "}}"

  /// The report as a line of JSON. Frames are reported so often that their line is written and parsed by
  /// hand.
  var message: String {
    if case .frame(let number) = self { "\(Self.frameStart)\(number)\(Self.frameEnd)" } else { line }
  }

  init?(message line: String) {
    if line.hasPrefix(Self.frameStart), line.hasSuffix(Self.frameEnd),
      let number = Int64(line.dropFirst(Self.frameStart.count).dropLast(Self.frameEnd.count))
    {
      self = .frame(number)
    } else {
      self.init(line: line)
    }
  }
}

extension Encodable {
  /// One line without line feeds, the same for equal values in every process.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    // Nothing in orders, reports and streams can fail to encode: no floating-point numbers, no foreign types.
    let data = (try? encoder.encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}

extension Decodable {
  init?(line: String) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else { return nil }
    self = value
  }
}
