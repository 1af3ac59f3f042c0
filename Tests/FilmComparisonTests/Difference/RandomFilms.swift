import TestSupport

/// A script as lines of items, from which the text is made: what a random edit can be applied to.
struct FilmDraft {
  struct DraftItem: Equatable {
    /// What it is: `clip: m3.mp4`.
    var kind: String
    /// Keys and their values, in the order they are written.
    var values: [String: String] = [:]

    var text: String {
      "{"
        + ([kind] + values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }).joined(
          separator: ", ") + "}"
    }
  }

  var background = "black"
  var timeline: [DraftItem] = []
  var overlays: [DraftItem] = []
  var audio: [DraftItem] = []

  var text: String {
    """
    edit: 1
    canvas: {size: 160x90, rate: 30, background: \(background)}
    timeline:
    \(timeline.map { "  - \($0.text)\n" }.joined())
    overlays: [\(overlays.map(\.text).joined(separator: ", "))]
    audio: [\(audio.map(\.text).joined(separator: ", "))]
    outputs: [{file: film.mp4}]

    """
  }

  static let mediaCount = 12

  /// Twelve films of a minute, with sound.
  static let media = (0..<mediaCount).map { "m\($0).mp4  video 160x90 30 60s  audio 48000 stereo\n" }.joined()

  /// Items of which no two are alike, so that an edit of one has one description.
  init(itemCount: Int, using random: inout SeededRandom) {
    timeline = (0..<itemCount).map { index in Self.item(number: index, using: &random) }
    overlays = (0..<Int.random(in: 0...4, using: &random)).map { index in
      DraftItem(
        kind: "color: \"#0000\(digits(index + 16))\"",
        values: ["at": "\(index)s", "for": "0.5s", "width": "20%", "height": "\(10 + index)%"])
    }
    audio = (0..<Int.random(in: 0...3, using: &random)).map { index in
      DraftItem(
        kind: "clip: m\(index).mp4", values: ["take": "\(index)s..\(index + 1)s", "at": "0.\(index)s"])
    }
  }

  /// The number makes it another item than all others.
  static func item(number: Int, using random: inout SeededRandom) -> DraftItem {
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      return DraftItem(
        kind: "color: \"#\(digits(number / 256))\(digits(number % 256))80\"", values: ["for": "2s"])
    default:
      let media = Int.random(in: 0..<mediaCount, using: &random)
      let start = number % 50
      // Unlike numbers begin at unlike frames.
      let frame = number / 50
      return DraftItem(
        kind: "clip: m\(media).mp4",
        values: ["take": "\(start)s + \(frame)f for \(Int.random(in: 2...4, using: &random))s"])
    }
  }
}

/// Two hexadecimal digits.
func digits(_ number: Int) -> String { (number < 16 ? "0" : "") + String(number, radix: 16) }
