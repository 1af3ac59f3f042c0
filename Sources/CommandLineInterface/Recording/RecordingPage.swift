import Basics
import Composition
import Diagnostics
import Export
import HTTPServer
import LibAV
import Preview
import Rendering

/// A page on this machine that shows what is recorded: the picture, the levels and the length. It changes nothing.
final class RecordingPage {
  /// For a person, with its secret.
  let address: String
  private let path: String
  private let sounds: [String]
  private let looks: [LiveLook]
  private let reader: RequestReader
  private var server: HTTPServer?
  private var progress: RecordingProgress?
  /// Until the start; nil once it has begun.
  private var wait: Int64?
  /// The clients that wait for the latest picture.
  private var waiting: [AnswerPromise] = []

  /// Large enough for a page, and encoded in a few milliseconds.
  static let bounds = PixelSize(width: 960, height: 960)

  /// Starts the server, at a port or a free one.
  init(path: String, sounds: [String], looks: [LiveLook], port: Int?) throws(ServerError) {
    (self.path, self.sounds, self.looks) = (path, sounds, looks)
    let token = newToken()
    reader = RequestReader(token: token, pageFiles: Set(RecordPage.files.keys))
    var answer: (HTTPRequest, AnswerPromise) -> Void = { _, promise in promise.answer(HTTPAnswer(503)) }
    let server = try HTTPServer(
      .port(port.map { UInt16(clamping: $0) }), headers: securityHeaders.map { HTTPHeader($0.name, $0.value) }
    ) { answer($0, $1) }
    address = "http://localhost:\(server.port ?? 0)/\(token)/"
    self.server = server
    answer = { [unowned self] in self.answer($0, $1) }
  }

  deinit { server?.stop() }

  /// Answers the requests that have arrived. Returns whether one of them waits for the latest picture.
  func run() -> Bool {
    server?.run()
    return !waiting.isEmpty
  }

  func show(_ event: RecordingEvent) {
    switch event {
    case .progress(let progress):
      self.progress = progress
      wait = nil
    case .waiting(let nanoseconds): wait = nanoseconds
    case .shown(let picture): give(picture)
    case .silent, .paused, .look, .missingLook, .slowLook, .still, .disconnected, .reconnected: break
    }
  }

  private func give(_ picture: VideoFrame?) {
    let bytes = picture.flatMap { picture in
      try? UprightPicture(canvas: picture.size).bytes(
        of: picture, as: PictureWriter(.jpeg(quality: 80)), within: Self.bounds)
    }
    let answer =
      bytes.map { HTTPAnswer(200, contentType: "image/jpeg", body: .bytes($0)) }
      ?? HTTPAnswer(404, text: "There is no picture yet.")
    for promise in waiting { promise.answer(answer) }
    waiting = []
    server?.run()
  }

  private func answer(_ request: HTTPRequest, _ promise: AnswerPromise) {
    let headers = request.headers.map { (name: $0.name, value: $0.value) }
    switch reader.read(method: request.method, target: request.target, headers: headers) {
    case .failure(let refusal): promise.answer(HTTPAnswer(refusal.status, text: refusal.text))
    case .success(.page(let name)):
      guard let file = RecordPage.files[name] else { return promise.answer(Self.notFound) }
      promise.answer(HTTPAnswer(200, contentType: file.contentType, body: .bytes(file.bytes)))
    case .success(.state):
      promise.answer(
        HTTPAnswer(200, contentType: "application/json", body: .bytes(Array(state.compactText.utf8))))
    case .success(.frame(film: 0, frame: _, .jpg)): waiting.append(promise)
    case .success: promise.answer(Self.notFound)
    }
  }

  private static let notFound = HTTPAnswer(404, text: "There is no such thing.")

  private var state: JSONValue {
    let look = progress?.look ?? 0
    return .membersPresent([
      "file": .string(VisibleText.line(path)),
      "startsIn": wait.map { .string(RationalTime(seconds: ($0 + 999_999_999) / 1_000_000_000).shortClock) },
      "length": .string((progress?.length ?? .zero).shortSeconds), "frames": .integer(progress?.frames ?? 0),
      "bytes": .integer(progress?.byteCount ?? 0), "paused": .bool(progress?.isPaused ?? false),
      "look": .string(look > 0 && look <= looks.count ? VisibleText.line(looks[look - 1].text) : "none"),
      "sounds": levels(progress?.levels ?? [], of: sounds.map { VisibleText.line($0) }),
    ])
  }
}
