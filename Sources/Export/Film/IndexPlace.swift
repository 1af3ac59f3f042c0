import Composition
import LibAV
import RenderPlan

extension RenderPlan {
  /// Where the film's index goes: to the front, in reserved space if it is small compared with the pictures.
  ///
  /// Otherwise the whole file is moved at the end to make room, which for a file of ProRes takes longer than
  /// writing it.
  var indexPlace: FileWriter.IndexPlace {
    guard settings.isFastStart else { return .back }
    return keptIndexBytes.map { .kept(byteCount: $0) } ?? .front
  }

  /// An upper bound for the index of a film whose pictures are all key frames; nil for another film.
  private var keptIndexBytes: Int? {
    guard settings.container.isQuickTime, fragmentLength == nil, heldSubtitles.isEmpty, heldCover == nil,
      coverPicture == nil,
      !settings.copied.pictures,
      settings.video?.codec.declaration?.isIntraOnly == true,
      soundTracks.allSatisfy({ $0.copied == nil })
    else { return nil }
    // For each packet its size, its place, and its run of packets.
    let bytesOfPacket = 24
    // The shortest packets of sound have 960 samples. If their durations differ, those are stored as well.
    let sounds = soundTracks.reduce(0) { $0 + $1.samples.count / 960 + 2 } * (bytesOfPacket + 8)
    let pictures = Int(frameCount) * bytesOfPacket
    let labels = (writtenTags + settings.labels.keyTags).reduce(0) {
      $0 + $1.name.utf8.count + $1.value.utf8.count + 256
    }
    // Names are stored in two lists, one of them a track of texts.
    let marks = chapters.reduce(0) { $0 + 2 * $1.name.utf8.count + 64 }
    let base = 16384 + 4096 * soundTracks.count
    return base + pictures + sounds + 2 * labels + marks
  }
}
