import Basics
import Composition
import Diagnostics
import EditScript

extension SoundBuilding {
  /// The mapping of an item's source channels to the mix; nil if none is set, and after a finding.
  mutating func channels(of placed: TimedItem, in mix: MixFormat) -> ChannelMatrix? {
    guard let written = placed.item.channels else { return nil }
    let source = SourceLayout(placed, mix, media)
    guard source.channels.count <= Self.mostChannels else {
      report(.tooManyChannels(source, most: Self.mostChannels, at: written.range))
      return nil
    }
    var gains = [[Double]](
      repeating: Array(repeating: 0, count: source.channels.count), count: mix.channelCount)
    if let only = written.value.only {
      guard let mean = mean(of: only, source) else { return nil }
      let rows = mix.channelCount > 2 ? [MixPlace.center.rawValue] : Array(gains.indices)
      for row in rows { gains[row] = mean }
      return ChannelMatrix(sourceCount: source.channels.count, gains: gains)
    }
    let routes = written.value.routes
    let places = Set(routes.map(\.place))
    for (place, channel) in routes {
      guard let mean = mean(of: channel, source) else { return nil }
      let rows = place.rows(in: mix.channelCount, among: places)
      if rows.isEmpty { report(.placeNotInMix(place, mix.channelCount, at: channel.range)) }
      for (row, factor) in rows {
        for column in mean.indices { gains[row][column] += mean[column] * factor }
      }
    }
    return ChannelMatrix(sourceCount: source.channels.count, gains: gains)
  }

  /// The most channels that FFmpeg converts at once.
  private static let mostChannels = 8

  /// The shares of the source's channels in one channel; nil, with a finding, if the source lacks it.
  private mutating func mean(of channel: Located<SourceChannel>, _ source: SourceLayout) -> [Double]? {
    let wanted = source.indices(of: channel.value)
    guard !wanted.isEmpty else {
      report(.sourceHasNoChannel(channel.value, source, at: channel.range))
      return nil
    }
    return source.channels.indices.map { wanted.contains($0) ? 1 / Double(wanted.count) : 0 }
  }
}

/// The channels of a mix in FFmpeg's order of 7.1, which begins with that of 5.1.
private enum MixPlace: Int {
  case left
  case right
  case center
  case lfe
  case backLeft
  case backRight
  case sideLeft
  case sideRight

  /// The channels of a mix that play it, with factors: -3 dB in each of two, as in a downmix of files. In a
  /// mono mix the written channels share equally.
  func rows(in channelCount: Int, among written: Set<MixPlace>) -> [(row: Int, factor: Double)] {
    let half = 0.5.squareRoot()
    if rawValue < channelCount, channelCount > 2 { return [(rawValue, 1)] }
    switch (channelCount, self) {
    // Two channels that become one share it.
    case (6, .sideLeft): return [(MixPlace.backLeft.rawValue, written.contains(.backLeft) ? half : 1)]
    case (6, .sideRight): return [(MixPlace.backRight.rawValue, written.contains(.backRight) ? half : 1)]
    case (_, .lfe): return []
    case (1, _): return [(0, 1 / Double(max(1, written.subtracting([.lfe]).count)))]
    case (_, .left): return [(0, 1)]
    case (_, .right): return [(1, 1)]
    case (_, .center): return [(0, half), (1, half)]
    case (_, .backLeft), (_, .sideLeft): return [(0, half)]
    case (_, .backRight), (_, .sideRight): return [(1, half)]
    }
  }
}

extension ItemChannels {
  fileprivate var routes: [(place: MixPlace, channel: Located<SourceChannel>)] {
    let all: [(MixPlace, Located<SourceChannel>?)] = [
      (.left, left), (.right, right), (.center, center), (.lfe, lfe), (.backLeft, backLeft),
      (.backRight, backRight), (.sideLeft, sideLeft), (.sideRight, sideRight),
    ]
    return all.compactMap { place, channel in channel.map { (place, $0) } }
  }
}

/// The channels of an item's source.
private struct SourceLayout {
  /// The name for messages.
  let name: String
  let layout: String
  /// Each channel; nil for one without a name.
  let channels: [SourceChannel?]

  init(_ placed: TimedItem, _ mix: MixFormat, _ media: FilmMedia) {
    if let track = placed.matched.soundTrack {
      name = placed.source.medium.map { media.references[$0].spelling } ?? placed.label
      let known = Self.known[track.channelLayout].flatMap { $0.count == track.channelCount ? $0 : nil }
      layout = track.channelLayout
      channels = known ?? Array(repeating: nil, count: max(1, track.channelCount))
    } else {
      // Other films play as mixes.
      name = placed.label
      layout = [1: "mono", 2: "stereo", 8: "7.1"][mix.channelCount] ?? "5.1"
      channels = Self.known[layout] ?? []
    }
  }

  func indices(of channel: SourceChannel) -> [Int] {
    if channel == .mono { return Array(channels.indices) }
    if let number = Int(channel.rawValue) { return channels.indices.contains(number) ? [number] : [] }
    return channels.indices.filter { channels[$0] == channel }
  }

  private static let known: [String: [SourceChannel?]] = [
    "mono": [nil], "stereo": [.left, .right], "2.1": [.left, .right, .lfe], "3.0": [.left, .right, .center],
    "quad": [.left, .right, .backLeft, .backRight], "5.0": [.left, .right, .center, .backLeft, .backRight],
    "5.0(side)": [.left, .right, .center, .backLeft, .backRight],
    "5.1": [.left, .right, .center, .lfe, .backLeft, .backRight],
    "5.1(side)": [.left, .right, .center, .lfe, .backLeft, .backRight],
    "7.1": [.left, .right, .center, .lfe, .backLeft, .backRight, .sideLeft, .sideRight],
  ]
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func sourceHasNoChannel(
    _ channel: SourceChannel, _ source: SourceLayout, at place: SourceRange
  ) -> Diagnostic {
    let named = source.channels.compactMap { $0?.rawValue }
    let numbers = source.channels.count == 1 ? "`0`" : "`0` to `\(source.channels.count - 1)`"
    let count = counted(source.channels.count, "channel")
    return Diagnostic(
      .unknownStream, "'\(source.name)' has \(count) (\(source.layout)), but no `\(channel.rawValue)`",
      at: place,
      hint: "write " + (named.isEmpty ? "" : named.map { "`\($0)`" }.joined(separator: ", ") + ", ")
        + "\(numbers) or `mono`")
  }

  fileprivate static func placeNotInMix(_ place: MixPlace, _ count: Int, at range: SourceRange) -> Diagnostic
  {
    Diagnostic(
      .noEffect, "`\(place)` is not heard: the mix has \(counted(count, "channel"))",
      at: range,
      hint: "write `mix: {channels: \(count == 6 ? "7.1" : "5.1")}`, or remove it")
  }

  fileprivate static func tooManyChannels(
    _ source: SourceLayout, most: Int, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .overLimit,
      "'\(source.name)' has \(source.channels.count) channels; one can be selected from at most \(most)",
      at: place, hint: "extract the channels with another tool first")
  }
}
