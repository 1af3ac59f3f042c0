package import Basics

/// A file of subtitles as far as it was understood, and every mistake in it.
package struct SubtitleFile: Hashable, Sendable {
  package var format: SubtitleFormat
  /// In the order of the file.
  package var cues: [SubtitleCue] = []
  /// Script info, styles and embedded fonts of an ASS file, as they stand in it.
  package var header: String?
  /// The first ones, in the order of the file.
  package var problems: [SubtitleProblem] = []
  /// Of all problems, kept or not.
  package var problemCount = 0
  /// Whether the file is no text at all.
  package private(set) var isBinary = false

  package init(format: SubtitleFormat) {
    self.format = format
  }
}

/// The formats of subtitle files, by their usual ending.
package enum SubtitleFormat: String, Hashable, Sendable, CaseIterable {
  case subRip = "SRT"
  case webVTT = "WebVTT"
  case subStation = "ASS"
  /// The JSON of a tool that recognizes speech.
  case transcript = "JSON"
}

/// One subtitle.
package struct SubtitleCue: Hashable, Sendable {
  /// Since the start of the file's own time.
  package var range: TimeRange
  /// Where it stands in its file, counted from 1; 0 for a cue that stands in no file.
  package var line: Int
  /// The words without what only says how they look in one format.
  package var text: StyledText
  package var placement = CuePlacement()
  /// What else an ASS file says of it; its words are drawn by this.
  package var event: SubStationEvent?

  package init(range: TimeRange, line: Int, text: StyledText) {
    self.range = range
    self.line = line
    self.text = text
  }
}

/// The fields of a line of an ASS file but for its times.
package struct SubStationEvent: Hashable, Sendable, Codable {
  package var layer = 0
  package var style = "Default"
  package var name = ""
  package var leftMargin = 0
  package var rightMargin = 0
  package var verticalMargin = 0
  package var effect = ""
  /// With override blocks.
  package var text = ""

  package init() {}
}

/// Something in a file of subtitles that is not as it should be.
package struct SubtitleProblem: Hashable, Sendable {
  package enum Gravity: Hashable, Sendable {
    /// A part of the file was not understood.
    case mistake
    /// Everything was understood, but not everything can be shown as the file asks.
    case loss
  }

  package var gravity: Gravity
  /// Both counted from 1; columns in characters of Unicode.
  package var line: Int
  package var column: Int
  package var message: String
}

/// How much of a file of subtitles is read.
package enum SubtitleLimits {
  package static let bytes = 64 << 20
  package static let cues = 200_000
  /// Of each text.
  package static let keptProblems = 100
  /// Of one cue, with times of their own.
  package static let timedWords = 1000
}

/// Where a cue stands on the canvas.
package struct CuePlacement: Hashable, Sendable, Codable {
  package enum Horizontal: Int, Hashable, Sendable, Codable {
    case left, center, right
  }

  package enum Vertical: Int, Hashable, Sendable, Codable {
    case bottom, middle, top
  }

  package var horizontal = Horizontal.center
  package var vertical = Vertical.bottom
  /// Thousandths of a percent of the width, to the side that `horizontal` says.
  package var position: Int?
  /// Thousandths of a percent of the height, to the side that `vertical` says.
  package var height: Int?
  /// Rows from the top, or below zero from the bottom, of which -1 is the last one.
  package var row: Int?

  package init() {}
}

extension SubtitleFile {
  /// Reads a file; what it is like decides how, and its name only where that says nothing.
  ///
  /// Never stops at the first mistake: what could not be understood has its problem.
  package init(_ bytes: [UInt8], name: String) {
    guard !Self.isBinary(bytes) else {
      self.init(format: .subRip)
      problems = [
        SubtitleProblem(
          gravity: .mistake, line: 1, column: 1, message: "the file is not a text file")
      ]
      problemCount = 1
      isBinary = true
      return
    }
    let ending = name.split(separator: ".").last.map { $0.lowercased() }
    if TranscriptReader.begins(bytes) || ending == "json" {
      self = TranscriptReader.read(bytes)
      problemsInOrder()
      return
    }
    var problems = ProblemList()
    let lines = subtitleLines(bytes, &problems)
    if WebVTTReader.begins(lines) || (ending == "vtt" && !SubStationReader.begins(lines)) {
      var reader = WebVTTReader(lines, problems)
      self = reader.read()
    } else if SubStationReader.begins(lines) || ending == "ass" || ending == "ssa" {
      var reader = SubStationReader(lines, problems)
      self = reader.read()
    } else {
      var reader = SubRipReader(lines, problems)
      self = reader.read()
    }
    problemsInOrder()
  }

  /// Whether a file holds zeros near its start as no text does, unless it is one in UTF-16.
  package static func isBinary(_ bytes: [UInt8]) -> Bool {
    let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    return !isUTF16 && bytes.prefix(4096).contains(0)
  }

  private mutating func problemsInOrder() {
    problems.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    if cues.isEmpty, problemCount == 0 {
      problems.append(
        SubtitleProblem(gravity: .mistake, line: 1, column: 1, message: "the file contains no cues"))
      problemCount = 1
    }
  }
}
