/// What a person notices of a loss.
package enum LossEffect: String, Hashable, Sendable, CaseIterable {
  case picture, sound, neither

  /// The effect of losing a node of this kind; nil for kinds whose effect depends on where they are.
  ///
  /// The formats have few names in common, and use those for the same thing.
  static func usual(ofKind kind: String) -> LossEffect? {
    let name = kind.prefix { $0 != "." }
    if heard.contains(String(name)) { return .sound }
    return bookkeeping.contains(String(name)) ? .neither : nil
  }

  private static let heard: Set<String> = [
    "adjust-EQ", "adjust-humReduction", "adjust-loudness", "adjust-matchEQ", "adjust-noiseReduction",
    "adjust-panner", "adjust-voiceIsolation", "adjust-volume", "audio", "audio-aux-source",
    "audio-channel-source", "audio-role-source", "detached-audio", "filter-audio", "mute",
  ]

  private static let bookkeeping: Set<String> = [
    // Final Cut Pro; angles that the film shows are mapped
    "analysis-marker", "array", "bookmark", "chapter-marker", "collection-folder", "import-options",
    "keyword",
    "keyword-collection", "marker", "match-analysis-type", "match-clip", "match-keywords", "match-media",
    "match-property", "match-ratings", "match-representation", "match-roles", "match-shot", "match-text",
    "match-time", "match-timeRange", "match-usage", "mc-angle", "md", "metadata", "note", "option", "rating",
    "reserved",
    "smart-collection", "string",
    // Final Cut Pro 7 and Premiere
    "appspecificdata", "codec", "colordepth", "colorinfo", "comments", "cutPointTicks", "depth", "filmdata",
    "itemhistory", "label", "label2", "labels",
    "link",
    "locked", "logginginfo", "ismasterclip", "mastercomment1", "mastercomment2", "mastercomment3",
    "mastercomment4",
    "outputs", "pproTicksIn", "pproTicksOut", "reel", "samplerate", "subclipinfo", "updatebehavior", "uuid",
    // OpenTimelineIO
    "Color", "Marker",
  ]
}
