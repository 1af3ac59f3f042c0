import Basics
import Compiler
import Composition
import ContentDigest
import Diagnostics
import EditScript
import Export
import Lowering
import Processes
import RenderPlan
import Workspace

/// The arguments of `plan` and `render` up to the plans.
struct PlanRequest {
  var script: String
  var variables: VariableRequest
  /// The requested outputs.
  var only: OutputChoice
  var range: Located<RangeExpression>?
  /// The cache folder; nil for the default.
  var cache: String?
  var usesCache: Bool
  /// The folder that must contain all files; nil if they may be anywhere.
  var root: RootFolder?
  /// The action if the kernel cannot sandbox the processes that open media.
  var sandbox: SandboxPolicy
  var inspector: Inspector
  /// The file of the film, if it replaces the one in the script.
  var output: StreamOrFile?
  /// Whether films are quick low-resolution drafts, whatever their encoding in the script.
  var isDraft = false
  /// Whether media are read for their digests while they are probed: for films that are planned soon.
  var readsAhead = false
  /// The source of scripts and of the texts beside them.
  var texts: any TextSource = FilesOnDisk()
  /// The digests of media that came through a pipe, by their spelling.
  var notedDigests: [String: ContentDigest] = [:]
  /// The numbers in place of `%n`; a render reserves them.
  var numbers = OutputNumbers()

  func compile(_ media: MediaUse = .content) throws -> CompiledScript {
    var workspace = Workspace(
      texts: texts, cache: usesCache ? try CacheFolder(named: cache) : nil, inspector: inspector, root: root)
    workspace.readsAhead = readsAhead
    workspace.notedDigests = notedDigests
    let file = try workspace.script(at: script)
    return try workspace.compile(
      file, values: variables, media: media, only: only, namesOutput: output?.fileName != nil
    ) { redirect($0, of: file) }
  }

  /// The folder of finished segments; nil without a cache.
  func segmentFolder() throws -> String? {
    guard usesCache else { return nil }
    return try CacheFolder(named: cache).segments
  }

  /// The measured render speed of this machine; nil without a cache.
  func pace() throws -> RenderPace? {
    guard usesCache else { return nil }
    return try CacheFolder(named: cache).pace
  }

  /// The plans of films of a script without errors.
  func plans(
    for films: [RequestedFilm], of script: CompiledScript
  ) throws -> [RenderPlan] {
    let store = try segmentFolder().map { SegmentStore(folder: $0) }
    var plans: [RenderPlan] = []
    for film in films {
      let plan = try script.plan(film.film, range: range)
      plans.append(store?.marking(plan) ?? plan)
    }
    return plans
  }

  /// The films of a script, row by row. Throws if one has no output, or if `-o` names a file for several.
  func films(of script: CompiledScript) throws -> [RequestedFilm] {
    var films: [RequestedFilm] = []
    for row in script.rows {
      let made = Set(row.compilation.films.compactMap { $0.output?.range })
      for film in row.compilation.films {
        guard let output = film.output else {
          throw CommandFailure(
            .usage,
            self.output?.isStream == true
              ? "the script has no outputs that set the format of the film; name the format: -o -.mp4"
              : "the script has no outputs; add `outputs:`, or use -o FILE")
        }
        films.append(
          RequestedFilm(
            row: row.number, film: film, path: path(of: output, in: script.file),
            playlists: (output.playlist?.value ?? []).filter { list in
              row.compilation.script.members(ofPlaylist: list.value).allSatisfy { made.contains($0.range) }
            }.map { script.file.path(of: $0.value) }))
      }
    }
    if films.count > 1, output != nil {
      let (what, advice) =
        script.rows.count > 1
        ? ("the table has \(script.rows.count) rows", "choose one with --row N")
        : ("there are \(films.count) outputs", "choose one with --only NAME")
      throw CommandFailure(.usage, "-o names one file, but \(what); \(advice)")
    }
    return films
  }

  /// Messages about films in which `--range` starts or ends between two frames, each once.
  func roundedRanges(of films: [RequestedFilm], of script: CompiledScript) -> [String] {
    guard let range else { return [] }
    var sentences: [String] = []
    for film in films {
      guard let rate = film.film.composition?.canvas.rate,
        let rounding = script.part(range, of: film.film)?.rounding(at: rate)
      else { continue }
      let sentence = "--range \(rounding)"
      if !sentences.contains(sentence) { sentences.append(sentence) }
    }
    return sentences
  }

  /// The playlists that are not written because they name outputs that are not rendered.
  func playlistsLeftOut(of script: CompiledScript, with films: [RequestedFilm]) -> [String] {
    guard output == nil else { return [] }
    let wanted = script.rows.flatMap { $0.compilation.films.compactMap(\.output) }
      .flatMap { $0.playlist?.value ?? [] }.map { script.file.path(of: $0.value) }
    let written = Set(films.flatMap(\.playlists))
    return wanted.filter { !written.contains($0) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The outputs with `-o FILE` and `--draft`, and with numbers in their names.
  private func redirect(_ outputs: [Output], of script: ScriptFile) -> [Output] {
    let root = if let file = output?.fileName { rootFolder(of: file) } else { root }
    return numbers.numbered(redirected(outputs).map(drafted), root: root) { path(of: $0, in: script) }
  }

  /// The root for a film: none for one that `-o` places elsewhere.
  func rootFolder(of path: String) -> RootFolder? {
    output == nil || root?.names(path) == true ? root : nil
  }

  /// Applies `-o FILE`, which replaces the file of the only output, or creates an output if there is none.
  private func redirected(_ outputs: [Output]) -> [Output] {
    guard let file = output?.fileName else { return outputs }
    let nowhere = SourceRange(0, 0)
    var redirected = outputs.isEmpty ? [Output(range: nowhere, file: Located(file, at: nowhere))] : outputs
    if redirected.count == 1 {
      redirected[0].file = Located(file, at: redirected[0].file.range)
      // The playlist would name the file of the script.
      redirected[0].playlist = nil
    }
    return redirected
  }

  /// The output with the preset `draft`, without keys that would make it large or slow.
  private func drafted(_ output: Output) -> Output {
    guard isDraft else { return output }
    var draft = output
    draft.preset = Located("draft", at: output.preset?.range ?? output.file.range)
    draft.mode = nil
    let (video, audio) = (output.video.codec, output.audio.codec)
    draft.video = VideoSettings()
    draft.audio = AudioSettings()
    draft.audio.channels = output.audio.channels
    if video?.value != "copy" { draft.video.codec = video }
    if audio?.value != "copy" { draft.audio.codec = audio }
    for index in draft.tracks.indices { draft.tracks[index].bitRate = nil }
    return draft
  }

  /// The path of an output: `-o` is relative to the working folder, files in the script are relative to it.
  private func path(of output: Output, in file: ScriptFile) -> String {
    self.output?.fileName != nil ? output.file.value : file.path(of: output.file.value)
  }
}

/// The argument of `-o`.
enum StreamOrFile: Hashable {
  case file(String)
  /// Standard output: `-`, or `-.mp4` to state the format of the film.
  case stream(ending: String?)

  init(_ text: String) {
    self = text == "-" ? .stream(ending: nil) : text.hasPrefix("-.") ? .stream(ending: text) : .file(text)
  }

  /// The replacement for the file in the script; nil if there is none.
  var fileName: String? {
    switch self {
    case .file(let path): path
    case .stream(let ending): ending
    }
  }

  var isStream: Bool { if case .stream = self { true } else { false } }
}

/// A film to render.
struct RequestedFilm {
  /// The subtitles that are written as files next to it.
  var sidecars: [SubtitleSidecar] {
    film.settings.map { $0.container.isPictures || $0.container.isText } == true
      ? [] : film.composition?.sidecars ?? []
  }

  /// Whether its name has a free number, so that nothing is replaced.
  var isNumbered: Bool { film.output?.numberedFile != nil }

  /// Whether each frame is a file.
  var isPictures: Bool { film.settings?.isSeries == true }

  /// The row of the table with its values; nil without a table.
  let row: Int?
  let film: CompiledFilm
  let path: String
  /// The playlists that name it.
  var playlists: [String] = []
}

extension EditScript {
  fileprivate func members(ofPlaylist path: String) -> [Output] {
    outputs.filter { $0.playlist?.value.contains { $0.value == path } == true }
  }
}

extension CompiledScript {
  /// Prints the findings from a severity on to standard error; true if there are errors. `way` explains how
  /// to see the others, such as "-v shows".
  func reportFindings(atLeast severity: Severity, othersBy way: String? = nil) -> Bool {
    let report = TerminalReport(useColor: Console.error.usesColour)
    let way = way ?? "`editc lint -v \(VisibleText.line(shellWord(file.path)))` shows"
    for (source, diagnostics) in findings {
      Console.write(report.text(for: diagnostics, atLeast: severity, in: source, othersBy: way))
    }
    return hasErrors
  }

  /// Prints the findings for a command in which `-v` shows notes.
  func reportFindings(withNotes: Bool) -> Bool {
    reportFindings(atLeast: withNotes ? .note : .warning, othersBy: "-v shows")
  }

  /// Its only row. Throws if there are several.
  func onlyRow() throws -> Row? {
    if rows.count > 1 {
      throw CommandFailure(
        .usage, "the table has \(rows.count) rows, each a film; choose one with --row N")
    }
    return rows.first
  }
}
