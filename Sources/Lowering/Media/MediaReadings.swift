import Basics
import Composition
import Diagnostics
import EditScript

extension MediaMatching {
  /// Whether the file has the digest that the script names; true if it was not read.
  mutating func checkDigest(of file: Located<String>, _ settings: MediaSettings) -> Bool {
    guard let wanted = settings.sha256, let found = table.digests[file.value], found != wanted.value else {
      return true
    }
    report(
      .digestDiffers(of: file, found: found, wanted: wanted))
    return false
  }

  /// The facts with the script's choice of main tracks; nil if a chosen track does not exist.
  mutating func chosenStreams(
    of facts: MediaFacts, _ file: Located<String>, _ streams: MediaStreams
  ) -> MediaFacts? {
    var facts = facts
    if let number = streams.video {
      guard facts.video.indices.contains(number.value) else {
        report(missing(number, facts.video.count, file))
        return nil
      }
      facts.video = [facts.video[number.value]]
      facts.video[0].isAttachedPicture = false
    }
    let choice = StreamChoice(number: streams.audio, language: streams.language, use: streams.use)
    if choice.isWritten {
      guard !facts.audio.isEmpty else {
        let place = streams.audio?.range ?? streams.language?.range ?? streams.use?.range
        report(.noSoundToChoose(in: file, at: place ?? file.range))
        return nil
      }
      guard let chosen = track(choice, among: facts.audio, of: file.value) else { return nil }
      for index in facts.audio.indices { facts.audio[index].isDefault = facts.audio[index] == chosen }
    }
    return facts
  }

  private func missing(_ number: Located<Int>, _ count: Int, _ file: Located<String>) -> Diagnostic {
    let known =
      switch count {
      case 0: "it has none"
      case 1: "it has one, number 0"
      default: "it has \(count), numbers 0 to \(count - 1)"
      }
    return Diagnostic(
      .unknownStream, "'\(file.value)' has no video stream \(number.value)", at: number.range, hint: known
    )
  }
}

extension MediaFacts {
  /// The facts with the script's corrections of the pictures applied.
  func read(as settings: MediaSettings) -> MediaFacts {
    var facts = settings.raw.form.flatMap { MediaFacts($0, byteCount: byteCount) } ?? self
    for index in facts.video.indices {
      if let orientation = settings.orientation?.value.orientation {
        facts.video[index].orientation = orientation
      }
      if let aspect = settings.pixelAspect?.value { facts.video[index].pixelAspect = aspect }
      if let color = settings.color?.value { facts.video[index].color.state(color, of: facts.video[index]) }
      if settings.alpha?.value == .ignore { facts.video[index].hasAlpha = false }
      switch settings.deinterlace?.value {
      case .off: facts.video[index].fieldOrder = .progressive
      case .on where facts.video[index].fieldOrder == .progressive: facts.video[index].fieldOrder = .topFirst
      default: break
      }
    }
    return facts
  }
}

extension MediaReading {
  /// The facts contain the script's corrections already.
  init(_ settings: MediaSettings, _ facts: MediaFacts) {
    self.init()
    raw = settings.raw.form
    if settings.color != nil, let track = facts.mainVideo ?? facts.video.first {
      color = track.color
      color.isFullRange = nil
    }
    isPremultiplied = settings.alpha?.value == .premultiplied
    switch settings.deinterlace?.value {
    case .on: deinterlacing = .all
    case .off: deinterlacing = .none
    case .auto, nil: break
    }
    switch settings.onDamage?.value {
    case .hold: damage = .hold
    case .black: damage = .black
    case .error, nil: break
    }
  }
}

extension ColorTags {
  /// Sets the colours, but not the range of codes, which the file states.
  fileprivate mutating func state(_ name: CanvasColor, of track: VideoTrackFacts) {
    let stated = name.tags
    (primaries, transfer, matrix) = (stated.primaries, stated.transfer, stated.matrix)
    // Pictures of 625 lines have other primaries than those of 525.
    if name == .bt601, [576, 288].contains(track.storedSize.height) {
      (primaries, matrix) = ("bt470bg", "bt470bg")
    }
  }
}

extension OrientationWord {
  fileprivate var orientation: PictureOrientation? {
    switch self {
    case .auto: nil
    case .upright: .upright
    case .once: PictureOrientation(isMirrored: false, clockwiseTurns: .once)
    case .twice: PictureOrientation(isMirrored: false, clockwiseTurns: .twice)
    case .thrice: PictureOrientation(isMirrored: false, clockwiseTurns: .thrice)
    }
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func digestDiffers(of file: Located<String>, found: String, wanted: Located<String>)
    -> Diagnostic
  {
    Diagnostic(
      .mediaDiffersFromDigest,
      "'\(file.value)' has the digest \(found), but the script requires \(wanted.value)", at: wanted.range,
      hint: "restore the right file, or write the digest of this one")
  }

  fileprivate static func noSoundToChoose(in file: Located<String>, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .noSound, severity: .error, "'\(file.value)' has no sound, so no audio stream can be selected",
      at: place, hint: "remove the selection")
  }
}
