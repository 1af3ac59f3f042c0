import Basics
import Composition
import Diagnostics
import EditScript

// An image sequence is a film of stills: each picture is a separate file with its own digest.

extension MediaMatching {
  /// The film of an image sequence; unknown after a finding, or if its pictures were not read.
  mutating func imageFilm(
    _ series: FileSeries, _ file: Located<String>, _ settings: MediaSettings, playedBy placed: WrittenItem
  ) -> MatchedSource {
    if case .image = placed.item.kind {
      report(
        .sequenceAsStill(file.value, placed.item.mediaName?.value ?? file.value, at: placed.item.kindRange))
      return .unknown
    }
    // Two names for the same files can play them at two rates.
    let name = placed.item.mediaName?.value ?? file.value
    if let known = imageFilms[name] { return known }
    let made = makeImageFilm(series, file, settings, script.media.first { $0.name.value == name })
      .map { MatchedSource.film($0) }
    imageFilms[name] = made ?? .unknown
    return made ?? .unknown
  }

  private mutating func makeImageFilm(
    _ series: FileSeries, _ file: Located<String>, _ settings: MediaSettings,
    _ declaration: MediaDeclaration?
  ) -> Int? {
    if let digest = settings.sha256 {
      report(.digestOfMany(file.value, at: digest.range))
    }
    guard case .exactly(let rate) = declaration?.frames.rate?.value else {
      report(
        .sequenceNeedsRate(file, isDeclared: declaration != nil))
      return nil
    }
    if table.reach[file.value] == .refused {
      report(refused(file))
      return nil
    }
    guard let paths = table.paths(of: series, file.value) else {
      report(
        .sequenceIsUnchecked(file, isError: table.requiresMedia))
      return nil
    }
    guard case .numbered(let pattern) = series, let numbers = table.images[file.value] else {
      return makeListedFilm(paths, file, settings, declaration, rate: rate)
    }
    guard let first = numbers.first, let last = numbers.last else {
      report(
        .sequenceIsEmpty(file, pattern))
      return nil
    }
    let missing = declaration?.frames.missing?.value ?? .error
    guard checkCount(first, last, of: file), missing != .error || checkHoles(numbers, pattern, file) else {
      return nil
    }
    return film(
      of: ImageRow(paths: paths, numbers: numbers, rate: rate, missing: missing), file, settings)
  }

  /// The film of the files that match a pattern, one after the other, ordered by name.
  private mutating func makeListedFilm(
    _ paths: [String], _ file: Located<String>, _ settings: MediaSettings, _ declaration: MediaDeclaration?,
    rate: FrameRate
  ) -> Int? {
    if let missing = declaration?.frames.missing {
      report(.nothingIsMissing(file.value, at: missing.range))
    }
    let found = table.listings[file.value]?.findings(about: file) ?? []
    for finding in found { report(finding) }
    guard !found.hasErrors else { return nil }
    return film(
      of: ImageRow(paths: paths, numbers: Array(0..<Int64(paths.count)), rate: rate, missing: .error), file,
      settings)
  }

  private mutating func checkCount(_ first: Int64, _ last: Int64, of file: Located<String>) -> Bool {
    guard last - first < LanguageLimits.imagesInSequence else {
      report(
        .sequenceIsTooLong(file, from: first, to: last))
      return false
    }
    return true
  }

  private mutating func checkHoles(
    _ numbers: [Int64], _ pattern: ImagePattern, _ file: Located<String>
  ) -> Bool {
    let holes = zip(numbers, numbers.dropFirst()).filter { $1 - $0 > 1 }
    guard let hole = holes.first else { return true }
    let count = holes.reduce(0) { $0 + ($1.1 - $1.0 - 1) }
    let others = count == 1 ? "" : ", the first of \(count) missing ones"
    report(
      .sequenceHasHole(file, at: pattern.path(of: hole.0 + 1), others))
    return false
  }
}

/// The existing pictures of a sequence, and how they play.
private struct ImageRow {
  let paths: [String]
  /// Rising: the number of each existing picture, from the first to the last.
  let numbers: [Int64]
  let rate: FrameRate
  let missing: MissingPictures

  /// The frames that show each picture.
  var frames: [Range<Int64>] {
    guard let first = numbers.first, let last = numbers.last else { return [] }
    return numbers.indices.map { index in
      let next = index + 1 < numbers.count ? numbers[index + 1] : last + 1
      let end = missing == .hold ? next : numbers[index] + 1
      return numbers[index] - first..<end - first
    }
  }

  var frameCount: Int64 { (frames.last?.upperBound ?? 0) }
}

extension MediaMatching {
  private mutating func film(
    of row: ImageRow, _ file: Located<String>, _ settings: MediaSettings
  ) -> Int? {
    var pictures: [MediaReference] = []
    var tracks: [VideoTrackFacts] = []
    for path in row.paths {
      guard let reference = picture(path, of: file, settings) else { return nil }
      guard let track = reference.facts.mainVideo ?? reference.facts.video.first else {
        report(
          .imageHasNoPicture(path, of: file))
        return nil
      }
      pictures.append(reference)
      tracks.append(track)
    }
    guard let first = tracks.first, check(tracks, row, file) else { return nil }
    guard let composition = composition(of: row, pictures, tracks, size: first.displaySize) else {
      reportOverflow(at: file.range)
      return nil
    }
    var track = first
    track.rate = row.rate
    media.tracks.append(track)
    var sequence = LoweredSequence(
      name: file.value, composition: composition, duration: composition.duration, size: first.displaySize,
      rate: row.rate, hasPicture: true, hasSound: false, subtitles: [])
    sequence.hasAlpha = tracks.contains(where: \.hasAlpha)
    sequence.media = pictures.map { media.place(of: $0, at: file.range) }
    return media.add(sequence)
  }

  /// One picture; reports why it cannot be used.
  private mutating func picture(
    _ path: String, of file: Located<String>, _ settings: MediaSettings
  ) -> MediaReference? {
    let located = Located(path, at: file.range)
    context.reportDifference(of: located)
    switch table[path] {
    case .known(let facts, let found), .recorded(let facts, let found):
      let facts = facts.read(as: settings)
      return MediaReference(
        spelling: path, path: found, facts: facts, reading: MediaReading(settings, facts))
    case .failed(let failure):
      report(
        table.lockedOnly.contains(path) && failure.kind == .missing
          ? .lockedFileIsGone(located, table.lock) : failed(located, failure, nearby: nil))
    case .unchecked:
      report(
        .imageIsUnchecked(path, of: file, isError: table.requiresMedia))
    }
    return nil
  }

  /// Checks that the pictures are stills of one size.
  private mutating func check(_ tracks: [VideoTrackFacts], _ row: ImageRow, _ file: Located<String>) -> Bool {
    guard let first = tracks.first else { return false }
    for (path, track) in zip(row.paths, tracks) {
      if track.codec == "svg" {
        report(.imageIsVector(path, of: file))
        return false
      }
      if !track.isStill {
        report(
          .imageIsMoving(path, of: file))
        return false
      }
      if track.displaySize != first.displaySize {
        report(
          .imageHasOtherSize(path, track.displaySize, not: first.displaySize, of: file))
        return false
      }
    }
    return true
  }

  private func composition(
    of row: ImageRow, _ media: [MediaReference], _ tracks: [VideoTrackFacts], size: PixelSize
  ) -> Composition? {
    let box = PixelBox(x: 0, y: 0, width: size.width, height: size.height)
    guard let duration = try? row.rate.start(ofFrame: row.frameCount) else { return nil }
    var layers: [Layer] = []
    for (index, frames) in row.frames.enumerated() {
      guard let start = try? row.rate.start(ofFrame: frames.lowerBound),
        let end = try? row.rate.start(ofFrame: frames.upperBound),
        let range = TimeRange(start: start, end: end)
      else { return nil }
      layers.append(
        Layer(
          label: media[index].spelling, timelineRange: range, frames: frames,
          picture: .still(media: index, stream: tracks[index].streamIndex), contentBox: box, visibleBox: box))
    }
    return Composition(
      canvas: Canvas(size: size, rate: row.rate), duration: duration, frameCount: row.frameCount,
      media: media, layers: layers)
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func imageIsVector(_ path: String, of file: Located<String>) -> Diagnostic {
    Diagnostic(
      .notSupportedYet, "'\(path)' is an SVG, which image sequences do not show yet", at: file.range,
      hint: "show it with `image:`, or convert the pictures to PNG")
  }

  fileprivate static func sequenceAsStill(_ file: String, _ name: String, at place: SourceRange) -> Diagnostic
  {
    Diagnostic(
      .wrongType, "'\(file)' is an image sequence, not a still picture", at: place,
      hint: "use `clip: \(name)`")
  }

  fileprivate static func sequenceNeedsRate(_ file: Located<String>, isDeclared: Bool) -> Diagnostic {
    Diagnostic(
      .missingKey, "an image sequence needs a frame rate", at: file.range,
      hint: !isDeclared
        ? "declare it: `media: {shots: {file: \(file.value), frames: {rate: 24}}}`"
        : "add it to its declaration: `frames: {rate: 24}`")
  }

  fileprivate static func sequenceIsUnchecked(_ file: Located<String>, isError: Bool) -> Diagnostic {
    Diagnostic(
      .mediaNotChecked, severity: isError ? .error : nil,
      "the pictures of '\(file.value)' were not read, so rules that depend on them are not checked",
      at: file.range)
  }

  fileprivate static func sequenceIsEmpty(_ file: Located<String>, _ pattern: ImagePattern) -> Diagnostic {
    Diagnostic(
      .missingFile, "no picture matches '\(file.value)', such as '\(pattern.path(of: 1))'",
      at: file.range, hint: "paths are relative to the script")
  }

  fileprivate static func nothingIsMissing(_ file: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "`missing` has no effect: '\(file)' matches the existing files, without numbers", at: place,
      hint: "remove it, or write a placeholder for the number, as in `shots/%04d.png`")
  }

  fileprivate static func sequenceIsTooLong(_ file: Located<String>, from first: Int64, to last: Int64)
    -> Diagnostic
  {
    Diagnostic(
      .overLimit,
      "the numbers of '\(file.value)' range from \(first) to \(last), but an image sequence may have at most"
        + " \(LanguageLimits.imagesInSequence) pictures", at: file.range,
      hint: "split it into several sequences first")
  }

  fileprivate static func sequenceHasHole(_ file: Located<String>, at path: String, _ others: String)
    -> Diagnostic
  {
    Diagnostic(
      .missingFile, "there is no picture '\(path)'\(others)", at: file.range,
      hint: "add `missing: hold` to show the previous picture, or `missing: black`")
  }

  fileprivate static func imageHasNoPicture(_ path: String, of file: Located<String>) -> Diagnostic {
    Diagnostic(
      .noPicture, "'\(path)', matched by '\(file.value)', has no picture", at: file.range,
      hint: "every file of an image sequence must be a still picture")
  }

  fileprivate static func imageIsUnchecked(_ path: String, of file: Located<String>, isError: Bool)
    -> Diagnostic
  {
    Diagnostic(
      .mediaNotChecked, severity: isError ? .error : nil,
      "'\(path)' was not read, so rules that depend on it are not checked", at: file.range)
  }

  fileprivate static func imageIsMoving(_ path: String, of file: Located<String>) -> Diagnostic {
    Diagnostic(
      .wrongType, "'\(path)' is a video, but an image sequence consists of still pictures", at: file.range)
  }

  fileprivate static func imageHasOtherSize(
    _ path: String, _ size: PixelSize, not first: PixelSize, of file: Located<String>
  ) -> Diagnostic {
    Diagnostic(
      .wrongType,
      "'\(path)' is \(size), but the image sequence starts with \(first)",
      at: file.range, hint: "make all pictures the same size first")
  }
}
