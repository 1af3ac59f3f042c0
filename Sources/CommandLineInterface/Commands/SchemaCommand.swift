import Basics
import EditScript

private enum SchemaFormat: String, CaseIterable, Sendable {
  case json
  case markdown
}

private let schemaFormat = Argument.option(
  "format", .word("FORMAT", of: SchemaFormat.self),
  "`json` is a JSON Schema (draft-07) for editors, `markdown` the reference page of every key.",
  default: .json, shown: "json")

extension Command {
  static let schema = Command(
    "schema", "Prints the language as a JSON Schema or as a reference page.",
    details: """
      An editor that supports YAML and JSON Schema completes keys, shows their meaning and marks most mistakes if a \
      script begins with the line

        # yaml-language-server: $schema=edit.schema.json

      which names a file with this schema, relative to the script. Mistakes that only editc can see (names, media, \
      times that do not fit) are found by `editc lint`.
      """,
    arguments: [schemaFormat],
    examples: [
      Example("schema > edit.schema.json", "The schema for an editor."),
      Example("schema --format markdown", "Every key with its values, as Markdown."),
    ]
  ) { values throws(UsageError) in
    let format = try values[schemaFormat]
    return carryOut { () throws(CommandFailure) in
      switch format {
      case .json: try Console.print(LanguageSchema.jsonSchema.indentedText)
      case .markdown: try Console.print(LanguageSchema.referencePage)
      }
      return .done
    }
  }
}
