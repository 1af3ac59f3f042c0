import Basics
import Composition
import Detection
import Workspace

/// What was found in one file.
struct Detected {
  let media: DetectedMedia
  /// The part of the file to which it is limited.
  let limits: TimeRange
  private(set) var found: [Found] = []
  /// In beats a minute; nil without beats.
  private(set) var tempo: Double?
  private(set) var loudness: MeasuredLoudness?

  init(_ request: DetectionRequest, in media: DetectedMedia) throws {
    self.media = media
    let facts = media.facts
    let tracks = try request.tracks(of: facts, in: media.path)
    limits = try request.limits(in: facts, named: media.path)
    let progress = DetectionProgress(path: media.path)
    defer { progress.clear() }
    if let track = tracks.video, tracks.kinds.contains(where: \.isOfPictures) {
      try check(track.mediaRange, pictures: track.frameCount)
      let pictures = try media.pictures(of: track) {
        progress.show("pictures", upTo: $0, of: track.mediaRange)
      }.get()
      found += try pictures.found(tracks.kinds, on: track.grid)
    }
    if let track = tracks.audio, tracks.kinds.contains(where: { !$0.isOfPictures }) {
      try check(track.mediaRange, pictures: 0)
      let measures = SoundMeasures(
        beats: tracks.kinds.contains(.beats), loudness: tracks.kinds.contains(.loudness))
      let sound = try media.sound(of: track, measuring: measures) {
        progress.show("sound", upTo: $0, of: track.mediaRange)
      }.get()
      found += sound.damaged
      if tracks.kinds.contains(.silence) {
        found += sound.silences(
          atLeast: request.shortestSilence, heard: track.mediaRange,
          fileEnd: facts.extent.finite ?? track.mediaRange.end)
      }
      if tracks.kinds.contains(.beats), let beats = sound.beats(tempo: request.tempo) {
        tempo = (beats.tempo * 100).rounded() / 100
        found += beats.beats
      }
      if tracks.kinds.contains(.loudness) { loudness = sound.loudness }
    }
    found = found.compactMap { $0.clipped(to: limits) }.inOrder()
  }

  /// Longer files would need more memory than the processes that read them have.
  private func check(_ range: TimeRange, pictures: Int64) throws {
    guard range.end <= RationalTime(seconds: 24 * 60 * 60), pictures <= 10_000_000 else {
      throw CommandFailure(
        .badData, "\(media.path) is too long: at most 24 hours and 10,000,000 pictures are analysed")
    }
  }
}
