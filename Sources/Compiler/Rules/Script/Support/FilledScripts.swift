import Basics
package import Diagnostics
package import EditScript

/// A script with the values of one row of a table.
package struct FilledScript: Sendable {
  let row: VariableSet
  let script: EditScript

  package init(_ row: VariableSet, script: EditScript) {
    self.row = row
    self.script = script
  }
}

extension Rules {
  /// Reports conflicts between rows of a table: a film that two of them write, or that another one uses as
  /// media.
  ///
  /// The places are in the table.
  package static func check(_ filled: [FilledScript]) -> [Diagnostic] {
    guard filled.count > 1 else { return [] }
    var makers: [WrittenPath: FilledScript] = [:]
    var users: [WrittenPath: FilledScript] = [:]
    for one in filled {
      for path in one.script.mediaPaths {
        let path = WrittenPath(path.value)
        if users[path] == nil { users[path] = one }
      }
    }
    return VariableFile.limited(
      filled.flatMap { one in
        one.script.outputPaths.compactMap { output in
          let path = WrittenPath(output.value)
          if let first = makers[path], first.row != one.row { return one.makesAgain(output.value, first) }
          makers[path] = one
          return users[path].flatMap { $0.row == one.row ? nil : one.overwrites(output.value, $0) }
        }
      })
  }
}

extension FilledScript {
  fileprivate func makesAgain(_ file: String, _ first: FilledScript) -> Diagnostic {
    let pairs = zip(row.values, first.row.values)
    let different = pairs.first { $0.text.value != $1.text.value }?.0.name.value
    return Diagnostic(
      .sameOutputTwice, "row \(row.number) writes '\(file)', which row \(first.row.number) already writes",
      at: row.range, notes: [.init("row \(first.row.number)", at: first.row.range)],
      hint: different.map {
        "use a variable that differs in each row in `outputs.file`, such as `${\($0)}`"
      }
        ?? "the rows are identical: remove one")
  }

  fileprivate func overwrites(_ file: String, _ user: FilledScript) -> Diagnostic {
    Diagnostic(
      .outputOverwritesMedia,
      "row \(row.number) writes '\(file)', which is media of row \(user.row.number)",
      at: row.range, notes: [.init("row \(user.row.number)", at: user.row.range)],
      hint: "write another path for the output")
  }
}
