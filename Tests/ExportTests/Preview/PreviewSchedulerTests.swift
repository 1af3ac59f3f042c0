import Composition
import ContentDigest
import Glibc
import Processes
import RenderPlan
import TestSupport
import Testing

@testable import Export

/// The crew of a preview against workers that are shell scripts: honest ones, and ones that lie, fail and die.
@Suite("The crew of a preview", .timeLimit(.minutes(10)))
struct PreviewSchedulerTests {
  private let small: SmallFilm
  private let film: PreviewFilm
  private let loop = EventLoop(signals: nil)

  init() throws {
    small = try SmallFilm()
    film = try Self.film("first", of: small)
  }

  private static func film(_ name: String, of small: SmallFilm) throws -> PreviewFilm {
    let files = PreviewFiles(shared: small.folder.path("made"), own: small.folder.path(name))
    try makeFolder(files.shared)
    try makeFolder(files.own)
    return try PreviewFilm(small.plan, media: [], files: files)
  }

  /// A crew whose workers run `script` after these functions are defined: `order` waits for an order, `make` makes the file
  /// that was ordered, `made` reports it. Each order is written into the file `log`.
  private func crew(_ script: String, jobs: Int = 1) throws -> PreviewScheduler {
    let cells = film.cells.enumerated().map { ("{\"cell\":{\"_0\":\($0)}}", film.files.cell($1.key)) }
    let pictures = (0..<30 as Range<Int64>).flatMap { frame in
      [PreviewPicture.jpg, .small].map { kind in
        let files = PreviewFiles(shared: small.folder.path("made"), own: "$film")
        return (PreviewOrder.picture(frame: frame, kind).line, files.picture(frame, kind))
      }
    }
    let key = try #require(film.sound?.key)
    let places = cells + pictures + [(PreviewOrder.sound.line, film.files.chunk(0, of: key))]
    let cases = places.map { "'\($0)') place=\($1) ;;" }.joined(separator: "\n")
    let functions = """
      say() { printf '%s\\n' "$1"; }
      ready() { say '{"ready":{"shortcomings":[]}}'; }
      order() {
        while :; do
          read -r order || exit 0
          case $order in '{"plan"'*) film=${order%\\"*}; film=${film##*/} ;; *) break ;; esac
        done
        echo "$order" >> \(small.folder.path("log"))
        case $order in \(cases) esac
      }
      make() { : > $place; }
      made() { say "{\\"made\\":{\\"_0\\":$order}}"; }

      """
    return PreviewScheduler(
      loop: loop,
      folders: PreviewScheduler.Folders(
        store: small.folder.path("store"), made: small.folder.path("made"), plans: small.folder.root),
      jobs: jobs, sandbox: .off,
      program: ChildCommand("/bin/sh", ["-c", functions + script]))
  }

  private static let honest = "ready; while order; do make; made; done"

  /// A crew whose workers are values. `program` is told each order but plans, and how to carry it out.
  private func crew(
    _ program: @escaping (VirtualLoop.Child, PreviewOrder, _ carryOut: @escaping () -> Void) -> Void
  ) -> (crew: PreviewScheduler, loop: VirtualLoop) {
    let loop = VirtualLoop { child in
      child.say(PreviewReport.ready(shortcomings: []).line)
      var files: PreviewFiles?
      child.onLine = { [small, film] line in
        guard let order = PreviewOrder(line: line) else { return }
        if case .plan(let folder) = order {
          files = PreviewFiles(shared: small.folder.path("made"), own: folder)
          return
        }
        program(child, order) {
          guard let files, let key = film.sound?.key else { return }
          let path =
            switch order {
            case .cell(let cell): files.cell(film.cells[cell].key)
            case .picture(let frame, let kind): files.picture(frame, kind)
            case .waveform(_, let key): files.waveform(key)
            case .sound, .plan: files.chunk(0, of: key)
            }
          try? AtomicFile.publish([], at: path)
          child.say(PreviewReport.made(order).line, after: .milliseconds(20))
        }
      }
    }
    let crew = PreviewScheduler(
      loop: loop,
      folders: PreviewScheduler.Folders(
        store: small.folder.path("store"), made: small.folder.path("made"), plans: small.folder.root),
      jobs: 1, sandbox: .off)
    return (crew, loop)
  }

  /// Runs until the condition holds; fails if nothing is left that could happen.
  private func run(_ crew: PreviewScheduler, on loop: VirtualLoop, until isDone: () -> Bool) throws {
    while !isDone() { _ = crew.handle(try #require(try loop.next())) }
  }

  /// Runs until the condition holds.
  private func run(_ crew: PreviewScheduler, until isDone: () -> Bool) throws {
    while !isDone() { _ = try loop.next().map(crew.handle) }
  }

  private var log: [String] {
    ((try? readFile(small.folder.path("log"), limit: 1 << 16)).map { String(decoding: $0, as: UTF8.self) }
      ?? "")
      .split(separator: "\n").map(String.init)
  }

  @Test("Everything is made without being asked for, from the frame on that is looked at")
  func makesAll() throws {
    let crew = try crew(Self.honest)
    defer { crew.stop() }
    crew.look(at: PreviewScheduler.Position(film: 0, frame: 0))
    crew.show([film])
    crew.look(at: PreviewScheduler.Position(film: 0, frame: 15))
    try run(crew) { crew.isComplete }
    #expect((0..<3).allSatisfy { crew.state(ofCell: $0, of: 0) == .made })
    #expect(crew.chunksMade(of: 0) == 6)
    // The first order was given before anything was looked at.
    #expect(log.filter { $0.contains("cell") } == [0, 1, 2].map { PreviewOrder.cell($0).line })
  }

  @Test("What a page asks for comes first, and is told when it is there")
  func wishes() throws {
    let crew = try crew(Self.honest)
    defer { crew.stop() }
    crew.makesAll = false
    crew.show([film])
    var told: [String] = []
    crew.want(.cell(2), of: 0) { result in told.append("cell \((try? result.get()) != nil)") }
    crew.want(.picture(frame: 7, .jpg), of: 0) { result in
      told.append("picture \((try? result.get()) != nil)")
    }
    try run(crew) { told.count == 2 }
    #expect(Set(told) == ["cell true", "picture true"])
    #expect(crew.state(ofCell: 0, of: 0) == .missing)
    crew.want(.cell(2), of: 0) { _ in told.append("at once") }
    #expect(told.last == "at once")
  }

  @Test("Of the pictures that are waited for, the newest comes first, and none that nobody waits for")
  func newestPicture() throws {
    let (crew, loop) = crew { _, _, carryOut in carryOut() }
    crew.makesAll = false
    crew.show([film])
    var told: [Int64] = []
    for frame: Int64 in [1, 2, 3, 4] {
      crew.want(
        .picture(frame: frame, .jpg), of: 0, isWithdrawn: { frame == 3 }, done: { _ in told.append(frame) })
    }
    try run(crew, on: loop) { told.count == 3 }
    #expect(told == [1, 4, 2])
  }

  @Test("The picture at the playhead comes before everything else, unless its cell is there")
  func pictureFirst() throws {
    let crew = try crew(Self.honest)
    defer { crew.stop() }
    var made: [PreviewScheduler.Position] = []
    crew.show([film], pictureMade: { made.append($0) })
    try run(crew) { crew.isComplete }
    #expect(made == [PreviewScheduler.Position(film: 0, frame: 0)])
    #expect(log.first == PreviewOrder.picture(frame: 0, .jpg).line)
    crew.show([film], pictureMade: { made.append($0) })
    try run(crew) { crew.isComplete }
    #expect(made.count == 1)
  }

  @Test(
    "The worker of pictures takes the plan of a new version; one that needs more than it may have gets a new worker"
  )
  func newPlan() throws {
    let starting = "case \"$*\" in *pictures*) echo $$ >> \(small.folder.path("starts")) ;; esac; "
    let crew = try crew(starting + Self.honest)
    defer { crew.stop() }
    crew.makesAll = false
    crew.prepare()
    var (colored, larger) = (small, small)
    colored.plan.composition.canvas.background = Color(red: 255, green: 255, blue: 255)
    larger.plan.composition.canvas.size = PixelSize(width: 640, height: 480)
    var starts: [Int] = []
    for (name, small) in [("first", small), ("second", colored), ("third", larger)] {
      crew.show([try Self.film(name, of: small)])
      var isMade = false
      crew.want(.picture(frame: 4, .jpg), of: 0) { result in
        isMade = isThere(small.folder.path("made") + "/\(name)-4.jpg") && (try? result.get()) != nil
      }
      try run(crew) { isMade }
      starts.append(try readFile(small.folder.path("starts"), limit: 1024).count { $0 == UInt8(ascii: "\n") })
    }
    #expect(starts == [1, 1, 2])
    #expect(try listFolder(small.folder.path("made")).filter { $0.hasSuffix(".jpg") } == [])
  }

  @Test(
    "While nobody waits for anything, the worker of pictures makes itself ready where the playhead rests, once a place"
  )
  func readiness() throws {
    var orders: [PreviewOrder] = []
    let (crew, loop) = crew { _, order, carryOut in
      orders.append(order)
      carryOut()
    }
    func pictures() -> [PreviewOrder] { orders.filter { if case .picture = $0 { true } else { false } } }
    crew.prepare()
    crew.show([film])
    try run(crew, on: loop) { pictures().count == 1 && crew.isComplete }
    crew.look(at: PreviewScheduler.Position(film: 0, frame: 3))
    crew.look(at: PreviewScheduler.Position(film: 0, frame: 9))
    try run(crew, on: loop) { pictures().count == 2 && crew.isComplete }
    // What somebody asks for is made at once, and nothing is made a second time.
    crew.look(at: PreviewScheduler.Position(film: 0, frame: 9))
    var isMade = false
    crew.want(.picture(frame: 20, .jpg), of: 0) { isMade = (try? $0.get()) != nil }
    try run(crew, on: loop) { isMade }
    let time = loop.startTimer(after: IdleWarmup.rest * 2)
    while let event = try loop.next(), event != .timer(time) { _ = crew.handle(event) }
    #expect(
      pictures() == [
        .picture(frame: 0, .small), .picture(frame: 9, .small), .picture(frame: 20, .jpg),
      ])
  }

  @Test("It does so before later cells are done, so that the first save is not slow")
  func earlyReadiness() throws {
    var (pictures, finish): (Int, (() -> Void)?) = (0, nil)
    let (crew, loop) = crew { _, order, carryOut in
      if case .picture = order { pictures += 1 }
      if order == .cell(2) { finish = carryOut } else { carryOut() }
    }
    crew.prepare()
    crew.show([film])
    try run(crew, on: loop) { pictures == 1 }
    #expect(!crew.isComplete)
    let carryOut = try #require(finish)
    carryOut()
    try run(crew, on: loop) { crew.isComplete }
  }

  @Test("While a picture is made, the workers of cells are stopped; then they go on")
  func held() throws {
    var cells: VirtualLoop.Child?
    var signals: [Signal]?
    let (crew, loop) = crew { child, order, carryOut in
      if case .cell = order { cells = child }
      // The first cell takes until it is said to be done.
      if order == .cell(0) { child.onInputClosed = carryOut } else { carryOut() }
    }
    crew.show([film])
    try run(crew, on: loop) { cells != nil }
    crew.want(.picture(frame: 4, .jpg), of: 0) { _ in signals = cells?.signals }
    try run(crew, on: loop) { signals != nil }
    #expect(signals == [.stop])
    try run(crew, on: loop) { cells?.signals == [.stop, .resume] }
    cells?.onInputClosed()
    try run(crew, on: loop) { crew.isComplete }
    #expect((0..<3).allSatisfy { crew.state(ofCell: $0, of: 0) == .made })
  }

  @Test("Thumbnails and waveforms come from a worker of their own, for which no cell is stopped")
  func timeline() throws {
    let key = try ContentDigest.of(text: "levels")
    let film = try PreviewFilm(small.plan, media: [], waveforms: [key], files: film.files)
    var cells: VirtualLoop.Child?
    var orders: [PreviewOrder] = []
    let (crew, loop) = crew { child, order, carryOut in
      orders.append(order)
      if case .cell = order { cells = child }
      // The first cell takes until it is said to be done.
      if order == .cell(0) { child.onInputClosed = carryOut } else { carryOut() }
    }
    let waveform = PreviewThing.waveform(sound: 0, key: key)
    crew.show([film])
    try run(crew, on: loop) { cells != nil }
    var made: [PreviewThing] = []
    for thing in [PreviewThing.picture(frame: 4, .thumb), waveform] {
      crew.want(thing, of: 0) { if case .success = $0 { made.append(thing) } }
      try run(crew, on: loop) { made.last == thing }
    }
    #expect(cells?.signals == [])
    // A waveform is made once, a thumbnail each time.
    crew.want(waveform, of: 0) { _ in made.append(waveform) }
    #expect(made.count == 3 && orders.count { $0 == waveform.order } == 1)
    let file = film.files.waveform(key)
    #expect(isThere(file) && !isThere(film.files.picture(4, .thumb)))
    for wrong in [PreviewThing.waveform(sound: 1, key: key), .waveform(sound: 0, key: film.cells[0].key)] {
      var result: Result<Void, ExportError>?
      crew.want(wrong, of: 0) { result = $0 }
      #expect(throws: ExportError.self) { try result?.get() }
    }
    // While a picture is made, it waits as cells do.
    crew.want(.picture(frame: 4, .jpg), of: 0) { _ in made = [] }
    crew.want(.picture(frame: 5, .thumb), of: 0) { _ in }
    #expect(orders.last == .picture(frame: 4, .thumb) || !orders.contains(.picture(frame: 5, .thumb)))
    try run(crew, on: loop) { made.isEmpty }
    try run(crew, on: loop) { orders.contains(.picture(frame: 5, .thumb)) }
    crew.show([self.film])
    #expect(!isThere(file))
  }

  @Test("A cell that cannot be made says why, and the others are made")
  func failure() throws {
    let crew = try crew(
      """
      ready
      while order; do
        case $order in
          *:1}}) say "{\\"failed\\":{\\"_0\\":$order,\\"kind\\":\\"badData\\",\\"message\\":\\"clip.mp4 is broken\\"}}" ;;
          *) make; made ;;
        esac
      done
      """)
    defer { crew.stop() }
    crew.show([film])
    try run(crew) { crew.isComplete }
    #expect((0..<3).map { crew.state(ofCell: $0, of: 0) } == [.made, .failed, .made])
    var message: String?
    crew.want(.cell(1), of: 0) { result in
      if case .failure(let error) = result { message = error.message }
    }
    #expect(message == "clip.mp4 is broken")
    #expect(crew.reasonsOfFailures == ["clip.mp4 is broken"])
  }

  @Test("A worker that dies costs the cell that it was making")
  func death() throws {
    let crew = try crew(
      "ready; while order; do case $order in *:0}}) kill -SEGV $$ ;; esac; make; made; done")
    defer { crew.stop() }
    crew.show([film])
    try run(crew) { crew.isComplete }
    #expect((0..<3).map { crew.state(ofCell: $0, of: 0) } == [.failed, .made, .made])
  }

  @Test(
    "A report that cannot be true ends the worker",
    arguments: [
      "order; made", "ready; ready; order; made", "ready; order; made; made",
      #"ready; order; say '{"made":{"_0":{"cell":{"_0":2}}}}'"#, "ready; order; say nonsense",
      #"ready; order; say '{"chunk":{"_0":99}}'"#, #"ready; order; say '{"chunk":{"_0":0}}'"#,
    ])
  func lies(script: String) throws {
    let crew = try crew(script + "; sleep 60")
    defer { crew.stop() }
    crew.makesAll = false
    crew.show([film])
    var result: Result<Void, ExportError>?
    crew.want(.cell(0), of: 0) { result = $0 }
    try run(crew) { result != nil }
    #expect(throws: ExportError.self) { try result?.get() }
  }

  @Test("A full disk is said, and tried again after three seconds")
  func rest() throws {
    var isTried = false
    let (crew, loop) = crew { child, order, carryOut in
      guard order == .cell(0), !isTried else { return carryOut() }
      isTried = true
      child.say(PreviewReport.failed(order, kind: .inputOutput, message: "no space left").line)
    }
    crew.makesAll = false
    crew.show([film])
    let start = loop.now
    var isMade = false
    crew.want(.cell(0), of: 0) { _ in isMade = true }
    var news: [PreviewScheduler.News] = []
    try run(crew, on: loop) {
      news += crew.takeNews()
      return isMade && news.contains(.problem(nil))
    }
    #expect(news.contains(.problem("no space left")) && loop.time(since: start) > .seconds(3))
  }

  @Test(
    "A worker that hangs costs what it was making; one that has nothing to do, or is stopped, does not hang")
  func hanging() throws {
    let (crew, loop) = crew { child, order, carryOut in
      if order != .cell(1) { carryOut() }
    }
    crew.show([film])
    try run(crew, on: loop) { crew.isComplete }
    #expect((0..<3).map { crew.state(ofCell: $0, of: 0) } == [.made, .failed, .made])
    #expect(crew.reasonsOfFailures == ["a worker hung"])
    let hour = loop.startTimer(after: .seconds(3600))
    while let event = try loop.next(), event != .timer(hour) { _ = crew.handle(event) }
    #expect(loop.children.allSatisfy { $0.signals == [] || $0.signals == [.kill] })
    #expect(loop.children.count { $0.signals == [.kill] } == 1)
  }

  @Test("A new version ends what is waited for in the old one, and keeps what both have")
  func newVersion() throws {
    let crew = try crew("ready; order; make; made; sleep 60")
    defer { crew.stop() }
    crew.makesAll = false
    crew.show([film])
    var results: [Result<Void, ExportError>] = []
    crew.want(.cell(0), of: 0) { results.append($0) }
    try run(crew) { results.count == 1 }
    crew.want(.cell(1), of: 0) { results.append($0) }
    var changed = small
    changed.plan.composition.canvas.background = Color(red: 255, green: 255, blue: 255)
    crew.show([try Self.film("second", of: changed)])
    #expect(results.count == 2)
    #expect(throws: ExportError.self) { try results.last?.get() }
    #expect(crew.state(ofCell: 0, of: 0) == .made)
  }

  @Test("Something that the film does not have is refused at once", arguments: [3, -1])
  func outside(cell: Int) throws {
    let crew = try crew(Self.honest)
    defer { crew.stop() }
    crew.makesAll = false
    crew.show([film])
    var refused = 0
    for (thing, film) in [
      (PreviewThing.cell(cell), 0), (.picture(frame: 30, .png), 0), (.cell(0), 1), (.chunk(6), 0),
    ] {
      crew.want(thing, of: film) { result in if case .failure = result { refused += 1 } }
    }
    #expect(refused == 4)
  }
}
