import Basics
import Compiler
import EditScript
import Processes

/// The outputs that a caller selects by their `name`, their path, or the name of their file.
package struct OutputChoice: Hashable, Sendable {
  /// Empty for all outputs.
  package let names: [String]

  package init(_ names: [String] = []) {
    self.names = names
  }

  package init(_ name: String?) {
    self.init([name].compactMap(\.self))
  }

  /// The selected outputs, in script order; nil for all, and if a name may be that of an unreadable output,
  /// which has its own finding.
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

  /// Its name and file, for a list.
  fileprivate var label: OutputLabel { OutputLabel(name: name?.value, file: file.value) }
}

/// The names of an output on the command line.
package struct OutputLabel: Hashable, Sendable {
  /// Its name in the script, or nil.
  package let name: String?
  package let file: String
}
