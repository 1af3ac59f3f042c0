import Basics
import Composition
import Processes
import Workspace

private let film = Argument.positional(.file("FILM"), "The film: a file that editc wrote, or a copy of it.")
private let script = Argument<String?>.optionalPositional(
  .file("SCRIPT", extensions: ["edit"]), "The script that it should be the film of.")
private let receipt = Argument<String?>.option(
  "receipt", .file("RECEIPT", extensions: ["json"]),
  "Compares the film with its receipt instead, which needs neither script nor media. Default without a script: "
    + "`FILM.intoto.json`.", group: "Script")
private let master = Argument<String?>.option(
  "against", .file("MASTER"),
  "Compares an encoded copy with the film that it is a copy of: both are decoded.", group: "Script")
private let noRender = Argument.flag(
  "no-render", "Does not render what is missing from the cache; the film is then not verified.",
  group: "Workers")

/// These options say which film of a script is meant, and how it is rendered.
private func refuseScriptOptions(in values: ParsedArguments, beside other: String) throws(UsageError) {
  let options: [any DeclaredArgument] =
    [onlyArgument] + VariableRequest.arguments + [rangeArgument, draftArgument, noRender]
  if let option = options.first(where: { values.wasGiven($0) }) {
    throw UsageError(
      .other("\(option.declaration.label) concerns a script, and \(other) needs none; leave it out"),
      command: "verify")
  }
}

extension Command {
  static let verify = Command(
    "verify", "Compares a film with its script, frame by frame.",
    details: """
      Makes the script's film from the cache, rendering what is missing, and compares every coded picture, \
      every packet of sound, every caption, chapter, tag and language with it. Nothing is decoded. A film \
      that was only copied into another container (mp4, mkv, mov, ts) is compared in the same way; what that \
      container cannot hold does not count. A film that was encoded again has no packet of the edit: compare it \
      with such a film by --against, which finds frames that are moved, missing or replaced, and sound that is \
      shifted.

      Each difference is a finding with the time and, where there is one, the item of the script. \
      `docs/verify.md` lists the kinds of findings.

      With a receipt of `editc render --receipt`, the film is compared with what the receipt states.

      Exits with 0 if the film is the edit's or the master's, 1 if it differs or the script has errors, 65 if \
      the film cannot be read, and 66 if it, the script or its media are missing, or if nothing can be proven.
      """,
    arguments: [film, script, receipt, master, onlyArgument] + VariableRequest.arguments + [
      rangeArgument, draftArgument, jobsArgument, noRender, ReportRequest.formatArgument,
      ReportRequest.fileArgument, ReportRequest.limitArgument, progressArgument, cacheArgument,
      noCacheArgument,
      rootArgument, sandboxArgument,
    ],
    examples: [
      Example("verify holiday.mp4 holiday.edit", "Compares a film with its script."),
      Example("verify upload.mkv holiday.edit --only web", "Compares a copy in another container."),
      Example("verify holiday.mp4 --receipt holiday.mp4.intoto.json", "Compares a film with its receipt."),
      Example("verify upload.webm --against holiday.mp4", "Compares an encoded copy with the film."),
    ], settings: .script
  ) { values in
    let film = try values[film]
    let report = VerificationReport(
      film: film, reports: try ReportRequest.all(in: values, command: "verify"),
      limit: try values[ReportRequest.limitArgument])
    let (named, root) = (try values[receipt], try rootFolder(values))
    if let master = try values[master] {
      guard try values[script] == nil, named == nil else {
        throw UsageError(
          .other("a film is compared with a script, a receipt or a master, not with several"),
          command: "verify")
      }
      try refuseScriptOptions(in: values, beside: "--against")
      return try CopyVerification(
        film: film, master: master, root: root, inspector: try confinedInspector(values), report: report
      ).run()
    }
    guard let script = try values[script] else {
      let receipt = named ?? FilmReceipt.path(besideFilm: film)
      guard named != nil || isThere(receipt) else {
        throw UsageError(
          .other(
            "name the script, editc verify FILM SCRIPT, a receipt with --receipt, or a master with --against"),
          command: "verify")
      }
      try refuseScriptOptions(in: values, beside: "a receipt")
      return try ReceiptVerification(
        film: film, receipt: receipt, root: root, inspector: try confinedInspector(values), report: report
      ).run()
    }
    guard named == nil else {
      throw UsageError(
        .other("a film is compared with a script or a receipt, not with both"), command: "verify")
    }
    var request = PlanRequest(
      script: script, variables: try VariableRequest(values, command: "verify", allowsExamples: false),
      only: OutputChoice(try values[onlyArgument]), range: try values[rangeArgument], cache: try values.cache,
      usesCache: try !values[noCacheArgument], root: root, sandbox: try values[sandboxArgument],
      inspector: try confinedInspector(values))
    request.isDraft = try values[draftArgument]
    return try Verification(
      film: film, request: request, jobs: try values[jobsArgument] ?? values.settings.jobs?.value,
      renders: try !values[noRender], progress: try values[progressArgument], report: report
    ).run()
  }
}
