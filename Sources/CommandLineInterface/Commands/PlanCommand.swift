import Diagnostics
import Export
import JSONText
import RenderPlan

extension Command {
  static let plan = Command(
    "plan", "Shows what a render would do, without doing it.",
    details: """
      Prints for each output the canvas, the rate, the duration in time and frames, and every segment with \
      its range, what it shows, its key, and whether it will be encoded or is in the store already.
      """,
    arguments: [
      scriptArgument, variablesArgument, rangeArgument, cacheArgument, noCacheArgument, jsonArgument,
    ],
    examples: [Example("plan holiday.edit", "What rendering the script would encode and reuse.")]
  ) { values throws(UsageError) in
    let request = PlanRequest(
      script: try values[scriptArgument], variables: try values[variablesArgument].dictionary,
      range: try values[rangeArgument], cache: try values[cacheArgument],
      usesCache: try !values[noCacheArgument])
    let printsJSON = try values[jsonArgument]
    return carryOut {
      let script = try request.compile()
      if script.reportFindings(atLeast: .warning) { return .findings }
      let plans = try request.plans(for: script)
      if printsJSON {
        try Console.print(JSONValue.members(["outputs": .array(plans.map(\.json))]).indentedText)
      } else {
        try Console.print(plans.map(\.text).joined(separator: "\n"))
      }
      return .done
    }
  }
}
