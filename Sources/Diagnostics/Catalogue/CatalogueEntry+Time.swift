/// When things happen.
extension CatalogueEntry {
  static let takeOutsideMedia = CatalogueEntry(
    title: "The take leaves its media",
    explanation: """
      The take asks for moments before the beginning or after the end of the media. editc does not \
      shorten it, because everything after it would move. The message says by how much, and what the \
      media has. Write an end that exists, or leave it out: `2s..` goes to the end of the media.
      """)

  static let emptyRange = CatalogueEntry(
    title: "A range without any time",
    explanation: """
      The range begins and ends at the same moment, so nothing would be seen or heard. The end of a range is \
      not included, so that ranges can follow each other. Write a later end, or remove the item.
      """)

  static let rangeReversed = CatalogueEntry(
    title: "The end is before the start",
    explanation: """
      The range ends before it begins. Exchange the two times; to play media backwards write `speed: \
      -1x`.
      """)

  static let offFrameGrid = CatalogueEntry(
    title: "The time is between two frames",
    explanation: """
      The time does not fall on a frame of the canvas. The model keeps it exact, and the cut happens at \
      the nearest frame. The message shows both neighbours, in case one of them was meant.
      """)

  static let timeOverflow = CatalogueEntry(
    title: "The time is too large",
    explanation: """
      The arithmetic on this time gives a number that no exact time of 64 bits can hold. Real films are \
      nowhere near that, so a digit too many is the likely cause. Write the time with fewer digits.
      """)

  static let overlayOutsideTimeline = CatalogueEntry(
    title: "An overlay outside the film",
    explanation: """
      The overlay begins before the film or goes on after its end, so part of it would never be seen. \
      Move it, shorten it, or make the story longer with a `gap`.
      """)

  static let markerOutside = CatalogueEntry(
    title: "A marker lies outside of the film",
    explanation: """
      A marker names a moment of the film: from its start to its end, which counts as well. One outside of it \
      is an error. Where an output shows only a part of the film, its chapters count from the start of that \
      part; the chapter that runs when it begins begins with it, and those that lie outside of it are left out, \
      for information.
      """)

  static let rampOutsideItem = CatalogueEntry(
    title: "A ramp outside its item",
    explanation: """
      The ramp covers time in which its item is not shown, so some of the movement would be lost. Times \
      in a ramp count from the start of the item, not of the film; `last 1s` counts from the end of the \
      item.
      """)

  static let rampsOverlap = CatalogueEntry(
    title: "Two ramps at the same time",
    explanation: """
      Two ramps of one property cover the same moments, and the value cannot follow both. Let one end \
      where the other begins.
      """)

  static let rampPop = CatalogueEntry(
    title: "A jump between two ramps",
    explanation: """
      One ramp ends at another value than the next one begins with, so the picture or the sound jumps at \
      that moment. That usually looks like a blink or sounds like a click. Let the next ramp begin where \
      the last one ended, or use `hold` where the jump is meant.
      """)

  static let transitionAtEdge = CatalogueEntry(
    title: "A transition without a neighbour",
    explanation: """
      A transition stands between two items, and here one of them is missing: it is the first or the \
      last entry, or beside another transition. To fade from or to black use `fade` on the item instead.
      """)

  static let transitionTooLong = CatalogueEntry(
    title: "Longer than its neighbour",
    explanation: """
      A transition takes its time from both neighbours, and one of them is shorter than the transition. \
      Shorten the transition, or take more of the clip; the message says how many frames are missing.
      """)

  static let transitionsOverlap = CatalogueEntry(
    title: "Two transitions in one item",
    explanation: """
      The transitions before and after an item together last longer than the item, so they would run at \
      the same time. Shorten one of them, or take more of the clip.
      """)

  static let missingHandles = CatalogueEntry(
    title: "No media beyond the take",
    explanation: """
      With `using: handles` a transition keeps the length of the story and shows media outside of the takes: half \
      of it after the end of the outgoing take, half of it before the start of the incoming one. That media is not \
      there; the message says how many frames are missing. Take less of the clip, shorten the transition, or \
      write `using: overlap`, which only shows what the takes name.
      """)

  static let shortGap = CatalogueEntry(
    title: "A gap of a few frames",
    explanation: """
      Between two items lies a gap of only a few frames. On screen that is a flash of the background, \
      and it is nearly always an accident of rounded times. Let the items meet, or make the gap long \
      enough to be seen.
      """)

  static let flashFrame = CatalogueEntry(
    title: "An item of a few frames",
    explanation: """
      The item is shown for so few frames that it reads as a flash. It is often what remains when a cut \
      was set slightly too late. Make it longer or remove it.
      """)
}
