extension CodedSource {
  /// The parameter sets with new ids and a new level.
  func renamed(_ names: SetNames, level: StreamLevel) throws(CodedStreamError) -> SetUnits {
    switch (sets, level) {
    case (.h264(let sets), .h264(let level)): try renamed(sets, names, level)
    case (.hevc(let sets), .hevc(let level)): try renamed(sets, names, level)
    default: throw CodedStreamError("has a level of another codec")
    }
  }

  private func renamed(
    _ sets: H264Sets, _ names: SetNames, _ level: H264Level
  ) throws(CodedStreamError) -> SetUnits {
    var units = SetUnits()
    for (id, unit) in header.units.sequences {
      guard let set = sets.sequences[id], let name = names.sequences[id] else { continue }
      // From level 3 on, profiles with B pictures predict only 8x8 blocks.
      if set.profile.needsDirectInference, !set.infersDirect8x8, set.level.number < 30, level.number >= 30 {
        throw .levelForbids(level.description, "direct prediction of 4x4 blocks")
      }
      units.sequences[name] = try parameterSet(
        unit, headerBytes: 1, replacing: set.replacements(identifier: name, level: level))
    }
    for (id, unit) in header.units.pictures {
      guard let set = sets.pictures[id], let name = names.pictures[id] else { continue }
      guard let sequence = names.sequences[set.sequence] else { continue }
      units.pictures[name] = try parameterSet(
        unit, headerBytes: 1, replacing: set.replacements(identifier: name, sequence: sequence))
    }
    return units
  }

  private func renamed(
    _ sets: HEVCSets, _ names: SetNames, _ level: HEVCLevel
  ) throws(CodedStreamError) -> SetUnits {
    var units = SetUnits()
    for (id, unit) in header.units.videos {
      guard let set = sets.videos[id], let name = names.videos[id] else { continue }
      units.videos[name] = try parameterSet(
        unit, headerBytes: 2, replacing: set.replacements(identifier: name, level: level))
    }
    for (id, unit) in header.units.sequences {
      guard let set = sets.sequences[id], let name = names.sequences[id] else { continue }
      guard let video = names.videos[set.video] else { continue }
      // From level 5 on, coding tree blocks are at least 32x32.
      if set.blockSize < 32, set.profile.level.number < 150, level.number >= 150 {
        throw .levelForbids(level.description, "coding tree blocks of \(set.blockSize)x\(set.blockSize)")
      }
      units.sequences[name] = try parameterSet(
        unit, headerBytes: 2, replacing: set.replacements(identifier: name, video: video, level: level))
    }
    for (id, unit) in header.units.pictures {
      guard let set = sets.pictures[id], let name = names.pictures[id] else { continue }
      guard let sequence = names.sequences[set.sequence] else { continue }
      units.pictures[name] = try parameterSet(
        unit, headerBytes: 2, replacing: set.replacements(identifier: name, sequence: sequence))
    }
    return units
  }
}

extension SetUnits {
  /// Adds sets with different ids.
  mutating func merge(_ other: SetUnits) {
    videos.merge(other.videos) { old, _ in old }
    sequences.merge(other.sequences) { old, _ in old }
    pictures.merge(other.pictures) { old, _ in old }
  }
}
