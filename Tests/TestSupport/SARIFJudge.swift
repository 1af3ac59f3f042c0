/// Judges SARIF logs with the official schema and a reader that is not ours.
package enum SARIFJudge {
  /// What is wrong with a log; empty when nothing is.
  package static func problems(inLogAt path: String) throws -> String {
    try judge("check", path)
  }

  /// Makes the safe fixes of a log in the files below a folder.
  package static func apply(logAt path: String, to folder: String) throws -> String {
    try judge("apply", path, folder)
  }

  private static func judge(_ arguments: String...) throws -> String {
    let program = packageRoot + "/Tests/TestSupport/SARIF/sarif.py"
    let result = try run(["/usr/bin/python3", "-W", "ignore", program] + arguments)
    return result.exitCode == 0 ? result.text : result.text + result.errorText
  }
}
