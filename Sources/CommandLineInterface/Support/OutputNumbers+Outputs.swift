import Composition
import EditScript
import Export
import Processes

extension OutputNumbers {
  /// The outputs with the next free number in place of `%n`.
  ///
  /// - Parameters:
  ///   - root: The folder that must contain them; nil if they may be anywhere.
  ///   - path: Where an output is written, as this process opens it.
  func numbered(
    _ outputs: [Output], root: RootFolder?, path: (Output) -> String
  ) -> [Output] {
    let names = outputs.map { NumberedName($0.file.value) }
    guard names.contains(where: { $0 != nil }) else { return outputs }
    let placed = zip(names, outputs).map { name, output in name?.inFolder(folder(of: path(output)) + "/") }
    let numbers = numbers(of: placed, root: root)
    return outputs.indices.map { index in
      var output = outputs[index]
      guard let name = names[index], let number = numbers[index] else { return output }
      output.numberedFile = output.file
      output.file = Located(name.path(of: number), at: output.file.range)
      return output
    }
  }
}
