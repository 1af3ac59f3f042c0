import Basics
import Export

extension JobFile {
  /// The input of the two AWS commands that define and submit a job, by command.
  var batchText: String {
    JSONValue.members([
      "register-job-definition": definition,
      "submit-job": .membersPresent([
        "jobName": .string(name), "jobQueue": .string(queue ?? ""), "jobDefinition": .string(name),
        // AWS does not accept an array of one.
        "arrayProperties": workers > 1 ? .members(["size": .integer(Int64(workers))]) : nil,
      ]),
    ]).indentedText
  }

  private var definition: JSONValue {
    .members([
      "jobDefinitionName": .string(name), "type": "container",
      "containerProperties": .membersPresent([
        "image": .string(image ?? ""),
        "command": ["/bin/sh", "-c", .string(containerLine(index: "AWS_BATCH_JOB_ARRAY_INDEX"))],
        "environment": [.members(["name": "EDITC_SHARES", "value": .string("\(workers)")])],
        "resourceRequirements": [
          .members(["type": "VCPU", "value": .string("\(commands.jobs)")]),
          .members(["type": "MEMORY", "value": .string("\(mebibytes(memory ?? 1))")]),
        ],
        "mountPoints": volumes.isEmpty ? nil : .array(mounts),
        "volumes": volumes.isEmpty ? nil : .array(sources.map(volume)),
      ]),
      // Exit codes that are not listed are retried.
      "retryStrategy": .members([
        "attempts": .integer(Int64(Self.retries + 1)),
        "evaluateOnExit": .array(
          Self.finalCodes.map { .members(["onExitCode": .string("\($0.rawValue)"), "action": "EXIT"]) }),
      ]),
    ])
  }

  private var sources: [String] {
    volumes.reduce(into: []) { if !$0.contains($1.source) { $0.append($1.source) } }
  }

  private func name(of source: String) -> JSONValue {
    .string("volume-\((sources.firstIndex(of: source) ?? 0) + 1)")
  }

  private var mounts: [JSONValue] {
    volumes.map { .members(["sourceVolume": name(of: $0.source), "containerPath": .string($0.path)]) }
  }

  /// A folder of the host, or an EFS file system.
  private func volume(_ source: String) -> JSONValue {
    source.hasPrefix("/")
      ? .members(["name": name(of: source), "host": .members(["sourcePath": .string(source)])])
      : .members([
        "name": name(of: source),
        "efsVolumeConfiguration": .members([
          "fileSystemId": .string(source), "transitEncryption": "ENABLED",
        ]),
      ])
  }
}
