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
        let outputs = zip(films, plans).map { json($0, $1, isDraft: request.isDraft) }
        try Console.print(JSONValue.members(["outputs": .array(outputs)]).indentedText)
      } else {
        let texts = plans.map { request.isDraft ? "draft of " + $0.text : $0.text }
        try Console.print(texts.joined(separator: "\n"))
      }
      return .done
    }
  }
}

/// A plan, and before it the row of the table that it is for, and whether it is that of a draft.
private func json(_ film: RequestedFilm, _ plan: RenderPlan, isDraft: Bool) -> JSONValue {
  guard case .object(let members) = plan.json else { return plan.json }
  let row = film.row.map { JSONValue.Member(name: "row", value: .integer(Int64($0))) }
  let draft = isDraft ? JSONValue.Member(name: "draft", value: .bool(true)) : nil
  return .object([row, draft].compactMap(\.self) + members)
}
