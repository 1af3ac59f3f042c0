package import Basics
package import Composition
package import EditScript
package import MediaFacts
package import Vocabulary

/// A tag that a file is to have, and who says so.
package struct FileTag: Hashable, Sendable {
  package let tag: MediaTag
  package let source: Source
  /// Whether the kind of file has a place for it.
  package let isHeld: Bool

  /// Whose it is.
  package enum Source: Hashable, Sendable {
    case script(SourceRange)
    /// The file's place among the film's media.
    case medium(Int, KeptTag)
  }
}

extension LoweredFilm {
  /// The tags of the film's output in a kind of file, also those that it cannot hold.
  ///
  /// What the output says comes before what the script says, and both before what media say. Of the media those
  /// of the story's clips are asked, in the order in which they are first played: the first that has a tag gives it.
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

  /// What the output is to say about itself.
  package func labels(in container: Container) -> FileLabels {
    FileLabels(
      tags: tags(in: container).filter(\.isHeld).map(\.tag), language: spokenLanguage?.value,
      hasChapters: container.holdsChapters && output?.hasChapters?.value ?? true)
  }

  /// What the script says is spoken.
  package var spokenLanguage: Located<String>? { output?.metadata.language ?? script.metadata.language }

  /// What survives of the tags of the media.
  package var keep: Located<KeptTags>? { output?.metadata.keep ?? script.metadata.keep }

  /// What survives of the tags of each file, in the order of the files.
  private var keptTags: [(MediaTag, FileTag.Source)] {
    let kept = keep?.value ?? KeptTags.none
    return kept == .none ? [] : storyMedia.flatMap { keptTags(of: $0, kept) }
  }

  /// Those of one file. Of several names for one thing the first one wins, wherever they stand in the file.
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

  /// The files that clips of the story play, in the order of the story.
  private var storyMedia: [Int] {
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
  /// Whether it can be written as it is.
  fileprivate var isWhole: Bool {
    value.utf8.count <= LanguageLimits.tagBytes
      && value.unicodeScalars.allSatisfy(LanguageLimits.mayStandInTags)
  }
}
