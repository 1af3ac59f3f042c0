import Basics
import Composition
import ContentDigest
import EditScript
import RenderPlan

/// The changes of each output, those of the new film first.
func outputChanges(_ old: FilmVersion, _ new: FilmVersion, storeIsKnown: Bool) -> [OutputChange] {
  let partners = outputPartners(old.outputs.map(\.output), new.outputs.map(\.output))
  let comparison = OutputComparison(storeIsKnown: storeIsKnown)
  let kept = new.outputs.enumerated().map { index, output in
    var change =
      partners[index].map { comparison.change(from: old.outputs[$0], to: output) }
      ?? comparison.addition(of: output)
    (change.oldIndex, change.newIndex) = (partners[index], index)
    return change
  }
  let taken = Set(partners.values)
  let gone = old.outputs.enumerated().filter { !taken.contains($0.offset) }
  return kept
    + gone.map { index, output in
      var change = comparison.removal(of: output)
      change.oldIndex = index
      return change
    }
}

/// The old output for each new one: with the same name, else the same file, else the same settings.
private func outputPartners(_ old: [Output], _ new: [Output]) -> [Int: Int] {
  var partners: [Int: Int] = [:]
  var taken: Set<Int> = []
  func pair(by key: (Output) -> String?) {
    var waiting: [String: [Int]] = [:]
    for index in old.indices.reversed() where !taken.contains(index) {
      if let text = key(old[index]) { waiting[text, default: []].append(index) }
    }
    for index in new.indices where partners[index] == nil {
      guard let text = key(new[index]), let place = waiting[text]?.popLast() else { continue }
      partners[index] = place
      taken.insert(place)
    }
  }
  pair { $0.name?.value }
  pair { plainPath($0.file.value) }
  pair { output in
    OutputProperty.all.map { $0.name == "file" ? "" : $0.text(output) ?? "" }.joined(separator: "\u{1F}")
  }
  return partners
}

private struct OutputComparison {
  let storeIsKnown: Bool

  func change(from old: OutputVersion, to new: OutputVersion) -> OutputChange {
    var change = OutputChange(
      kind: .kept, file: new.output.file.value, values: values(from: old, to: new), old: old.plan?.length,
      new: new.plan?.length)
    if let before = old.plan, let after = new.plan {
      change.pieces = pieces(from: before, to: after)
      change.isSame = before.makesSameFile(as: after)
    }
    return change
  }

  func addition(of new: OutputVersion) -> OutputChange {
    OutputChange(
      kind: .added, file: new.output.file.value, values: values(from: nil, to: new), new: new.plan?.length,
      pieces: new.plan.map { pieces(from: nil, to: $0) }, isSame: false)
  }

  func removal(of old: OutputVersion) -> OutputChange {
    OutputChange(
      kind: .removed, file: old.output.file.value, values: values(from: old, to: nil), old: old.plan?.length,
      isSame: false)
  }

  private func values(from old: OutputVersion?, to new: OutputVersion?) -> [ValueChange] {
    OutputProperty.all.compactMap { property in
      let (before, after) = (
        old.flatMap { property.text($0.output) }, new.flatMap { property.text($0.output) }
      )
      guard before != after else { return nil }
      // An added or removed output is labelled with its file.
      if property.name == "file", old == nil || new == nil { return nil }
      if let before = old?.plan, let after = new?.plan, property.hasSameEffect(before, after) { return nil }
      return ValueChange(property: property.name, old: before, new: after, unwritten: property.unwritten)
    }
  }

  // MARK: Pieces

  private func pieces(from old: RenderPlan?, to new: RenderPlan) -> OutputChange.Pieces {
    let oldKeys = Set(old?.contentKeys ?? [])
    let newKeys = Set(new.contentKeys)
    var pieces = OutputChange.Pieces()
    pieces.segments = zip(new.segments, new.contentKeys).map {
      segment($0, oldKeys.contains($1) ? .kept : .new, of: new)
    }
    if let old {
      let gone = zip(old.segments, old.contentKeys).filter { !newKeys.contains($1) }
      pieces.segments += gone.map { segment($0.0, .gone, of: old) }
    }
    pieces.sound = sound(old?.soundTrack, new.soundTrack)
    return pieces
  }

  private func segment(_ segment: Segment, _ state: SegmentChange.State, of plan: RenderPlan) -> SegmentChange
  {
    let rate = plan.composition.canvas.rate
    let start = try? rate.start(ofFrame: segment.frames.lowerBound)
    let end = try? rate.start(ofFrame: segment.frames.upperBound)
    return SegmentChange(
      state: state, key: segment.key, frames: segment.frames,
      timelineRange: start.flatMap { start in end.flatMap { TimeRange(start: start, end: $0) } },
      isInStore: storeIsKnown ? segment.isInStore : nil, isCopied: segment.copied != nil)
  }

  private func sound(_ old: SoundTrack?, _ new: SoundTrack?) -> SoundChange? {
    guard let new else {
      return old.map { SoundChange(state: .gone, key: $0.key, isInStore: storeIsKnown ? $0.isInStore : nil) }
    }
    return SoundChange(
      state: old?.key == new.key ? .kept : .new, key: new.key, isInStore: storeIsKnown ? new.isInStore : nil)
  }
}

extension RenderPlan {
  fileprivate var length: FilmLength {
    FilmLength(
      duration: try? composition.canvas.rate.start(ofFrame: frameCount),
      frameCount: composition.canvas.hasPicture ? frameCount : nil)
  }

  /// Whether both plans have the same pieces in the same order, in a file of the same name and form.
  fileprivate func makesSameFile(as other: RenderPlan) -> Bool {
    contentKeys == other.contentKeys && soundTrack?.key == other.soundTrack?.key
      && otherTracks.map(\.track.key) == other.otherTracks.map(\.track.key)
      && composition.subtitles == other.composition.subtitles && frames == other.frames
      && settingsOfFile == other.settingsOfFile
      && (!settings.container.isText || composition.sidecars == other.composition.sidecars)
      && chapters == other.chapters && coverPicture?.key == other.coverPicture?.key
      && composition.coverFile?.spelling == other.composition.coverFile?.spelling
  }

  /// The settings outside the keys of segments and sounds. New settings count unless excluded here.
  private var settingsOfFile: OutputSettings {
    var settings = settings
    settings.file = plainPath(settings.file)
    settings.video = nil  // In the keys of the segments.
    settings.audio = nil  // In the keys of the sounds.
    settings.copied = CopiedTracks()  // In the keys of both.
    settings.coverFrame = nil  // In the key of the cover.
    settings.sizeLimit = nil  // In the bit rate of the segments.
    settings.labels.hasChapters = false  // The chapters themselves are compared.
    return settings
  }
}
