package import Basics

/// When a recording starts on the clock of another one, and how fast it plays to stay with it.
package struct SyncPlace: Hashable, Sendable {
  /// Where media time 0 is, to a millionth of a second; negative if it began before the clock did.
  package let start: RationalTime
  /// To a millionth; 1 unless its clock drifts.
  package let speed: RationalTime
  /// The media time from which it plays: at the clock's start, if it began before.
  let firstTaken: RationalTime

  /// A moment `t` of the recording is at `offset + t * pace` of the clock. `length` is that of the recording. Nil for
  /// values that are no times.
  package init?(offset: Double, pace: Double, length: Double) {
    // What cannot be heard or measured over the whole length is no drift: its middle stays in place.
    let isSteady = abs(pace - 1) < Self.leastDrift || abs(pace - 1) * length < Self.leastGap
    let offset = isSteady ? offset + (pace - 1) * length / 2 : offset
    let pace = isSteady ? 1 : pace
    guard let start = inMillionths(offset), let speed = inMillionths(1 / pace),
      let firstTaken = inMillionths(max(0, -offset / pace)), speed > .zero
    else { return nil }
    self.start = start
    self.speed = speed
    self.firstTaken = firstTaken
  }

  /// 2 ppm, and half a millisecond in all.
  private static let leastDrift = 0.000_002
  private static let leastGap = 0.0005

  /// The keys of an item that plays the recording: `at: 12.345062s`, `speed: 1.000145x`.
  package var keys: [String] {
    var keys: [String] = []
    if firstTaken > .zero {
      keys.append("take: \(firstTaken.spelling)..")
    } else if start > .zero {
      keys.append("at: \(start.spelling)")
    }
    if let digits = speed.decimalDigits, hasDrift { keys.append("speed: \(digits)x") }
    return keys
  }

  package var hasDrift: Bool { speed != RationalTime(seconds: 1) }
}

private func inMillionths(_ value: Double) -> RationalTime? {
  Int64(exactly: (value * 1_000_000).rounded()).flatMap { RationalTime($0, 1_000_000) }
}

/// A script that plays recordings of one event together. The first one is the clock.
package struct SyncedScript {
  package struct Recording {
    package let media: DraftMedia
    let place: SyncPlace
    /// How sure the place is, for a comment.
    let agreement: String

    package init(media: DraftMedia, place: SyncPlace, agreement: String) {
      self.media = media
      self.place = place
      self.agreement = agreement
    }
  }

  private let output: String
  private let canvas: DraftCanvas?
  private let clock: (name: String, media: DraftMedia)
  private let others: [(name: String, recording: Recording)]

  package init(named name: String, clock: DraftMedia, others: [Recording]) {
    let media = [clock] + others.map(\.media)
    canvas = media.contains { $0.kind == .clip } ? DraftCanvas(for: media) : nil
    output = freeOutput(for: name, ending: canvas == nil ? "m4a" : "mp4", sparing: media.map(\.path))
    var names = MediaNames()
    self.clock = (names.name(for: clock.path, kind: .clip), clock)
    self.others = others.map { (names.name(for: $0.media.path, kind: .clip), $0) }
  }

  package var text: String {
    var text = DraftText()
    text.line("# Recordings of one event. `\(clock.name)` is the clock: `at`, `take` and `speed` follow it.")
    text.line("edit: 1")
    text.blank()
    text.line("media:")
    for (name, media) in [clock] + others.map({ ($0.name, $0.recording.media) }) {
      text.line("  \(writtenScalar(name)): \(writtenScalar(media.path))", media.summary)
    }
    if let canvas {
      text.blank()
      text.line("canvas: {size: \(canvas.size), rate: \(canvas.rateText)}")
    }
    addTimeline(&text)
    addOverlays(&text)
    addAudio(&text)
    text.blank()
    text.line("outputs:")
    text.line("  - file: \(writtenScalar(output))")
    return text.text
  }

  private var isClockShown: Bool { clock.media.kind == .clip || canvas == nil }

  /// Recordings of a sound device. The first one is heard instead of cameras.
  private var sounds: [(name: String, recording: Recording)] {
    others.filter { $0.recording.media.kind == .sound }
  }

  private func addTimeline(_ text: inout DraftText) {
    text.blank()
    text.line("timeline:")
    guard isClockShown else { return addGround(&text) }
    text.line("  - clip: \(writtenScalar(clock.name))")
    if canvas != nil, let sound = sounds.first { text.line("    audio: off", "\(sound.name) is heard") }
  }

  private func addOverlays(_ text: inout DraftText) {
    let shown = others.filter { $0.recording.media.kind == .clip }
    guard !shown.isEmpty else { return }
    text.blank()
    text.line("overlays:", "cover the timeline from where they start: choose what is shown")
    for (name, recording) in shown {
      addItem(name, recording, &text)
      if let size = recording.media.displaySize, canvas?.isAcross(size) == true {
        text.line("    fit: contain")
      }
      text.line("    audio: off")
    }
  }

  private func addAudio(_ text: inout DraftText) {
    guard !sounds.isEmpty || !isClockShown else { return }
    text.blank()
    text.line("audio:", "one is heard: choose, by `enabled: false`")
    if !isClockShown { text.line("  - clip: \(writtenScalar(clock.name))") }
    for (number, (name, recording)) in sounds.enumerated() {
      addItem(name, recording, &text)
      if recording.place.hasDrift { text.line("    pitch: follow", "instead of stretching the sound") }
      if number > 0 || canvas == nil || !isClockShown { text.line("    enabled: false") }
    }
  }

  private func addItem(_ name: String, _ recording: Recording, _ text: inout DraftText) {
    text.line("  - clip: \(writtenScalar(name))", recording.agreement)
    for key in recording.place.keys { text.line("    " + key) }
  }

  /// A picture for as long as a clock without one.
  private func addGround(_ text: inout DraftText) {
    let frames = clock.media.length.flatMap { canvas?.rate.frame(at: $0)?.value } ?? 1
    text.line("  - color: black")
    text.line("    for: \(max(1, frames))f", "as long as \(clock.name)")
  }
}
