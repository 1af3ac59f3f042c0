import Basics
import Composition
import Diagnostics
import EditScript

// The sound of `angles` is one sound, although their picture is several clips: it goes on where the picture changes.

extension TimedItem {
  /// The item whose keys are about its sound.
  var heardItem: Item { matched.angleSound?.item ?? item }

  /// The length in which these keys count.
  var heardLength: RationalTime? { length.map { matched.angleSound?.length ?? $0 } }

  var heardTrack: AudioTrackFacts? { matched.angleSound?.track ?? matched.soundTrack }

  /// A recording that follows the clock of another one is not stretched.
  var heardPitch: PitchRule { matched.angleSound == nil ? item.pitch?.value ?? .keep : .follow }

  var heardLabel: String {
    guard let sound = matched.angleSound else { return label }
    return sound.item.name?.value ?? "clip \(sound.angle.media.value)"
  }
}

extension SoundBuilding {
  /// The item at which a sound ends: the last clip of `angles`, else the item itself.
  func lastPart(ofItemAt index: Int) -> TimedItem { items[items[index].matched.angleSound?.last ?? index] }

  /// Checks that the heard recording also runs during the transitions around its item.
  mutating func checkReach(ofAnglesAt index: Int) -> Bool {
    guard let sound = items[index].matched.angleSound, items[index].timelineRange != nil else { return true }
    do throws(TimeOverflow) {
      let start = try sound.clock.mediaTime(at: heard[index].entryReach)
      let end = try sound.clock.mediaTime(at: sound.length + lastPart(ofItemAt: index).exit.soundReach)
      let length = media.axis(of: sound.source, rate: rate).length
      guard start.isNegative || length.map({ end > $0 }) == true else { return true }
      report(.angleHandleIsMissing(sound.angle, isBefore: start.isNegative, at: sound.item.kindRange))
    } catch { reportOverflow(at: sound.item.kindRange) }
    return false
  }
}

// MARK: - Messages

extension Diagnostic {
  fileprivate static func angleHandleIsMissing(
    _ angle: CameraAngle, isBefore: Bool, at place: SourceRange
  ) -> Diagnostic {
    let name = angle.name.value
    return Diagnostic(
      .missingHandles,
      "the transition \(isBefore ? "before" : "after") this item needs '\(name)' beyond the take, but its "
        + "recording \(isBefore ? "begins later" : "ends earlier")",
      at: place, hint: "shorten the transition or the take, or let the items overlap with `using: overlap`")
  }
}
