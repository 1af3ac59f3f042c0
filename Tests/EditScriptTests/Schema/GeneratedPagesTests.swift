import Basics
import EditScript
import TestSupport
import Testing

@Suite struct GeneratedPagesTests {
  @Test("grammar/edit.schema.json is what the schema says")
  func jsonSchemaIsCurrent() throws {
    try expectFile("grammar/edit.schema.json", toHold: LanguageSchema.jsonSchema.indentedText)
  }

  @Test("docs/reference.md is what the schema says")
  func referencePageIsCurrent() throws {
    try expectFile("docs/reference.md", toHold: LanguageSchema.referencePage)
  }

  @Test("grammar/editc.schema.json and docs/settings.md are what the schema of settings says")
  func settingsAreCurrent() throws {
    try expectFile("grammar/editc.schema.json", toHold: LanguageSchema.settingsJSONSchema.indentedText)
    try expectFile("docs/settings.md", toHold: LanguageSchema.settingsPage)
  }

  @Test("docs/transitions/README.md is what the transitions declare")
  func transitionsPageIsCurrent() throws {
    try expectFile("docs/transitions/README.md", toHold: LanguageSchema.transitionsPage)
  }

  @Test("docs/filters.md is what the filters declare")
  func filtersPageIsCurrent() throws {
    try expectFile("docs/filters.md", toHold: LanguageSchema.filtersPage)
  }

  @Test("every key has one sentence of documentation and no synonym that is a key of the same mapping")
  func declarationsAreTidy() {
    for mapping in LanguageSchema.mappings + LanguageSchema.settingsMappings {
      let names = Set(mapping.keys.map(\.name))
      #expect(names.count == mapping.keys.count, "\(mapping.title) names a key twice")
      #expect(names.isSuperset(of: mapping.alternatives.joined()), "\(mapping.title)")
      for key in mapping.keys {
        #expect(key.documentation.hasSuffix("."), "\(mapping.title): \(key.name)")
        #expect(key.documentation.count < 130, "\(mapping.title): \(key.name)")
        if mapping.title != LanguageSchema.item.title {
          #expect(names.isDisjoint(with: key.synonyms.flatMap(\.words)), "\(mapping.title): \(key.name)")
        }
      }
    }
  }

  @Test(
    "an independent validator finds the JSON Schema sound, accepts the script with every key, and refuses wrong ones",
    .enabled(if: Validator.isPresent, "needs python3 with jsonschema and PyYAML"))
  func validator() throws {
    let good = [everyKeyScript, "{edit: 1, timeline: [{clip: a, opacity: 0.5, for: '${x}'}]}"]
    let bad = [
      "timeline: []",
      "{edit: 2}",
      "{edit: 1, fps: 30}",
      "{edit: 1, canvas: {size: wide}}",
      "{edit: 1, timeline: {clip: a}}",
      "{edit: 1, timeline: [{take: 2s..}]}",
      "{edit: 1, timeline: [{gap: 1s, take: 2s..}]}",
      "{edit: 1, timeline: [{clip: a, at: 1s}]}",
      "{edit: 1, audio: [{clip: a, opacity: 1}]}",
      "{edit: 1, audio: [{image: a}]}",
      "{edit: 1, outputs: [{preset: web}]}",
      "{edit: 1, outputs: [{file: a.mp4, preset: huge}]}",
      "{edit: 1, timeline: [{clip: a, filters: [{blur: 1px, sepia: 1}]}]}",
      "{edit: 1, timeline: [{clip: a, filters: [swirl]}]}",
      "{edit: 1, defaults: {image: {name: x}}}",
      "{edit: 1, defaults: {overlays: {gap: {note: x}}}}",
      "{edit: 1, defaults: {audio: {clip: {opacity: 1}}}}",
      "{edit: 1, outputs: [{file: a.mp4, video: {quality: 20, bitrate: 5M}}]}",
    ]
    try expect(LanguageSchema.jsonSchema, toAccept: good, andRefuse: bad)
  }

  @Test(
    "an independent validator accepts settings with every key, and refuses wrong ones",
    .enabled(if: Validator.isPresent, "needs python3 with jsonschema and PyYAML"))
  func settingsValidator() throws {
    let good = [
      "settings: 1",
      """
      {settings: 1, cache: /c, store-size: 50GB, jobs: 4, map: {/a: /b}, launch: [a, b], x-mine: [1],
       editor: [code, "{file}"], remotes: ["https://a.example/{sha256}"], private: [nas.local],
       launchers: {a: x4 ssh a, b: [ssh a, {command: ssh b, workers: 2}], c: {engine: slurm, workers: 8, sbatch: [-x]}}}
      """,
    ]
    let bad = [
      "cache: /c", "settings: 2", "{settings: 1, caches: /c}", "{settings: 1, jobs: many}",
      "{settings: 1, map: [a]}",
      "{settings: 1, store-size: 50}", "{settings: 1, launchers: [a]}",
      "{settings: 1, launchers: {a: {command: b, engine: slurm}}}",
      "{settings: 1, launchers: {a: {engine: pbs}}}",
    ]
    try expect(LanguageSchema.settingsJSONSchema, toAccept: good, andRefuse: bad)
  }

  private func expect(_ schema: JSONValue, toAccept good: [String], andRefuse bad: [String]) throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write("schema.json", schema.indentedText)
    let texts = good + bad
    let paths = try texts.enumerated().map { try folder.write("script-\($0).edit", $1) }
    let result = try run(["/usr/bin/python3", "-W", "ignore", "-c", Validator.program, schema] + paths)
    let verdicts = result.text.split(separator: "\n")
    #expect(verdicts.count == texts.count, "\(result.errorText)")
    for (number, (text, verdict)) in zip(texts, verdicts).enumerated() {
      #expect(verdict == (number < good.count ? "valid" : "invalid"), "\(text)")
    }
  }

  @Test("definitions of scalars that share a name share their pattern")
  func scalarDefinitions() {
    var patterns: [String: Set<String>] = [:]
    for scalar in LanguageSchema.mappings.flatMap(\.keys).flatMap(\.shape.scalars) where scalar.words.isEmpty
    {
      patterns["\(scalar.production ?? "") \(scalar.noun)", default: []].insert(scalar.pattern ?? "")
    }
    #expect(patterns.filter { $0.value.count > 1 }.map(\.key) == [])
  }
}

private enum Validator {
  static let program = """
    import json, re, sys, yaml, jsonschema
    class Loader(yaml.BaseLoader):
        # Everything is text, but a key without a value has none.
        yaml_implicit_resolvers = {"": [("tag:yaml.org,2002:null", re.compile("^$"))]}
    Loader.add_constructor("tag:yaml.org,2002:null", lambda loader, node: None)
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for path in sys.argv[2:]:
        print("valid" if validator.is_valid(yaml.load(open(path), Loader=Loader)) else "invalid")
    """

  static let isPresent =
    (try? run(["/usr/bin/python3", "-W", "ignore", "-c", "import yaml, jsonschema"]).exitCode) == 0
}
