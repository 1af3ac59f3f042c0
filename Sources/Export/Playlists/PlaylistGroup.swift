import Basics
import Composition
import LibAV

/// The films of one playlist, and their addresses.
package struct PlaylistGroup: Sendable {
  package let members: [PlaylistMember]
  /// The path of a file relative to the folder of the playlist.
  private let relativePath: @Sendable (String) -> String

  /// `texts` are subtitle outputs.
  package init(
    _ members: [PlaylistMember], texts: [PlaylistSubtitles],
    relativePath: @escaping @Sendable (String) -> String
  ) {
    self.members = members
    subtitles = texts + (members.first { !$0.subtitles.isEmpty }?.subtitles ?? [])
    self.relativePath = relativePath
  }

  /// The members that players choose from by bandwidth: those with a picture, or all.
  var variants: [PlaylistMember] {
    let pictures = members.filter { $0.picture != nil }
    return pictures.isEmpty ? members : pictures
  }

  /// The audio-only members, which all variants share.
  var sounds: [PlaylistMember] {
    members.contains { $0.picture != nil } ? members.filter { $0.picture == nil } : []
  }

  /// The subtitle outputs, and the files next to the first member that has any: the other members have the
  /// same ones.
  let subtitles: [PlaylistSubtitles]

  var duration: RationalTime { variants.map(\.duration).max() ?? .zero }

  func address(of path: String) -> String { percentEncoded(relativePath(path)) }

  func title(ofSound member: PlaylistMember) -> String { member.sound?.title ?? member.name }

  /// The BCP 47 tag for a code of ISO 639-2: the one with two letters if there is one.
  static func tag(ofLanguage code: String) -> String { LanguageCode.shortest(code) }
}

/// A path as a relative reference of a URI.
func percentEncoded(_ path: String) -> String {
  let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
  return path.utf8.reduce(into: "") { text, byte in
    if plain.contains(byte) {
      text.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}

/// A fraction rounded to so many decimal places.
func decimal(_ value: Int64, _ divisor: Int64, places: Int) -> String {
  let scale = (0..<places).reduce(Int128(1)) { product, _ in product * 10 }
  let units = roundHalfUp(Int128(value) * scale, over: Int128(divisor))?.value ?? 0
  let digits = "\(Int128(units) % scale)"
  return "\(Int128(units) / scale)." + String(repeating: "0", count: max(0, places - digits.count)) + digits
}
