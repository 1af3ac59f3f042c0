import Basics
import EditScript
import Export
import Processes
import Templates
import Workspace
import YAMLTree

private let template = Argument.optionalPositional(
  .text("TEMPLATE"), "The template to copy; without one, all are listed.")
private let showsDifferences = Argument.flag(
  "diff", "Writes nothing; prints as a patch what turns the project's copy into the template.")
private let folder = Argument.option(
  "to", .folder("FOLDER"), "The folder to copy it into.", default: "titles", shown: "titles")

extension Command {
  static let add = Command(
    "add", "Copies a title, a card or another template into the project.",
    details: """
      A template is a script with parameters that other scripts play: `edit: titles/lower-third.edit`, with values \
      in `with`. The copy belongs to the project: change it as you like, and keep it in git. A file that exists is \
      never overwritten. A sample call is printed, with the parameters that it requires.

      docs/templates/README.md in the project shows all templates as pictures.

      Exits with 0 if the template is copied or is there already, unchanged; with 2 if there is no such template; \
      with 73 if the file exists with other content; and with 1 if `--diff` prints a difference.
      """,
    arguments: [template, folder, showsDifferences],
    examples: [
      Example("add", "Lists all templates."),
      Example("add lower-third", "Writes titles/lower-third.edit."),
      Example("add lower-third --diff", "Shows how the copy differs from the template."),
    ]
  ) { values in
    let isDifference = try values[showsDifferences]
    guard let name = try values[template] else {
      if isDifference { throw CommandFailure(.usage, "`--diff` needs the name of a template") }
      try Console.print(Template.list)
      return .done
    }
    guard let template = Template.all.first(where: { $0.name == name || $0.fileName == name }) else {
      let meant = Suggestion.best(for: name, among: Template.all.map(\.name))
      throw CommandFailure(
        .usage,
        "there is no template '\(name)'; "
          + (meant.map { "did you mean '\($0)'?" } ?? "`editc add` lists all templates"))
    }
    let path = try values[folder] + "/" + template.fileName
    if isDifference {
      let copy = String(decoding: try readFile(path, limit: 1 << 20), as: UTF8.self)
      let patch = unifiedDiff(from: copy, to: template.text, name: path)
      try Console.print(patch)
      return patch.isEmpty ? .done : .findings
    }
    if let there = try? readFile(path, limit: 1 << 20) {
      guard there == Array(template.text.utf8) else {
        throw CommandFailure(
          .cannotCreate, "'\(path)' exists already and differs from the template; it is not overwritten")
      }
      Console.complain("\(path) is there already, unchanged")
    } else {
      try makeFolder(Processes.folder(of: path))
      try OutputTarget(path: path, replacesExisting: false).publish(Array(template.text.utf8))
      Console.complain("\(path): \(template.summary)")
    }
    try Console.print(template.sample(at: path))
    return .done
  }
}

extension Template {
  /// A line for each template.
  fileprivate static var list: String {
    let width = all.map(\.name.count).max() ?? 0
    return all.map { template in
      template.name + String(repeating: " ", count: width - template.name.count + 2) + template.summary + "\n"
    }.joined()
  }

  /// An item that plays the template, with each parameter that it requires.
  fileprivate func sample(at path: String) -> String {
    let source = SourceText(name: path, text)
    let variables = EditScript.read(YAMLTree.parse(source).tree, in: source).script.variables
    let values = variables.filter(\.isRequired).compactMap { variable in
      variable.example.map { "\(variable.name.value): \($0.value.textInBraces)" }
    }
    let with = values.isEmpty ? "" : ", with: {\(values.joined(separator: ", "))}"
    let others = variables.filter { !$0.isRequired && !$0.isPrivate }.map { variable in
      "#   \(variable.name.value): \(variable.type.value.rawValue)"
        + (variable.note.map { ", " + $0.value } ?? "") + "\n"
    }
    let heading = others.isEmpty ? "" : "# It also takes\n"
    return "- {edit: \(path)\(with)}\n" + heading + others.joined()
  }
}
