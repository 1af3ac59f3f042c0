import Basics
import Composition
import ContentDigest
import LibAV
import RenderPlan
import Rendering

extension StoreEntryMaker {
  /// Copies the packets of a segment's pictures from their file; their times count from the start of the
  /// segment.
  func copySegment(_ segment: Segment, _ copied: CopiedPictures) throws(ExportError) {
    let writer = try media.watched([copied.media]) { () throws(ExportError) in
      try copyPictures(copied, as: segment.key, frames: segment.frames)
    }
    try writer.finish(StoreEntryEnding(samples: try samples(of: copied)))
  }

  /// Copies the packets of another video track of the file.
  func copyVideoTrack(_ track: SoundTrack, _ copied: CopiedPictures) throws(ExportError) {
    let writer = try media.watched([copied.media]) { () throws(ExportError) in
      try copyPictures(copied, as: track.key, frames: 0..<0)
    }
    try writer.finish()
  }

  /// Digests of some of the pictures, decoded from their file.
  private func samples(of copied: CopiedPictures) throws(ExportError) -> [ComparedPicture]? {
    guard !copied.comparedPictures.isEmpty else { return nil }
    let reference = plan.composition.media[copied.media]
    guard let track = reference.facts.video.first(where: { $0.streamIndex == copied.stream }),
      let rate = track.rate
    else { throw ExportError(.engine, "\(reference.spelling) has no picture stream \(copied.stream)") }
    return try media.watched([copied.media]) { () throws(ExportError) in
      do {
        let reader = try VideoReader(
          fileAt: reference.path, streamIndex: copied.stream, origin: reference.facts.origin,
          options: VideoReader.Options(fields: .none, leavesOutUnneeded: true))
        return try copied.comparedPictures.map { number throws(ExportError) in
          do {
            let moment =
              try track.mediaRange.start + rate.middle(ofFrame: copied.pictures.lowerBound + number)
            return try ComparedPicture(reader.frame(shownAt: moment), frame: number)
          } catch { throw ExportError(any: error) }
        }
      } catch { throw ExportError(any: error) }
    }
  }

  /// Digests of the copied pictures before a segment, decoded on the way to its own.
  func samples(before segment: Segment) throws(ExportError) -> [ComparedPicture]? {
    guard let before = segment.picturesBefore else { return nil }
    return try segment.comparedFrames.map { number throws(ExportError) in
      do {
        let picture = try renderer.mediaPicture(ofLayer: before.layer, at: segment.frames.lowerBound + number)
        return try ComparedPicture(picture, frame: number)
      } catch { throw ExportError(any: error) }
    }
  }

  /// `frames` are those of the film that are reported.
  private func copyPictures(
    _ copied: CopiedPictures, as key: ContentDigest, frames: Range<Int64>
  ) throws(ExportError) -> StoreEntryWriter {
    do {
      let reference = plan.composition.media[copied.media]
      guard let track = reference.facts.video.first(where: { $0.streamIndex == copied.stream }) else {
        throw ExportError(.engine, "\(reference.spelling) has no picture stream \(copied.stream)")
      }
      let copier = try PictureCopier(
        fileAt: reference.path,
        PictureCopier.Stretch(
          track: track, origin: reference.facts.origin, pictures: copied.pictures, times: copied.times,
          held: copied.held, reorderDelay: copied.reorderDelay))
      let writer = try store.writer(for: key, owner: owner, stream: copier.stream)
      var number = frames.lowerBound
      while let packet = try copier.next() {
        report(frames.contains(number) ? .frame(number) : .samples(0))
        number += 1
        try writer.append(packet)
      }
      return writer
    } catch { throw ExportError(any: error) }
  }

  /// Copies the packets of the sound from their file.
  func copySoundTrack(_ soundTrack: SoundTrack, _ copied: CopiedSound) throws(ExportError) {
    let writer = try media.watched([copied.media]) { () throws(ExportError) in
      try copySound(soundTrack, copied)
    }
    try writer.finish()
  }

  private func copySound(
    _ soundTrack: SoundTrack, _ copied: CopiedSound
  ) throws(ExportError) -> StoreEntryWriter {
    do {
      let reference = plan.composition.media[copied.media]
      guard let track = reference.facts.audio.first(where: { $0.streamIndex == copied.stream }) else {
        throw ExportError(.engine, "\(reference.spelling) has no sound stream \(copied.stream)")
      }
      let copier = try SoundCopier(
        fileAt: reference.path, track: track, origin: reference.facts.origin, stretch: copied.stretch)
      let writer = try store.writer(for: soundTrack.key, owner: owner, stream: copier.stream)
      var said: Int64 = 0
      while let packet = try copier.next() {
        try writer.append(packet)
        // Once a second: packets are many.
        guard packet.presentation >= said else { continue }
        said = packet.presentation + Int64(copied.sampleRate)
        report(.samples(min(packet.presentation, Int64(soundTrack.samples.count))))
      }
      return writer
    } catch { throw ExportError(any: error) }
  }
}

extension CopiedSound {
  fileprivate var stretch: SoundCopier.Stretch {
    SoundCopier.Stretch(samples: samples, first: first, packetLength: packetLength, delay: delay)
  }
}
