import Basics
import Composition
import LibAV

/// A manifest of MPEG-DASH (ISO/IEC 23009-1), profile "on demand": whole files, whose own indexes locate
/// their fragments.
struct DASHManifest {
  let group: PlaylistGroup

  var text: String {
    let pictures = group.variants.filter { $0.picture != nil }
    let sounds = group.sounds + group.variants.filter { $0.picture == nil }
    var sets: [String] = []
    // Players switch only between pictures of one codec.
    for codec in pictures.map(\.codecFamily).reduce(
      into: [String](), { if !$0.contains($1) { $0.append($1) } })
    {
      let alike = pictures.filter { $0.codecFamily == codec }
      sets.append(set("contentType=\"video\"", alike.map(representation)))
    }
    for sound in sounds {
      let label = "      <Label>\(escaped(group.title(ofSound: sound)))</Label>\n"
      sets.append(
        set("contentType=\"audio\"" + language(sound.sound?.language), [label, representation(sound)]))
    }
    for subtitles in group.subtitles {
      sets.append(
        """
            <AdaptationSet contentType="text" mimeType="text/vtt"\(language(subtitles.language))>
              <Label>\(escaped(subtitles.title))</Label>
              <Representation id="\(escaped(group.address(of: subtitles.path)))" bandwidth="1000">
                <BaseURL>\(escaped(group.address(of: subtitles.path)))</BaseURL>
              </Representation>
            </AdaptationSet>

        """)
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"
        profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"
        mediaPresentationDuration="\(length(group.duration))" minBufferTime="\(length(longestFragment))">
        <Period>
      \(sets.joined())  </Period>
      </MPD>

      """
  }

  private var longestFragment: RationalTime {
    group.members.flatMap { $0.index.fragments.map(\.duration) }.max() ?? .zero
  }

  private func set(_ attributes: String, _ content: [String]) -> String {
    "    <AdaptationSet \(attributes) subsegmentAlignment=\"true\" subsegmentStartsWithSAP=\"1\">\n"
      + content.joined() + "    </AdaptationSet>\n"
  }

  private func representation(_ member: PlaylistMember) -> String {
    var attributes = [
      "id=\"\(escaped(group.address(of: member.path)))\"",
      "mimeType=\"\(member.picture == nil ? "audio" : "video")/mp4\"",
      "codecs=\"\(escaped(member.index.codecs.joined(separator: ",")))\"",
      "bandwidth=\"\(member.bitRates.peak)\"",
    ]
    if let picture = member.picture {
      attributes += [
        "width=\"\(picture.size.width)\"", "height=\"\(picture.size.height)\"",
        "frameRate=\"\(picture.rate.spelling)\"", "sar=\"1:1\"",
      ]
    } else if let sound = member.sound {
      attributes.append("audioSamplingRate=\"\(sound.sampleRate)\"")
    }
    let channels =
      member.picture == nil
      ? member.sound.map {
        "        <AudioChannelConfiguration"
          + " schemeIdUri=\"urn:mpeg:dash:23003:3:audio_channel_configuration:2011\""
          + " value=\"\($0.channelCount)\"/>\n"
      } ?? "" : ""
    let index = member.index
    return """
            <Representation \(attributes.joined(separator: " "))>
      \(channels)        <BaseURL>\(escaped(group.address(of: member.path)))</BaseURL>
              <SegmentBase indexRange="\(index.place.lowerBound)-\(index.place.upperBound - 1)">
                <Initialization range="0-\(index.headByteCount - 1)"/>
              </SegmentBase>
            </Representation>

      """
  }

  private func language(_ code: String?) -> String {
    code.map { " lang=\"\(escaped(PlaylistGroup.tag(ofLanguage: $0)))\"" } ?? ""
  }

  private func length(_ time: RationalTime) -> String {
    "PT\(decimal(time.value, time.timescale, places: 6))S"
  }
}

extension PlaylistMember {
  /// The codec of its pictures, without what a decoder must support.
  fileprivate var codecFamily: String {
    index.codecs.first?.split(separator: ".").first.map(String.init) ?? ""
  }
}

/// Escapes text for XML.
private func escaped(_ text: String) -> String {
  text.reduce(into: "") { result, character in
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    default: result.append(character)
    }
  }
}
