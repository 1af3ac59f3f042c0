import Basics
import EditScript

private enum SchemaFormat: String, CaseIterable, Sendable {
  case json
  case markdown
}

private let schemaFormat = Argument.option(
  "format", .word("FORMAT", of: SchemaFormat.self),
  "`json` is a JSON Schema (draft-07) for editors, `markdown` the reference page.",
  default: .json, shown: "json")

private let kind = Argument.option(
  "of", .word("KIND", of: SchemaKind.self),
  "`script` is the language of `.edit` files, `settings` that of `editc.yaml`.", default: .script,
  shown: "script")

private enum SchemaKind: String, CaseIterable, Sendable {
  case script
  case settings
}

extension Command {
  static let schema = Command(
    "schema", "Prints the language as a JSON Schema or a reference page.",
    details: """
      An editor that supports YAML and JSON Schema completes keys, explains them and marks most mistakes if \
      a script begins with the line

        # yaml-language-server: $schema=edit.schema.json

      which names the schema file, relative to the script. `editc lint` also finds mistakes that a schema \
      cannot express: in names, media and times.
      """,
    arguments: [kind, schemaFormat],
    examples: [
      Example("schema > edit.schema.json", "Writes the schema for an editor."),
      Example("schema --of settings > editc.schema.json", "Writes the schema of `editc.yaml`."),
      Example("schema --format markdown", "Prints every key with its values, as Markdown."),
    ]
  ) { values in
    let (kind, format) = (try values[kind], try values[schemaFormat])
    switch (kind, format) {
    case (.script, .json): try Console.print(LanguageSchema.jsonSchema.indentedText)
    case (.script, .markdown): try Console.print(LanguageSchema.referencePage)
    case (.settings, .json): try Console.print(LanguageSchema.settingsJSONSchema.indentedText)
    case (.settings, .markdown): try Console.print(LanguageSchema.settingsPage)
    }
    return .done
  }
}
