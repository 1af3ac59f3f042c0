import EditScript
import SourceText

extension EditScript {
  /// The paths and URLs that media and fonts are read from: declared ones, then those that items name themselves.
  var mediaPaths: [Located<String>] {
    let declared = Set(media.map(\.name.value))
    let named = writtenItems.flatMap(\.mediaNames).filter { name in
      !declared.contains(name.value) && name.value.looksLikePath
    }
    return media.map(\.file) + named + lookPaths + writtenItems.compactMap { $0.style?.fontFile }
  }

  /// The files of colours that filters read.
  private var lookPaths: [Located<String>] { writtenItems.flatMap(\.lookFiles) }

  var outputPaths: [Located<String>] { outputs.map(\.file) }
}

extension Sequence<Located<String>> {
  /// Each text once, where it stands first.
  var eachOnce: [Located<String>] {
    var seen: Set<String> = []
    return filter { seen.insert($0.value).inserted }
  }

  /// Those that stand in the script as they are. What a variable brings in from outside may differ from machine
  /// to machine.
  func withoutVariables(_ source: SourceText) -> [Located<String>] {
    filter { !source[$0.range].contains("${") }
  }
}
