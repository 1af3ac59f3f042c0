import Basics
import Composition
import LibAV
import Processes
import Rendering

extension LookingRequest {
  /// The title of a drawing: the name of the file without its folder.
  var title: String { path == "-" ? "standard input" : lastComponent(of: path) }
}

extension RationalTime {
  /// For people, to a tenth of a second: `0:07.5`, `1:02:03.0`.
  var shortClock: String {
    guard let tenths = rounded(toUnits: 10)?.value, tenths >= 0 else { return "?" }
    let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, seconds) = (tenths / 36000, tenths / 600 % 60, tenths / 10 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(seconds)).\(tenths % 10)"
  }
}

extension RationalTime {
  /// For people, to a hundredth of a second, as under a picture: `0:07.50`.
  var fineClock: String {
    guard let hundredths = scaledDown(to: 100), hundredths >= 0 else { return "?" }
    let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, seconds) = (hundredths / 360_000, hundredths / 6000 % 60, hundredths / 100 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)")
      + ":\(two(seconds)).\(two(hundredths % 100))"
  }

  /// A length for people: `7.5 s`.
  var shortSeconds: String {
    guard let tenths = rounded(toUnits: 10)?.value, tenths >= 0 else { return "?" }
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }

  /// The number of whole units, rounded down: a clock never shows a later time.
  private func scaledDown(to units: Int64) -> Int64? {
    Int64(exactly: floorDivision(Int128(value) * Int128(units), by: Int128(timescale)))
  }
}

extension LookedAt {
  /// Turns its pictures upright, or leaves those of a media file `asStored`; those of a film are transparent if
  /// `keepsAlpha`.
  func upright(path: String, keepsAlpha: Bool = false, asStored: Bool = false) throws -> UprightPicture {
    switch content {
    case .film(let film, _): return UprightPicture(canvas: film.canvas.size, hasAlpha: keepsAlpha)
    case .media(let facts):
      let track = try facts.picture(ofFileAt: path)
      return asStored ? UprightPicture(storedIn: track) : UprightPicture(of: track)
    }
  }

  /// The main facts, on one line.
  func facts(path: String) throws -> String {
    var words: [String] = []
    switch content {
    case .film(let film, _):
      words = [
        film.length.shortClock, "\(film.canvas.size)",
        "\(film.canvas.rate.spellingForPeople) frames per second",
      ]
    case .media(let facts):
      let track = try facts.picture(ofFileAt: path)
      if let end = facts.extent.finite { words.append(end.shortClock) }
      words.append("\(track.displaySize)")
      if let rate = track.rate { words.append("\(rate.spellingForPeople) frames per second") }
      words.append(track.codec)
    }
    return words.joined(separator: "  ·  ")
  }
}
