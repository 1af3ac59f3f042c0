import Composition
import LibAV

/// A sound after its changes. Consecutive filters of editc run together.
func changed(
  _ source: any SampleSource, by changes: [SoundStep], _ mix: MixFormat, length: Int64
) -> any SampleSource {
  var source = source
  var own: [SoundFilter] = []
  for change in changes {
    switch change {
    case .own(let filter): own.append(filter)
    case .ffmpeg(let filter):
      if !own.isEmpty { source = FilteredSamples(source, own, mix, length: length) }
      own = []
      source = FFmpegSound(source, filter, mix, length: length)
    }
  }
  return own.isEmpty ? source : FilteredSamples(source, own, mix, length: length)
}

/// A sound after a filter of FFmpeg, which always receives it from the first sample on in blocks of one size,
/// so the result does not depend on where reading begins. Output after the end of the sound is discarded.
private final class FFmpegSound: SampleSource {
  private let source: any SampleSource
  private let filter: FFmpegFilter
  private let mix: MixFormat
  private let length: Int64
  private var graph: SoundFilterGraph?
  /// The number of samples that the filter received.
  private var taken: Int64 = 0
  /// Output that has not been read yet, from `position` of the sound on.
  private var ready: [[Float]] = []
  private var position: Int64 = 0

  private static let block: Int64 = 1024

  init(_ source: any SampleSource, _ filter: FFmpegFilter, _ mix: MixFormat, length: Int64) {
    self.source = source
    self.filter = filter
    self.mix = mix
    self.length = length
  }

  func read(from start: Int64, count: Int) throws(RenderingError) -> [[Float]] {
    var planes = Array(repeating: [Float](repeating: 0, count: count), count: mix.channelCount)
    let heard = (start..<start + Int64(count)).clamped(to: 0..<max(0, length))
    guard !heard.isEmpty else { return planes }
    if graph == nil || heard.lowerBound < position { try begin() }
    guard let graph else { return planes }
    var next = heard.lowerBound
    while next < heard.upperBound {
      forget(before: next)
      let available = position + Int64(ready.first?.count ?? 0)
      guard position <= next, next < available else {
        try advance(graph)
        continue
      }
      let part = next..<min(heard.upperBound, available)
      let (from, to) = (Int(part.lowerBound - position), Int(part.lowerBound - start))
      for channel in planes.indices {
        planes[channel].replaceSubrange(to..<to + part.count, with: ready[channel][from..<from + part.count])
      }
      next = part.upperBound
    }
    return planes
  }

  private func begin() throws(RenderingError) {
    do throws(LibAVError) {
      graph = try SoundFilterGraph(
        filter: filter.name, options: filter.options.map { ($0.name, $0.value) }, sampleRate: mix.sampleRate,
        channelCount: mix.channelCount)
    } catch { throw .media(error) }
    (taken, position) = (0, 0)
    ready = Array(repeating: [], count: mix.channelCount)
  }

  /// Passes the filter the next block or, after the last one, the end of the sound.
  private func advance(_ graph: SoundFilterGraph) throws(RenderingError) {
    let count = Int(min(Self.block, length - taken))
    let planes = count > 0 ? try source.read(from: taken, count: count) : []
    taken += Int64(count)
    do throws(LibAVError) {
      let given = count > 0 ? try graph.next(planes) : try graph.last()
      for (channel, samples) in given.enumerated() { ready[channel] += samples }
    } catch { throw .media(error) }
  }

  private func forget(before sample: Int64) {
    let count = Int(min(max(0, sample - position), Int64(ready.first?.count ?? 0)))
    guard count > 0 else { return }
    for channel in ready.indices { ready[channel].removeFirst(count) }
    position += Int64(count)
  }
}
