import Composition
import LibAV
import RenderPlan

extension RenderPlan {
  /// The tags of the whole file. Containers of several tracks store the language of each.
  var writtenTags: [MediaTag] {
    let labels = settings.labels
    guard let language = labels.language, !settings.container.holdsTracks else {
      return labels.tags
    }
    return labels.tags + [MediaTag(name: "language", value: language)]
  }
}

/// Reads the labels of the finished file as any other program would, and compares them with the plan.
func labelProblems(ofFilmAt path: String, _ plan: RenderPlan) throws(LibAVError) -> [String] {
  let (tags, chapters) = (plan.writtenTags, plan.chapters)
  let keyTags = plan.settings.labels.keyTags
  guard !tags.isEmpty || !keyTags.isEmpty || !chapters.isEmpty else { return [] }
  let found = try FoundLabels(ofFileAt: path)
  let container = plan.settings.container
  var problems: [String] = []
  for tag in tags {
    let name = tag.name == "description" && container.hasOnePlaceForRemarks ? "comment" : tag.name
    let value = found.values[name]
    // These are read as numbers and written as words again.
    let isRead = ["genre", "location"].contains(name) ? value != nil : value == tag.value
    if !isRead { problems.append("its tag `\(tag.name)` cannot be read again") }
  }
  // Readers use other names for some of them.
  let values = Set(found.values.values)
  for tag in keyTags where !values.contains(tag.value) {
    problems.append("its tag `\(tag.name)` cannot be read again")
  }
  if chapters.map(\.start) != found.chapters.map(\.start) {
    problems.append("it has \(found.chapters.count) chapters, not the \(chapters.count) that were planned")
  } else if !zip(chapters, found.chapters).allSatisfy({ $0.name.isEmpty || $0.name == $1.name }) {
    problems.append("its chapters have other names")
  }
  return problems
}
