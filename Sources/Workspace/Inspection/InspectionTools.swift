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
  private var spoken: (question: SpeechSoundQuestion, reading: SpeechSoundReading)?
  private var copied: (question: CopyPicturesQuestion, reading: CopyPictureReading)?
  private var heard: (question: CopySoundQuestion, reading: CopySoundReading)?
  private var marked: (question: FilmContentQuestion, reading: FilmContentReading)?

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
    var reading: SpeechSoundReading?
    if question.partsBefore == 0 {
      reading = try SpeechSoundReading(
        path: question.path, track: question.track, origin: question.origin)
    } else if let open = spoken, open.question == question {
      reading = open.reading
    }
    spoken = nil
    guard let reading else { throw unreadParts(of: question.path) }
    let part = try reading.readPart()
    if !reading.isAtEnd { spoken = (question.next, reading) }
    return SpeechSoundPart(samples: part, isLast: reading.isAtEnd, concealments: reading.concealments)
  }

  /// The next pictures of a copy and its master, under the same conditions.
  func copyPictures(_ question: CopyPicturesQuestion) throws(LibAVError) -> CopyPicturesPart {
    var reading: CopyPictureReading?
    if question.partsBefore == 0 {
      reading = try CopyPictureReading(
        of: question.copy, against: question.master, rate: question.rate,
        threads: ProcessInfo.processInfo.activeProcessorCount)
    } else if let open = copied, open.question == question {
      reading = open.reading
    }
    copied = nil
    guard let reading else { throw unreadParts(of: question.copy.path) }
    let part = try reading.readPart()
    if !part.isLast { copied = (question.next, reading) }
    return CopyPicturesPart(pictures: part.pictures, master: part.master, isLast: part.isLast)
  }

  /// The same of their sound.
  func copySound(_ question: CopySoundQuestion) throws(LibAVError) -> CopySoundPart {
    var reading: CopySoundReading?
    if question.partsBefore == 0 {
      reading = try CopySoundReading(of: question.copy, against: question.master, offset: question.offset)
    } else if let open = heard, open.question == question {
      reading = open.reading
    }
    heard = nil
    guard let reading else { throw unreadParts(of: question.copy.path) }
    let part = try reading.readPart()
    if !part.isLast { heard = (question.next, reading) }
    return CopySoundPart(pieces: part.pieces, isLast: part.isLast)
  }

  /// The next packets of a finished film.
  func filmContent(_ question: FilmContentQuestion) throws(LibAVError) -> FilmContentPart {
    var reading: FilmContentReading?
    if question.partsBefore == 0 {
      reading = try FilmContentReading(question)
    } else if let open = marked, open.question == question {
      reading = open.reading
    }
    marked = nil
    guard let reading else { throw unreadParts(of: question.path) }
    let part = try reading.readPart()
    if !part.isLast { marked = (question.next, reading) }
    return part
  }

  private func unreadParts(of path: String) -> LibAVError {
    LibAVError(
      operation: "decoding", subject: path, cause: .other, reason: "the parts before were not read")
  }

  func subtitleFonts(for letters: SubtitleLetters) throws(SubtitleFontFailure) -> FoundSubtitleFonts {
    var finder: SubtitleFontFinder
    if let known = self.finder { finder = known } else { finder = try SubtitleFontFinder() }
    defer { self.finder = finder }
    return try finder.fonts(for: letters)
  }
}
