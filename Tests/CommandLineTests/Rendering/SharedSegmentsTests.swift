import Basics
import FoundationEssentials
import Glibc
import Processes
import TestSupport
import Testing

private let hasStrace = (try? run(["strace", "-V"])) != nil
private let hasMoto =
  (try? run(["/usr/bin/python3", "-c", "import boto3, moto.server, flask"]))?.exitCode == 0

/// Renders on machines that share segments by a server (`Judges/segment_server.py`).
@Suite(.serialized) struct SharedSegmentsTests {
  private let shared: SharedFilm
  private var place: Workplace { shared.place }
  private var cache: PythonServer { shared.cache }

  init() throws { shared = try SharedFilm() }

  @Test("A second machine encodes nothing and makes the same film; only the network process has sockets")
  func second() throws {
    let digest = try shared.fill()
    #expect(cache.text("wrong") == "")
    #expect(try cache.names("ac").count == 5 && cache.names("cas").count == 5)
    let trace =
      hasStrace
      ? ["strace", "-f", "-qq", "-e", "trace=socket,connect,execve", "-o", place.path("calls")] : []
    try place.shell("rm film.mp4").check()
    let result = try shared.render(on: "second", ["--progress", "json"], trace: trace)
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(try place.digest("film.mp4") == digest)
    #expect(shared.framesDone(result).allSatisfy { $0 == 180 } && !shared.framesDone(result).isEmpty)
    #expect(result.errorText.contains("5 of 5 missing segments and sounds came from the cache at 127.0.0.1:"))
    let requests = try cache.takeRequests()
    #expect(requests.count == 10 && requests.allSatisfy { $0.hasPrefix("GET /") && $0.hasSuffix(" 200 -") })
    if hasStrace { try checkCalls() }
    // What is here is not asked for.
    #expect(try shared.render(on: "second").exitCode == 0)
    #expect(try cache.takeRequests() == [])
    #expect(try place.leftovers() == [])
    let store = try place.editc("store", "verify", "--cache", place.path("second/editc"))
    #expect(store.text.contains("removed: 0 entries"))
  }

  /// Each line has the process, and its first call is `execve` with its words.
  private func checkCalls() throws {
    var workers: Set<Substring> = []
    var callers: Set<Substring> = []
    for line in try place.shell("cat calls").text.split(separator: "\n") {
      let process = line.prefix { $0 != " " }
      if line.contains("execve("), line.contains("\"network-worker\"") { workers.insert(process) }
      if line.contains("socket(AF_INET") || line.contains("connect(") { callers.insert(process) }
    }
    #expect(!callers.isEmpty && callers.isSubset(of: workers))
  }

  @Test("A file beside scripts sends no machine to a server")
  func trust() throws {
    _ = try shared.fill()
    try place.shell("rm config/editc/editc.yaml").check()
    try place.write("editc.yaml", "settings: 1\ncache: {remote: \(cache.url), write: always}\n")
    let (_, refused) = try shared.film()
    #expect(
      refused.errorText.contains(
        "settings: cache remote \(cache.url) is not used; --cache-remote \(cache.url) allows it (editc.yaml:2)"
      ))
    #expect(try cache.takeRequests() == [])
    // The own configuration names another one.
    try shared.own("{remote: http://127.0.0.1:1, write: always}")
    _ = try shared.film()
    #expect(try cache.takeRequests() == [])
    // The same one: the file beside scripts names the place, and does not decide what is sent.
    try shared.own("{remote: \(cache.url)/elsewhere}")
    let (_, allowed) = try shared.film()
    #expect(allowed.errorText.contains("settings: cache remote \(cache.url), write: never (editc.yaml:2)"))
    #expect(try cache.takeRequests().count == 10)
    // The command line names it: then the file decides.
    try place.shell("rm -r config '\(cache.folder.path("ac"))' && mkdir '\(cache.folder.path("ac"))'").check()
    let (_, named) = try shared.film(["--cache-remote", cache.url + "/"])
    #expect(named.errorText.contains("settings: cache remote \(cache.url), write: always (editc.yaml:2)"))
    #expect(try cache.names("ac").count == 5)
    _ = try cache.takeRequests()
    try place.shell("rm editc.yaml").check()
    _ = try shared.film(["--cache-remote", cache.url])
    #expect(try cache.takeRequests().count == 10)
  }

  @Test("A host on the command line allows the server of a file, but none that others can overhear")
  func hosts() throws {
    try place.write("editc.yaml", "settings: 1\ncache: {remote: \"https://127.0.0.1:1/a\", write: ci}\n")
    let (_, result) = try shared.film(["--cache-remote", "127.0.0.1:1"])
    #expect(
      result.errorText.contains("settings: cache remote https://127.0.0.1:1/a, write: ci (editc.yaml:2)"))
    #expect(
      result.errorText.contains("the cache at 127.0.0.1:1 failed (no connection to 127.0.0.1 (2 tries))"))
    try place.write("editc.yaml", "settings: 1\ncache: {remote: \"\(cache.url)\"}\n")
    for words in [
      ["--cache-remote", "127.0.0.1:\(cache.port)"], ["--cache-remote", "cache.example.org"],
      ["--cache-remote", cache.url, "--no-cache"], ["--cache-remote", "ftp://a"], ["--cache-remote", "a/b"],
    ] {
      #expect(try shared.render(on: "second", words).exitCode == 2, "\(words)")
    }
    #expect(try cache.takeRequests() == [])
  }

  @Test("write: ci sends where CI is set")
  func continuousIntegration() throws {
    try shared.own("{remote: \(cache.url), write: ci}")
    _ = try shared.film()
    #expect(try cache.names("ac") == [])
    _ = try shared.film([], ["CI": "true"])
    #expect(try cache.names("ac").count == 5 && cache.text("wrong") == "")
  }

  @Test("With EDITC_CACHE_KEY, only segments with its signature count")
  func signatures() throws {
    let digest = try shared.fill(["EDITC_CACHE_KEY": "team"])
    let check = try run([
      "/usr/bin/python3", "-c",
      """
      import hashlib, hmac, os, sys
      sys.path.insert(0, sys.argv[1])
      from segment_server import file_of
      for key in os.listdir(sys.argv[2]):
          digest, _, signature = file_of(open(os.path.join(sys.argv[2], key), "rb").read())
          assert signature == hmac.new(b"team", f"{key} {digest}".encode(), hashlib.sha256).digest()
      """, packageRoot + "/Tests/CommandLineTests/Judges", cache.folder.path("ac"),
    ])
    #expect(check.exitCode == 0, "\(check.errorText)")
    for (key, count) in [("team", 5), ("", 5), ("other", 0)] {
      let (found, result) = try shared.film([], ["EDITC_CACHE_KEY": key])
      #expect(found == digest)
      #expect(result.errorText.contains("\(count) of 5 missing") == (count > 0), "\(result.errorText)")
      #expect(result.errorText.contains("without the signature of EDITC_CACHE_KEY") == (count == 0))
    }
  }

  @Test("EDITC_CACHE_TOKEN goes to the server, and appears nowhere")
  func token() throws {
    let digest = try shared.fill()
    try cache.set(mode: "token s3cret")
    let (_, denied) = try shared.film()
    #expect(denied.errorText.contains("failed (the server refuses access (401))"))
    let (found, result) = try shared.film(["-v", "--progress", "json"], ["EDITC_CACHE_TOKEN": "s3cret"])
    #expect(found == digest && result.errorText.contains("5 of 5 missing"))
    #expect(!(result.text + result.errorText).contains("s3cret"))
    // Not after a redirect to another host.
    try cache.set(mode: "redirect http://localhost:\(cache.port)")
    _ = try cache.takeRequests()
    let (_, redirected) = try shared.film(["--allow-private", "localhost"], ["EDITC_CACHE_TOKEN": "s3cret"])
    let requests = try cache.takeRequests()
    #expect(requests.contains { $0.hasSuffix("Bearer s3cret") && $0.contains(" 127.0.0.1:") })
    #expect(!requests.contains { $0.hasSuffix("Bearer s3cret") && $0.contains(" localhost:") })
    #expect(requests.contains { $0.contains(" localhost:") }, "\(redirected.errorText)")
    let (_, strange) = try shared.film([], ["EDITC_CACHE_TOKEN": "two words"])
    #expect(strange.errorText.contains("EDITC_CACHE_TOKEN contains blanks or special characters"))
  }

  @Test("push sends what is in the store and not on the server, also of films in two passes")
  func pushing() throws {
    try place.shell("sed -i 's/file: film.mp4/file: film.mp4, video: {bitrate: 200k, passes: 2}/' film.edit")
      .check()
    #expect(try push().exitCode == 2, "no server is named")
    _ = try shared.film()
    try place.shell("mv film.mp4 first.mp4").check()
    try shared.own("{remote: \(cache.url)}")
    let sent = try push()
    #expect(sent.exitCode == 0, "\(sent.errorText)")
    let count = try cache.names("ac").count
    #expect(sent.text == "127.0.0.1:\(cache.port): \(count) entries sent, 0 were there\n" && count >= 7)
    #expect(cache.text("wrong") == "")
    try place.shell("cd '\(cache.folder.path("ac"))' && rm $(ls | head -3)").check()
    let again = try push()
    #expect(try again.exitCode == 0 && cache.names("ac").count == count)
    #expect(again.text == "127.0.0.1:\(cache.port): 3 entries sent, \(count - 3) were there\n")
    let (digest, result) = try shared.film(["--progress", "json"])
    #expect(try digest == place.digest("first.mp4"))
    #expect(shared.framesDone(result).allSatisfy { $0 == 180 }, "\(result.errorText)")
    try cache.set(mode: "status 403")
    let denied = try push()
    #expect(denied.exitCode == 77 && denied.errorText.contains("the server refuses access (403)"))
    try cache.set(mode: "status 500")
    #expect(try push().exitCode == 69)
  }

  private func push() throws -> ProgramResult {
    try run(
      [builtEditc, "push", "film.edit", "--cache", place.path("second/editc")], in: place.root,
      environment: place.environment.merging(["http_proxy": "", "no_proxy": "*", "HOME": place.root]) { $1 })
  }

  @Test("Segments can be in S3, with signed requests")
  func objects() throws {
    let server = try FaultServer(byteCount: 1)
    let keys = [
      "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
      "AWS_SESSION_TOKEN": "", "AWS_REGION": "eu-central-1",
      "AWS_ENDPOINT_URL_S3": "http://127.0.0.1:\(server.port)",
    ]
    try shared.own("{remote: \"s3://objects/some place\", write: always}")
    #expect(try shared.render(on: "first", [], keys).exitCode == 65)
    try shared.own("{remote: s3://objects/segments, write: always}")
    let first = try shared.render(on: "first", [], keys)
    #expect(first.exitCode == 0 && !first.errorText.contains("warning: "), "\(first.errorText)")
    let digest = try place.digest("film.mp4")
    let (found, second) = try shared.film([], keys)
    #expect(found == digest && second.errorText.contains("5 of 5 missing"), "\(second.errorText)")
  }

  @Test(
    "Segments can be in the S3 of moto",
    .enabled(if: hasMoto, "needs the Python packages moto, flask and boto3"))
  func moto() throws {
    let server = try PythonServer("s3_server.py")
    let keys = [
      "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_SESSION_TOKEN": "",
      "AWS_REGION": "us-east-1",
      "AWS_ENDPOINT_URL_S3": server.url,
    ]
    try shared.own("{remote: s3://team/a/b, write: always}")
    let first = try shared.render(on: "first", [], keys)
    #expect(first.exitCode == 0 && !first.errorText.contains("warning: "), "\(first.errorText)")
    #expect(try server.ask() == "10 5")
    let digest = try place.digest("film.mp4")
    let (found, second) = try shared.film([], keys)
    #expect(found == digest && second.errorText.contains("5 of 5 missing"), "\(second.errorText)")
  }

  @Test(
    "A film of a minute on an empty second cache, with many faults",
    .enabled(if: testsLong, "runs in `make judge`"))
  func minute() throws {
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 640x360, rate: 30}
      timeline: [\((0..<3).map { _ in "{clip: \(Footage.busy), take: ..20s}" }.joined(separator: ", "))]
      audio: [\((0..<3).map { _ in "{clip: \(Footage.tone), take: ..20s}" }.joined(separator: ", "))]
      outputs: [{file: film.mp4, video: {passes: 2, bitrate: 800k}}]

      """)
    let digest = try shared.fill()
    let (found, result) = try shared.film(["--progress", "json"])
    #expect(found == digest && shared.framesDone(result).allSatisfy { $0 == 1800 })
    for mode in SharedSegmentsFaultTests.modes where !["redirect", "gone"].contains(mode) {
      try cache.set(mode: mode)
      #expect(try shared.film().0 == digest, "\(mode)")
    }
  }
}
