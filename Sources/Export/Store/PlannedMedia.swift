import Composition
import Processes

/// The media of a plan, which must not change after the plan's keys were computed from their bytes.
///
/// Otherwise a segment would be stored under the key of pictures that it does not show.
struct PlannedMedia {
  let references: [MediaReference]
  /// In the order of the references.
  let identities: [FileIdentity]

  /// Returns what `make` makes from these media, provided that they do not change meanwhile.
  func watched<Made>(
    _ media: some Sequence<Int>, _ make: () throws(ExportError) -> Made
  ) throws(ExportError) -> Made {
    let media = Set(media).sorted()
    try checkUnchanged(media)
    let made: Made
    do throws(ExportError) { made = try make() } catch {
      // A decoder's error means nothing while the file is being written.
      try checkUnchanged(media)
      throw error.naming(references)
    }
    try checkUnchanged(media)
    return made
  }

  func checkUnchanged(_ media: some Sequence<Int>) throws(ExportError) {
    for index in media {
      guard references.indices.contains(index), identities.indices.contains(index) else {
        throw ExportError(.engine, "the plan has no media \(index)")
      }
      guard FileIdentity(ofFileAt: references[index].path) == identities[index] else {
        throw ExportError(
          .temporary, "\(references[index].spelling) changed during the render; run the command again")
      }
    }
  }
}

extension ExportError {
  /// With the script's names of files that were found elsewhere by their digests.
  fileprivate func naming(_ references: [MediaReference]) -> ExportError {
    references.filter { !$0.path.hasSuffix($0.spelling) }.reduce(self) { error, found in
      ExportError(error.kind, error.message.replacing(found.path, with: found.spelling))
    }
  }
}
