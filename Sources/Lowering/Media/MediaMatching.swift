import Basics
import Composition
import Diagnostics
import EditScript

/// Connects each item with the facts of its file, and reports each unusable file once.
struct MediaMatching: LoweringPhase {
  var context: LoweringContext
  let written: WrittenFilm
  private let declared: [String: Located<String>]
  private let settings: [String: MediaSettings]
  private let lapses: Set<String>
  var media = FilmMedia()
  private var found: [FileUse: MatchedSource] = [:]
  /// The films of image sequences, by their names in items.
  var imageFilms: [String: MatchedSource] = [:]
  /// What angles play, by the places of their media: those that are shown, and the others.
  private var shownAngles: [SourceRange: MatchedSource] = [:]
  private var otherAngles: [SourceRange: MatchedSource] = [:]

  init(_ written: WrittenFilm, context: LoweringContext) {
    self.context = context
    self.written = written
    declared = context.script.declaredFiles
    settings = context.script.declaredSettings
    lapses = context.script.declaredImageSequences
  }

  mutating func run() -> MatchedFilm {
    var items: [MatchedItem] = []
    items.reserveCapacity(written.items.count)
    for written in written.items {
      var matched = MatchedItem(written: written)
      matched.source =
        written.item.anglePart.map { shownSource(of: $0.angle, written) } ?? ownMedia(of: written)
      if case .image(let name) = written.item.mask?.value.source {
        let passed = written.item.mask?.value.passed
        matched.mask = find(name, with: passed)
        checkStill(matched.mask, named: name, "a mask", ", or use `clip:`")
        if let passed { check(passed, to: matched.mask, named: name) }
      } else if written.item.mask?.value.matteName != nil {
        // Films are resolved later.
        matched.mask = .unknown
      }
      items.append(matched)
    }
    let transitions = written.transitions.map { written in
      guard let name = written.transition.picture else { return MatchedTransition(written: written) }
      let picture = find(name)
      checkStill(picture, named: name, "the picture of a `luma` transition")
      return MatchedTransition(written: written, picture: picture)
    }
    let transcripts = script.transcripts
    let played = written.items.flatMap { written in
      (written.item.anglePart?.whole ?? written.item).playedNames.map(\.value)
    }.eachOnce
    for file in played.compactMap({ transcripts[$0] }) + script.subtitles.compactMap(\.file)
    where !file.value.isURL {
      let use = FileUse(file: file.value, name: nil)
      if found[use] == nil { found[use] = reference(to: file, MediaSettings()) }
    }
    media.cover = findCover()
    for index in items.indices {
      items[index].soundTrack = soundTrack(of: items[index])
      findAngleSound(of: &items[index])
    }
    var film = MatchedFilm(items: items, transitions: transitions, media: media)
    playScripts(in: &film)
    return film
  }

  /// The cover of the output, or else of the script.
  private mutating func findCover() -> Int? {
    guard context.ancestors.isEmpty, let cover = output?.metadata.cover ?? script.metadata.cover,
      case .file(let file) = cover.value
    else { return nil }
    let name = Located(file, at: cover.range)
    guard let medium = find(name).medium else { return nil }
    let facts = media.references[medium].facts
    guard let track = facts.video.first, facts.audio.isEmpty, track.isStill,
      ["mjpeg", "png"].contains(track.codec)
    else {
      let file = media.references[medium].spelling
      report(
        facts.isVector ? .coverIsVector(file, at: name.range) : .coverIsNoPicture(file, at: name.range))
      return nil
    }
    guard facts.byteCount <= Self.mostCoverBytes else {
      report(.coverIsLarge(media.references[medium].spelling, facts.byteCount, at: name.range))
      return nil
    }
    return medium
  }

  /// Players load a cover before they play.
  static let mostCoverBytes: Int64 = 10_000_000

  /// What an angle shows, whose mistakes are reported once.
  private mutating func shownSource(of angle: CameraAngle, _ written: WrittenItem) -> MatchedSource {
    if let known = shownAngles[angle.media.range] { return known }
    let source = ownMedia(of: written)
    shownAngles[angle.media.range] = source
    return source
  }

  /// What an angle plays, which needs no picture unless it is shown.
  mutating func source(of angle: CameraAngle, in item: Item) -> MatchedSource {
    let place = angle.media.range
    if let known = shownAngles[place] ?? otherAngles[place] { return known }
    var heard = item
    heard.kind = .clip(angle.media)
    let source = ownMedia(of: WrittenItem(heard, .audio))
    otherAngles[place] = source
    return source
  }

  private mutating func ownMedia(of written: WrittenItem) -> MatchedSource {
    guard let name = written.item.mediaName else {
      // Sequences and other scripts are resolved later.
      return written.item.playsFilm ? .unknown : .nothing
    }
    if let file = declared[name.value] ?? (name.value.looksLikePath ? name : nil), !file.value.isURL,
      let series = FileSeries(file.value), ImagePattern(file.value) != nil || lapses.contains(name.value)
    {
      return imageFilm(series, file, settings[name.value] ?? MediaSettings(), playedBy: written)
    }
    var passed: Located<PassedValues>?
    if case .image = written.item.kind { passed = written.item.passed }
    let source = find(name, with: passed)
    checkTracks(of: source, in: written)
    if let passed { check(passed, to: source, named: name, at: written.item.nextValue) }
    return source
  }

  /// The file of a name, with values for its variables; unknown after a finding.
  private mutating func find(
    _ name: Located<String>, with passed: Located<PassedValues>? = nil
  ) -> MatchedSource {
    guard let file = declared[name.value] ?? (name.value.looksLikePath ? name : nil) else {
      context.reportUnknownMedia(name)
      return .unknown
    }
    // The rule that refuses URLs has reported it.
    if file.value.isURL { return .unknown }
    guard ImagePattern(file.value) == nil, !lapses.contains(name.value) else {
      report(
        .stillIsNeeded(insteadOf: file.value, at: name.range))
      return .unknown
    }
    let use = FileUse(
      file: file.value, name: settings[name.value] == nil ? nil : name.value,
      values: passed?.value.vectorValues)
    if let known = found[use] { return known }
    let reference = reference(to: file, settings[name.value] ?? MediaSettings(), with: passed)
    found[use] = reference
    reportSequenceKeys(ofDeclaration: name.value)
    reportMissingDigest(ofDeclaration: name.value)
    return reference
  }

  /// Reports a file of a server whose bytes neither the script nor the lock fixes.
  private mutating func reportMissingDigest(ofDeclaration name: String) {
    guard let declaration = script.media.first(where: { $0.name.value == name }),
      let from = declaration.from, declaration.settings.sha256 == nil, table.lock?.problem == nil
    else { return }
    let file = declaration.file.value
    guard table.lock == nil || table.lock?.findings[file] == .missing, !table.foundByDigest.contains(file)
    else { return }
    switch table[file] {
    case .known, .recorded: break
    case .failed(let failure) where failure.kind == .missing: break
    // Nothing is known, or the pointer has a digest.
    case .failed, .unchecked: return
    }
    report(.bytesAreNotFixed(file, table.lock, at: from.range))
  }

  /// Reports keys of image sequences, which have no effect on a single file.
  private mutating func reportSequenceKeys(ofDeclaration name: String) {
    guard let declaration = script.media.first(where: { $0.name.value == name }) else { return }
    let keys = [
      ("frames", declaration.frames.rate?.range), ("missing", declaration.frames.missing?.range),
    ]
    for case (let key, let place?) in keys {
      report(.keyOfSequence(key, ofSingleFile: declaration.file.value, at: place))
    }
  }

  /// Adds the file to the film's references, or reports why it cannot be used.
  private mutating func reference(
    to file: Located<String>, _ settings: MediaSettings, with passed: Located<PassedValues>? = nil
  ) -> MatchedSource {
    context.reportDifference(of: file)
    guard checkDigest(of: file, settings) else { return .unknown }
    switch table[file.value] {
    case .known(let facts, let path):
      context.reportSpelling(of: file)
      return add(file, facts, at: path, settings, with: passed)
    case .recorded(let facts, let path):
      media.recordedFiles.append(file)
      return add(file, facts, at: path, settings, with: passed)
    case .failed(let failure):
      report(
        table.lockedOnly.contains(file.value) && failure.kind == .missing
          ? .lockedFileIsGone(file, table.lock)
          : failed(
            file, failure, nearby: table.nearby[file.value], from: context.source(of: file.value)))
      return .unknown
    case .unchecked:
      report(
        .mediumIsUnchecked(file, isError: table.requiresMedia))
      return .unknown
    }
  }

  private mutating func add(
    _ file: Located<String>, _ facts: MediaFacts, at path: String, _ settings: MediaSettings,
    with passed: Located<PassedValues>?
  ) -> MatchedSource {
    let facts = facts.isVector ? vectorFacts(of: file.value, facts, with: passed) : facts
    guard checkForm(of: facts, file, settings.raw) else { return .unknown }
    guard let facts = chosenStreams(of: facts, file, settings.streams)?.read(as: settings) else {
      return .unknown
    }
    var reference = MediaReference(
      spelling: file.value, path: path, facts: facts, reading: MediaReading(settings, facts))
    if let aperture = settings.aperture, aperture.value == .clean {
      reference.aperture = facts.mainVideo?.cleanAperture
      if reference.aperture == nil { report(.noCleanAperture(in: file.value, at: aperture.range)) }
    }
    if facts.isVector { reference.vector = vectorReading(of: file, with: passed) }
    return .medium(media.add(reference, at: file.range))
  }

  /// Checks that a visible item has a picture of its kind.
  private mutating func checkTracks(of source: MatchedSource, in placed: WrittenItem) {
    guard let medium = source.medium, let name = placed.item.mediaName else { return }
    let facts = media.references[medium].facts
    let file = media.references[medium].spelling
    switch (placed.item.kind, placed.list) {
    case (.clip, .timeline), (.clip, .overlays):
      if let video = facts.mainVideo {
        if video.isStill {
          report(
            .stillAsClip(file, name.value, at: placed.item.kindRange))
        }
      } else if !context.isHeardOnly {
        let seen = (script.outputs + (output.map { [$0] } ?? [])).first { output in
          output.hasPicture && Container(ofFile: output.file.value) != nil
        }
        report(
          .clipHasNoPicture(file, seenIn: seen?.file.value, at: name.range))
      }
    case (.image, _):
      guard let video = facts.mainVideo ?? facts.video.first else {
        return report(
          .imageHasNoPicture(file, at: name.range))
      }
      if !video.isStill {
        report(
          .clipAsStill(file, name.value, at: placed.item.kindRange))
      }
    default: break
    }
  }

  /// A picture whose brightness distinguishes places of the canvas must not change over time.
  private mutating func checkStill(
    _ source: MatchedSource, named name: Located<String>, _ use: String, _ otherwise: String = ""
  ) {
    guard let medium = source.medium else { return }
    guard let track = media.stillTrack(of: medium), track.isStill else {
      return report(
        .needsStill(use, insteadOf: media.references[medium].spelling, otherwise, at: name.range))
    }
  }
}

/// A file as one of its names reads it; names without settings share it.
private struct FileUse: Hashable {
  let file: String
  let name: String?
  /// Of the variables of an SVG; nil if none are passed.
  var values: [VectorValue]?
}

extension LoweringContext {
  mutating func reportUnknownMedia(_ name: Located<String>) {
    let declared = script.media.map(\.name.value)
    let near = suggestion(for: name.value, among: declared)
    let fix = near.map {
      Diagnostic.Fix("write `\($0)`", [.init(range: name.range, replacement: $0)], isSafe: false)
    }
    let known = declared.isEmpty ? "no names are declared" : "declared names: \(listed(declared))"
    report(
      .noMediaIsCalled(name, near: near, known: known, fixes: fix.map { [$0] } ?? []))
  }
}

extension Item {
  /// Whether it plays a sequence or another script.
  var playsFilm: Bool {
    switch kind {
    case .sequence, .edit: true
    default: false
    }
  }
}

/// A name shortened for display.
private func shortened(_ name: String) -> String {
  name.utf8.count > 80 ? name.prefix(60) + "…" : name
}

/// The names in a sentence, limited to the first ones.
func listed(_ names: [String]) -> String {
  let most = 10
  let more = names.count > most ? " and \(names.count - most) more" : ""
  return names.prefix(most).map(shortened).joined(separator: ", ") + more
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func noCleanAperture(in file: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noEffect, "'\(file)' states no clean aperture, so all of its pictures is shown", at: place,
      hint: "remove `aperture`, or use `crop`")
  }

  fileprivate static func bytesAreNotFixed(
    _ file: String, _ lock: LockComparison?, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .digestMissing, "nothing records which bytes '\(file)' has", at: place,
      hint: "run `\(lock?.command ?? "editc lock")` on a machine with the file, or write `sha256`")
  }

  fileprivate static func keyOfSequence(
    _ key: String, ofSingleFile file: String, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .noEffect, "`\(key)` has no effect: '\(file)' is a single file, not an image sequence", at: place,
      hint: "remove it; to play a file faster or slower, use the `speed` of an item")
  }

  fileprivate static func stillIsNeeded(insteadOf file: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noPicture, "a still picture is needed, but '\(file)' is an image sequence",
      at: place, hint: "write the path of one of its pictures")
  }

  fileprivate static func mediumIsUnchecked(_ file: Located<String>, isError: Bool) -> Diagnostic {
    Diagnostic(
      .mediaNotChecked, severity: isError ? .error : nil,
      "'\(file.value)' was not read, so rules that depend on it are not checked", at: file.range)
  }

  fileprivate static func stillAsClip(_ file: String, _ name: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongType, "'\(file)' is a still picture, not a clip", at: place,
      hint: "use `image: \(name)`, with `for:` for its duration")
  }

  /// `output` has a picture; nil if the script has no output.
  fileprivate static func clipHasNoPicture(_ file: String, seenIn output: String?, at place: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .noPicture, "'\(file)' has no picture" + (output.map { ", but '\($0)' has" } ?? ""), at: place,
      hint: output == nil
        ? "for an audio-only film, write `outputs: [{file: podcast.m4a}]`; otherwise move it to `audio:`"
        : "move it to the `audio:` list; an audio-only timeline needs audio-only outputs, such as `.m4a`"
    )
  }

  fileprivate static func imageHasNoPicture(_ file: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noPicture, "'\(file)' has no picture", at: place, hint: "write the path of a picture")
  }

  fileprivate static func clipAsStill(_ file: String, _ name: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongType, "'\(file)' is a video, not a still picture", at: place,
      hint: "use `clip: \(name)`")
  }

  fileprivate static func needsStill(
    _ use: String, insteadOf file: String, _ otherwise: String, at place: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .noPicture, "\(use) must be a still picture, but '\(file)' is not",
      at: place, hint: "use a PNG or another picture\(otherwise)")
  }

  fileprivate static func noMediaIsCalled(_ name: Located<String>, near: String?, known: String, fixes: [Fix])
    -> Diagnostic
  {
    Diagnostic(
      .unknownMedia, "no media is named '\(name.value)'", at: name.range,
      hint: near.map { "did you mean '\($0)'?" }
        ?? "add it under `media:`, or write a path with its extension; \(known)",
      fixes: fixes)
  }
}

extension Diagnostic {
  fileprivate static func coverIsNoPicture(_ file: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noPicture, "a cover must be a JPEG or PNG, but '\(file)' is neither", at: place,
      hint:
        "convert it, for example with `editc frame \(shellWord(file)) --at 0s -o cover.jpg`, or write a time of the film: `cover: 12s`"
    )
  }

  fileprivate static func coverIsVector(_ file: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noPicture, "a cover must be a JPEG or PNG, but '\(file)' is an SVG", at: place,
      hint: "show it in the film and write that time, such as `cover: 12s`, or convert it to a PNG")
  }

  fileprivate static func coverIsLarge(_ file: String, _ bytes: Int64, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .overLimit, "the cover '\(file)' has \(bytes) bytes; the maximum is \(MediaMatching.mostCoverBytes)",
      at: place,
      hint: "make it smaller: 1000 to 3000 pixels are enough for players")
  }
}
