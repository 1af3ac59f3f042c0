import Basics
import Composition
import Diagnostics
import EditScript

extension SoundBuilding {
  /// Adds the short fade of `mix.splice` to every sound that begins or ends abruptly.
  ///
  /// Where one sound continues another exactly, there is nothing to hide, and a fade would be audible.
  mutating func spliceSounds() {
    guard let written = script.mix.splice, let splice = wayLength(written, rate: rate), splice > .zero else {
      return
    }
    let joined = JoinedSounds(sounds)
    for index in sounds.indices {
      guard let half = try? sounds[index].timelineRange.duration().scaled(by: 1, over: 2) else {
        if let item = heard.firstIndex(where: { $0.sound == index }) {
          reportOverflow(at: items[item].item.kindRange)
        }
        continue
      }
      let fade = SoundFade(length: min(splice, half), shape: .linear)
      if sounds[index].fadesIn.isEmpty, !joined.begins.contains(index) { sounds[index].fadesIn = [fade] }
      if sounds[index].fadesOut.isEmpty, !joined.ends.contains(index) { sounds[index].fadesOut = [fade] }
    }
  }
}

/// The sounds whose media continue over a cut as if there were none.
private struct JoinedSounds {
  private(set) var begins: Set<Int> = []
  private(set) var ends: Set<Int> = []

  private struct Place: Hashable {
    let moment: RationalTime
    let media: Int
    let stream: Int
    let mediaTime: RationalTime
  }

  init(_ sounds: [Sound]) {
    var ending: [Place: [Int]] = [:]
    for (index, sound) in sounds.enumerated() {
      guard case .media(let media, let stream, let clock) = sound.content, sound.fadesOut.isEmpty,
        let mediaStart = clock.plainStart, let length = try? sound.timelineRange.duration(),
        // No other sound begins at a media time without an exact value.
        let mediaEnd = try? mediaStart + length
      else { continue }
      let place = Place(
        moment: sound.timelineRange.end, media: media, stream: stream, mediaTime: mediaEnd)
      ending[place, default: []].append(index)
    }
    for (index, sound) in sounds.enumerated() {
      guard case .media(let media, let stream, let clock) = sound.content, sound.fadesIn.isEmpty,
        let mediaStart = clock.plainStart
      else { continue }
      let place = Place(
        moment: sound.timelineRange.start, media: media, stream: stream, mediaTime: mediaStart)
      guard let earlier = ending[place]?.first(where: { !ends.contains($0) && sounds[$0].leads(to: sound) })
      else { continue }
      ends.insert(earlier)
      begins.insert(index)
    }
  }
}

extension Sound {
  /// Whether it ends with the gain and the pan with which the other one begins.
  fileprivate func leads(to other: Sound) -> Bool {
    guard let length = try? timelineRange.duration() else { return false }
    return gain.value(before: length) == other.gain.value(at: .zero)
      && pan.value(before: length) == other.pan.value(at: .zero) && duck == other.duck
      // Filters have state, and each item starts with a fresh one. Loudness is measured for each sound.
      && filters.isEmpty && other.filters.isEmpty && loudness == nil && other.loudness == nil
      && channels == other.channels
  }
}
