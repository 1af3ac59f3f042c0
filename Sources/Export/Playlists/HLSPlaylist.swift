import Basics
import Composition
import LibAV

/// Playlists of HTTP Live Streaming (RFC 8216): one that names all files, and one for each file with the
/// places of its fragments.
struct HLSPlaylist {
  let group: PlaylistGroup

  private static let head = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n"

  /// The playlist for players.
  var text: String {
    let sounds = group.sounds.enumerated().map { index, sound in media(sound, isDefault: index == 0) }
    let subtitles = group.subtitles.map(media)
    let variants = group.variants.map(variant)
    return Self.head + (sounds + subtitles + variants).map { $0 + "\n" }.joined()
  }

  private func media(_ member: PlaylistMember, isDefault: Bool) -> String {
    var attributes = [
      "TYPE=AUDIO", "GROUP-ID=\"sound\"", "NAME=\(quoted(group.title(ofSound: member)))",
    ]
    attributes += language(member.sound?.language)
    attributes += ["DEFAULT=\(isDefault ? "YES" : "NO")", "AUTOSELECT=YES"]
    if let sound = member.sound { attributes.append("CHANNELS=\"\(sound.channelCount)\"") }
    attributes.append("URI=\(quoted(group.address(of: Self.path(for: member.path))))")
    return "#EXT-X-MEDIA:" + attributes.joined(separator: ",")
  }

  private func media(_ subtitles: PlaylistSubtitles) -> String {
    let attributes =
      ["TYPE=SUBTITLES", "GROUP-ID=\"subtitles\"", "NAME=\(quoted(subtitles.title))"]
      + language(subtitles.language)
      + ["DEFAULT=NO", "AUTOSELECT=YES", "URI=\(quoted(group.address(of: Self.path(for: subtitles.path))))"]
    return "#EXT-X-MEDIA:" + attributes.joined(separator: ",")
  }

  private func variant(_ member: PlaylistMember) -> String {
    let (average, peak) = member.bitRates
    let sounds = group.sounds.map(\.bitRates)
    let codecs = group.sounds.reduce(into: member.index.codecs) { codecs, sound in
      codecs += sound.index.codecs.filter { !codecs.contains($0) }
    }
    var attributes = [
      "BANDWIDTH=\(peak + (sounds.map(\.peak).max() ?? 0))",
      "AVERAGE-BANDWIDTH=\(average + (sounds.map(\.average).max() ?? 0))",
      "CODECS=\(quoted(codecs.joined(separator: ",")))",
    ]
    if let picture = member.picture {
      attributes += [
        "RESOLUTION=\(picture.size.width)x\(picture.size.height)",
        "FRAME-RATE=\(decimal(picture.rate.frames, picture.rate.seconds, places: 3))",
        "VIDEO-RANGE=\(picture.range)",
      ]
    }
    if !group.sounds.isEmpty { attributes.append("AUDIO=\"sound\"") }
    if !group.subtitles.isEmpty { attributes.append("SUBTITLES=\"subtitles\"") }
    return "#EXT-X-STREAM-INF:" + attributes.joined(separator: ",") + "\n"
      + group.address(of: Self.path(for: member.path))
  }

  private func language(_ code: String?) -> [String] {
    code.map { ["LANGUAGE=\(quoted(PlaylistGroup.tag(ofLanguage: $0)))"] } ?? []
  }

  // MARK: One file

  /// The path of a file's playlist, next to the file.
  static func path(for file: String) -> String { PlaylistKind.streamPlaylist(of: file) }

  /// The playlist of a film: each fragment is a range of its bytes.
  static func text(for member: PlaylistMember) -> String {
    let file = percentEncoded(member.path.split(separator: "/").last.map(String.init) ?? member.path)
    let fragments = member.index.fragments.map { fragment in
      "#EXTINF:\(seconds(fragment.duration)),\n"
        + "#EXT-X-BYTERANGE:\(fragment.place.count)@\(fragment.place.lowerBound)\n\(file)\n"
    }
    return head + opening(longest: member.index.fragments.map(\.duration).max() ?? .zero)
      + "#EXT-X-MAP:URI=\(quoted(file)),BYTERANGE=\"\(member.index.headByteCount)@0\"\n"
      + fragments.joined() + "#EXT-X-ENDLIST\n"
  }

  /// The playlist of a subtitle file, which is one piece.
  static func text(forSubtitles path: String, lasting duration: RationalTime) -> String {
    let file = percentEncoded(path.split(separator: "/").last.map(String.init) ?? path)
    return head + opening(longest: duration)
      + "#EXTINF:\(seconds(duration)),\n\(file)\n#EXT-X-ENDLIST\n"
  }

  private static func opening(longest: RationalTime) -> String {
    let target = roundHalfUp(Int128(longest.value), over: Int128(longest.timescale))?.value ?? 0
    return "#EXT-X-TARGETDURATION:\(max(1, target))\n#EXT-X-PLAYLIST-TYPE:VOD\n"
  }

  private static func seconds(_ time: RationalTime) -> String {
    decimal(time.value, time.timescale, places: 6)
  }
}

/// A string in quotation marks. No name contains one: lint refuses them.
private func quoted(_ text: String) -> String { "\"\(text)\"" }
