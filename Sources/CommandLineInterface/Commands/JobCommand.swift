import ContentDigest
import EditScript
import Export
import Processes
import Workspace

private enum Scheduler: String, CaseIterable, Sendable {
  case slurm, kubernetes, batch
}

private let scheduler = Argument.positional(
  .word("SCHEDULER", of: Scheduler.self),
  "`slurm` gives a shell script that calls sbatch, `kubernetes` an Indexed Job in YAML, `batch` JSON for AWS Batch."
)
let workersArgument = Argument<Int?>.option(
  "workers", .integer("N", 1...1000), "How many workers the cluster is asked for.")
private let jobs = Argument<Int?>.option(
  "jobs", short: "j", .integer("N", 1...WorkerLimits.workers),
  "The processors of each worker, which it uses all. Default: 1.")
private let memory = Argument<Located<Int64>?>.option(
  "memory", .scriptValue("SIZE", .byteCount), "The memory of each worker, such as `4G`. AWS Batch needs it.")
private let program = Argument<String?>.option(
  "program", .file("PATH"),
  "`editc` on the machines of the cluster. Default: the path of this one for Slurm, `editc` in containers.")
private let jobName = Argument<JobName?>.option(
  "name", .jobName("NAME"), "The name of the job. Default: `editc-` with the start of the digest of the plan."
)
private let image = Argument<String?>.option(
  "image", .text("IMAGE"), "The image of the containers, which has editc.")
private let volume = Argument.repeated(
  "volume", .volume("VOLUME=PATH"),
  "Where containers see a volume: a claim of Kubernetes, or for AWS Batch a file system of EFS or a folder of the host."
)
private let queue = Argument<String?>.option("queue", .text("QUEUE"), "The queue of AWS Batch.")
private let force = Argument.flag("force", "Lets the join replace a film that is there.")

extension Command {
  static let job = Command(
    "job", "Prints a job for a cluster that makes the film of a plan.",
    details: """
      The job starts --workers times `editc segment`, and `editc join` at the end. It is printed to standard output and \
      submitted by you. The plan and the media have their paths of this machine on all machines of the cluster, or those that --map \
      says; --cache is the path there. `docs/many-machines.md` describes what each scheduler does when something fails, and how to submit.

      `editc render --engine slurm` submits to Slurm by itself.

      Exits with 65 if the plan is damaged, 66 if it is missing, and 69 if it is one of other versions.
      """,
    arguments: [
      scheduler, planArgument, cacheArgument, workersArgument, jobs, memory, mapArgument, program, jobName,
      image,
      volume, queue, force, sandboxArgument,
    ],
    examples: [
      Example(
        "job slurm --plan holiday.plan --cache /shared/editc --workers 8 > holiday.sh",
        "Submitted by `sh holiday.sh`, which hands its options to sbatch."),
      Example(
        "job kubernetes --plan /films/holiday.plan --cache /films/cache --workers 8 --image registry/editc --volume films=/films > holiday.yaml",
        "Submitted by `kubectl apply -f holiday.yaml`."),
      Example(
        "job batch --plan /films/holiday.plan --cache /films/cache --workers 8 --image registry/editc --volume fs-0123=/films --queue films --memory 4G > holiday.json",
        "Submitted by `aws batch`."),
    ]
  ) { values in try printJob(values) }
}

private func printJob(_ values: ParsedArguments) throws -> ExitCode {
  let scheduler = try values[scheduler]
  let (path, cacheName, folders) = (
    try values[planArgument], try values[cacheArgument], try values[mapArgument]
  )
  let isContainer = scheduler != .slurm
  func mistake(_ sentence: String) -> UsageError { UsageError(.other(sentence), command: "job") }
  guard let workers = try values[workersArgument] else {
    throw mistake("how many workers there are to be is missing: --workers N")
  }
  guard let cacheName else {
    throw mistake("a folder that all machines of the cluster share is missing: --cache DIR")
  }
  let (image, queue, memory) = (try values[image], try values[queue], try values[memory]?.value)
  let volumes = try values[volume]
  if isContainer, image?.isEmpty != false {
    throw mistake("\(scheduler.rawValue): the image of the containers is missing: --image IMAGE")
  }
  if !isContainer, image != nil || !volumes.isEmpty {
    throw mistake("--image and --volume are for containers, which Slurm has none of")
  }
  if scheduler == .batch, queue?.isEmpty != false { throw mistake("batch: --queue QUEUE is missing") }
  if scheduler != .batch, queue != nil { throw mistake("--queue is for AWS Batch alone") }
  if scheduler == .batch, memory == nil {
    throw mistake("batch: the memory of each worker is missing: --memory SIZE")
  }
  if let memory, memory < 1 << 20 { throw mistake("--memory: at least 2M") }
  let map = try FolderMap(values)
  var file = JobFile(
    name: try values[jobName]?.text ?? "",
    commands: DetachedCommands(
      program: try values[program] ?? (isContainer ? "editc" : ownProgram), plan: path, cache: cacheName,
      folders: folders.map { ($0.from, $0.to) }, jobs: try values[jobs] ?? 1,
      sandbox: try values[sandboxArgument],
      replacesExisting: try values[force]),
    workers: workers, memory: memory, image: image, volumes: volumes, queue: queue)
  let digest = try planDigest(path)
  if file.name.isEmpty { file.name = "editc-" + digest.prefix(12) }
  file.commands.plan = map.place(of: try pathFromRoot(path))
  file.commands.cache = try pathFromRoot(cacheName)
  if scheduler == .batch, file.containerLine(index: "").contains("Ref::") {
    throw CommandFailure(
      .usage, "AWS Batch replaces what follows `Ref::` in a command; use paths without `Ref::`")
  }
  let text =
    switch scheduler {
    case .slurm: file.slurmText
    case .kubernetes: file.kubernetesText
    case .batch: file.batchText
    }
  try Console.print(text)
  return .done
}

/// Where this program is, for machines that have it in the same place.
var ownProgram: String { (try? realPath(ChildProcess.ownExecutable)) ?? "editc" }

/// The digest of the file of a plan that this version can carry out.
private func planDigest(_ path: String) throws -> String {
  _ = try DetachedFilm(path)
  let bytes = try readFile(path, limit: WorkerLimits.planBytes)
  guard let digest = try? ContentDigest.of(bytes) else {
    throw CommandFailure(.internalError, "\(path): its digest cannot be computed")
  }
  return digest.hex
}
