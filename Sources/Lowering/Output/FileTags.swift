package import Basics
package import Composition
package import EditScript

/// A tag of an output file and its source.
package struct FileTag: Hashable, Sendable {
  package let tag: MediaTag
  package let source: Source
  /// Whether the container supports it.
  package let isHeld: Bool

  /// The source of a tag.
  package enum Source: Hashable, Sendable {
    case script(SourceRange)
    /// The index of the file among the film's media.
    case medium(Int, KeptTag)
  }
}

extension LoweredFilm {
  /// The tags of the film's output in a container, including those that it does not support.
  ///
  /// Tags of the output take precedence over tags of the script, and both over tags of the media. Among the media of
  /// the timeline's clips, in the order of first use, the first with a tag wins.
  package func tags(in container: Container) -> [FileTag] {
    var taken: Set<String> = []
    var found: [(MediaTag, FileTag.Source)] = []
    for name in TagName.allCases {
      guard let written = output?.metadata[name] ?? script.metadata[name] else { continue }
      taken.insert(name.rawValue)
      if !written.value.isEmpty {
        found.append((MediaTag(name: name.rawValue, value: written.value), .script(written.range)))
      }
    }
    for (tag, source) in keptTags where taken.insert(tag.name).inserted { found.append((tag, source)) }
    let names = Set(found.map(\.0.name))
    return found.map { tag, source in
      let isShared =
        tag.name == "comment" && container.hasOnePlaceForRemarks && names.contains("description")
      let isHeld = container.holds(tag) && tag.isWhole && !isShared
      return FileTag(tag: tag, source: source, isHeld: isHeld)
    }
  }

  /// The labels of the output file.
  package func labels(in container: Container) -> FileLabels {
    let keyTags = container.declaration.keySpace.map { self.keyTags(of: $0) } ?? []
    let names = Set(keyTags.map { $0.name.value.lowercased() })
    var labels = FileLabels(
      // A name in the container's own key space takes precedence over the common name.
      tags: tags(in: container).filter(\.isHeld).map(\.tag).filter { !names.contains($0.name) },
      language: container.holdsLanguage ? spokenLanguage?.value : nil,
      hasChapters: container.holdsChapters && output?.hasChapters?.value ?? (output?.playlist == nil))
    labels.keyTags = keyTags.map { MediaTag(name: $0.name.value, value: $0.text.value) }
    if container.namesTracks {
      (labels.videoTitle, labels.audioTitle) = (output?.video.title?.value, output?.audio.title?.value)
    }
    return labels
  }

  /// The tags in a container's own key space: those of the script, replaced by those of the output. Empty
  /// texts remove tags.
  private func keyTags(of space: KeySpace) -> [WrittenKeyTag] {
    let own = output?.metadata.keys[space] ?? []
    let names = Set(own.map(\.name.value))
    let shared = (script.metadata.keys[space] ?? []).filter { !names.contains($0.name.value) }
    return (shared + own).filter { !$0.text.value.isEmpty }
  }

  /// The spoken language that the script names.
  package var spokenLanguage: Located<String>? { output?.metadata.language ?? script.metadata.language }

  /// The tags of the media that are kept.
  package var keep: Located<KeptTags>? { output?.metadata.keep ?? script.metadata.keep }

  /// The kept tags of each file, in the order of the files.
  private var keptTags: [(MediaTag, FileTag.Source)] {
    let kept = keep?.value ?? KeptTags.none
    return kept == .none ? [] : timelineMedia.flatMap { keptTags(of: $0, kept) }
  }

  /// The kept tags of one file. Among several names for one thing, the lowest rank wins, in any order in the file.
  private func keptTags(of index: Int, _ kept: KeptTags) -> [(MediaTag, FileTag.Source)] {
    var found: [(MediaTag, FileTag.Source)] = []
    let tags = media[index].reference.facts.tags
    for rank in KeptTag.ranks {
      for tag in tags where !tag.value.isEmpty {
        guard let meaning = KeptTag(tag), meaning.rank == rank, kept == .all || meaning.isFitForSharing
        else { continue }
        found.append((MediaTag(name: meaning.name, value: tag.value), .medium(index, meaning)))
      }
    }
    return found
  }

  /// The files that clips of the timeline play, in the order of the timeline.
  private var timelineMedia: [Int] {
    var seen: Set<Int> = []
    return items.compactMap { item in
      guard item.list == .timeline, case .clip = item.item.kind, let index = item.medium,
        media.indices.contains(index), seen.insert(index).inserted
      else { return nil }
      return index
    }
  }
}

extension MediaTag {
  /// Whether it can be written unchanged.
  fileprivate var isWhole: Bool {
    value.utf8.count <= LanguageLimits.tagBytes
      && value.unicodeScalars.allSatisfy(LanguageLimits.mayStandInTags)
  }
}
