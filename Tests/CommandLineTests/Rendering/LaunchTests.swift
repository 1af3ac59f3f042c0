import Basics
import Glibc
import Processes
import TestSupport
import Testing

/// `render --launch` with the workers of this machine: what holds for them holds over any pipe.
@Suite("Launched workers")
struct LaunchTests {
  private let place: Workplace
  private let worker: String
  /// The root of the place in a shell line.
  private let root: String
  /// The command in a shell line that ssh hands to another shell.
  private let farEditc = shellWord(shellWord(editcPath))

  init() throws {
    place = try .oddlyNamed()
    root = shellWord(place.root)
    try place.write("film.edit", variedScript())
    worker = "exec \(shellWord(editcPath)) worker --cache \(root)/cache/editc"
  }

  private func rendered() throws -> String { try place.localDigest(of: "film.edit") }

  /// The processes of this test: their command lines name its folder.
  private func processes() throws -> [Int32] {
    try run(["pgrep", "-f", "^(\(editcPath) worker|/proc/self/exe render-worker) .*\(place.root)"])
      .text
      .split(separator: "\n").compactMap {
        Int32($0)
      }
  }

  @Test("make the film of one machine, in a store that they share or carried over the pipe")
  func equal() throws {
    let local = try rendered()
    let shared = try place.editc("render", "film.edit", "--launch", "x2 \(worker)")
    #expect(shared.exitCode == 0, "\(shared.errorText)")
    #expect(try place.digest("film.mp4") == local)
    let carried = try place.editc(
      "render", "film.edit", "--force", "--no-cache", "--launch", "\(worker) --carry")
    #expect(carried.exitCode == 0, "\(carried.errorText)")
    #expect(try place.digest("film.mp4") == local)
    #expect(try place.leftovers() == [] && processes() == [])
  }

  @Test("find media and the store in other folders, and refuse media with other bytes")
  func mapped() throws {
    #expect(try place.shell("mkdir far && cp -r footage far/").exitCode == 0)
    // A worker that could read the folder of the script would not need the map.
    let far = "\(worker) --carry --map \(root)/footage=\(root)/far/footage"
    let made = try place.editc(
      "render", "film.edit", "--no-cache", "--sandbox", "when-available", "--launch", far)
    #expect(made.exitCode == 0, "\(made.errorText)")
    #expect(try place.digest("film.mp4") == rendered())
    #expect(try place.shell("printf x >> far/footage/busy.mp4").exitCode == 0)
    let changed = try place.editc("render", "film.edit", "--no-cache", "--force", "--launch", far)
    #expect(
      changed.exitCode == 65 && changed.errorText.contains("busy.mp4 is not the"), "\(changed.errorText)")
    let store = try place.editc(
      "render", "film.edit", "--force", "--launch", "\(worker) --map \(root)/cache=/nowhere/cache")
    #expect(store.exitCode == 66 && store.errorText.contains("--carry"), "\(store.errorText)")
    #expect(try place.leftovers() == [])
  }

  @Test("write no store but their own, and do not go without a sandbox because a render asks for it")
  func limited() throws {
    let strange = "exec \(shellWord(editcPath)) worker --cache \(root)/own"
    let store = try place.editc("render", "film.edit", "--launch", strange)
    #expect(
      store.exitCode == 77
        && store.errorText.contains("but this worker may write only \(place.root)/own/segments"),
      "\(store.errorText)")
    let same = try place.editc("render", "film.edit", "--cache", "own", "--launch", strange)
    #expect(same.exitCode == 0, "\(same.errorText)")
    let mapped = try place.shell(
      "ln -s own linked; \"$editc\" render film.edit --force --cache linked --launch \(shellWord(strange))")
    #expect(mapped.exitCode == 0, "\(mapped.errorText)")
    let open = try place.editc(
      "render", "film.edit", "--force", "--no-cache", "--sandbox", "off", "--launch", "\(worker) --carry")
    #expect(
      open.exitCode == 77 && open.errorText.contains("asks for `--sandbox off`"), "\(open.errorText)")
    let agreed = try place.editc(
      "render", "film.edit", "--force", "--no-cache", "--sandbox", "off", "--launch",
      "\(worker) --carry --sandbox off")
    #expect(agreed.exitCode == 0, "\(agreed.errorText)")
    let stricter = try place.editc(
      "render", "film.edit", "--force", "--no-cache", "--sandbox", "when-available", "--launch",
      "\(worker) --carry --sandbox off")
    #expect(stricter.exitCode == 0, "\(stricter.errorText)")
    #expect(try place.leftovers() == [])
  }

  @Test("are compared with this machine, where a part of what they make is made again")
  func checked() throws {
    let local = try rendered()
    let checked = try place.editc(
      "render", "film.edit", "--no-cache", "--launch", "x2 \(worker) --carry", "--check-workers", "30%")
    #expect(
      checked.exitCode == 0 && checked.errorText.contains("were rendered again here, with identical bytes"),
      "\(checked.errorText)")
    #expect(try place.digest("film.mp4") == local)
    for (arguments, words) in [
      (["--check-workers", "5%"], "needs workers that --launch starts"),
      (["--launch", worker, "--check-workers", "0%"], "percentage"),
      (["--launch", worker, "--check-workers", "5"], "percentage"),
    ] {
      let wrong = try place.shell(
        "\"$editc\" render film.edit " + arguments.map(shellWord).joined(separator: " "))
      #expect(wrong.exitCode == 2 && wrong.errorText.contains(words), "\(wrong.errorText)")
    }
    #expect(try place.leftovers() == [] && processes() == [])
  }

  @Test("are replaced when they are killed: the film is the same")
  func killed() throws {
    try place.write("slow.edit", slowScript())
    let render = try place.start("render", "slow.edit", "--launch", "x2 \(worker)")
    try wait { try place.stored().count >= 1 }
    let victim = try #require(
      try run(["pgrep", "-f", "^\(editcPath) worker.*\(place.root)"]).text.split(separator: "\n").first)
    kill(try #require(Int32(victim)), SIGKILL)
    #expect(render.wait() == .exited(0))
    let far = try place.digest("film.mp4")
    #expect(try place.editc("render", "slow.edit", "--no-cache", "--force").exitCode == 0)
    #expect(try place.digest("film.mp4") == far)
    try wait { try processes() == [] }
  }

  /// The promise is ten seconds; other tests run beside this one.
  @Test("end when the render is killed, within seconds")
  func orphans() throws {
    try place.write("slow.edit", slowScript())
    let render = try place.start("render", "slow.edit", "--launch", "x2 \(worker)")
    try wait { try place.stored().count >= 1 }
    #expect(try !processes().isEmpty)
    render.kill(.kill)
    _ = render.wait()
    let start = ContinuousClock.now
    try wait { try processes() == [] }
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test("end with the render that is interrupted, and leave nothing")
  func interrupted() throws {
    try place.write("slow.edit", slowScript())
    let render = try place.start("render", "slow.edit", "--launch", "x2 \(worker)")
    try wait { try place.stored().count >= 1 }
    render.kill(.interrupt)
    #expect(render.wait() == .ended(by: .interrupt))
    try wait { try processes() == [] }
    #expect(try place.leftovers() == [])
  }

  @Test("bear any input", .timeLimit(.minutes(3)))
  func input() throws {
    let opening =
      #"{"form":1,"hasFilters":false,"plan":"\#(String(repeating: "0", count: 64))","sandbox":"off","store":"/"}"#
    let inputs = [
      "", "\n", "{}\n", "[]\n", "null\n", String(repeating: "x", count: 1 << 20), opening + "\n",
      opening + "\n{}\n",
      opening.replacing(":1", with: ":2") + "\n",
      opening.replacing(":1", with: ":99999999999999999999") + "\n",
      opening.replacing(#""store":"/""#, with: #""codec":"zzz","store":"\u0000""#) + "\n\n",
    ]
    for input in inputs {
      let result = try place.editc("worker", input: input)
      #expect(
        [0, 65, 69].contains(result.exitCode), "\(input.prefix(100)): \(result.exitCode) \(result.errorText)")
    }
    #expect(try place.leftovers() == [])
  }

  // MARK: Over ssh

  @Test(
    "over ssh make the same film, whatever is killed",
    .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(if: SecureShell.isThere, "needs openssh-server"))
  func secureShell() throws {
    let shell = try SecureShell()
    defer { shell.stop() }
    guard try shell.letsIn() else {
      print("the server of ssh lets nobody in on this machine: the test is skipped")
      return
    }
    try place.write("slow.edit", slowScript())
    let local = try rendered()
    for (index, options) in ["", " --carry"].enumerated() {
      let far = try place.editc(
        "render", "film.edit", "--force", "--cache", "c\(index)", "--launch",
        "x2 \(shell.command) \(farEditc) worker --cache \(shellWord(root))/c\(index)" + options)
      #expect(far.exitCode == 0, "\(far.errorText)")
      #expect(try place.digest("film.mp4") == local)
    }
    // The ssh of a worker, and then the render.
    let render = try place.start(
      "render", "slow.edit", "--force", "--launch",
      "x2 \(shell.command) \(farEditc) worker --cache \(shellWord(root))/cache/editc")
    try wait { try place.stored().count >= 1 }
    kill(try #require(try shell.clients().first), SIGKILL)
    try wait { try place.stored().count >= 3 }
    render.kill(.kill)
    _ = render.wait()
    let start = ContinuousClock.now
    try wait { try processes() == [] && shell.clients() == [] }
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(try place.editc("render", "slow.edit", "-o", "again.mp4").exitCode == 0)
    #expect(try place.editc("render", "slow.edit", "-o", "fresh.mp4", "--no-cache").exitCode == 0)
    #expect(try place.digest("again.mp4") == place.digest("fresh.mp4"))
  }
}

/// A server of ssh on this machine alone, with keys of its own.
private struct SecureShell {
  let command: String
  private let folder: TemporaryFolder
  private let server: ChildProcess

  static let isThere = isExecutable("/usr/sbin/sshd") && isExecutable("/usr/bin/ssh")

  private static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  init() throws {
    folder = try TemporaryFolder()
    let port = 20000 + Int(ownProcessID) % 20000
    let made = try run([
      "bash", "-c",
      """
      cd \(folder.root) && ssh-keygen -q -t ed25519 -N '' -f host && ssh-keygen -q -t ed25519 -N '' -f id
      cp id.pub authorized
      printf '%s\\n' 'Port \(port)' 'ListenAddress 127.0.0.1' 'HostKey \(folder.root)/host' 'PidFile none' 'UsePAM no' \
        'AuthorizedKeysFile \(folder.root)/authorized' 'StrictModes no' 'PasswordAuthentication no' > config
      [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
      id -un
      """,
    ])
    try #require(made.exitCode == 0, "\(made.errorText)")
    let user = made.text.filter { $0 != "\n" }
    server = try ChildProcess(ChildCommand("/usr/sbin/sshd", ["-D", "-e", "-f", folder.path("config")]))
    command =
      "ssh -F none -p \(port) -i \(folder.path("id")) -o IdentitiesOnly=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null"
      + " -o LogLevel=ERROR \(user)@127.0.0.1"
  }

  /// The processes of ssh that were started with its key.
  func clients() throws -> [Int32] {
    try run(["pgrep", "-f", "^ssh -F.*\(folder.root)"]).text.split(separator: "\n").compactMap { Int32($0) }
  }

  /// Accounts can be locked, and machines without an own network.
  func letsIn() throws -> Bool {
    for _ in 0..<100 {
      if try run(["sh", "-c", "\(command) true"]).exitCode == 0 { return true }
      usleep(100_000)
    }
    return false
  }

  func stop() {
    server.kill(.terminate)
    _ = server.wait()
  }
}
