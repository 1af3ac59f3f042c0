import Composition
import LibAV
import Processes
import RenderPlan

extension RenderPlan {
  /// The file of the cover, if the film's container supports covers.
  var heldCover: MediaReference? {
    settings.container.declaration.holdsCover ? composition.coverFile : nil
  }

  /// Reads the cover from its file, provided that the file did not change.
  func cover(_ media: PlannedMedia) throws(ExportError) -> AttachedPicture? {
    guard let file = heldCover, let index = composition.cover, let track = file.facts.video.first else {
      return nil
    }
    return try media.watched([index]) { () throws(ExportError) in
      do throws(FileError) {
        let bytes = try readFile(file.path, limit: 64 << 20)
        return AttachedPicture(codec: track.codec, size: track.storedSize, bytes: bytes)
      } catch { throw ExportError(error) }
    }
  }

  /// The frame of the film that players show for the file, as a worker rendered it.
  func coverFrame(from entries: PlanEntries) throws(ExportError) -> AttachedPicture? {
    guard let coverPicture else { return nil }
    let reader = try entries.reader(for: coverPicture.key)
    guard let packet = try reader.next(), try reader.next() == nil else {
      throw ExportError(.engine, "the cover in the store is no single picture")
    }
    return AttachedPicture(codec: "mjpeg", size: composition.canvas.size, bytes: packet.bytes)
  }

  /// The codec and the size of the cover; nil for a file without one.
  private var plannedCover: (codec: String, size: PixelSize)? {
    if coverPicture != nil { return ("mjpeg", composition.canvas.size) }
    return heldCover?.facts.video.first.map { ($0.codec, $0.storedSize) }
  }

  /// The differences between the cover of a finished film and the planned one.
  func coverProblems(_ facts: MediaFacts) -> [String] {
    guard let planned = plannedCover else { return [] }
    guard let found = facts.video.first(where: \.isAttachedPicture) else { return ["it has no cover"] }
    return found.codec == planned.codec && found.storedSize == planned.size
      ? [] : ["its cover is another one"]
  }
}
