package import Basics
package import Composition
package import Detection

/// What an encoded copy of a film shows of its master, by small pictures and by the phases of its sound.
package struct CopyProof: Sendable {
  /// How many frames are proven, of all of the master.
  package private(set) var pictures: FilmProof.Share?
  /// The frames whose neighbours in the master look alike: their order is not proven.
  package private(set) var alike = 0
  /// The frames that the copy shows too coarsely to tell them from their neighbours.
  package private(set) var coarse = 0
  /// In seconds of sound, for each track.
  package private(set) var sounds: [FilmProof.Share] = []
  package private(set) var deviations: [Deviation] = []
  /// The times of the copy's pictures at which decoding can begin, in nanoseconds after the first picture.
  private var keyTimes: [Int64] = []

  /// Compares the tracks of two films, before anything is decoded.
  package init(of copy: FilmContent, against master: FilmContent) {
    if let marks = copy.tracks(.picture).first, let first = marks.times.first {
      keyTimes = marks.keys.filter(marks.times.indices.contains).map { marks.times[$0] - first }
    }
    let rates = (copy.tracks(.picture).first?.shownRate, master.tracks(.picture).first?.shownRate)
    switch (copy.facts.mainVideo != nil, master.facts.mainVideo != nil) {
    case (false, true):
      deviations.append(Deviation(.trackWrong, "it has no pictures; the master has them", medium: .picture))
    case (true, false):
      deviations.append(
        Deviation(.trackWrong, "it has pictures; the master has none", medium: .picture))
    default: break
    }
    if let own = rates.0, let other = rates.1, !own.isLike(other) {
      let names = (copy.facts.mainVideo?.rate?.spelling, master.facts.mainVideo?.rate?.spelling)
      deviations.append(
        Deviation(
          .timeChanged,
          "the frame rate is \(names.0 ?? own.words), but the master's is \(names.1 ?? other.words); only copies with the"
            + " master's rate are compared", medium: .picture))
      hasOtherRate = true
    }
    let counts = (copy.facts.audio.count, master.facts.audio.count)
    if counts.0 != counts.1 {
      deviations.append(
        Deviation(
          .trackWrong,
          "it has \(counts.0 == 0 ? "no audio track" : counted(counts.0, "audio track")); the master has"
            + " \(counts.1 == 0 ? "none" : "\(counts.1)")", medium: .sound))
    }
  }

  /// Whether it proves something: pictures, or, where all pictures look alike, sound.
  package var provesAnything: Bool {
    if let pictures, pictures.proven > 0 { return true }
    return !isCoarse && sounds.contains { $0.proven > 0 }
  }

  /// Whether it is the copy, rather than the master, that does not show which frame is which.
  package var isCoarse: Bool { coarse * 10 > alike }

  /// Whether its frames do not correspond to the master's.
  package private(set) var hasOtherRate = false

  /// Adds the pictures.
  package mutating func add(_ pictures: [CopiedPicture], _ master: [MasterPicture], rate: FrameRate) {
    let keys = keyTimes.compactMap { time in
      RationalTime(time, 1_000_000_000).flatMap { rate.frame(at: $0) }.map { Int($0.value) }
    }
    var report = CopyPictureReport(pictures, master, rate, keys: keys)
    report.run()
    self.pictures = FilmProof.Share(proven: report.proven, expected: master.count)
    (alike, coarse) = (report.alike, report.coarse)
    deviations += report.deviations
  }

  /// Adds a track of sound, in pieces of 3 s. `compared` is how much of its length the copy has.
  package mutating func add(
    _ pieces: [CopySoundPiece], track: Int, sampleRate: Int, length: RationalTime, compared: RationalTime
  ) {
    let seconds = { (time: RationalTime) in Int(time.inSeconds.rounded()) }
    let good = pieces.count { $0.kind == .silent || $0.kind == .placed && $0.delay == 0 }
    sounds.append(
      FilmProof.Share(
        proven: min(good * CopySoundReport.seconds, seconds(compared)), expected: seconds(length)))
    deviations += CopySoundReport(pieces, track: track, sampleRate: sampleRate, length: compared).deviations
    if compared < length {
      deviations.append(
        Deviation(
          .soundChanged,
          "the sound of track \(track) ends at \(compared.clockReading); the master's ends at \(length.clockReading)",
          range: TimeRange(start: compared, end: length), medium: .sound))
    }
  }
}

/// The mean time between pictures, without gaps.
private struct ShownRate {
  let nanoseconds: Double
  /// How exactly it is known, as a share.
  let uncertainty: Double

  /// 24 and 23.976 differ by a thousandth.
  func isLike(_ other: ShownRate) -> Bool {
    (nanoseconds / other.nanoseconds - 1).magnitude <= 0.0004 + uncertainty + other.uncertainty
  }

  var words: String { "\((100_000_000_000 / nanoseconds).rounded() / 100)" }
}

extension PacketMarks {
  fileprivate var shownRate: ShownRate? {
    let times = times.sorted()
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }
    guard !steps.isEmpty else { return nil }
    let usual = Double(steps.sorted()[steps.count / 2])
    let even = steps.filter { Double($0) > 0.7 * usual && Double($0) < 1.3 * usual }
    guard !even.isEmpty else { return nil }
    let mean = Double(even.reduce(0, +)) / Double(even.count)
    return ShownRate(
      nanoseconds: mean, uncertainty: Double(2 * max(1, rounding)) / (mean * Double(even.count)))
  }
}

/// The deviations of the pictures of a copy.
private struct CopyPictureReport {
  private let pictures: [CopiedPicture]
  private let master: [MasterPicture]
  private let rate: FrameRate
  /// The copy's frames at which decoding can begin.
  private let keys: Set<Int>
  private let fit: CopyFit
  private(set) var deviations: [Deviation] = []
  private(set) var proven = 0
  private(set) var alike = 0
  private(set) var coarse = 0
  /// The master's frame for each frame of the copy that shows another one nearby.
  private var moved: [Moved] = []
  /// The master's frames in whose place something else is shown.
  private var changed: [Int] = []
  /// The master's frames that differ from their neighbours, but are not proven, and how much of them is seen.
  private var unclear: [(frame: Int, share: Double)] = []

  /// Frames that must agree on another place, and those that may disagree.
  private static let agreeing = 5
  private static let mostFramesAhead = 600
  /// A copy of a place shows all of what distinguishes it, a picture without relation to it a half.
  private static let leastShare = 0.6

  private struct Moved {
    let expected: Int
    let shown: Int
    let isHeld: Bool
    /// Whether it can be the work of an encoder: those show slow changes late, and average a picture at which decoding can
    /// begin with those after it.
    let mayBeCoding: Bool
  }

  init(_ pictures: [CopiedPicture], _ master: [MasterPicture], _ rate: FrameRate, keys: [Int]) {
    (self.pictures, self.master, self.rate, self.keys) = (pictures, master, rate, Set(keys))
    fit = CopyFit(pictures, master)
  }

  mutating func run() {
    guard !isAnotherFilm else {
      report(
        .frameChanged, 0..<max(1, master.count),
        "it is another film, or a changed one: hardly a picture is like the master's at its time")
      return
    }
    var shift = 0
    for frame in pictures.indices {
      let errors = fit.errors(of: pictures[frame], frame: frame, master)
      let expected = frame + shift
      // What is before the first or after the last frame of the master is reported as a whole.
      guard master.indices.contains(expected), let best = errors.min(by: { $0.error < $1.error }) else {
        continue
      }
      // Unknown where the picture was found far away.
      let own = errors.first { $0.shift == shift }?.error
      if fit.isForeign(best.error) {
        changed.append(expected)
      } else if best.shift != shift,
        fit.isElsewhere(best.error, at: frame + best.shift, insteadOf: expected, own ?? .infinity, master)
      {
        if staysAt(best.shift, from: frame, insteadOf: shift) {
          reportStep(from: shift, to: best.shift, at: frame)
          shift = best.shift
          count(frame, best.error, shift, errors)
        } else {
          moved.append(
            Moved(
              expected: expected, shown: frame + best.shift, isHeld: pictures[frame].isHeld,
              mayBeCoding: own.map { own in
                !fit.isClear(best.error, insteadOf: own) || keys.contains(frame) && !fit.isForeign(own)
              } ?? false))
        }
      } else if let own {
        count(frame, own, shift, errors)
      } else {
        changed.append(expected)
      }
    }
    addUnclear()
    reportMoved()
    for run in runs(of: changed.sorted()) {
      report(
        .frameChanged, run, "\(names(run)) \(run.count == 1 ? "is another picture" : "are other pictures")")
    }
    reportEnd(pictures.count + shift)
    deviations.sort { ($0.frames?.lowerBound ?? 0) < ($1.frames?.lowerBound ?? 0) }
  }

  /// Whether not even one of ten pictures is like one around its place. The copy's usual error says nothing of this: where all
  /// is wrong, it is high.
  private var isAnotherFilm: Bool {
    let best = pictures.indices.compactMap { frame in
      fit.errors(of: pictures[frame], frame: frame, master).min { $0.error < $1.error }.map { best in
        fit.isLike(master[frame + best.shift], best.error)
      }
    }
    return !best.isEmpty && best.count { $0 } * 10 < best.count
  }

  /// A frame that is at its place as far as can be seen.
  private mutating func count(
    _ frame: Int, _ error: Double, _ shift: Int, _ errors: [(shift: Int, error: Double)]
  ) {
    let place = frame + shift
    guard master.indices.contains(place) else { return }
    let neighbours = [place - 1, place + 1].filter(master.indices.contains)
    let unseen = neighbours.filter { !fit.wouldSee(error, at: $0, insteadOf: place, master) }
    if unseen.isEmpty {
      proven += 1
    } else if !unseen.contains(where: { fit.differ($0, place, master) }) {
      alike += 1
    } else {
      let shares = neighbours.compactMap { other in
        errors.first { frame + $0.shift == other }.flatMap {
          fit.share(error, at: place, insteadOf: other, $0.error, master)
        }
      }
      unclear.append((place, shares.reduce(0, +) / Double(max(1, shares.count))))
    }
  }

  /// Frames that show as little of their place as any other picture would are other ones; the rest is only coarse. A single
  /// frame of a coarse copy can be late, so several must agree.
  private mutating func addUnclear() {
    let shares = Dictionary(unclear.map { ($0.frame, $0.share) }) { first, _ in first }
    for run in runs(of: shares.keys.sorted()) {
      let sum = run.reduce(0) { $0 + (shares[$1] ?? 0) }
      if run.count >= Self.agreeing, sum < Self.leastShare * Double(run.count) {
        changed += run
      } else {
        coarse += run.count
      }
    }
  }

  /// Whether the following frames are at another place, too.
  private func staysAt(_ shift: Int, from start: Int, insteadOf old: Int) -> Bool {
    var (agreeing, disagreeing) = (0, 0)
    for frame in start..<min(pictures.count, start + Self.mostFramesAhead) {
      let errors = fit.errors(of: pictures[frame], frame: frame, master)
      let new = errors.first { $0.shift == shift }?.error ?? .infinity
      let own = errors.first { $0.shift == old }?.error ?? .infinity
      if fit.isBetter(new, than: own) { agreeing += 1 }
      if fit.isBetter(own, than: new) { disagreeing += 1 }
      if disagreeing > 0 { return false }
      if agreeing >= Self.agreeing { return true }
    }
    return agreeing >= 3
  }

  private mutating func reportStep(from old: Int, to new: Int, at frame: Int) {
    if new > old {
      let run = frame + old..<frame + new
      report(
        .frameMissing, run,
        "\(names(run)) \(run.count == 1 ? "is" : "are") missing; the pictures after \(run.count == 1 ? "it" : "them") come earlier"
      )
    } else {
      let place = min(max(0, frame + new), max(0, master.count - 1))
      let count = old - new
      report(
        .frameAdded, place..<place + 1,
        "there \(count == 1 ? "is a picture" : "are \(count) pictures") too many at \(moment(frame + old)); the pictures after"
          + " \(count == 1 ? "it" : "them") come later")
    }
  }

  private mutating func reportMoved() {
    if moved.count > pictures.count / 2, let first = moved.map(\.expected).min(),
      let last = moved.map(\.expected).max()
    {
      report(
        .frameMoved, first..<last + 1,
        "\(moved.count) of \(counted(pictures.count, "picture")) are at other places: the film has another order"
      )
      return
    }
    var index = 0
    while index < moved.count {
      let (expected, shown, isHeld) = (moved[index].expected, moved[index].shown, moved[index].isHeld)
      if index + 1 < moved.count, moved[index + 1].expected == shown, moved[index + 1].shown == expected {
        report(
          .frameMoved, expected..<shown + 1,
          "frames \(expected) and \(shown) (\(moment(expected))) are exchanged")
        index += 2
        continue
      }
      var end = index + 1
      while end < moved.count, moved[end].expected == moved[end - 1].expected + 1,
        moved[end].isHeld == isHeld,
        isHeld || moved[end].shown - moved[end].expected == shown - expected
      { end += 1 }
      let run = expected..<expected + (end - index)
      if !isHeld, moved[index..<end].allSatisfy(\.mayBeCoding) {
        coarse += run.count
      } else if isHeld {
        report(
          .frameMissing, run,
          "\(names(run)) \(run.count == 1 ? "is" : "are") missing; frame \(shown) is shown longer")
      } else {
        let distance = (shown - expected).magnitude
        let direction = shown < expected ? "late" : "early"
        report(
          .frameMoved, run,
          run.count == 1
            ? "frame \(shown) is shown in the place of \(names(run))"
            : "\(names(run)) are \(counted(Int(distance), "frame")) too \(direction)")
      }
      index = end
    }
  }

  private mutating func reportEnd(_ end: Int) {
    if end < master.count {
      let run = max(0, end)..<master.count
      report(.frameMissing, run, "\(names(run)) \(run.count == 1 ? "is" : "are") missing at the end")
    } else if end > master.count, let last = master.indices.last {
      report(
        .frameAdded, last..<last + 1,
        "there \(end - master.count == 1 ? "is a picture" : "are \(end - master.count) pictures") too many at the end"
      )
    }
  }

  private mutating func report(_ kind: Deviation.Kind, _ frames: Range<Int>, _ words: String) {
    let from = try? rate.start(ofFrame: Int64(frames.lowerBound))
    let to = try? rate.start(ofFrame: Int64(frames.upperBound))
    deviations.append(
      Deviation(
        kind, words, range: from.flatMap { from in to.flatMap { TimeRange(start: from, end: $0) } },
        frames: Int64(frames.lowerBound)..<Int64(frames.upperBound), medium: .picture))
  }

  private func moment(_ frame: Int) -> String {
    (try? rate.start(ofFrame: Int64(frame)))?.clockReading ?? "frame \(frame)"
  }

  private func names(_ frames: Range<Int>) -> String {
    frames.count == 1
      ? "frame \(frames.lowerBound) (\(moment(frames.lowerBound)))"
      : "frames \(frames.lowerBound) to \(frames.upperBound - 1) (from \(moment(frames.lowerBound)))"
  }
}

/// The deviations of a track of sound of a copy.
private struct CopySoundReport {
  private(set) var deviations: [Deviation] = []
  private let pieces: [CopySoundPiece]
  private let length: RationalTime
  static let seconds = 3

  init(_ pieces: [CopySoundPiece], track: Int, sampleRate: Int, length: RationalTime) {
    (self.pieces, self.length) = (pieces, length)
    // Silence and regular sounds are wherever the sound before them is.
    var last = pieces.first { $0.kind == .placed }?.delay ?? 0
    var places: [CopySoundPiece] = []
    for piece in pieces {
      if piece.kind == .placed { last = piece.delay }
      places.append(CopySoundPiece(kind: piece.kind, delay: piece.kind == .changed ? 0 : last))
    }
    var start = 0
    while start < places.count {
      var end = start + 1
      while end < places.count, places[end].delay == places[start].delay,
        (places[end].kind == .changed) == (places[start].kind == .changed)
      { end += 1 }
      let run = start..<end
      if places[start].kind == .changed {
        report(.soundChanged, run, "the sound of track \(track) is another one\(when(run))")
      } else if places[start].delay != 0 {
        let samples = Int(places[start].delay.magnitude)
        let late = places[start].delay > 0 ? "late" : "early"
        let time = RationalTime(Int64(samples) * 1_000_000 / Int64(max(1, sampleRate)), 1_000_000) ?? .zero
        let begins = start == 0
        report(
          .soundShifted, run,
          "the sound of track \(track) \(begins ? "begins" : "is") \(counted(samples, "sample")) (\(time)) too"
            + " \(late)\(begins && end == places.count ? "" : when(run))")
      }
      start = end
    }
  }

  private mutating func report(_ kind: Deviation.Kind, _ pieces: Range<Int>, _ words: String) {
    deviations.append(Deviation(kind, words, range: range(pieces), medium: .sound))
  }

  private func range(_ run: Range<Int>) -> TimeRange? {
    let start = RationalTime(seconds: Int64(run.lowerBound * Self.seconds))
    let end = RationalTime(seconds: Int64(run.upperBound * Self.seconds))
    return TimeRange(
      start: min(start, length), end: run.upperBound == pieces.count ? length : min(end, length))
  }

  private func when(_ run: Range<Int>) -> String {
    guard let range = range(run) else { return "" }
    if run.upperBound == pieces.count { return " from \(range.start.clockReading) on" }
    return " from \(range.start.clockReading) to \(range.end.clockReading)"
  }
}
