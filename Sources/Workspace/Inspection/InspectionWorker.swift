import Drawing
import LibAV
import Processes

/// A process that confines itself and then answers questions, one after another, until its input ends.
///
/// The setup and the questions are lines on standard input, the answers lines on standard output.
package func runInspection(parent: Int32) {
  do {
    guard try dieWithParent(parent) else { return }
    ReportChannel.open()
    var lines = LineReader(descriptor: 0, named: "<stdin>", limit: InspectionLimits.lineBytes)
    guard let first = try lines.next() else { return }
    let setup = try InspectionSetup(json: first)
    try EngineLibraries.load(withFilters: false)
    // A machine without the library has no filters; the answers will report that.
    if setup.loadsFilters { try? EngineLibraries.loadFilters() }
    // Only the content of a file shows whether it is an SVG, and no file is opened before the restrictions.
    try? EngineLibraries.loadVectors()
    do throws(SandboxError) { send(.ready(shortcomings: try shutIn(setup))) } catch {
      send(.refused("\(error)"))
      return
    }
    let tools = InspectionTools()
    while let line = try lines.next() {
      send(.answer(try answer(line, tools)))
      returnFreedMemory()
    }
  } catch { send(.refused("\(error)")) }
}

/// Restricts the process to reading the files of its questions and this machine's fonts. Returns the
/// restrictions that the kernel does not support.
private func shutIn(_ setup: InspectionSetup) throws(SandboxError) -> [String] {
  let readable = (setup.readable + FontLookup.folders).filter(isThere)
  let rules = SandboxRules(
    policy: SandboxPolicy(rawValue: setup.sandbox) ?? .require, readable: Array(Set(readable)).sorted(),
    limits: ResourceLimits(dataBytes: InspectionLimits.memoryBytes, fileBytes: 0))
  return try Sandbox.enter(rules).shortcomings
}

/// A question is a line with the name of its kind and its JSON.
private func answer(_ line: String, _ tools: InspectionTools) throws(InspectionError) -> String {
  let parts = line.split(separator: " ", maxSplits: 1)
  guard parts.count == 2, let kind = everyQuestion.first(where: { $0.name == parts[0] }) else {
    throw InspectionError.engine("no question: \(line.prefix(100))")
  }
  return try answer(kind, parts[1], tools)
}

private func answer<Kind: Question>(
  _: Kind.Type, _ json: Substring, _ tools: InspectionTools
) throws(InspectionError) -> String {
  try Kind(json: json).answer(with: tools).json()
}

private func send(_ line: InspectionLine) {
  // This process ends with its parent, so there is nobody left to inform.
  try? ReportChannel.send(line.text)
}
