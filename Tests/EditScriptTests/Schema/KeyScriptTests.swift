import Diagnostics
import EditScript
import Testing

/// What the schema says of its keys is what reading does with them, for each of them alone.
@Suite struct KeyScriptTests {
  @Test("the example of every key is read, or refused as not rendered yet where the schema says so")
  func examples() {
    #expect(KeyScript.examples.count > 500)
    for script in KeyScript.examples { expectSupport(script) }
  }

  @Test("every spelling of every value is read, or refused as not rendered yet where the schema says so")
  func forms() {
    #expect(KeyScript.forms.count > 1000)
    for script in KeyScript.forms { expectSupport(script) }
  }

  @Test("every key has an example, and every mapping and every list of items is reached")
  func isComplete() {
    for mapping in LanguageSchema.mappings {
      for key in mapping.keys {
        #expect(!key.example.isEmpty, "\(mapping.title): \(key.name)")
        #expect(
          key.name == "edit"
            || KeyScript.examples.contains { $0.text.contains("\(key.name): \(key.example)") },
          "\(mapping.title): \(key.name)")
      }
    }
  }

  private func expectSupport(_ script: KeyScript) {
    // A variable that is only declared is no mistake of its declaration.
    var found = Set(read(script.text).diagnostics.map(\.id)).subtracting([.unusedVariable])
    // A filter of sound on a picture, or of a picture on a sound, is spelled right all the same.
    if script.text.contains("filters:") { found.remove(.filterOnWrongItem) }
    // A place has a distance to the sides that it is at.
    if script.key.hasPrefix("a margin: ") { found.remove(.competingKeys) }
    // Names of variables and styles, a style that no item has, and a range of texts.
    if [": when", ": unless"].contains(where: script.key.hasSuffix) { found.remove(.unknownVariable) }
    if script.key.hasSuffix(": style") { found.remove(.unknownName) }
    if script.key == "the script: styles" { found.remove(.noEffect) }
    if script.key == "the script: use" || script.key.hasPrefix("a package: ") { found.remove(.unusedUse) }
    // Overlays do not follow each other.
    if script.text.contains("transition:"), script.text.contains("overlays:") { found.remove(.wrongList) }
    if script.key == "a variable: range" { found.remove(.keyOfAnotherKind) }
    #expect(found == (script.isPlanned ? [.notSupportedYet] : []), "\(script.text)")
  }
}
