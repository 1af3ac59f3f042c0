import Basics
import Compiler
import Composition
import ContentDigest
import EditScript
import Export
import FilmComparison
import Processes
import RenderPlan
import ScriptWriting
import Workspace

/// Compiles the script of a preview on request, in a separate process, so that a script that takes seconds
/// does not block pages.
struct PreviewCompiler {
  let script: String
  let values: VariableRequest
  /// Nil without a cache.
  let cache: CacheFolder?
  let inspector: Inspector
  let root: RootFolder?
  let bounds: PixelSize
  let hasSound: Bool
  let folder: PreviewFolder
  let history = PreviewHistory()

  /// Each line requests a compilation by its number, or `base` and the number of a version the films of the
  /// last commit. The same line is the answer, once its file exists.
  func run() throws {
    var orders = LineReader(descriptor: 0, named: "<stdin>", limit: 64)
    while let line = try orders.next() {
      if let number = Int(line) {
        try answer(number)
      } else if line.hasPrefix("base "), let number = Int(line.dropFirst(5)) {
        try answerBase(number)
      }
    }
  }

  private func answerBase(_ number: Int) throws {
    var base = PreviewBase(version: number)
    do { try compare(into: &base) } catch { base.problem = CommandFailure(error).message }
    do { try base.write(to: folder.base(number)) } catch { Console.complain(CommandFailure(error).message) }
    try ReportChannel.send("base \(number)")
  }

  private func compare(into base: inout PreviewBase) throws {
    guard let (number, script) = history.shown, number == base.version else { return }
    guard root == nil else {
      base.problem = "a preview with --root does not read other revisions"
      return
    }
    let version = try ScriptVersion(revision: "HEAD", of: self.script)
    base.commit = version.commit
    let workspace = Workspace(cache: cache, inspector: inspector, root: root)
    let old = try workspace.compile(version, values: values, redirect: Self.redirect)
    guard !old.hasErrors else {
      base.problem = "the script of the last commit has errors, or does not match the present media"
      return
    }
    history.base = old
    let films = old.previewedFilms
    for (index, film) in script.previewedFilms.enumerated() {
      guard film.track.map({ $0.number == 0 }) ?? true, let now = film.film,
        let match = films.first(where: { $0.film != nil && $0.name == film.name && $0.row == film.row }),
        let before = match.film
      else { continue }
      let (plan, _) = try old.previewPlan(of: match, within: bounds, hasSound: false)
      let files = PreviewFiles(shared: folder.made, own: folder.baseFilm(index, ofVersion: number))
      try makeFolder(files.own)
      let media = match.composition.media.compactMap { old.media.identities[$0.path] }
      base.films.append(
        PreviewBase.Film(
          film: index, plan: try PreviewFilm(plan, media: media, waveforms: [], files: files).onlyPictures,
          spans: PreviewBase.Span.all(
            from: FilmVersion(before.lowered, of: old), to: FilmVersion(now.lowered, of: script))))
    }
    if base.films.isEmpty { base.problem = "the script of the last commit has none of these outputs" }
  }

  /// A script without outputs has one film.
  private static func redirect(_ outputs: [Output]) -> [Output] {
    outputs.isEmpty
      ? [Output(range: SourceRange(0, 0), file: Located("preview.mp4", at: SourceRange(0, 0)))] : outputs
  }

  private func answer(_ number: Int) throws {
    let texts = NotedTexts()
    var version = PreviewVersion(number: number)
    do { try compile(into: &version, texts) } catch { version.problem = CommandFailure(error).message }
    // A script that does not exist yet is watched.
    version.watched = Set(version.watched + texts.paths + [script, ScriptLock.path(ofScript: script)])
      .sorted()
    do { try version.write(to: folder.version(number)) } catch {
      Console.complain(CommandFailure(error).message)
    }
    try ReportChannel.send("\(number)")
  }

  private func compile(
    into version: inout PreviewVersion, _ texts: NotedTexts
  ) throws {
    let workspace = Workspace(texts: texts, cache: cache, inspector: inspector, root: root)
    let (file, media) = try scriptFile(workspace)
    let compiled = try workspace.compile(
      file, values: values, media: .content, redirect: Self.redirect)
    version.watched = compiled.watchedFiles
    if media == nil { version.text = try ContentDigest.of(file.bytes(with: file.source)) }
    let findings = try PreviewFindings(compiled, text: version.text)
    version.findings = findings.json.compactText
    version.repairs = findings.repairs
    guard !compiled.hasErrors else { return }
    var films: [PreviewVersion.Film] = []
    let shown = compiled.previewedFilms
    for (index, film) in shown.enumerated() {
      let first = shown.firstIndex { $0.film != nil && $0.name == film.name && $0.row == film.row } ?? index
      films.append(
        try previewed(film, index, firstTrack: first, of: compiled, media, version.number, workspace))
    }
    version.films = films
    history.shown = (version.number, compiled)
  }

  /// The script; or one that plays the media file named instead and is written nowhere, with that file.
  private func scriptFile(_ workspace: Workspace) throws -> (file: ScriptFile, media: ProbedMedia?) {
    do throws(WorkspaceError) { return (try workspace.script(at: script), nil) } catch {
      guard case .mediaAsScript = error else { throw error }
      let folder = Processes.folder(of: script)
      let drafts = try probedDraftMedia([script], forScriptIn: folder, workspace)
      let source = SourceText(
        name: script, FirstScript(named: "film.edit", from: drafts.map(\.media)).text)
      let media = drafts.first.map { ProbedMedia(facts: $0.media.facts, details: $0.details) }
      return (ScriptFile(path: script, source: source, folder: folder), media)
    }
  }

  private func previewed(
    _ film: PreviewedFilm, _ index: Int, firstTrack: Int, of compiled: CompiledScript,
    _ media: ProbedMedia?, _ version: Int, _ workspace: Workspace
  ) throws -> PreviewVersion.Film {
    let (plan, waveforms) = try compiled.previewPlan(of: film, within: bounds, hasSound: hasSound)
    let files = PreviewFiles(shared: folder.made, own: folder.film(index, ofVersion: version))
    let identities = film.composition.media.compactMap { compiled.media.identities[$0.path] }
    try makeFolder(files.own)
    let previewed = try PreviewFilm(plan, media: identities, waveforms: waveforms, files: files)
    let detection = try PreviewDetection(in: film, of: compiled, workspace, history)
    let facts = PreviewFacts(
      film, plan, waveforms: waveforms, compiled.file.source, media: media, detection: detection)
    return PreviewVersion.Film(
      name: film.name, row: film.row,
      track: film.track.map { PreviewVersion.Film.Track(name: $0.name, film: firstTrack) },
      rate: film.composition.canvas.rate, width: film.composition.canvas.size.width,
      height: film.composition.canvas.size.height, facts: facts.json.compactText,
      undetected: detection.undetected, plan: previewed)
  }
}
