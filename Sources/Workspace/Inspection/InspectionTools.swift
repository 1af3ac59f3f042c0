import Composition
import Drawing
import FoundationEssentials
import LibAV
import Lowering
import Rendering

/// What a process caches between answers: its list of fonts, and the files that it reads in parts.
package final class InspectionTools {
  private var drawings: [String: TextDrawing] = [:]
  private var listed: (path: String, position: Int, listing: PacketListing)?
  private var finder: SubtitleFontFinder?
  private var decoded: (path: String, wanted: FeaturesQuestion.Wanted, parts: Int, reading: FeatureReading)?
  private var spoken = OpenReading<SpeechSoundQuestion, SpeechSoundReading>()
  private var copied = OpenReading<CopyPicturesQuestion, CopyPictureReading>()
  private var heard = OpenReading<CopySoundQuestion, CopySoundReading>()
  private var marked = OpenReading<FilmContentQuestion, FilmContentReading>()

  func drawing(_ folder: String) -> TextDrawing {
    if let drawing = drawings[folder] { return drawing }
    let drawing = TextDrawing(folder: folder)
    drawings[folder] = drawing
    return drawing
  }

  /// The packets of a file after the first `start`.
  func packets(ofFileAt path: String, start: Int, count: Int) throws(LibAVError) -> [PacketDetails] {
    let listing: PacketListing
    if let open = listed, open.path == path, open.position == start {
      listing = open.listing
    } else {
      listing = try PacketListing(ofFileAt: path)
      var skipped = 0
      while skipped < start {
        let some = try listing.next(min(count, start - skipped))
        if some.isEmpty { return [] }
        skipped += some.count
      }
    }
    listed = nil
    let packets = try listing.next(count)
    listed = (path, start + packets.count, listing)
    return packets
  }

  /// The next part of a track. The first question about a track starts at its beginning.
  func features(_ question: FeaturesQuestion) throws(LibAVError) -> FeaturesPart {
    var reading: FeatureReading?
    if question.partsBefore == 0 {
      reading = try FeatureReading(question)
    } else if let open = decoded, open.path == question.path, open.wanted == question.wanted,
      open.parts == question.partsBefore
    {
      reading = open.reading
    }
    decoded = nil
    guard let reading else { throw unreadParts(of: question.path) }
    let part = try reading.readPart()
    if part.features == nil { decoded = (question.path, question.wanted, question.partsBefore + 1, reading) }
    return part
  }

  /// The next part of a track for a speech recogniser, under the same conditions.
  func speechSound(_ question: SpeechSoundQuestion) throws(LibAVError) -> SpeechSoundPart {
    let reading = try spoken.take(question, of: question.path) { () throws(LibAVError) in
      try SpeechSoundReading(
        path: question.path, track: question.track, origin: question.origin)
    }
    let part = try reading.readPart()
    if !reading.isAtEnd { spoken.keep(reading, after: question) }
    return SpeechSoundPart(samples: part, isLast: reading.isAtEnd, concealments: reading.concealments)
  }

  /// The next pictures of a copy and its master, under the same conditions.
  func copyPictures(_ question: CopyPicturesQuestion) throws(LibAVError) -> CopyPicturesPart {
    let reading = try copied.take(question, of: question.copy.path) { () throws(LibAVError) in
      try CopyPictureReading(
        of: question.copy, against: question.master, rate: question.rate,
        threads: ProcessInfo.processInfo.activeProcessorCount)
    }
    let part = try reading.readPart()
    if !part.isLast { copied.keep(reading, after: question) }
    return CopyPicturesPart(pictures: part.pictures, master: part.master, isLast: part.isLast)
  }

  /// The same of their sound.
  func copySound(_ question: CopySoundQuestion) throws(LibAVError) -> CopySoundPart {
    let reading = try heard.take(question, of: question.copy.path) { () throws(LibAVError) in
      try CopySoundReading(of: question.copy, against: question.master, offset: question.offset)
    }
    let part = try reading.readPart()
    if !part.isLast { heard.keep(reading, after: question) }
    return CopySoundPart(pieces: part.pieces, isLast: part.isLast)
  }

  /// The next packets of a finished film.
  func filmContent(_ question: FilmContentQuestion) throws(LibAVError) -> FilmContentPart {
    let reading = try marked.take(question, of: question.path) { () throws(LibAVError) in
      try FilmContentReading(question)
    }
    let part = try reading.readPart()
    if !part.isLast { marked.keep(reading, after: question) }
    return part
  }

  func subtitleFonts(for letters: SubtitleLetters) throws(SubtitleFontFailure) -> FoundSubtitleFonts {
    var finder: SubtitleFontFinder
    if let known = self.finder { finder = known } else { finder = try SubtitleFontFinder() }
    defer { self.finder = finder }
    return try finder.fonts(for: letters)
  }
}

/// A file that is read in parts, kept from a question about it to the one about the next part.
private struct OpenReading<Asked: PartedQuestion & Equatable, Reading> {
  private var next: (question: Asked, reading: Reading)?

  /// What a question reads on, which is no longer kept; for the first part, what `open` returns.
  mutating func take(
    _ question: Asked, of path: String, open: () throws(LibAVError) -> Reading
  ) throws(LibAVError) -> Reading {
    defer { next = nil }
    if question.partsBefore == 0 { return try open() }
    guard let next, next.question == question else { throw unreadParts(of: path) }
    return next.reading
  }

  mutating func keep(_ reading: Reading, after question: Asked) { next = (question.next, reading) }
}

private func unreadParts(of path: String) -> LibAVError {
  LibAVError(operation: "decoding", subject: path, cause: .other, reason: "the parts before were not read")
}
