import Basics
import Compiler
import EditScript
import Processes

/// The outputs of a script that a caller names: by their `name`, their path, or the name of their file.
package struct OutputChoice: Hashable, Sendable {
  /// Empty for all outputs.
  package let names: [String]

  package init(_ names: [String] = []) {
    self.names = names
  }

  package init(_ name: String?) {
    self.init([name].compactMap(\.self))
  }

  /// The outputs that are named, in the order of the script; nil for all of them, also where a name may be that of an output
  /// that cannot be read, which has its finding.
  func outputs(of script: ParsedScript, isReadable: Bool) throws(WorkspaceError) -> [Output]? {
    guard !names.isEmpty else { return nil }
    let outputs = script.script.outputs
    if let unknown = names.first(where: { name in !outputs.contains { $0.isCalled(name) } }) {
      guard isReadable, outputs.count == script.listedOutputCount else { return nil }
      throw .noOutput(unknown, script: script.source.name, outputs: outputs.map(\.label))
    }
    return outputs.filter { output in names.contains { output.isCalled($0) } }
  }
}

extension Output {
  fileprivate func isCalled(_ name: String) -> Bool {
    self.name?.value == name || file.value == name || lastComponent(of: file.value) == name
  }

  /// Its name and its file, for a list.
  fileprivate var label: OutputLabel { OutputLabel(name: name?.value, file: file.value) }
}

/// What an output is called on the command line.
package struct OutputLabel: Hashable, Sendable {
  /// What the script calls it; nil if it has no name.
  package let name: String?
  package let file: String
}
