import Composition
import Glibc
import Processes
import RenderPlan
import TestSupport
import Testing

@testable import Export

/// The crew of a preview against workers that are shell scripts: honest ones, and ones that lie, fail and die.
@Suite("The crew of a preview", .timeLimit(.minutes(1)))
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
    let crew = try crew("ready; order; sleep 0.3; make; made; while order; do make; made; done")
    defer { crew.stop() }
    crew.makesAll = false
    crew.show([film])
    var told: [Int64] = []
    for frame: Int64 in [1, 2, 3, 4] {
      crew.want(
        .picture(frame: frame, .jpg), of: 0, isWithdrawn: { frame == 3 }, done: { _ in told.append(frame) })
    }
    try run(crew) { told.count == 3 }
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
    let crew = try crew(Self.honest)
    defer { crew.stop() }
    func pictures() -> [String] { log.filter { $0.contains("picture") } }
    crew.prepare()
    crew.show([film])
    try run(crew) { pictures().count == 1 && crew.isComplete }
    crew.look(at: PreviewScheduler.Position(film: 0, frame: 3))
    crew.look(at: PreviewScheduler.Position(film: 0, frame: 9))
    try run(crew) { pictures().count == 2 && crew.isComplete }
    // What somebody asks for is made at once, and nothing is made a second time.
    crew.look(at: PreviewScheduler.Position(film: 0, frame: 9))
    var isMade = false
    crew.want(.picture(frame: 20, .jpg), of: 0) { isMade = (try? $0.get()) != nil }
    try run(crew) { isMade }
    let time = loop.startTimer(after: IdleWarmup.rest * 2)
    while let event = try loop.next(), event != .timer(time) { _ = crew.handle(event) }
    let expected = [(0, PreviewPicture.small), (9, .small), (20, .jpg)].map {
      PreviewOrder.picture(frame: $0, $1).line
    }
    #expect(pictures() == expected)
  }

  @Test("While a picture is made, the workers of cells are stopped; then they go on")
  func held() throws {
    let (pid, state) = (small.folder.path("pid"), small.folder.path("state"))
    // The shell of the cells starts no program: one that is stopped while it starts one is in state D, not T.
    let crew = try crew(
      """
      ready
      case "$*" in
        *"--role cells"*)
          echo $$ > \(pid)
          while order; do n=0; while [ $n -lt 100000 ]; do n=$((n + 1)); done; make; made; done ;;
        *"--role pictures"*)
          while order; do sleep 0.1; cut -d" " -f3 /proc/$(cat \(pid))/stat > \(state); make; made; done ;;
        *) while order; do make; made; done ;;
      esac
      """)
    defer { crew.stop() }
    crew.show([film])
    try run(crew) { log.contains { $0.contains("cell") } }
    var isMade = false
    crew.want(.picture(frame: 4, .jpg), of: 0) { _ in isMade = true }
    try run(crew) { isMade }
    #expect(String(decoding: try readFile(state, limit: 16), as: UTF8.self) == "T\n")
    try run(crew) { crew.isComplete }
    #expect((0..<3).allSatisfy { crew.state(ofCell: $0, of: 0) == .made })
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

  @Test("A full disk is said, and tried again")
  func rest() throws {
    let crew = try crew(
      """
      ready; order
      if [ ! -e \(small.folder.path("tried")) ]; then
        : > \(small.folder.path("tried"))
        say "{\\"failed\\":{\\"_0\\":$order,\\"kind\\":\\"inputOutput\\",\\"message\\":\\"no space left\\"}}"
        order
      fi
      make; made; sleep 60
      """)
    defer { crew.stop() }
    crew.makesAll = false
    crew.show([film])
    var isMade = false
    crew.want(.cell(0), of: 0) { _ in isMade = true }
    var news: [PreviewScheduler.News] = []
    try run(crew) {
      news += crew.takeNews()
      return isMade && news.contains(.problem(nil))
    }
    #expect(news.contains(.problem("no space left")))
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
