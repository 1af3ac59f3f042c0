import Basics
import Composition

extension CodedMedia {
  /// Pictures in groups of equal length, each of which can be decoded alone, together with gapless sound.
  init(_ facts: MediaFacts, _ keyDistances: [Int: RationalTime]) {
    let pictures = keyDistances.sorted { $0.key < $1.key }.map { index, distance in
      CodedPictures(facts.video[index], keyDistance: distance)
    }
    self.init(pictures: pictures, sounds: facts.audio.map { CodedSound($0) })
  }
}

extension CodedPictures {
  fileprivate init(_ track: VideoTrackFacts, keyDistance: RationalTime) {
    let step = max(1, track.rate?.frame(at: keyDistance)?.value ?? 1)
    let starts = Array(stride(from: 0, to: track.frameCount, by: Int(clamping: step)))
    self.init(
      track: track, configuration: track.profile ?? "", starts: starts,
      ends: Array(starts.dropFirst()) + [track.frameCount], reorderDelay: 2)
  }
}

extension CodedSound {
  fileprivate init(_ track: AudioTrackFacts) {
    let first = track.mediaRange.start.rounded(toUnits: Int64(track.sampleRate))?.value ?? 0
    self.init(
      streamIndex: track.streamIndex, codec: track.codec, sampleRate: track.sampleRate, packetLength: 1024,
      first: first, end: first + track.sampleCount)
  }
}
