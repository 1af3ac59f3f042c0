import Processes
import TestSupport
import Testing

@testable import Export

/// What a cluster is asked for, without a cluster.
@Suite("The workers of a cluster")
struct ClusterTests {
  @Test("are never more than have something to make")
  func wanted() {
    #expect(WorkerBudget(workers: 8, jobs: 1).wanted(for: 3) == 3)
    #expect(WorkerBudget(workers: 8, jobs: 2).wanted(for: 3) == 2)
    #expect(WorkerBudget(workers: 8, jobs: 2).wanted(for: 100) == 8)
  }

  @Test("are replaced if they are missing twice, three times as many as were wanted at most")
  func replaced() {
    var roll = WorkerBudget(workers: 4, jobs: 1)
    roll.submit(4)
    #expect(roll.replacements(missing: 20, active: 4) == 0)
    #expect(roll.replacements(missing: 20, active: 3) == 0)
    // One came back: nothing is missing any more.
    #expect(roll.replacements(missing: 20, active: 4) == 0)
    #expect(roll.replacements(missing: 20, active: 1) == 0 && roll.replacements(missing: 20, active: 1) == 3)
    roll.submit(3)
    // As many as there is to make are enough.
    #expect(roll.replacements(missing: 2, active: 2) == 0 && roll.replacements(missing: 2, active: 2) == 0)
    #expect(roll.replacements(missing: 9, active: 4, areLost: true) == 4)
    roll.submit(4)
    #expect(roll.replacements(missing: 9, active: 0) == 0)
    #expect(!roll.isOver(missing: 9, active: 0))
    #expect(roll.replacements(missing: 9, active: 0) == 1)
    roll.submit(1)
    #expect(roll.isExhausted && !roll.isOver(missing: 9, active: 1))
    for _ in 0..<2 { #expect(roll.replacements(missing: 9, active: 0) == 0) }
    #expect(roll.isOver(missing: 9, active: 0) && !roll.isOver(missing: 0, active: 0))
  }

  @Test("are lost after 50 s, and all of them if no one takes over what they were at")
  func leases() {
    var watch = LeaseWatch()
    let orders = [WorkOrder.segment(0), .segment(1), .soundTrack]
    func look(_ ages: [Int64?]) -> LeaseWatch.Finding {
      watch.look(at: orders) { order in orders.firstIndex(of: order).flatMap { ages[$0] } }
    }
    #expect(look([50, 3, nil]) == LeaseWatch.Finding(isAnyAlive: true))
    #expect(look([51, 3, nil]).lost == [.segment(0)])
    #expect(look([56, 8, nil]) == LeaseWatch.Finding(isAnyAlive: true))
    // One is alive: it takes over in a moment.
    #expect(!look([61, 3, nil]).isNobodyThere)
    #expect(look([1, nil, nil]) == LeaseWatch.Finding(isAnyAlive: true))
    #expect(look([nil, nil, nil]) == LeaseWatch.Finding())
    #expect(look([51, 51, nil]).lost == [.segment(0), .segment(1)])
    #expect(!look([56, 56, nil]).isNobodyThere && look([61, 61, nil]).isNobodyThere)
    // Told once: new workers may have to wait for their turn.
    #expect(!look([66, 66, nil]).isNobodyThere)
  }

  @Test("are followed by the files that they leave")
  func files() throws {
    let folder = try TemporaryFolder()
    var files = WorkerFiles(folder: folder.root)
    #expect(files.newEnds() == [] && !files.hasHeard)
    func leave(_ name: String, _ text: String) throws {
      try AtomicFile.publish(Array(text.utf8), at: folder.path(name))
    }
    try leave("7-0.log", "editc: a warning\neditc: clip.mp4 is not the file\n")
    try leave("7-0.end", "65\n")
    try leave("7-1.log", "")
    try leave("7-1.end", "0\n")
    try leave("7-2.new", "69")
    let ends = files.newEnds()
    #expect(ends.map(\.code) == [65, 0] && files.hasHeard)
    #expect(ends.first?.finalError == ExportError(.badData, "clip.mp4 is not the file"))
    #expect(files.newEnds() == [])
    for code: Int32 in [1, 2, 69, 70, 73, 74, 75, 137] {
      let end = WorkerFiles.End(code: code, message: "m")
      #expect(end.finalError == nil && end.error.message == "a worker of the cluster ended with \(code): m")
    }
    for (code, kind) in [
      (65, ExportError.Kind.badData), (66, .inputMissing), (77, .refusedByPolicy), (127, .unavailable),
    ] {
      #expect(WorkerFiles.End(code: Int32(code), message: "m").finalError?.kind == kind)
    }
  }

  @Test("leave their exit code and what they say, wherever the folder is")
  func line() throws {
    let folder = try TemporaryFolder()
    let odd = folder.path("it's $HOME")
    try makeFolder(odd)
    let files = WorkerFiles(folder: odd)
    let result = try run(
      ["sh", "-c", files.line(running: "sh -c 'echo said >&2; exit 65'")],
      environment: ["SLURM_ARRAY_JOB_ID": "7", "SLURM_ARRAY_TASK_ID": "3", "PATH": "/usr/bin:/bin"])
    #expect(result.exitCode == 65)
    #expect(try listFolder(odd).sorted() == ["7-3.end", "7-3.log"])
    #expect(try readFile(odd + "/7-3.end", limit: 9) == Array("65\n".utf8))
  }
}
