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
  private let script: String
  private let folder: PreviewFolder
  private let loop: EventLoop
  private let watch: FileWatch
  private let crew: PreviewScheduler
  private let compilerCommand: ChildCommand
  private let say: (String) -> Void
  private var edits: ScriptEdits
  /// Nil if the user has set none.
  private let editor: EditorCommand?
  private let programs = DetachedPrograms()

  private var http: HTTPServer?
  /// The secret in the addresses.
  let token: String
  private let reader: RequestReader
  private var streams: [AnswerStream] = []

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
  private var newest = PreviewVersion(number: 0)
  private var shown: PreviewVersion?
  /// The reason why the script cannot be compiled.
  private var problem: String?
  /// The reason why the workers cannot continue.
  private(set) var workersProblem: String?
  private var lastSaid: String?
  private var position = PreviewScheduler.Position(film: 0, frame: 0)
  /// The exact picture at the playhead when the films arrived.
  private var prepared: (place: PreviewScheduler.Position, bytes: [UInt8])?
  /// The states of cells last sent to pages, by film.
  private var told: [Int: [String: PreviewCellState]] = [:]
  /// The boundaries of films that were played, by film.
  private var boundaries: [Int: PreviewBoundaries] = [:]
  /// What the shown version is compared with, once a page has asked for it.
  private var base: PreviewBase?
  /// Pages that wait for it.
  private var baseWishes: [AnswerPromise] = []
  private var saidShortcomings: Set<String> = []

  init(
    script: String, folder: PreviewFolder, loop: EventLoop, crew: PreviewScheduler, compiler: ChildCommand,
    editor: EditorCommand?, edits: ScriptEdits, token: String, say: @escaping (String) -> Void
  ) throws(SystemError) {
    self.editor = editor
    self.script = script
    self.edits = edits
    self.folder = folder
    self.loop = loop
    self.crew = crew
    self.token = token
    compilerCommand = compiler
    self.say = say
    reader = RequestReader(
      token: token, pageFiles: Set(PreviewPage.files.keys), acceptsEdits: edits.isAllowed)
    watch = try FileWatch()
  }

  /// Starts serving pages; returns the port, if there is one.
  func serve(at place: ServerPlace) throws(ServerError) -> UInt16? {
    let headers = securityHeaders.map { HTTPHeader($0.name, $0.value) }
    let server = try HTTPServer(place, headers: headers, acceptsPost: edits.isAllowed) {
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
  private func answerBase(_ promise: AnswerPromise) {
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

  private func move(to frame: Int64, of film: Int) {
    position = PreviewScheduler.Position(film: film, frame: frame)
    crew.look(at: position)
  }

  /// Tells programs where the playhead is, and what it has crossed.
  private func reportTime(_ film: Int, from: Int64, to: Int64, isPlaying: Bool) {
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
  private func reportEnd(of film: Int) {
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

  private var state: JSONValue {
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
      "problem": (problem ?? workersProblem).map(JSONValue.string) ?? .null,
      "findings": (try? JSONValue.parse(newest.findings)) ?? .array([]),
      "canEdit": .bool(edits.isAllowed),
      "undo": undoable,
      "films": .array(films),
      "position": .members(["film": .integer(Int64(position.film)), "frame": .integer(position.frame)]),
    ])
  }
}

// MARK: - Answers

extension PreviewServer {
  private func answer(_ request: HTTPRequest, _ promise: AnswerPromise) {
    let headers = request.headers.map { (name: $0.name, value: $0.value) }
    switch reader.read(method: request.method, target: request.target, headers: headers) {
    case .failure(let refusal): promise.answer(HTTPAnswer(refusal.status, text: refusal.text))
    // A look at the headers starts no program.
    case .success(.line) where request.method != "GET": promise.answer(HTTPAnswer(204))
    case .success(let address): answer(address, promise)
    }
  }

  private func answer(_ address: PreviewAddress, _ promise: AnswerPromise) {
    let kept = [HTTPHeader("Cache-Control", address.cacheControl)]
    switch address {
    case .page(let name):
      guard let file = PreviewPage.files[name] else { return promise.answer(Self.notFound) }
      promise.answer(HTTPAnswer(200, contentType: file.contentType, body: .bytes(file.bytes)))
    case .state: promise.answer(Self.json(state))
    case .events:
      let stream = promise.stream(contentType: "text/event-stream")
      streams.append(stream)
      stream.send(Array("event: state\ndata: \(state.compactText)\n\n".utf8))
    case .film(let index): promise.answer(facts(of: index).map { Self.json($0) } ?? Self.notFound)
    case .cell(let key):
      guard let place = cell(of: key) else { return promise.answer(Self.notFound) }
      give(.cell(place.cell), of: place.film, place.path, "video/mp4", kept, to: promise)
    case .sound(let key, let chunk):
      guard let place = sound(of: key) else { return promise.answer(Self.notFound) }
      let path = place.files.chunk(Int64(chunk), of: place.key)
      give(.chunk(Int64(chunk)), of: place.film, path, "audio/mp4", kept, to: promise)
    case .frame(let film, let frame, .jpg)
    where prepared?.place == PreviewScheduler.Position(film: film, frame: Int64(frame)):
      let bytes = prepared?.bytes ?? []
      promise.answer(HTTPAnswer(200, contentType: "image/jpeg", body: .bytes(bytes)))
    case .frame(let film, let frame, let format):
      guard let files = files(of: film) else { return promise.answer(Self.notFound) }
      let kind = Self.picture(format)
      give(
        .picture(frame: Int64(frame), kind), of: film, files.picture(Int64(frame), kind),
        format == .png ? "image/png" : "image/jpeg", [], to: promise)
    case .base: answerBase(promise)
    case .baseFrame(let film, let frame, let format):
      guard let place = base?.films.firstIndex(where: { $0.film == film }), let base else {
        return promise.answer(Self.notFound)
      }
      let kind = Self.picture(format)
      give(
        .picture(frame: Int64(frame), kind), of: (shown?.films ?? []).count + place,
        base.films[place].plan.files.picture(Int64(frame), kind), format == .png ? "image/png" : "image/jpeg",
        [], to: promise)
    case .waveform(let key):
      guard let place = waveform(of: key) else { return promise.answer(Self.notFound) }
      give(
        .waveform(sound: place.sound, key: place.key), of: place.film, place.files.waveform(place.key),
        "application/octet-stream", kept, to: promise)
    case .at(let film, let frame):
      move(to: Int64(frame), of: film)
      reportTime(film, from: Int64(frame), to: Int64(frame), isPlaying: false)
      promise.answer(HTTPAnswer(204))
    case .line(let line): open(line, promise)
    case .played(let film, let from, let to):
      move(to: Int64(to), of: film)
      reportTime(film, from: Int64(from), to: Int64(to), isPlaying: true)
      promise.answer(HTTPAnswer(204))
    case .ended(let film):
      reportEnd(of: film)
      promise.answer(HTTPAnswer(204))
    case .repair(let key):
      promise.answer(
        edited(of: key) { edits, repair throws(ScriptEdits.Refusal) in
          HTTPAnswer(200, text: try edits.difference(of: repair))
        })
    case .applyRepair(let key):
      promise.answer(
        edited(of: key) { edits, repair throws(ScriptEdits.Refusal) in
          try edits.apply(repair)
          return HTTPAnswer(204)
        })
    case .undoRepair(let key):
      promise.answer(
        refusing { () throws(ScriptEdits.Refusal) in
          try edits.undo(key)
          return HTTPAnswer(204)
        })
    }
  }

  /// Answers with what `act` does with a repair.
  private func edited(
    of key: String, act: (inout ScriptEdits, PreviewRepair) throws(ScriptEdits.Refusal) -> HTTPAnswer
  ) -> HTTPAnswer {
    guard let repair = newest.repairs[key] else { return Self.notFound }
    return refusing { () throws(ScriptEdits.Refusal) in try act(&edits, repair) }
  }

  private func refusing(_ act: () throws(ScriptEdits.Refusal) -> HTTPAnswer) -> HTTPAnswer {
    do throws(ScriptEdits.Refusal) { return try act() } catch {
      return HTTPAnswer(error.status, text: error.text)
    }
  }

  private func open(_ line: Int, _ promise: AnswerPromise) {
    guard let editor else { return promise.answer(HTTPAnswer(404, text: "No editor is set.")) }
    do {
      try programs.start(editor.words(toOpen: (try realPath(script)) ?? script, line: line))
      promise.answer(HTTPAnswer(204))
    } catch { promise.answer(HTTPAnswer(500, text: CommandFailure(error).message)) }
  }

  /// Answers with a file once it is rendered.
  private func give(
    _ thing: PreviewThing, of film: Int, _ path: String, _ contentType: String, _ headers: [HTTPHeader],
    to promise: AnswerPromise
  ) {
    let answer = { [unowned self] (result: Result<Void, ExportError>) in
      switch result {
      case .success: self.answer(withFileAt: path, contentType, headers, promise)
      case .failure(let error):
        promise.answer(HTTPAnswer(Self.status(of: error), text: error.message))
      }
    }
    crew.want(thing, of: film, isWithdrawn: { promise.isWithdrawn }, done: answer)
  }

  private func answer(
    withFileAt path: String, _ contentType: String, _ headers: [HTTPHeader], _ promise: AnswerPromise
  ) {
    guard let bytes = try? readFile(path, limit: 256 << 20) else { return promise.answer(Self.notFound) }
    promise.answer(HTTPAnswer(200, contentType: contentType, headers: headers, body: .bytes(bytes)))
  }

  /// Parts of an older version or of none count as missing.
  private static func status(of error: ExportError) -> Int {
    error.kind == .temporary || error.kind == .inputMissing ? 404 : 500
  }

  private static func picture(_ format: PreviewAddress.FrameFormat) -> PreviewPicture {
    switch format {
    case .png: .png
    case .jpg: .jpg
    case .small: .small
    case .thumb: .thumb
    }
  }

  private static let notFound = HTTPAnswer(404, text: "The preview has nothing of this name.")

  private static func json(_ value: JSONValue) -> HTTPAnswer { json(value.compactText) }

  private static func json(_ text: String) -> HTTPAnswer {
    HTTPAnswer(200, contentType: "application/json", body: .bytes(Array((text + "\n").utf8)))
  }

  private func files(of film: Int) -> PreviewFiles? {
    guard let films = shown?.films, films.indices.contains(film) else { return nil }
    return films[film].plan.files
  }

  private func cell(of key: String) -> (film: Int, cell: Int, path: String)? {
    for (film, shown) in (shown?.films ?? []).enumerated() {
      if let cell = shown.plan.cells.firstIndex(where: { $0.key.hex == key }) {
        return (film, cell, shown.plan.files.cell(shown.plan.cells[cell].key))
      }
    }
    return nil
  }

  private func sound(of key: String) -> (film: Int, key: ContentDigest, files: PreviewFiles)? {
    for (film, shown) in (shown?.films ?? []).enumerated() {
      if let sound = shown.plan.sound, sound.key.hex == key { return (film, sound.key, shown.plan.files) }
    }
    return nil
  }

  private func waveform(of key: String) -> (film: Int, sound: Int, key: ContentDigest, files: PreviewFiles)? {
    for (film, shown) in (shown?.films ?? []).enumerated() {
      if let sound = shown.plan.waveforms.firstIndex(where: { $0.hex == key }) {
        return (film, sound, shown.plan.waveforms[sound], shown.plan.files)
      }
    }
    return nil
  }

  /// The facts that do not change, and the states of the cells, as JSON: two objects become one without reading
  /// the first, which may be large.
  private func facts(of index: Int) -> String? {
    guard let films = shown?.films, films.indices.contains(index) else { return nil }
    let cells = films[index].plan.cells.enumerated().map { number, cell in
      JSONValue.members([
        "key": .string(cell.key.hex), "first": .integer(cell.frames.lowerBound),
        "frames": .integer(Int64(cell.frames.count)),
        "state": .string(crew.state(ofCell: number, of: index).rawValue),
      ])
    }
    let changing: JSONValue = .members([
      "version": .integer(Int64(shown?.number ?? 0)), "cells": .array(cells),
      "chunksMade": .integer(crew.chunksMade(of: index)),
    ])
    return films[index].facts.dropLast() + "," + changing.compactText.dropFirst()
  }
}
