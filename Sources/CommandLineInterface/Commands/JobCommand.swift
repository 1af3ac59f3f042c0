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
  "`slurm` prints a shell script that calls sbatch, `kubernetes` an Indexed Job in YAML, `batch` JSON for AWS Batch."
)
let workersArgument = Argument<Int?>.option(
  "workers", .integer("N", 1...1000), "Number of workers to request from the cluster.", group: "Workers")
private let jobs = Argument<Int?>.option(
  "jobs", short: "j", .integer("N", 1...WorkerLimits.workers),
  "CPU cores per worker. Default: 1.", group: "Workers")
private let memory = Argument<Located<Int64>?>.option(
  "memory", .scriptValue("SIZE", .byteCount), "Memory per worker, such as `4G`; required for AWS Batch.",
  group: "Workers")
private let program = Argument<String?>.option(
  "program", .file("PATH"),
  "Path of `editc` on the cluster. Default: the path of this program for Slurm, `editc` in containers.",
  group: "Job")
private let jobName = Argument<JobName?>.option(
  "name", .jobName("NAME"), "Name of the job. Default: `editc-` and the start of the plan's digest.",
  group: "Job")
private let image = Argument<String?>.option(
  "image", .text("IMAGE"), "Container image that includes editc.", group: "Job")
private let volume = Argument.repeated(
  "volume", .volume("VOLUME=PATH"),
  "Mounts a volume into the containers: a Kubernetes PVC, or on AWS an EFS file system or a host folder.",
  group: "Job")
private let queue = Argument<String?>.option(
  "queue", .text("QUEUE"), "The AWS Batch queue.", group: "Job")
private let force = Argument.flag("force", "Overwrites an existing film.", group: "Job")

extension Command {
  static let job = Command(
    "job", "Prints a cluster job that renders a plan.",
    details: """
      The job runs --workers processes of `editc segment` and then `editc join`. It is printed to standard \
      output; you submit it. The plan and media must have the same paths on every node; use --map if they \
      differ. --cache is the path on the nodes. `docs/many-machines.md` describes how to submit the job and \
      how each scheduler handles failures.

      `editc render --engine slurm` submits to Slurm by itself.

      Exits with 65 if the plan is damaged, 66 if it is missing, and 69 if the plan was made by a different \
      version.
      """,
    arguments: [
      scheduler, planArgument, mapArgument, workersArgument, jobs, memory, jobName, program, image, volume,
      queue, force, cacheArgument, sandboxArgument,
    ],
    examples: [
      Example(
        "job slurm --plan holiday.plan --cache /shared/editc --workers 8 > holiday.sh",
        "Submit it with `sh holiday.sh`, which passes its options to sbatch."),
      Example(
        "job kubernetes --plan /films/holiday.plan --cache /films/cache --workers 8 --image registry/editc --volume films=/films > holiday.yaml",
        "Submit it with `kubectl apply -f holiday.yaml`."),
      Example(
        "job batch --plan /films/holiday.plan --cache /films/cache --workers 8 --image registry/editc --volume fs-0123=/films --queue films --memory 4G > holiday.json",
        "Submit it with `aws batch`."),
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
    throw mistake("--workers N is required")
  }
  guard let cacheName else {
    throw mistake("--cache DIR is required, a folder that all nodes of the cluster share")
  }
  let (image, queue, memory) = (try values[image], try values[queue], try values[memory]?.value)
  let volumes = try values[volume]
  if isContainer, image?.isEmpty != false {
    throw mistake("\(scheduler.rawValue): --image IMAGE is required")
  }
  if !isContainer, image != nil || !volumes.isEmpty {
    throw mistake("--image and --volume are only for kubernetes and batch")
  }
  if scheduler == .batch, queue?.isEmpty != false { throw mistake("batch: --queue QUEUE is required") }
  if scheduler != .batch, queue != nil { throw mistake("--queue is only for batch") }
  if scheduler == .batch, memory == nil {
    throw mistake("batch: --memory SIZE is required")
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
      .usage, "AWS Batch treats `Ref::` in a command as a parameter; use paths without `Ref::`")
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

/// The path of this program, for machines that have it in the same place.
var ownProgram: String { (try? realPath(ChildProcess.ownExecutable)) ?? "editc" }

/// The digest of a plan file that this version can render.
private func planDigest(_ path: String) throws -> String {
  _ = try DetachedFilm(path)
  let bytes = try readFile(path, limit: WorkerLimits.planBytes)
  guard let digest = try? ContentDigest.of(bytes) else {
    throw CommandFailure(.internalError, "\(path): its digest cannot be computed")
  }
  return digest.hex
}
