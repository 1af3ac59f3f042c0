import FoundationEssentials
import TestSupport
import Testing

@Suite struct SchemaCommandTests {
  @Test("The schema is the one of the grammar, the page the one of the documentation")
  func same() throws {
    let place = try Workplace()
    #expect(try place.editc("schema").text == text("grammar/edit.schema.json"))
    #expect(try place.editc("schema", "--format", "json").text == text("grammar/edit.schema.json"))
    #expect(try place.editc("schema", "--format", "markdown").text == text("docs/reference.md"))
  }

  @Test(
    "An independent validator accepts the schema, every example, what init writes and what suggest proposes")
  func examples() throws {
    let place = try Workplace()
    try place.write("edit.schema.json", place.editc("schema").text)
    let folder = packageRoot + "/examples"
    var scripts = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".edit") }.map { folder + "/" + $0 }
    #expect(!scripts.isEmpty)
    for page in ["README.md", "docs/variables.md"] {
      let blocks = try text(page).components(fencedAs: "yaml").filter { $0.contains("edit: 1") }
      for (index, block) in blocks.enumerated() {
        let name = "\(page.replacing("/", with: "-"))-\(index).edit"
        try place.write(name, block)
        scripts.append(place.path(name))
      }
    }
    #expect(try place.editc("init", Footage.flat, Footage.white, Footage.tone).exitCode == 0)
    let block = try place.editc("suggest", Footage.flat).text
    try place.write("suggested.edit", "edit: 1\n" + block)
    scripts += [place.path("film.edit"), place.path("suggested.edit")]
    try place.write("wrong.edit", "edit: 1\ntimline: []\n")
    let program = """
      import json, re, sys, yaml, jsonschema
      class Loader(yaml.BaseLoader):
          yaml_implicit_resolvers = {"": [("tag:yaml.org,2002:null", re.compile("^$"))]}
      Loader.add_constructor("tag:yaml.org,2002:null", lambda loader, node: None)
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft7Validator.check_schema(schema)
      for path in sys.argv[2:]:
          errors = list(jsonschema.Draft7Validator(schema).iter_errors(yaml.load(open(path), Loader=Loader)))
          print(path.split('/')[-1], errors[0].message if errors else 'valid')
      """
    let arguments = [place.path("edit.schema.json")] + scripts + [place.path("wrong.edit")]
    let result = try run(["/usr/bin/python3", "-W", "ignore", "-c", program] + arguments)
    let verdicts = result.text.split(separator: "\n")
    #expect(verdicts.count == scripts.count + 1, "\(result.errorText)")
    #expect(verdicts.dropLast().allSatisfy { $0.hasSuffix(" valid") }, "\(result.text)")
    #expect(verdicts.last?.hasSuffix(" valid") == false)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: packageRoot + "/" + path, encoding: .utf8)
  }
}

extension String {
  /// The texts between "```kind" and "```".
  func components(fencedAs kind: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let start = rest.firstRange(of: "```\(kind)\n"),
      let end = rest[start.upperBound...].firstRange(of: "```")
    {
      found.append(String(rest[start.upperBound..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return found
  }
}
