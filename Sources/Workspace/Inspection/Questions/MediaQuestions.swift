package import Composition
import Drawing
import Glibc
package import LibAV

/// What are the facts of a media file, and its other information?
package struct FactsQuestion: Question {
  package typealias Answer = Reply<ProbedMedia, LibAVError>

  let path: String

  package init(ofFileAt path: String) {
    self.path = path
  }

  package static var name: String { "facts" }
  package static var isShared: Bool { true }
  package var files: [String] { [path] }
  package var limit: Duration {
    path.lowercased().hasSuffix(".svg")
      ? InspectionLimits.vectorTime : InspectionLimits.time(forReading: path)
  }

  package func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(LibAVError) in
      if let bytes = VectorFile.read(path) { return try tools.vector(bytes, ofFileAt: path) }
      return try MediaProbe.found(inFileAt: path)
    }
  }
}

/// What does an SVG contain with these values of its variables?
package struct VectorQuestion: Question {
  package typealias Answer = Reply<VectorFacts, LibAVError>

  let path: String
  let values: [VectorValue]

  package init(ofFileAt path: String, values: [VectorValue]) {
    self.path = path
    self.values = values
  }

  package static var name: String { "vector" }
  package static var isShared: Bool { true }
  package var files: [String] { [path] }
  package var limit: Duration { InspectionLimits.vectorTime }

  package func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(LibAVError) in
      guard let bytes = VectorFile.read(path),
        let facts = try tools.vector(bytes, ofFileAt: path, values: values).details.vector
      else {
        throw LibAVError(
          operation: "reading", subject: path, cause: .badData, reason: "it is no SVG any more")
      }
      return facts
    }
  }
}

/// Which packets of a media file follow the first `start`? A long file is queried in parts, and the process
/// keeps it open in between.
package struct PacketsQuestion: Question {
  package typealias Answer = Reply<[PacketDetails], LibAVError>

  /// The packets of an answer: the file has no more after an answer with fewer.
  package static let packets = 4096

  let path: String
  let start: Int

  package init(ofFileAt path: String, start: Int) {
    self.path = path
    self.start = start
  }

  package static var name: String { "list-packets" }
  package var files: [String] { [path] }
  package var limit: Duration { InspectionLimits.time(forReading: path) }

  package func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(LibAVError) in try tools.packets(ofFileAt: path, start: start, count: Self.packets) }
  }
}

/// How are the pictures and the sound of a media file coded, packet by packet?
package struct CodedMediaQuestion: Question {
  package typealias Answer = Reply<CodedMedia, LibAVError>

  let path: String
  let facts: MediaFacts

  package init(ofFileAt path: String, facts: MediaFacts) {
    self.path = path
    self.facts = facts
  }

  package static var name: String { "packets" }
  package static var isShared: Bool { true }
  package var files: [String] { [path] }
  package var limit: Duration { InspectionLimits.time(forReading: path) }

  package func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(LibAVError) in try MediaProbe.codedMedia(ofFileAt: path, facts: facts) }
  }
}

/// What are the cues of the subtitles in a media file?
package struct SubtitlesQuestion: Question {
  package typealias Answer = Reply<[CodedSubtitles], LibAVError>

  let path: String
  let facts: MediaFacts

  package init(ofFileAt path: String, facts: MediaFacts) {
    self.path = path
    self.facts = facts
  }

  package static var name: String { "subtitles" }
  package static var isShared: Bool { true }
  package var files: [String] { [path] }
  package var limit: Duration { InspectionLimits.time(forReading: path) }

  package func answer(with tools: InspectionTools) -> Answer {
    Reply { () throws(LibAVError) in try MediaProbe.subtitles(ofFileAt: path, facts: facts) }
  }
}

extension InspectionLimits {
  /// Long files are read to their end, so they may take longer.
  static func time(forReading path: String) -> Duration {
    var status = stat()
    guard stat(path, &status) == 0 else { return time }
    return time + .seconds(1) * (Int(status.st_size) / bytesInASecond)
  }
}
