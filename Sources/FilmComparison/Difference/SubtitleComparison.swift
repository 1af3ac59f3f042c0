import EditScript

/// The changes of subtitle tracks and of cues written in the script.
///
/// The contents of subtitle files are compared like those of media.
func subtitleChanges(_ old: EditScript, _ new: EditScript) -> [SettingChange] {
  let count = max(old.subtitles.count, new.subtitles.count)
  return (0..<count).flatMap { index in
    let before = index < old.subtitles.count ? old.subtitles[index] : nil
    let after = index < new.subtitles.count ? new.subtitles[index] : nil
    return changes(ofTrack: index + 1, before, after)
  }
}

private func changes(
  ofTrack number: Int, _ old: SubtitleTrack?, _ new: SubtitleTrack?
) -> [SettingChange] {
  var values: [ValueChange] = []
  func compare(_ property: String, unwritten: String, _ text: (SubtitleTrack) -> String?) {
    let (before, after) = (old.flatMap(text), new.flatMap(text))
    guard before ?? unwritten != after ?? unwritten else { return }
    values.append(ValueChange(property: property, old: before, new: after, unwritten: unwritten))
  }
  compare("track \(number)", unwritten: "none") { $0.file?.value ?? "cues" }
  for property in LanguageSchema.subtitleProperties where !["file", "cues"].contains(property.name) {
    compare("track \(number) \(property.name)", unwritten: property.unwritten, property.text)
  }
  let (gone, added) = cueDifference(old?.cueTexts ?? [], new?.cueTexts ?? [])
  for text in gone {
    values.append(ValueChange(property: "track \(number) cue", old: text, new: nil, unwritten: "none"))
  }
  for text in added {
    values.append(ValueChange(property: "track \(number) cue", old: nil, new: text, unwritten: "none"))
  }
  return values.map { SettingChange(section: "subtitles", value: $0) }
}

/// The cues of each list that the other lacks, counting repetitions.
private func cueDifference(_ old: [String], _ new: [String]) -> (gone: [String], added: [String]) {
  (surplus(of: old, over: new), surplus(of: new, over: old))
}

private func surplus(of texts: [String], over others: [String]) -> [String] {
  var counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
  return texts.filter { text in
    guard let count = counts[text], count > 0 else { return true }
    counts[text] = count - 1
    return false
  }
}

extension SubtitleTrack {
  fileprivate var cueTexts: [String] {
    guard case .cues(let cues) = content else { return [] }
    return cues.map { "\($0.at.value.canonicalText) \($0.text.value)" }
  }
}
