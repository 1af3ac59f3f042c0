package import Basics
package import Composition
package import LibAV

/// The samples of a film or a track of media, read from start to end.
package struct HeardSound {
  package let sampleRate: Int
  package let sampleCount: Int64
  /// The names of the channels.
  package let channels: [String]
  private let read: (Int64, Int) throws(RenderingError) -> [[Float]]

  /// Reads a track as it is stored: at its own rate, with its own channels, from media time 0 to its end.
  package init(track: AudioTrackFacts, path: String, origin: RationalTime) throws(LibAVError) {
    let count = (1...8).contains(track.channelCount) ? track.channelCount : 2
    let reader = try AudioReader(
      fileAt: path, streamIndex: track.streamIndex, origin: origin,
      options: AudioReader.Options(rate: track.sampleRate, channelCount: count, keepsChannels: true))
    sampleRate = track.sampleRate
    sampleCount = max(0, track.mediaRange.end.rounded(toUnits: Int64(track.sampleRate))?.value ?? 0)
    channels =
      count == track.channelCount ? channelNames(track.channelLayout, count) : channelNames("", count)
    read = reading(reader)
  }

  /// Reads the mean of a track's channels at another rate, from media time 0 to its end.
  package init(
    monoOf track: AudioTrackFacts, path: String, origin: RationalTime, rate: Int
  ) throws(LibAVError) {
    let reader = try AudioReader(
      fileAt: path, streamIndex: track.streamIndex, origin: origin,
      options: AudioReader.Options(rate: rate, channelCount: 1))
    sampleRate = rate
    sampleCount = max(0, track.mediaRange.end.rounded(toUnits: Int64(rate))?.value ?? 0)
    channels = channelNames("mono", 1)
    read = reading(reader)
  }

  /// Reads the mix of a film.
  package init(of film: Composition) throws(RenderingError) {
    // With several tracks, this is the first: no track is the sum of all sounds.
    let film = film.mix(ofTrack: 0)
    let mix = try MasteredMix(film)
    sampleRate = film.mix.sampleRate
    sampleCount = max(0, film.length.rounded(toUnits: Int64(film.mix.sampleRate))?.value ?? 0)
    channels = channelNames("", film.mix.channelCount)
    read = { start, count throws(RenderingError) in try mix.mix(from: start, count: count) }
  }

  /// Calls `body` with all samples in blocks, so memory use does not depend on the duration.
  package func forEachBlock(_ body: ([[Float]]) -> Void) throws(RenderingError) {
    var position: Int64 = 0
    while position < sampleCount {
      let count = Int(min(1 << 16, sampleCount - position))
      body(try read(position, count))
      position += Int64(count)
    }
  }
}

private func reading(_ reader: AudioReader) -> (Int64, Int) throws(RenderingError) -> [[Float]] {
  { start, count throws(RenderingError) in
    do throws(LibAVError) { return try reader.read(from: start, count: count) } catch { throw .media(error) }
  }
}

/// The mean of several channels.
package func mixedDown(_ planes: [[Float]]) -> [Float] {
  guard var sum = planes.first, planes.count > 1 else { return planes.first ?? [] }
  for plane in planes.dropFirst() where plane.count == sum.count {
    plane.withUnsafeBufferPointer { plane in
      for index in sum.indices { sum[index] += plane[index] }
    }
  }
  let count = Float(planes.count)
  for index in sum.indices { sum[index] /= count }
  return sum
}

/// The names of the channels of a layout, or numbers if the layout is unknown.
private func channelNames(_ layout: String, _ count: Int) -> [String] {
  let known: [String: [String]] = [
    "mono": ["mono"], "stereo": ["L", "R"], "2.1": ["L", "R", "LFE"], "3.0": ["L", "R", "C"],
    "quad": ["L", "R", "BL", "BR"], "5.0": ["L", "R", "C", "BL", "BR"],
    "5.0(side)": ["L", "R", "C", "SL", "SR"], "5.1": ["L", "R", "C", "LFE", "BL", "BR"],
    "5.1(side)": ["L", "R", "C", "LFE", "SL", "SR"],
    "7.1": ["L", "R", "C", "LFE", "BL", "BR", "SL", "SR"],
  ]
  let usual = [1: "mono", 2: "stereo", 6: "5.1", 8: "7.1"]
  let names = known[layout] ?? usual[count].flatMap { known[$0] } ?? []
  return names.count == count ? names : (1...max(1, count)).map { "\($0)" }
}
