import Basics

extension FFmpegWriter {
  /// The sound of an item at its time; nil if it has none. `input` is the file of its picture, or nil.
  mutating func sound(of part: Part, input: Int?, depth: Int) throws(TimeOverflow) -> String? {
    guard let clip = part.clip, case .factor(let speed) = clip.speed else {
      if let clip = part.clip { losses.drop(clip.place, "a held picture has no sound", affecting: .sound) }
      return nil
    }
    var start = try sourceStart(of: part)
    let length = try part.length()
    let count = try samples(length)
    guard count > 0 else { return nil }
    let source: String
    switch clip.source {
    case .media(let number):
      let media = timeline.media[number]
      guard media.hasSound else { return nil }
      if case .timecode = media.timing { return nil }
      let skipped = skip(to: start, clip)
      let number = input ?? add(media, skipping: skipped)
      start = try start - RationalTime(seconds: skipped)
      source = "\(number):a"
    case .sequence(let number):
      let inner = timeline.sequences[number]
      let film = try film(inner, inner.duration() ?? .zero, picture: false, sound: true, depth: depth + 1)
      guard let name = film.sound else { return nil }
      source = name
    case .title, .color, .gradient, .bars: return nil
    }
    let consumed = try clip.speed.consumed(in: length)
    let (first, last) = (min(start, try start + consumed), max(start, try start + consumed))
    comment("\(clip.place): its sound")
    var filters = ["atrim=start=\(optionTime(max(first, .zero))):end=\(optionTime(max(last, .zero)))"]
    filters.append(
      first.isNegative
        ? "asetpts=PTS+\(expressionTime(try -first))/TB" : "asetpts=PTS-\(expressionTime(first))/TB")
    filters += [
      "aresample=\(Self.sampleRate):async=1:first_pts=0",
      "aformat=sample_fmts=fltp:channel_layouts=stereo",
    ]
    if speed.isNegative { filters.append("areverse") }
    filters += try tempo(speed.isNegative ? -speed : speed)
    filters += ["apad", "atrim=end_sample=\(count)"]
    if let volume = clip.volume { filters.append("volume=\(level(volume))") }
    for (fade, cross, isIn) in [(part.fadeIn, part.crossIn, true), (part.fadeOut, part.crossOut, false)] {
      // A crossfade of two sounds keeps the power constant.
      let isCross = cross > .zero
      let length = min(count, try samples(isCross ? cross : fade ?? .zero))
      guard length > 0 else { continue }
      filters.append(
        "afade=t=\(isIn ? "in" : "out"):ss=\(isIn ? 0 : count - length):ns=\(length)"
          + (isCross ? ":curve=qsin" : ""))
    }
    let delay = try samples(part.start - part.lead)
    if delay > 0 { filters.append("adelay=\(delay)S:all=1") }
    return chain([source], filters)
  }

  /// A single `atempo` can only slow down to half speed.
  private func tempo(_ speed: RationalTime) throws(TimeOverflow) -> [String] {
    var rest = speed
    var filters: [String] = []
    while rest < RationalTime(1, 2) ?? .zero, filters.count < 20 {
      filters.append("atempo=0.5")
      rest = try rest.scaled(by: 2, over: 1)
    }
    if rest != .one { filters.append("atempo=\(writtenNumber(rest.inSeconds) ?? "1")") }
    return filters
  }

  private func level(_ volume: InterchangeLevel) -> String {
    switch volume {
    case .decibels(let level): "\(writtenNumber(level) ?? "0")dB"
    case .factor(let factor): writtenNumber(factor) ?? "1"
    }
  }

  /// The mix of all sounds, with a length of `end` samples.
  mutating func mix(_ names: [String], until end: Int64) throws(TimeOverflow) -> String {
    guard let first = names.first else {
      comment("Silence")
      return chain([], ["anullsrc=r=\(Self.sampleRate):cl=stereo", "atrim=end_sample=\(end)"])
    }
    comment("All sounds mixed")
    guard names.count > 1 else { return chain([first], ["apad", "atrim=end_sample=\(end)"]) }
    return chain(
      names,
      ["amix=inputs=\(names.count):normalize=0:dropout_transition=0", "apad", "atrim=end_sample=\(end)"])
  }
}
