/// What is heard.
extension CatalogueEntry {
  static let noSound = CatalogueEntry(
    title: "The media has no sound",
    explanation: """
      The item asks for sound, but its media has none, so there will be silence. Remove the key, or use \
      media with sound.
      """)

  static let soundEndsEarly = CatalogueEntry(
    title: "The sound ends before its item",
    explanation: """
      The sound of the media is shorter than what the item plays, so the rest is silence. Shorten the \
      take, or play another sound over the rest.
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
      out louder than full level is cut off, which crackles. editc computes from `volume` alone how loud the \
      loudest moment may become: it says so when one sound is amplified more than twice, or when the levels \
      of all sounds at one moment add up to more than 2. How loud the media really are it does not know. \
      Lower some of the volumes, or switch off the sound of clips that need not be heard. With `mix: {peak: -1 dBTP}` \
      a limiter holds what would be too loud, and nothing is said.
      """)
}
