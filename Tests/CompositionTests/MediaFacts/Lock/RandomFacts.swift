import Basics
import Composition
import TestSupport

/// Facts that no file has, with every property set: what a lock must be able to hold.
extension SeededRandom {
  mutating func facts() -> MediaFacts {
    MediaFacts(
      container: text(), extent: pick([.infinite, .indefinite, .finite(time())]), origin: time(),
      video: list { $0.video() }, audio: list { $0.audio() }, otherTracks: list { $0.other() },
      tags: list { MediaTag(name: $0.text(), value: $0.text()) }, chapterCount: whole(),
      chapters: list { random in
        MediaChapter(name: random.perhaps { $0.text() }, range: random.range())
      },
      byteCount: whole(), isUnfinishedRecording: bool(),
      remarks: list { $0.text() })
  }

  mutating func video() -> VideoTrackFacts {
    VideoTrackFacts(
      streamIndex: whole(), codec: text(), profile: perhaps { $0.text() },
      storedSize: PixelSize(width: whole(), height: whole()), pixelAspect: PixelAspect(whole(), whole()),
      orientation: PictureOrientation(
        isMirrored: bool(), clockwiseTurns: pick([.none, .once, .twice, .thrice])),
      cleanAperture: perhaps {
        CleanAperture(x: $0.whole(), y: $0.whole(), size: PixelSize(width: $0.whole(), height: $0.whole()))
      },
      pixelFormat: text(), bitDepth: whole(), hasAlpha: bool(),
      color: ColorTags(
        primaries: perhaps { $0.text() }, transfer: perhaps { $0.text() }, matrix: perhaps { $0.text() },
        isFullRange: perhaps { $0.bool() }),
      fieldOrder: pick([.progressive, .topFirst, .bottomFirst]), rate: bool() ? rate() : nil,
      hasVariableRate: bool(), hasDecodingTimes: bool(), mediaRange: range(), frameCount: whole(),
      isAttachedPicture: bool(),
      isStill: bool(), language: perhaps { $0.text() }, timecode: perhaps { $0.text() })
  }

  mutating func audio() -> AudioTrackFacts {
    AudioTrackFacts(
      streamIndex: whole(), codec: text(), profile: perhaps { $0.text() }, sampleRate: whole(),
      channelCount: whole(), channelLayout: text(), mediaRange: range(), sampleCount: whole(),
      isDefault: bool(), language: perhaps { $0.text() }, uses: TrackUse.allCases.filter { _ in bool() })
  }

  mutating func other() -> OtherTrackFacts {
    OtherTrackFacts(
      streamIndex: whole(), kind: text(), codec: text(), language: perhaps { $0.text() })
  }

  /// Texts as hostile files have them: quotes, line ends, conflict markers, what turns a terminal around.
  mutating func text() -> String {
    let pieces = [
      "h264", "", " ", "\"", "\\", "\n", "\r\n", "\t", "\u{0}", "\u{1b}[2J", "\u{202e}", "\u{2028}", "\u{85}",
      "ö", "o\u{308}", "😀", "\u{10ffff}", "<<<<<<< HEAD\n", "# ", "sha256 ", "\u{feff}", "\u{a0}", "video 0",
    ]
    return (0..<Int.random(in: 0...4, using: &self)).map { _ in pick(pieces) }.joined()
  }

  mutating func whole<Number: FixedWidthInteger>() -> Number {
    switch Int.random(in: 0...5, using: &self) {
    case 0: .max
    case 1: .min
    case 2: 0
    default: Number.random(in: -100_000...100_000, using: &self)
    }
  }

  mutating func time() -> RationalTime {
    RationalTime(whole(), pick([1, 2, 1000, 48000, 90000, 1001, 1_000_000_000, .max])) ?? .zero
  }

  mutating func range() -> TimeRange {
    let (a, b) = (time(), time())
    return TimeRange(start: min(a, b), end: max(a, b)) ?? .zero
  }

  mutating func rate() -> FrameRate? {
    FrameRate(Int64.random(in: 1...240_000, using: &self), per: pick([1, 1001, 7]))
  }

  mutating func bool() -> Bool { Bool.random(using: &self) }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &self)]
  }

  mutating func perhaps<Value>(_ make: (inout SeededRandom) -> Value) -> Value? {
    bool() ? make(&self) : nil
  }

  mutating func list<Value>(_ make: (inout SeededRandom) -> Value) -> [Value] {
    (0..<Int.random(in: 0...3, using: &self)).map { _ in make(&self) }
  }
}
