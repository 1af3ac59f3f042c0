import Basics
import Composition
import Diagnostics
import Export
import RenderPlan
import Workspace

private let planOutput = Argument<String?>.option(
  "output", short: "o", .file("FILE"),
  "Writes the plan to a file, for `editc segment` and `editc join`; `-` writes it to standard output.",
  group: "Output")

extension Command {
  static let plan = Command(
    "plan", "Shows what a render will do.",
    details: """
      Prints the canvas, frame rate, duration, estimated file size and estimated CPU time of each output, \
      and each segment with its range, content and key, and whether it will be encoded or is already in the \
      store. `docs/plan.md` describes how good the estimates are.

      With -o, writes a file with everything that other machines need to render the film, including the \
      versions and the digests of media, fonts and LUTs. See `docs/many-machines.md`.
      """,
    arguments: [scriptArgument, onlyArgument, planOutput, forceArgument] + VariableRequest.arguments + [
      rangeArgument, draftArgument, jsonArgument, summaryArgument, verboseArgument, fetchArgument,
      allowPrivateArgument, cacheArgument, noCacheArgument,
      rootArgument, sandboxArgument,
    ],
    examples: [
      Example("plan holiday.edit", "Shows what a render would encode and reuse."),
      Example("plan holiday.edit -o holiday.plan", "Writes a plan for `editc segment` on other machines."),
    ], fetchesFirst: true, settings: .script
  ) { values in
    var request = PlanRequest(
      script: try values[scriptArgument],
      variables: try VariableRequest(values, command: "plan", allowsExamples: false),
      only: OutputChoice(try values[onlyArgument]), range: try values[rangeArgument], cache: try values.cache,
      usesCache: try !values[noCacheArgument], root: try rootFolder(values),
      sandbox: try values[sandboxArgument], inspector: try confinedInspector(values))
    request.isDraft = try values[draftArgument]
    let printsJSON = try values[jsonArgument]
    let isSummary = try wantsSummary(values, command: "plan")
    let showsNotes = try values[verboseArgument]
    let file = try values[planOutput]
    let replaces = try values[forceArgument]
    if file != nil, printsJSON {
      throw UsageError(
        .other("-o and --json cannot be combined; a plan file is already JSON"), command: "plan")
    }
    let script = try request.compile()
    if script.reportFindings(withNotes: showsNotes) { return .findings }
    let films = try request.films(of: script)
    for sentence in request.roundedRanges(of: films, of: script) {
      Console.complain("warning: \(sentence)")
    }
    if let file {
      try request.writePlan(of: films, script, to: file, replacing: replaces)
      return .done
    }
    let plans = try request.plans(for: films, of: script)
    let estimates = try request.estimates(of: plans)
    if printsJSON {
      let outputs = zip(films, zip(plans, estimates)).map {
        json($0, $1.0, $1.1, isDraft: request.isDraft)
      }
      let plan = JSONValue.members(["outputs": .array(outputs)])
      try Console.print(isSummary ? plan.summaryText { list, _ in list != "segments" } : plan.indentedText)
    } else {
      let texts = zip(plans, estimates).map { plan, estimate in
        (request.isDraft ? "draft of " : "") + plan.text(with: estimate.lines)
      }
      try Console.print(texts.joined(separator: "\n"))
    }
    return .done
  }
}

/// A plan as JSON, preceded by its row of the table, and whether it is a draft.
private func json(
  _ film: RequestedFilm, _ plan: RenderPlan, _ estimate: PlanEstimate, isDraft: Bool
) -> JSONValue {
  guard case .object(let members) = plan.json else { return plan.json }
  let row = film.row.map { JSONValue.Member(name: "row", value: .integer(Int64($0))) }
  let draft = isDraft ? JSONValue.Member(name: "draft", value: .bool(true)) : nil
  return .object([row, draft].compactMap(\.self) + members + estimate.members)
}

/// The estimated size of a file and time of its render.
struct PlanEstimate {
  /// Nil for a text.
  let size: SizeEstimate?
  let time: TimeEstimate?
  /// The codec and speed of the pictures that must be encoded; nil if there is no time to estimate.
  let encodes: String?

  /// The lines that `plan` prints below the first line of a film.
  var lines: [String] {
    [size.map { "size \($0.text)" }, timeLine].compactMap(\.self)
  }

  private var timeLine: String? {
    guard let time else {
      return encodes.map { "time unknown: no render of \($0) has been measured on this machine" }
    }
    let share = Double(time.processors)
    let wall =
      time.processors > 1
      ? ", \(words(time.low / share, time.high / share)) on \(time.processors) idle cores" : ""
    let renders = time.renders == 1 ? "1 render" : "\(time.renders) renders"
    return "time \(words(time.low, time.high)) of CPU time\(wall) (from \(renders) on this machine)"
  }

  /// The members for programs.
  var members: [JSONValue.Member] {
    [
      size.map { JSONValue.Member(name: "size", value: $0.json) },
      time.map { time in
        JSONValue.Member(
          name: "time",
          value: .members([
            "low": .number(tenths(time.low, .down)), "high": .number(tenths(time.high, .up)),
            "processors": .integer(Int64(time.processors)), "renders": .integer(Int64(time.renders)),
          ]))
      },
    ].compactMap(\.self)
  }

  private func words(_ low: Double, _ high: Double) -> String {
    if high < 1 { return "less than a second" }
    if high < 120 { return "about \(whole(low)) to \(whole(high)) s" }
    if high < 7200 { return "about \(whole(low / 60)) to \(whole(high / 60)) min" }
    return "about \(whole(low / 3600)) to \(whole(high / 3600)) h"
  }

  private func whole(_ number: Double) -> Int64 { Int64(min(number, 1e15).rounded()) }
  private func tenths(_ number: Double, _ rule: FloatingPointRoundingRule) -> Double {
    (min(number, 1e15) * 10).rounded(rule) / 10
  }
}

extension PlanRequest {
  fileprivate func estimates(of plans: [RenderPlan]) throws -> [PlanEstimate] {
    let store = try segmentFolder().map { SegmentStore(folder: $0) }
    let pace = try pace()
    return plans.map { plan in
      let encodes =
        pace != nil && !plan.settings.copied.pictures && plan.segments.contains { !$0.isInStore }
        ? plan.settings.video.map { $0.codec.rawValue + ($0.speed.isEmpty ? "" : " at speed \($0.speed)") }
        : nil
      return PlanEstimate(
        size: plan.settings.container.isText
          ? nil : plan.sizeEstimate(stored: store?.packetBytes(of: plan) ?? [:]),
        time: pace?.estimate(plan), encodes: encodes)
    }
  }
}
