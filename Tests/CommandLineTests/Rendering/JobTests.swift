import Basics
import Processes
import TestSupport
import Testing

/// What `editc job` prints, carried out as the scheduler would, in a folder whose name has to be quoted everywhere.
@Suite("A job for a cluster")
struct JobTests {
  private let place: Workplace
  /// A shell would see six things in it, YAML three, and Kubernetes one.
  private static let odd = "it's a \"$(touch x)\" $$HOME\n\u{85}END: #1"

  init() throws {
    place = try Workplace()
    try place.write("film.edit", variedScript())
    try place.write("path", Self.odd)
    let made = try place.shell(
      """
      odd="$(cat path; echo .)"; odd="${odd%.}"; mkdir "$odd" bin; ln -s "$editc" bin/editc
      "$editc" plan film.edit -o "$odd/film.plan"
      """)
    try #require(made.exitCode == 0, "\(made.errorText)")
  }

  private func job(_ options: String) throws -> String {
    let result = try place.shell(
      """
      odd="$(cat path; echo .)"; odd="${odd%.}"
      "$editc" job \(options) --plan "$odd/film.plan" --cache "$odd/cache" --workers 2
      """)
    #expect(result.exitCode == 0, "\(result.errorText)")
    return result.text
  }

  private func expectFilm() throws {
    #expect(try place.digest("film.mp4") == place.localDigest(of: "film.edit"))
    #expect(!isThere(place.path("x")) && !isThere(place.path(Self.odd + "/x")))
  }

  /// The command of a container, as each of two of them runs it.
  private func runContainers(_ command: [String], index: String) throws {
    #expect(command.count == 3 && command.prefix(2) == ["/bin/sh", "-c"])
    for number in ["1", "0"] {
      let result = try run(
        command, in: "/",
        environment: place.environment.merging([
          index: number, "EDITC_SHARES": "2", "PATH": place.path("bin") + ":/usr/bin:/bin",
        ]) { $1 })
      #expect(result.exitCode == 0, "\(result.errorText)")
      #expect(isThere(place.path("film.mp4")) == (number == "0"))
    }
    try expectFilm()
  }

  @Test("for Slurm submits the workers and then the join")
  func slurm() throws {
    let slurm = try FakeSlurm(in: place)
    try place.write("job.sh", job("slurm --memory 3G --jobs 2"))
    let submitted = try run(
      ["sh", "job.sh", "--partition=long"], in: place.root,
      environment: place.environment.merging(slurm.environment) { $1 })
    #expect(submitted.exitCode == 0, "\(submitted.errorText)")
    #expect(submitted.text == "workers: job 70\njoin: job 72\n")
    try wait { isThere(place.path("film.mp4")) }
    try expectFilm()
    let arguments = String(decoding: try place.bytes("tasks/arguments"), as: UTF8.self).split(separator: "\n")
    #expect(arguments.contains("--dependency=afterany:70") && arguments.contains("--partition=long"))
    #expect(arguments.contains("--mem=2862M") && arguments.contains { $0.hasSuffix("-join") })
  }

  @Test("for Kubernetes is a job whose containers make the film")
  func kubernetes() throws {
    try place.write(
      "job.yaml",
      job(
        "kubernetes --image 'registry/editc:1' --volume films=/films --volume films=/cache --volume b=/b --memory 4G"
      ))
    let read = try place.shell(
      "python3 -c 'import json, yaml; print(json.dumps(yaml.safe_load(open(\"job.yaml\"))))'")
    let job = try JSONValue.parse(read.text)
    let spec = try #require(job["spec"])
    #expect(spec["completionMode"] == "Indexed" && spec["completions"] == 2 && spec["parallelism"] == 2)
    #expect(
      spec["podFailurePolicy"]?["rules"]?.elements?.first?["onExitCodes"]?["values"] == [2, 65, 66, 73])
    let pod = try #require(spec["template"]?["spec"])
    let container = try #require(pod["containers"]?.elements?.first)
    #expect(
      container["volumeMounts"]?.elements?.compactMap { $0["mountPath"]?.stringValue } == [
        "/films", "/cache", "/b",
      ])
    #expect(pod["volumes"]?.elements?.count == 2)
    let command = try #require(container["command"]?.elements).compactMap(\.stringValue)
    // As Kubernetes replaces `$$` and `$(NAME)`: here is no name that it knows.
    try runContainers(command.map { $0.replacing("$$", with: "$") }, index: "JOB_COMPLETION_INDEX")
  }

  @Test("for AWS Batch is a definition and a submission whose containers make the film")
  func batch() throws {
    let text = try job(
      "batch --image i --queue q --memory 4G --jobs 2 --volume fs-1=/films --volume /opt/x=/x --name film")
    let job = try JSONValue.parse(text)
    #expect(job["submit-job"]?["arrayProperties"]?["size"] == 2)
    #expect(job["submit-job"]?["jobDefinition"] == job["register-job-definition"]?["jobDefinitionName"])
    let container = try #require(job["register-job-definition"]?["containerProperties"])
    #expect(
      container["resourceRequirements"]?.elements?.compactMap { $0["value"]?.stringValue } == ["2", "3815"])
    let command = try #require(container["command"]?.elements).compactMap(\.stringValue)
    try runContainers(command, index: "AWS_BATCH_JOB_ARRAY_INDEX")
  }

  @Test("finds the plan where the cluster has the folder of it")
  func mapped() throws {
    let root = place.root
    let result = try place.shell(
      "\"$editc\" plan film.edit -o a.plan; \"$editc\" job slurm --plan a.plan --cache /c --workers 1 --map \(root)=/far"
        + " --sandbox require")
    #expect(
      result.text.contains("segment --plan /far/a.plan --cache /c --map \(root)=/far --sandbox require"),
      "\(result.text)")
    #expect(result.text.contains("--array=0-0"))
  }

  @Test(
    "is what the schedulers publish", .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(if: SchedulerJudge.isPresent, "needs Tests/fetch-schedulers"))
  func published() throws {
    let full = "--image i --memory 4G --volume fs-1=/films --volume /opt/x=/x"
    for (kind, options) in [
      ("kubernetes", full), ("kubernetes", "--image i"), ("batch", full + " --queue q"),
      ("batch", "--image i --queue q --memory 2M"),
    ] {
      try place.write("job", job("\(kind) \(options)"))
      let judged = try run([
        "python3", packageRoot + "/Tests/CommandLineTests/Rendering/jobs.py", SchedulerJudge.path, kind,
        place.path("job"),
      ])
      #expect(judged.exitCode == 0, "\(kind) \(options): \(judged.errorText)")
    }
  }

  @Test(
    "needs what the scheduler needs, and refuses what it has not",
    arguments: [
      ("slurm", "--cache c", "--workers N"), ("slurm", "--workers 2", "--cache DIR"),
      ("slurm", "--workers 2 --cache c --image i", "only for kubernetes and batch"),
      ("kubernetes", "--workers 2 --cache c", "--image IMAGE"),
      ("kubernetes", "--workers 2 --cache c --image i --queue q", "only for batch"),
      ("kubernetes", "--workers 2 --cache c --image i --volume films", "such as claim=/shared"),
      ("kubernetes", "--workers 2 --cache c --image i --name Film", "lowercase letters"),
      ("batch", "--workers 2 --cache c --image i --memory 4G", "--queue QUEUE"),
      ("batch", "--workers 2 --cache c --image i --queue q", "--memory SIZE"),
      ("batch", "--workers 2 --cache Ref::c --image i --queue q --memory 4G", "Ref::"),
    ])
  func mistakes(_ scheduler: String, _ options: String, _ message: String) throws {
    let result = try place.shell(
      "\"$editc\" plan film.edit -o a.plan; \"$editc\" job \(scheduler) --plan a.plan \(options)")
    #expect(result.exitCode == 2 && result.errorText.contains(message), "\(result.errorText)")
    #expect(result.text == "")
  }
}
