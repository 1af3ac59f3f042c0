import Basics
import Diagnostics
import Export
import RenderPlan
import Workspace

extension Command {
  static let plan = Command(
    "plan", "Shows what a render would do, without doing it.",
    details: """
      Prints for each output the canvas, the rate, the duration in time and frames, and each segment with its range, \
      its content, its key, and whether it will be encoded or is in the store already.
      """,
    arguments: [scriptArgument] + VariableRequest.arguments + [
      rangeArgument, draftArgument, cacheArgument, noCacheArgument, rootArgument, sandboxArgument,
      jsonArgument,
    ],
    examples: [Example("plan holiday.edit", "What a render would encode and reuse.")]
  ) { values throws(UsageError) in
    var request = PlanRequest(
      script: try values[scriptArgument], variables: try VariableRequest(values, command: "plan"),
      range: try values[rangeArgument], cache: try values[cacheArgument],
      usesCache: try !values[noCacheArgument], root: try rootFolder(values),
      sandbox: try values[sandboxArgument], inspector: try confinedInspector(values))
    request.isDraft = try values[draftArgument]
    let printsJSON = try values[jsonArgument]
    return carryOut { () throws(CommandFailure) in
      let script = try request.compile()
      if script.reportFindings(atLeast: .warning) { return .findings }
      let films = try request.films(of: script)
      let plans = try request.plans(for: films, of: script)
      if printsJSON {
        let outputs = zip(films, plans).map { json($0, $1) }
        try Console.print(JSONValue.members(["outputs": .array(outputs)]).indentedText)
      } else {
        try Console.print(plans.map(\.text).joined(separator: "\n"))
      }
      return .done
    }
  }
}

/// A plan, and before it the row of the table that it is for.
private func json(_ film: RequestedFilm, _ plan: RenderPlan) -> JSONValue {
  guard let row = film.row, case .object(let members) = plan.json else { return plan.json }
  return .object([JSONValue.Member(name: "row", value: .integer(Int64(row)))] + members)
}
