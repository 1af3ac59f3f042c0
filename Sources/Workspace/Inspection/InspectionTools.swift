import Composition
import Drawing
import LibAV
import Lowering

/// What a process caches between answers: its list of fonts, and the file whose packets it is listing.
package final class InspectionTools {
  private var drawings: [String: TextDrawing] = [:]
  private var listed: (path: String, position: Int, listing: PacketListing)?
  private var finder: SubtitleFontFinder?

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

  func subtitleFonts(for letters: SubtitleLetters) throws(SubtitleFontFailure) -> FoundSubtitleFonts {
    var finder: SubtitleFontFinder
    if let known = self.finder { finder = known } else { finder = try SubtitleFontFinder() }
    defer { self.finder = finder }
    return try finder.fonts(for: letters)
  }
}
