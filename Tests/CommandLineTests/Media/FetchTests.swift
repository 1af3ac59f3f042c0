import FoundationEssentials
import Glibc
import Processes
import TestSupport
import Testing

private let hasStrace = (try? run(["strace", "-V"])) != nil

/// Media that a server on this machine has. Each film is compared with that of the same files in their places.
@Suite(.serialized) struct FetchTests {
  private let place: Workplace
  private let server: FaultServer
  private let digest: String
  private let byteCount: Int64
  private let film: String
  private let own = ["--allow-private", "127.0.0.1"]

  /// A locked script whose only file is now on the server.
  init() throws {
    let place = try Workplace.oddlyNamed()
    self.place = place
    try place.shell("mkdir media && cp footage/counter.mp4 media/ && rm -r footage").check()
    server = try FaultServer(file: place.path("media/counter.mp4"))
    digest = try place.digest("media/counter.mp4")
    byteCount = try #require(FileIdentity(ofFileAt: place.path("media/counter.mp4"))).byteCount
    try Self.writeScript(from: [server.url("ok")], in: place)
    try place.shell("\"$editc\" lock film.edit && \"$editc\" render film.edit").check()
    film = try place.digest("film.mp4")
    try place.shell("rm -r film.mp4 media cache").check()
  }

  private func writeScript(from urls: [String]) throws { try Self.writeScript(from: urls, in: place) }

  private static func writeScript(from urls: [String], in place: Workplace) throws {
    try place.write(
      "film.edit",
      """
      edit: 1
      canvas: {size: 160x90, rate: 30}
      media:
        counter:
          file: media/counter.mp4
          from: [\(urls.map { "\"\($0)\"" }.joined(separator: ", "))]
      timeline: [{clip: counter, take: ..2s}]
      outputs: [{file: film.mp4}]

      """)
  }

  private func editc(_ words: [String], _ more: [String: String] = [:]) throws -> ProgramResult {
    let environment = place.environment.merging(["http_proxy": "", "https_proxy": "", "HOME": place.root]) {
      $1
    }
    return try run([builtEditc] + words, in: place.root, environment: environment.merging(more) { $1 })
  }

  private var stored: String { "cache/editc/media/\(digest.prefix(2))/\(digest)" }

  @Test("What is missing is fetched, verified, and found by every later command without a connection")
  func fetching() throws {
    let lint = try editc(["lint", "-v", "film.edit"])
    #expect(
      lint.text.contains("unfetched-media")
        && lint.text.contains("`editc fetch film.edit` downloads it from 127.0.0.1:\(server.port)"))
    #expect(try !isThere(server.folder.path("log")) || server.requests() == [])

    let fetch = try editc(["fetch", "film.edit"] + own)
    #expect(fetch.exitCode == 0, "\(fetch.errorText)")
    #expect(
      fetch.text.hasPrefix("media/counter.mp4: \(byteCount) bytes in ")
        && fetch.text.contains("from \(server.url("ok"))\n"))
    #expect(try place.digest(stored) == digest)
    #expect(try place.shell("stat -c %a \(stored)").text == "444\n")
    #expect(try place.shell("find cache/editc/media -type f | wc -l").text == "1\n")
    let requests = try server.requests()

    let again = try editc(["fetch", "film.edit", "--json"])
    #expect(again.exitCode == 0 && again.text.contains("\"place\": \"store\"") && again.text.contains(digest))
    let trace = hasStrace ? ["strace", "-f", "-qq", "-e", "trace=socket", "-o", place.path("calls")] : []
    let render = try run(
      trace + [builtEditc, "render", "film.edit"], in: place.root, environment: place.environment)
    #expect(render.exitCode == 0, "\(render.errorText)")
    if hasStrace { #expect(try !place.shell("cat calls").text.contains("socket(")) }
    #expect(try place.digest("film.mp4") == film)
    #expect(try server.requests() == requests && !isThere(place.path("media")))
    #expect(try editc(["store", "show"]).text.contains("media: 1 entry"))
    #expect(try editc(["store", "verify"]).text.contains("removed: 0 entries"))
  }

  @Test(
    "With --fetch, a render, a plan, a picture, a sheet and a preview fetch first; only the network process has sockets"
  )
  func first() throws {
    let trace =
      hasStrace
      ? ["strace", "-f", "-qq", "-e", "trace=socket,connect,execve,openat", "-o", place.path("calls")] : []
    let render = try run(
      trace + [builtEditc, "render", "--fetch", "film.edit"] + own, in: place.root,
      environment: place.environment.merging(["http_proxy": ""]) { $1 })
    #expect(render.exitCode == 0, "\(render.errorText)")
    #expect(try place.digest("film.mp4") == film)
    if hasStrace { try checkCalls() }
    for words in [
      ["plan", "--fetch", "film.edit"], ["frame", "--fetch", "film.edit", "--at", "1s", "-o", "a.png"],
      ["sheet", "--fetch", "film.edit", "-o", "b.png"], ["preview", "--fetch", "--once", "film.edit"],
    ] {
      try place.shell("rm -rf cache").check()
      let result = try editc(words + own)
      #expect(result.exitCode == 0, "\(words): \(result.errorText)")
      #expect(try place.digest(stored) == digest)
    }
    #expect(try editc(["render", "--fetch", "--no-cache", "film.edit"]).exitCode == 2)
  }

  /// Each line has the process, and its first call is `execve` with its words.
  private func checkCalls() throws {
    var worker: Substring?
    var callers: Set<Substring> = []
    var opened: [Substring] = []
    for line in try place.shell("cat calls").text.split(separator: "\n") {
      let process = line.prefix { $0 != " " }
      if line.contains("execve("), line.contains("\"network-worker\"") { worker = process }
      if line.contains("socket(") || line.contains("connect(") { callers.insert(process) }
      if process == worker, line.contains("openat("), !line.contains("ENOENT") { opened.append(line) }
    }
    #expect(callers == Set([worker].compactMap(\.self)))
    #expect(!opened.contains { $0.contains("film.edit") || $0.contains("cache/") || $0.contains("O_WRONLY") })
  }

  @Test("What push --media sends is what another machine fetches; what the server has is not sent again")
  func push() throws {
    try place.shell("mkdir media").check()
    try Data(server.content).write(to: URL(filePath: place.path("media/counter.mp4")))
    let files = try PythonServer("file_server.py")
    let kept = files.folder.root
    let remote = "http://127.0.0.1:\(files.port)/{sha256:2}/{sha256}"
    func push(_ remote: String) throws -> ProgramResult {
      try editc(["push", "film.edit", "--media", remote] + own)
    }
    #expect(try push(remote).text == "media/counter.mp4: \(byteCount) bytes sent\n")
    #expect(try place.shell("sha256sum < '\(kept)/\(digest.prefix(2))/\(digest)'").text.hasPrefix(digest))
    #expect(try push(remote).text == "media/counter.mp4: was there\n")
    let path = "/\(digest.prefix(2))/\(digest)"
    #expect(try place.shell("cat '\(kept)/.log'").text == "HEAD \(path)\nPUT \(path)\nHEAD \(path)\n")

    // Another machine.
    try place.shell("rm -r media cache && mkdir -p cache").check()
    try writeScript(from: [])
    try place.write("editc.yaml", "settings: 1\nremotes: [\"\(remote)\"]\n")
    #expect(try editc(["render", "--fetch", "film.edit"] + own).exitCode == 0)
    #expect(try place.digest("film.mp4") == film)
    try place.shell("rm editc.yaml").check()

    // What fails has a reason, and a code.
    try place.shell("head -c 1000 /dev/zero > '\(kept)/\(digest)'").check()
    let short = try push("http://127.0.0.1:\(files.port)/{sha256}")
    #expect(short.exitCode == 65 && short.errorText.contains("a file of 1000 bytes"), "\(short.errorText)")
    let locked = try push("http://127.0.0.1:\(files.port)/locked/{sha256}")
    #expect(locked.exitCode == 77 && locked.errorText.contains("'media/counter.mp4' was not sent: "))
    let full = try push("http://127.0.0.1:\(files.port)/no-room/{sha256}")
    #expect(full.exitCode == 69, "\(full.errorText)")
    let refused = try editc(["push", "film.edit", "--media", remote])
    #expect(refused.exitCode == 77 && refused.errorText.contains("private"), "\(refused.errorText)")
    #expect(try push("https://media.example.org/{md5}").exitCode == 2)
  }

  @Test("A file without a digest is fetched only by lock --fetch, and then stays the same")
  func firstUse() throws {
    try place.shell("rm film.edit.lock").check()
    let fetch = try editc(["fetch", "film.edit"] + own)
    #expect(
      fetch.exitCode == 66 && fetch.errorText.contains("`editc lock --fetch film.edit` downloads it once"))
    let lint = try editc(["lint", "film.edit"])
    #expect(
      lint.text.contains(
        "`editc lock --fetch film.edit` downloads it from 127.0.0.1:\(server.port) and records its digest"))
    let lock = try editc(["lock", "--fetch", "film.edit"] + own)
    #expect(lock.exitCode == 0, "\(lock.errorText)")
    #expect(try place.shell("cat film.edit.lock").text.contains(digest))
    #expect(try place.shell("find cache/editc/media -type f").text == stored + "\n")
    #expect(try editc(["render", "film.edit"]).exitCode == 0)
    #expect(try place.digest("film.mp4") == film)
    // Without the server, the lock can be written again.
    let again = try editc(["lock", "--fetch", "film.edit"])
    #expect(again.exitCode == 0, "\(again.errorText)")
  }

  @Test("--place writes a copy, over nothing but a pointer of the same file")
  func placing() throws {
    #expect(try editc(["fetch", "--place", "film.edit"] + own).exitCode == 0)
    #expect(try place.digest("media/counter.mp4") == digest)
    #expect(try place.shell("stat -c %a media/counter.mp4").text != "444\n")
    #expect(try editc(["fetch", "film.edit"]).text == "media/counter.mp4: here\n")
    func point(_ digest: String) throws {
      try place.write(
        "media/counter.mp4",
        "version https://git-lfs.github.com/spec/v1\noid sha256:\(digest)\nsize \(byteCount)\n")
    }
    try point(digest)
    #expect(try editc(["fetch", "--place", "film.edit"]).exitCode == 0)
    #expect(try place.digest("media/counter.mp4") == digest)
    let other = String(repeating: "7", count: 64)
    try point(other)
    let refused = try editc(["fetch", "--place", "film.edit"] + own)
    #expect(refused.exitCode == 65, "\(refused.errorText)")
    #expect(try place.shell("cat media/counter.mp4").text.contains(other))
  }

  @Test("Servers by digest come from editc.yaml, and private hosts from one's own settings alone")
  func remotes() throws {
    try writeScript(from: [])
    try place.shell("sed -i 's/, *from: .*//; /from:/d' film.edit && cat film.edit").check()
    try place.shell("ln -s content '\(server.folder.path(digest))'").check()
    try place.write("editc.yaml", "settings: 1\nremotes: [\"\(server.url("at/{sha256}"))\"]\n")
    let refused = try editc(["fetch", "film.edit"])
    #expect(refused.exitCode == 77)
    #expect(refused.errorText.contains("`--allow-private 127.0.0.1` allows it"))
    try place.write("config/editc/editc.yaml", "settings: 1\nprivate: [127.0.0.1]\n")
    let fetch = try editc(["fetch", "film.edit"])
    #expect(fetch.exitCode == 0, "\(fetch.errorText)")
    #expect(try place.digest(stored) == digest)
    try place.write("editc.yaml", "settings: 1\nprivate: [127.0.0.1]\n")
    #expect(try editc(["fetch", "film.edit"]).exitCode == 65)
  }

  @Test(
    "Servers that name files by their MD5, as DVC does, are asked, too; only the lock's SHA-256 is a proof")
  func md5() throws {
    try writeScript(from: [])
    try place.shell("sed -i '/from:/d' film.edit").check()
    let md5 = String(try place.shell("md5sum < '\(server.folder.path("content"))'").text.prefix(32))
    func point(_ md5: String) throws {
      try place.write(
        "media/counter.mp4.dvc",
        "outs:\n- md5: \(md5)\n  size: \(byteCount)\n  hash: md5\n  path: counter.mp4\n")
      try place.shell("ln -sf content '\(server.folder.path(md5))'").check()
    }
    try point(md5)
    try place.write("editc.yaml", "settings: 1\nremotes: [\"\(server.url("at/{md5:2}{md5:2..}"))\"]\n")
    let fetch = try editc(["fetch", "film.edit"] + own)
    #expect(fetch.exitCode == 0, "\(fetch.errorText)")
    #expect(try place.digest(stored) == digest)

    try place.shell("rm -r cache film.edit.lock").check()
    let unlocked = try editc(["fetch", "film.edit"] + own)
    #expect(
      unlocked.exitCode == 66
        && unlocked.errorText.contains("`editc lock --fetch film.edit` downloads it once"))
    let lock = try editc(["lock", "--fetch", "film.edit"] + own)
    #expect(lock.exitCode == 0, "\(lock.errorText)")
    #expect(try place.shell("cat film.edit.lock").text.contains(digest))

    try place.shell("rm -r cache film.edit.lock").check()
    try point(String(repeating: "ab", count: 16))
    let wrong = try editc(["lock", "--fetch", "film.edit"] + own)
    #expect(wrong.exitCode == 65 && wrong.errorText.contains("other bytes than those in the `.dvc` file"))
    #expect(
      try place.shell("find cache/editc/media -type f").text.isEmpty && !isThere(place.path("film.edit.lock"))
    )
  }

  @Test("--check asks and fetches nothing")
  func checking() throws {
    let check = try editc(["fetch", "--check", "film.edit"] + own)
    #expect(check.exitCode == 0)
    #expect(check.text == "media/counter.mp4: available, \(byteCount) bytes at \(server.url("ok"))\n")
    #expect(
      try server.requests().allSatisfy { $0.contains("\"HEAD\"") }
        && !isThere(place.path("cache/editc/media")))
    try writeScript(from: [server.url("404")])
    #expect(try editc(["fetch", "--check", "film.edit"] + own).exitCode == 66)
  }

  @Test("The next URL is tried, and the exit code names the failure that a retry helps most")
  func failures() throws {
    for (urls, code, words) in [
      ([server.url("404")], 66, "the server has no such file (404)"),
      ([server.url("page")], 65, "the server sent a page of text (26 bytes of text/html), not the file"),
      ([server.url("flip")], 65, "these are other bytes (\(byteCount) of \(byteCount) bytes, digest "),
      ([server.url("gzip")], 65, "compressed by gzip)"),
      ([server.url("404"), "http://10.0.0.1/a"], 77, "10.0.0.1 is a private address"),
      ([server.url("403?X-Key=s3cret")], 77, server.url("403") + "?...: the server refuses access (403)"),
      (
        [server.url("redirect/302?http://169.254.169.254/a"), server.url("404")], 77,
        "redirected to 169.254.169.254"
      ),
      ([server.url("418"), server.url("flip")], 69, "the server answered with status 418"),
    ] {
      try writeScript(from: urls)
      let result = try editc(["fetch", "film.edit"] + own)
      #expect(result.exitCode == code, "\(urls): \(result.errorText)")
      #expect(result.errorText.contains(words), "\(result.errorText)")
      #expect(!result.errorText.contains("s3cret") && result.text == "")
      #expect(try place.shell("find cache/editc/media -type f").text == "", "\(urls)")
      #expect(try editc(["render", "--fetch", "film.edit"] + own).exitCode == code)
    }
    for kind in ["flip-once", "lying"] {
      try place.shell("rm -rf cache").check()
      try writeScript(from: [server.url(kind), server.url("ok")])
      #expect(try editc(["fetch", "film.edit"] + own).exitCode == 0, "\(kind)")
      #expect(try place.digest(stored) == digest)
    }
  }

  @Test("A killed fetch is continued, and no unfinished file has a final name")
  func killed() throws {
    try writeScript(from: [server.url("stall")])
    let line = """
      "$editc" fetch film.edit --allow-private 127.0.0.1 & 
      for i in $(seq 300); do
        sleep 0.05
        [ "$(cat cache/editc/media/*/*.partial 2> /dev/null | wc -c)" -ge $((\(byteCount) / 3)) ] && break
      done
      kill -9 $!; wait; ls cache/editc/media/*/
      """
    #expect(try place.shell(line).text == "\(digest).partial\n")
    try writeScript(from: [server.url("ok")])
    let rest = try editc(["fetch", "film.edit"] + own)
    #expect(
      rest.exitCode == 0 && rest.text.contains(" were there already) in "), "\(rest.text)\(rest.errorText)")
    #expect(try place.digest(stored) == digest)
    #expect(try place.shell("ls -A cache/editc/media/*/").text == "\(digest)\n")
  }

  @Test("Two commands do not fetch one file twice")
  func two() throws {
    try writeScript(from: [server.url("later")])
    let line = "for i in 1 2 3; do \"$editc\" fetch film.edit --allow-private 127.0.0.1 & done; wait"
    try place.shell(line).check()
    #expect(try place.digest(stored) == digest)
    // The server makes one wait, which then asks again; no other one asks.
    #expect(try server.requests().count == 2)
  }

  @Test("Errors in the script end a fetch, and standard input has no place for media")
  func scripts() throws {
    try place.write("film.edit", "edit: 1\ntimelime: []\n")
    #expect(try editc(["fetch", "film.edit"]).exitCode == 1)
    #expect(try editc(["fetch", "nothing.edit"]).exitCode == 66)
  }
}
