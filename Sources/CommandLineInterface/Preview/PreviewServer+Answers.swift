import Basics
import ContentDigest
import EditScript
import Export
import HTTPServer
import Preview
import Processes
import Workspace

// Answers to the requests of pages and programs.

extension PreviewServer {
  func answer(_ request: HTTPRequest, _ promise: AnswerPromise) {
    let headers = request.headers.map { (name: $0.name, value: $0.value) }
    switch reader.read(method: request.method, target: request.target, headers: headers) {
    case .failure(let refusal): promise.answer(HTTPAnswer(refusal.status, text: refusal.text))
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
    case .detect(let film):
      do throws(SystemError) {
        promise.answer(
          try detect(in: film) ? HTTPAnswer(204) : HTTPAnswer(409, text: "There is nothing new to look at."))
      } catch { promise.answer(HTTPAnswer(500, text: CommandFailure(error).message)) }
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

  static let notFound = HTTPAnswer(404, text: "The preview has nothing of this name.")

  static func json(_ value: JSONValue) -> HTTPAnswer { json(value.compactText) }

  private static func json(_ text: String) -> HTTPAnswer {
    HTTPAnswer(200, contentType: "application/json", body: .bytes(Array((text + "\n").utf8)))
  }

  func files(of film: Int) -> PreviewFiles? {
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
