import Basics
import XMLTree

extension FCPXMLReader {
  /// Reads volume, opacity, fades and the placement of the picture.
  mutating func adjust(
    _ clip: inout InterchangeClip, by element: XMLElement, in part: FCPXMLPart
  ) throws(InterchangeProblem) {
    try stand(&clip, by: element, part)
    let channels = element.all("audio-channel-source")
    // A single component is all of the sound, so its levels are those of the clip.
    let isWhole =
      channels.count == 1 && element.first("adjust-volume") == nil
      && channels[0].attributes.allSatisfy { ["srcCh", "outCh", "role"].contains($0.name) }
    try adjustLevels(of: &clip, by: element, sound: isWhole ? channels[0] : element, part)
    for child in element.children {
      switch child.name {
      case "adjust-colorConform" where child["conformType"] == "conformNone": ledger.map(child.index)
      case "adjust-colorConform": ledger.drop(child.index, "colours are converted by the tags of the media")
      case "audio-channel-source" where isWhole:
        ledger.approximate(child.index, "audio channels are not selected: those of the file are used")
      case "audio-channel-source": ledger.drop(child.index, "audio channels are not selected")
      case "keyword", "rating", "note", "metadata":
        ledger.drop(child.index, "notes about the media", affecting: .neither)
      default: break
      }
    }
  }

  private mutating func adjustLevels(
    of clip: inout InterchangeClip, by element: XMLElement, sound: XMLElement, _ part: FCPXMLPart
  ) throws(InterchangeProblem) {
    var (seen, heard) = (InterchangeFades(), InterchangeFades())
    if let blend = element.first("adjust-blend") {
      ledger.map(blend, reading: ["amount"])
      let opacity = try curve("amount", of: blend, part) { (text, place) throws(InterchangeProblem) in
        [try fcpxmlNumber(text, 0...1, place)]
      }
      if let opacity {
        if opacity.isConstant { clip.opacity = opacity.first[0] } else { clip.motion.opacity = opacity }
      }
      seen = try fades(of: blend, part)
    }
    if let volume = sound.first("adjust-volume") {
      ledger.map(volume, reading: ["amount"])
      let decibels = try curve("amount", of: volume, part, isHeard: true) {
        (text, place) throws(InterchangeProblem) in
        let digits = text.hasSuffix("dB") ? String(text.dropLast(2)) : text
        return [try fcpxmlNumber(digits, -200...60, place)]
      }
      if let decibels {
        if decibels.isConstant {
          clip.volume = .decibels(decibels.first[0])
        } else {
          clip.motion.volume = try exactly(at: InputPlace(volume)) { () throws(TimeOverflow) in
            try decibels.factorsOfDecibels()
          }
        }
      }
      heard = try fades(of: volume, part)
    }
    let isHeard = part.isSound || clip.playsSound
    // The opacity curve includes its fades.
    let isPlain = part.isSound || clip.motion.opacity == nil
    if isPlain, part.isSound || !isHeard || seen == heard {
      let fades = part.isSound ? heard : seen
      clip.fadeIn = fades.fadeIn ?? clip.fadeIn
      clip.fadeOut = fades.fadeOut ?? clip.fadeOut
      return
    }
    // A fade in a script applies to picture and sound; here they differ.
    let (picture, sound) = (clip.motion.opacity, clip.motion.volume)
    let opacity = picture ?? InterchangeCurve(constant: [clip.opacity ?? 1])
    let volume = sound ?? InterchangeCurve(constant: [(clip.volume ?? .factor(1)).factor])
    let length = part.duration
    (clip.motion.opacity, clip.motion.volume) = try exactly(at: InputPlace(element)) {
      () throws(TimeOverflow) in
      (
        seen == InterchangeFades() ? picture : try opacity.multiplied(by: seen, lasting: length),
        heard == InterchangeFades() ? sound : try volume.multiplied(by: heard, lasting: length)
      )
    }
  }
}
