package import Basics
import ContentDigest
import EditScript

extension FilmChanges {
  /// The changes as JSON; `docs/json.md` describes the members.
  package func json(old oldName: String, new newName: String, shortcoming: String? = nil) -> JSONValue {
    .membersPresent([
      "same": .bool(isSameFilm),
      "old": old.json(named: oldName),
      "new": new.json(named: newName),
      "settings": .array(settings.map(\.json)),
      "media": .array(media.map(\.json)),
      "items": .array(items.map(\.json)),
      "shifts": .array(shifts.map(\.json)),
      "checks": .array(checks.map(\.json)),
      "outputs": .array(outputs.map(\.json)),
      "segmentsUnknown": shortcoming.map { .string($0) },
    ])
  }
}

extension FilmLength {
  fileprivate func json(named name: String) -> JSONValue {
    .membersPresent([
      "script": .string(name), "duration": duration.map { .string($0.spelling) },
      "frames": frameCount.map { .integer($0) },
    ])
  }

  fileprivate var json: JSONValue {
    .membersPresent([
      "duration": duration.map { .string($0.spelling) }, "frames": frameCount.map { .integer($0) },
    ])
  }
}

extension ValueChange {
  fileprivate var json: JSONValue {
    .membersPresent([
      "property": .string(property), "old": old.map { .string($0) }, "new": new.map { .string($0) },
    ])
  }
}

extension SettingChange {
  fileprivate var json: JSONValue {
    .membersPresent([
      "section": .string(section), "property": .string(value.property), "old": value.old.map { .string($0) },
      "new": value.new.map { .string($0) },
    ])
  }
}

extension MediaChange {
  fileprivate var json: JSONValue {
    .membersPresent([
      "change": .string(name == nil ? "content" : "file"), "name": name.map { .string($0) },
      "old": Self.side(oldFile, oldDigest, oldDuration), "new": Self.side(newFile, newDigest, newDuration),
    ])
  }

  private static func side(_ file: String, _ digest: ContentDigest?, _ duration: RationalTime?) -> JSONValue {
    .membersPresent([
      "file": .string(file), "sha256": digest.map { .string($0.hex) },
      "duration": duration.map { .string($0.spelling) },
    ])
  }
}

extension ItemChange {
  fileprivate var json: JSONValue {
    .membersPresent([
      "change": .string(kind.rawValue), "lane": .string(lane.rawValue), "label": .string(label),
      "name": name.map { .string($0) }, "switched": isSwitched ? .bool(true) : nil, "old": old?.json,
      "new": new?.json, "values": .array(values.map(\.json)),
    ])
  }
}

extension ItemChange.Place {
  fileprivate var json: JSONValue {
    .membersPresent([
      "index": .integer(Int64(index)), "line": .integer(Int64(line)),
      "start": timelineRange.map { .string($0.start.spelling) },
      "end": timelineRange.map { .string($0.end.spelling) },
    ])
  }
}

extension Shift {
  fileprivate var json: JSONValue {
    .members([
      "lane": .string(lane.rawValue), "firstIndex": .integer(Int64(firstIndex)),
      "items": .integer(Int64(itemCount)), "by": .string(offset.spelling),
    ])
  }
}

extension OutputChange {
  fileprivate var json: JSONValue {
    .membersPresent([
      "change": .string(kind == .kept ? (values.isEmpty ? "none" : "changed") : kind.rawValue),
      "file": .string(file), "same": isSame.map { .bool($0) }, "values": .array(values.map(\.json)),
      "old": old?.json, "new": new?.json, "segments": pieces.map { .array($0.segments.map(\.json)) },
      "sound": pieces?.sound?.json,
    ])
  }
}

extension SegmentChange {
  fileprivate var json: JSONValue {
    .membersPresent([
      "state": .string(state.rawValue), "firstFrame": .integer(frames.lowerBound),
      "frames": .integer(Int64(frames.count)), "start": timelineRange.map { .string($0.start.spelling) },
      "end": timelineRange.map { .string($0.end.spelling) }, "inStore": isInStore.map { .bool($0) },
      "key": .string(key.hex), "copied": isCopied ? .bool(true) : nil,
    ])
  }
}

extension SoundChange {
  fileprivate var json: JSONValue {
    .membersPresent([
      "state": .string(state.rawValue), "inStore": isInStore.map { .bool($0) }, "key": .string(key.hex),
    ])
  }
}
