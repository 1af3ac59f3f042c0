package import Basics

/// A subtitle file as far as it was understood, with its problems.
package struct SubtitleFile: Hashable, Sendable {
  package var format: SubtitleFormat
  /// In the order of the file.
  package var cues: [SubtitleCue] = []
  /// The script info, styles and embedded fonts of an ASS file, unchanged.
  package var header: String?
  /// The SHA-256 of the media of which it is a transcript, in hexadecimal digits; nil if it states none.
  package var mediaDigest: String?
  /// The first ones, in the order of the file.
  package var problems: [SubtitleProblem] = []
  /// The number of all problems, kept or not.
  package var problemCount = 0
  /// Whether the file is not a text file.
  package private(set) var isBinary = false

  package init(format: SubtitleFormat) {
    self.format = format
  }
}

/// The formats of subtitle files, by their usual names.
package enum SubtitleFormat: String, Hashable, Sendable, CaseIterable {
  case subRip = "SRT"
  case webVTT = "WebVTT"
  case subStation = "ASS"
  /// The JSON of a speech recogniser.
  case transcript = "JSON"
}

/// One subtitle.
package struct SubtitleCue: Hashable, Sendable {
  /// Since the start of the file's own time.
  package var range: TimeRange
  /// The line number in its file, from 1; 0 for a cue without a file.
  package var line: Int
  /// The text without formatting that only one format has.
  package var text: StyledText
  package var placement = CuePlacement()
  /// The other fields of an ASS event, from which it is drawn; nil for other formats.
  package var event: SubStationEvent?

  package init(range: TimeRange, line: Int, text: StyledText) {
    self.range = range
    self.line = line
    self.text = text
  }
}

/// The fields of a line of an ASS file other than its times.
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

/// A problem in a subtitle file.
package struct SubtitleProblem: Hashable, Sendable {
  package enum Gravity: Hashable, Sendable {
    /// A part of the file was not understood.
    case mistake
    /// Everything was understood, but cannot all be shown as the file requests.
    case loss
  }

  package var gravity: Gravity
  /// Both from 1; columns count Unicode scalars.
  package var line: Int
  package var column: Int
  package var message: String
}

/// Limits on subtitle files.
package enum SubtitleLimits {
  package static let bytes = 64 << 20
  package static let cues = 200_000
  /// Per text.
  package static let keptProblems = 100
  /// Words with times of their own, per cue.
  package static let timedWords = 1000
}

/// The place of a cue on the canvas.
package struct CuePlacement: Hashable, Sendable, Codable {
  package enum Horizontal: Int, Hashable, Sendable, Codable {
    case left, center, right
  }

  package enum Vertical: Int, Hashable, Sendable, Codable {
    case bottom, middle, top
  }

  package var horizontal = Horizontal.center
  package var vertical = Vertical.bottom
  /// In thousandths of a percent of the width, for the side that `horizontal` names.
  package var position: Int?
  /// In thousandths of a percent of the height, for the side that `vertical` names.
  package var height: Int?
  /// Rows from the top, or from the bottom if negative; -1 is the last row.
  package var row: Int?

  package init() {}
}

extension SubtitleFile {
  /// Reads a file. Its content decides the format, and its name only if the content does not.
  ///
  /// Never stops at the first mistake: everything that was not understood is reported as a problem.
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

  /// Whether a file contains zeros near its start, which no text does except in UTF-16.
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
