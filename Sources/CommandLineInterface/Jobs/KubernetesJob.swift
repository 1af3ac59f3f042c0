import Basics
import Export

extension JobFile {
  /// An Indexed Job of `batch/v1`. Exit codes that retrying does not fix fail one index at once; a pod that
  /// is lost with its node does not count.
  var kubernetesText: String {
    """
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: \(name)
    spec:
      completionMode: Indexed
      completions: \(workers)
      parallelism: \(workers)
      backoffLimitPerIndex: \(Self.retries)
      podFailurePolicy:
        rules:
          - action: FailIndex
            onExitCodes:
              containerName: editc
              operator: In
              values: [\(Self.finalCodes.map { "\($0.rawValue)" }.joined(separator: ", "))]
          - action: Ignore
            onPodConditions:
              - type: DisruptionTarget
                status: "True"
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: editc
              image: \(yaml(image ?? ""))
              command: ["/bin/sh", "-c", \(yaml(containerLine(index: "JOB_COMPLETION_INDEX").replacing("$", with: "$$")))]
              env:
                - name: EDITC_SHARES
                  value: "\(workers)"
              resources:
                requests:
                  cpu: "\(commands.jobs)"
    \(memoryLines)\(mountLines)
    """
  }

  private var memoryLines: String {
    guard let memory else { return "" }
    return lines([(14, "memory: \"\(memory)\""), (12, "limits:"), (14, "memory: \"\(memory)\"")])
  }

  private var mountLines: String {
    guard !volumes.isEmpty else { return "" }
    let sources = volumes.reduce(into: [String]()) { if !$0.contains($1.source) { $0.append($1.source) } }
    func name(_ source: String) -> String { "- name: volume-\((sources.firstIndex(of: source) ?? 0) + 1)" }
    let mounts = volumes.flatMap { [(12, name($0.source)), (14, "mountPath: \(yaml($0.path))")] }
    let claims = sources.flatMap {
      [(8, name($0)), (10, "persistentVolumeClaim:"), (12, "claimName: \(yaml($0))")]
    }
    return lines([(10, "volumeMounts:")] + mounts + [(6, "volumes:")] + claims)
  }

  private func lines(_ lines: [(indentation: Int, text: String)]) -> String {
    lines.map { String(repeating: " ", count: $0.indentation) + $0.text + "\n" }.joined()
  }
}

/// A text as a double-quoted scalar: the JSON string, with further characters escaped as YAML requires.
private func yaml(_ text: String) -> String {
  JSONValue.string(text).compactText.unicodeScalars.reduce(into: "") { text, scalar in
    switch scalar {
    case "\u{80}"..."\u{9f}", "\u{feff}", "\u{fffe}", "\u{ffff}":
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
}
