import Basics
import ContentDigest
import EditScript
import Export
import HTTPServer
import Preview
import Processes
import Workspace

/// A running preview: compiles the script when it may have changed, has workers render what pages request,
/// and answers the pages, all in one thread.
final class PreviewServer {
  let script: String
  private let folder: PreviewFolder
  private let loop: EventLoop
  private let watch: FileWatch
  let crew: PreviewScheduler
  private let compilerCommand: ChildCommand
  /// The words of `editc detect` without its files; nil if nothing is cached.
  private let detectWords: [String]?
  private var detection: EventLoop.ChildID?
  private var detectionProblem: String?
  private let say: (String) -> Void
  var edits: ScriptEdits
  /// Nil if the user has set none.
  let editor: EditorCommand?
  let programs = DetachedPrograms()

  private var http: HTTPServer?
  /// The secret in the addresses.
  let token: String
  let reader: RequestReader
  var streams: [AnswerStream] = []

  private var compiler: EventLoop.ChildID?
  private var number = 0
  private var isCompiling = false
  /// Whether anything has changed since the compiler started.
  private var isOutdated = false
  /// Delays compiling after a change, because editors write several files, some of them twice.
  private var quiet: EventLoop.TimerID?
  private var heartbeat: EventLoop.TimerID?
  private var httpTimer: EventLoop.TimerID?

  /// The newest version, and the newest one with films.
  var newest = PreviewVersion(number: 0)
  var shown: PreviewVersion?
  /// The reason why the script cannot be compiled.
  private var problem: String?
  /// The reason why the workers cannot continue.
  private(set) var workersProblem: String?
  private var lastSaid: String?
  private var position = PreviewScheduler.Position(film: 0, frame: 0)
  /// The exact picture at the playhead when the films arrived.
  var prepared: (place: PreviewScheduler.Position, bytes: [UInt8])?
  /// The states of cells last sent to pages, by film.
  private var told: [Int: [String: PreviewCellState]] = [:]
  /// The boundaries of films that were played, by film.
  private var boundaries: [Int: PreviewBoundaries] = [:]
  /// What the shown version is compared with, once a page has asked for it.
  var base: PreviewBase?
  /// Pages that wait for it.
  private var baseWishes: [AnswerPromise] = []
  private var saidShortcomings: Set<String> = []

  init(
    script: String, folder: PreviewFolder, loop: EventLoop, crew: PreviewScheduler, compiler: ChildCommand,
    detectWords: [String]?, editor: EditorCommand?, edits: ScriptEdits, token: String,
    say: @escaping (String) -> Void
  ) throws(SystemError) {
    self.editor = editor
    self.script = script
    self.edits = edits
    self.folder = folder
    self.loop = loop
    self.crew = crew
    self.token = token
    compilerCommand = compiler
    self.detectWords = detectWords
    self.say = say
    reader = RequestReader(
      token: token, pageFiles: Set(PreviewPage.files.keys), acceptsEdits: edits.isAllowed,
      opensLines: editor != nil, detects: detectWords != nil)
    watch = try FileWatch()
  }

  /// Starts serving pages; returns the port, if there is one.
  func serve(at place: ServerPlace) throws(ServerError) -> UInt16? {
    let headers = securityHeaders.map { HTTPHeader($0.name, $0.value) }
    let server = try HTTPServer(place, headers: headers, acceptsPost: reader.acceptsPost) {
      [unowned self] request, promise in
      answer(request, promise)
    }
    http = server
    loop.watch(server.descriptor)
    return server.port
  }

  /// Runs until a signal arrives, or until `isDone` after an event.
  func run(until isDone: (PreviewServer) -> Bool = { _ in false }) throws(SystemError) -> Signal? {
    loop.watch(watch.descriptor)
    watch.watch([script])
    compile()
    if http != nil { crew.prepare() }
    heartbeat = loop.startTimer(after: .seconds(15))
    while !isDone(self), let event = try loop.next() {
      if case .interrupted(let signal) = event { return signal }
      handle(event)
      reportNews()
      serveHTTP()
    }
    return nil
  }

  func stop() {
    http?.stop()
    crew.stop()
    if let compiler {
      loop.kill(compiler)
      while loop.runningChildren.contains(compiler), (try? loop.next()) != nil {}
    }
    if let detection { loop.kill(detection) }
  }

  /// Whether the newest text is compiled and all of its films are rendered.
  var isComplete: Bool { !isCompiling && quiet == nil && crew.isComplete }
  /// Whether the newest text was read, and has errors.
  var hasErrors: Bool { newest.films == nil && newest.problem == nil }
  /// Whether the newest text could be read; otherwise the reason was reported.
  var isRead: Bool { newest.problem == nil && newest.number > 0 }
  /// The reason why a part of a film cannot be rendered; nil if there is none.
  var reasonOfFailure: String? { crew.reasonsOfFailures.first }

  // MARK: Events

  private func handle(_ event: EventLoop.Event) {
    if crew.handle(event) { return }
    switch event {
    case .readable(watch.descriptor): if watch.takeChanges() { expectChange() }
    case .timer(let timer):
      if timer == quiet {
        quiet = nil
        compile()
      } else if timer == heartbeat {
        for stream in streams { stream.send(Array(":\n\n".utf8)) }
        programs.collect()
        heartbeat = loop.startTimer(after: .seconds(15))
      } else if timer == httpTimer {
        httpTimer = nil
      }
    case .line(let child, let line) where child == compiler:
      if let number = Int(line), number == self.number { takeVersion() }
      if line.hasPrefix("base "), let number = Int(line.dropFirst(5)) { takeBase(ofVersion: number) }
    case .ended(let child, let status, let errorText) where child == compiler:
      compiler = nil
      guard isCompiling else { break }
      isCompiling = false
      setProblem("the script could not be compiled: \(status) \(errorText)")
      reportState()
    case .ended(let child, let status, let errorText) where child == detection:
      detection = nil
      let words = errorText.split(separator: "\n").suffix(3).joined(separator: "\n")
      detectionProblem = status.isSuccess ? nil : words.isEmpty ? "editc detect \(status)" : words
      reportOnce(detectionProblem)
      // What was found is now cached.
      expectChange()
      reportState()
    case .line, .lineTooLong, .ended, .readable, .writable, .interrupted: break
    }
  }

  private func expectChange() {
    if let quiet { loop.cancelTimer(quiet) }
    quiet = loop.startTimer(after: .milliseconds(40))
  }

  private func serveHTTP() {
    guard let http else { return }
    http.run()
    if let httpTimer { loop.cancelTimer(httpTimer) }
    httpTimer = http.wait.map { loop.startTimer(after: $0) }
  }

  // MARK: Compiling

  private func compile() {
    guard !isCompiling else {
      isOutdated = true
      return
    }
    number += 1
    do throws(SystemError) {
      if compiler == nil { compiler = try loop.start(compilerCommand) }
    } catch { setProblem("\(error)") }
    if let compiler { isCompiling = loop.send("\(number)", to: compiler) }
    reportState()
  }

  /// Looks for cuts and silences in the media of a film where that was not done before. False if there is nothing to
  /// look at, or if something is looked for already.
  func detect(in film: Int) throws(SystemError) -> Bool {
    guard let detectWords, detection == nil, let films = shown?.films, films.indices.contains(film),
      !films[film].undetected.isEmpty
    else { return false }
    detectionProblem = nil
    detection = try loop.start(
      ChildCommand(
        ChildProcess.ownExecutable, Companion.words(detectWords + ["--"] + films[film].undetected)))
    reportState()
    return true
  }

  private func takeVersion() {
    isCompiling = false
    let path = folder.version(number)
    if let version = PreviewVersion(at: path) {
      try? removeFile(path)
      newest = version
      watch.watch(version.watched)
      setProblem(version.problem)
      if version.films != nil { show(version) }
    } else {
      setProblem("the compiled script cannot be read")
    }
    if isOutdated {
      isOutdated = false
      compile()
    }
    reportState()
  }

  private func show(_ version: PreviewVersion) {
    var version = version
    // Workers continue with their plan if it is unchanged.
    let old = shown?.films ?? []
    var films = version.films ?? []
    for index in films.indices where old.indices.contains(index) {
      guard films[index].plan.planDigest == old[index].plan.planDigest else { continue }
      removeTree(films[index].plan.files.own)
      films[index].plan = old[index].plan
    }
    version.films = films
    shown = version
    told = [:]
    boundaries = [:]
    prepared = nil
    forgetBase()
    // Pages first request the picture at the playhead, so it is rendered before they do.
    let pictureMade: ((PreviewScheduler.Position) -> Void)? =
      http == nil ? nil : { [unowned self] place in keepPicture(at: place) }
    crew.show(films.map(\.plan), pictureMade: pictureMade)
    let used = Set(films.map(\.plan.files.own))
    for film in old where !used.contains(film.plan.files.own) { removeTree(film.plan.files.own) }
  }

  /// Answers with the films of the last commit, which the compiler looks up when a page asks for the first time.
  func answerBase(_ promise: AnswerPromise) {
    guard let shown, let compiler else { return promise.answer(Self.notFound) }
    if let base { return promise.answer(Self.json(base.json)) }
    baseWishes.append(promise)
    guard baseWishes.count == 1 else { return }
    if !loop.send("base \(shown.number)", to: compiler) { forgetBase() }
  }

  private func takeBase(ofVersion number: Int) {
    let path = folder.base(number)
    let found = PreviewBase(at: path)
    try? removeFile(path)
    // Of an older version: the page asks again.
    guard number == shown?.number, let found else { return forgetBase() }
    base = found
    crew.add(found.films.map(\.plan))
    for promise in baseWishes { promise.answer(Self.json(found.json)) }
    baseWishes = []
  }

  private func forgetBase() {
    for film in base?.films ?? [] { removeTree(film.plan.files.own) }
    base = nil
    for promise in baseWishes { promise.answer(Self.notFound) }
    baseWishes = []
  }

  private func keepPicture(at place: PreviewScheduler.Position) {
    guard let files = files(of: place.film) else { return }
    prepared = (try? readFile(files.picture(place.frame, .jpg), limit: 256 << 20)).map { (place, $0) }
  }

  private func setProblem(_ text: String?) {
    reportOnce(text)
    problem = text
  }

  private func warnOnce(_ text: String) {
    if saidShortcomings.insert(text).inserted { say("warning: \(text)") }
  }

  /// Reports a repeated message only once, because workers retry every few seconds.
  private func reportOnce(_ text: String?) {
    guard let text, text != lastSaid else { return }
    lastSaid = text
    say(text)
  }

  // MARK: Reporting

  private func reportNews() {
    var changed: Set<Int> = []
    for news in crew.takeNews() {
      switch news {
      case .cells(let film), .sound(let film): changed.insert(film)
      case .shortcoming(let text):
        warnOnce(text)
      case .problem(let text):
        reportOnce(text)
        workersProblem = text
        reportState()
      }
    }
    for film in changed.sorted() { reportCells(of: film) }
  }

  private func reportCells(of film: Int) {
    guard let films = shown?.films, films.indices.contains(film) else { return }
    var states: [JSONValue.Member] = []
    for (index, cell) in films[film].plan.cells.enumerated() {
      let state = crew.state(ofCell: index, of: film)
      if told[film]?[cell.key.hex] != state {
        told[film, default: [:]][cell.key.hex] = state
        states.append(JSONValue.Member(name: cell.key.hex, value: .string(state.rawValue)))
      }
    }
    send(
      "cells",
      .members([
        "film": .integer(Int64(film)), "version": .integer(Int64(shown?.number ?? 0)),
        "states": .object(states), "chunksMade": .integer(crew.chunksMade(of: film)),
      ]))
  }

  private func reportState() { send("state", state) }

  // MARK: Reports of playback

  func move(to frame: Int64, of film: Int) {
    position = PreviewScheduler.Position(film: film, frame: frame)
    crew.look(at: position)
  }

  /// Tells programs where the playhead is, and what it has crossed.
  func reportTime(_ film: Int, from: Int64, to: Int64, isPlaying: Bool) {
    guard let films = shown?.films, films.indices.contains(film), !streams.isEmpty else { return }
    let count = films[film].plan.frameCount
    guard (0..<count).contains(from), (0..<count).contains(to) else { return }
    send(
      "time",
      .members([
        "film": .integer(Int64(film)), "frame": .integer(to), "from": .integer(from),
        "isPlaying": .bool(isPlaying),
      ]))
    if isPlaying { report(boundaries(of: film)?.crossed(from: from, to: to) ?? [], of: film) }
  }

  /// Tells programs that a film was played to its end, or backwards to its beginning.
  func reportEnd(of film: Int) {
    guard let films = shown?.films, films.indices.contains(film), position.film == film, !streams.isEmpty
    else { return }
    let count = films[film].plan.frameCount
    // The end of the last item is behind the last frame, the start of the first one is left backwards.
    if position.frame == count - 1 {
      report(boundaries(of: film)?.crossed(from: count - 1, to: count) ?? [], of: film)
    } else if position.frame == 0 {
      report(boundaries(of: film)?.crossed(from: 0, to: -1) ?? [], of: film)
    } else {
      return
    }
    send("ended", .members(["film": .integer(Int64(film)), "frame": .integer(position.frame)]))
  }

  private func report(_ crossed: [PreviewBoundaries.Boundary], of film: Int) {
    for boundary in crossed {
      guard case .object(let members) = boundary.json else { continue }
      send("boundary", .object([.init(name: "film", value: .integer(Int64(film)))] + members))
    }
  }

  private func boundaries(of film: Int) -> PreviewBoundaries? {
    if let known = boundaries[film] { return known }
    guard let films = shown?.films, films.indices.contains(film) else { return nil }
    guard let facts = try? JSONValue.parse(films[film].facts) else { return nil }
    let found = PreviewBoundaries(facts)
    boundaries[film] = found
    return found
  }

  private func send(_ event: String, _ data: JSONValue) {
    streams.removeAll { !$0.isOpen }
    let text = "event: \(event)\ndata: \(data.compactText)\n\n"
    for stream in streams { stream.send(Array(text.utf8)) }
  }

  private var undoable: JSONValue {
    guard let (key, title) = edits.undoable(in: newest.text) else { return .null }
    return .members(["key": .string(key), "title": .string(title)])
  }

  var state: JSONValue {
    let films = (shown?.films ?? []).map { film in
      JSONValue.members([
        "name": .string(film.name), "row": film.row.map { .integer(Int64($0)) } ?? .null,
        "frames": .integer(film.plan.frameCount), "width": .integer(Int64(film.width)),
        "height": .integer(Int64(film.height)),
        "rate": .members([
          "frames": .integer(film.rate.frames), "seconds": .integer(film.rate.seconds),
        ]),
        "track": film.track?.json ?? .null,
      ])
    }
    return .members([
      "version": .integer(Int64(newest.number)), "script": .string(lastComponent(of: script)),
      "file": .string(script), "hasEditor": .bool(editor != nil),
      "isCurrent": .bool(newest.films != nil), "isCompiling": .bool(isCompiling),
      "isDetecting": .bool(detection != nil), "canDetect": .bool(detectWords != nil),
      "problem": (problem ?? workersProblem ?? detectionProblem).map(JSONValue.string) ?? .null,
      "findings": (try? JSONValue.parse(newest.findings)) ?? .array([]),
      "canEdit": .bool(edits.isAllowed),
      "undo": undoable,
      "films": .array(films),
      "position": .members(["film": .integer(Int64(position.film)), "frame": .integer(position.frame)]),
    ])
  }
}
