import Basics
import EditScript
import YAMLTree

extension ParsedScript {
  /// The number of outputs in the script. Those that could not be read are not in `script.outputs`.
  package var listedOutputCount: Int { outputRanges.count }

  /// The places of all other outputs.
  func ranges(ofOutputsBeside chosen: [Output]) -> [SourceRange] {
    let kept = Set(chosen.map(\.range))
    return outputRanges.filter { !kept.contains($0) }
  }

  private var outputRanges: [SourceRange] {
    guard case .mapping(let entries, _)? = tree.root?.value,
      case .sequence(let nodes, _)? = entries.first(where: { $0.key == "outputs" })?.value.value
    else { return [] }
    return nodes.map(\.range)
  }
}
