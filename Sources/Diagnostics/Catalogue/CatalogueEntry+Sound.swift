/// What is heard.
extension CatalogueEntry {
  static let noSound = CatalogueEntry(
    title: "The media has no sound",
    explanation: """
      The item asks for sound, but its media has none, so there will be silence. Remove the key, or use \
      media with sound.
      """)

  static let soundEndsEarly = CatalogueEntry(
    title: "Sound is shorter than its item",
    explanation: """
      The sound of the media begins after what the item plays of them, or ends before it, by more than a tenth of a \
      second. There is silence for exactly that time; nothing is shifted. Shorten the take, or play another sound \
      there. Of clips that are seen it is only information.
      """)

  static let layoutChanged = CatalogueEntry(
    title: "The channels become others",
    explanation: """
      The sound of the media has another number of channels than the mix. More channels than the mix has \
      are mixed together, so that the sense of space and some of the balance are lost; one channel is heard \
      from both sides as loud as it was recorded. `mix: {channels: ...}` says what the mix has.
      """)

  static let clippingRisk = CatalogueEntry(
    title: "The sound may be too loud",
    explanation: """
      Sounds that are heard together are added up and never made quieter behind your back, and what comes \
      out louder than full level is cut off, which crackles. editc computes from volumes, fades, places between \
      the speakers, filters and ducking how loud the loudest moment may become: it says so when one sound is \
      amplified more than twice, or when the levels of all sounds at one moment add up to more than 2 on one \
      side, where cross-fades of equal power count as one sound. How loud the media really are it does not know. \
      Lower some of the volumes, or switch off the sound of clips that need not be heard. With `mix: {peak: -1 dBTP}` \
      a limiter holds what would be too loud, and nothing is said but of the tracks that `stems` adds.
      """)
}
