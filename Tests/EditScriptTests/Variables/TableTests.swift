import Basics
import Diagnostics
import EditScript
import TestSupport
import Testing

@Suite struct TableTests {
  @Test("a table is read as RFC 4180 says, with a byte-order mark and either end of line")
  func table() {
    let file = values("\u{FEFF}name,says\r\nAda,\"a \"\"b\"\", c\"\r\nBob,\"two\r\nlines\"\n Cy ,\n")
    #expect(file.findings == [])
    #expect(file.names == ["name", "says"])
    #expect(file.texts == [["Ada", "a \"b\", c"], ["Bob", "two\nlines"], [" Cy ", ""]])
    #expect(file.file.sets.map(\.number) == [1, 2, 3])
    #expect(file.file.sets.map { file.source[$0.range] }.first == "Ada,\"a \"\"b\"\", c\"")
  }

  @Test("every mistake has its place, and the other rows are read")
  func mistakes() {
    let file = values(
      """
      name,says,name,
      Ada,1
      "Bob"x,1,2,3
      C"y,1,2,3

      Di, "1",2,3
      Ed,1,2,3,4,5
      Flo,\u{1},2,3
      Gus,1,2,3
      """)
    #expect(
      file.findings == [
        "1:11 duplicate-key name", "1:16 data-syntax ", "2:1 data-syntax Ada,1", "3:6 data-syntax x",
        "4:2 data-syntax \"", "5:1 data-syntax ", "6:5 data-syntax \"", "7:10 data-syntax 4,5",
        "8:5 data-syntax \u{1}",
      ])
    #expect(file.file.sets.map(\.number) == [7])
  }

  @Test(
    "a file that is no such table has one finding, which says what it is instead",
    arguments: [
      ("", "1:1 the file is empty"),
      ("name,says\n", "2:1 the table has a header but no rows"),
      ("name;says\nAda;1\n", "1:1 the columns are separated by semicolons, not by commas"),
      ("name\tsays\nAda\t1\n", "1:1 the columns are separated by tabs, not by commas"),
      ("name,says\rAda,1\r", "1:10 lines end with a lone carriage return"),
      ("n\u{0}a\u{0}", "1:1 the file is UTF-16 or UTF-32, not UTF-8"),
      ("name\n\"Ada\nBob\n", "2:1 this quote is never closed"),
    ])
  func noTable(text: String, finding: String) {
    let file = values(text)
    let found = file.file.diagnostics.map { diagnostic in
      let place = file.source.place(at: diagnostic.range?.start ?? -1)
      return "\(place.line):\(place.column) \(diagnostic.message)"
    }
    #expect(found == [finding])
    #expect(file.file.sets == [])
  }

  @Test("bytes that are not UTF-8 are refused where they stand")
  func notUTF8() {
    let source = SourceText(name: "guests.csv", bytes: Array("name\nAda\nJos".utf8) + [0xE9, 0x0A])
    let file = VariableFile.read(source, as: .csv)
    #expect(file.diagnostics.map { source.place(at: $0.range?.start ?? 0).line } == [3])
    #expect(file.sets.map(\.number) == [1])
  }

  @Test("limits are findings that name them")
  func limits() {
    var limits = VariableFileLimits()
    limits.fileBytes = 20
    limits.rows = 2
    limits.columns = 2
    func messages(_ text: String) -> [String] {
      VariableFile.read(SourceText(name: "x.csv", text), as: .csv, limits: limits).diagnostics.map(\.message)
    }
    #expect(messages("a\n1\n2\n") == [])
    #expect(messages("a\n1\n2\n3\n4\n") == ["the table has more than 2 rows"])
    #expect(messages("a,b,c\n1,2,3\n") == ["the table has 3 columns; the maximum is 2"])
    #expect(
      messages("a\n" + String(repeating: "1", count: 30))
        == ["the file has 32 bytes; a values file may have at most 20"])
  }

  @Test("tables that Python's csv module writes are read as it reads them")
  func python() throws {
    let folder = try TemporaryFolder()
    let program = """
      import csv, io, json, random, sys
      random.seed(4180)
      letters = ['a', 'b', ' ', ',', '"', "'", '\\n', '\\t', ';', 'é', '漢', '🙂', '']
      tables = []
      for number in range(300):
          width = random.randint(1, 5)
          rows = [['c%d' % n for n in range(width)]]
          for _ in range(random.randint(1, 6)):
              rows.append([''.join(random.choices(letters, k=random.randint(0, 6))) for _ in range(width)])
          text = io.StringIO(newline='')
          csv.writer(text, lineterminator=random.choice(['\\r\\n', '\\n']),
                     quoting=random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])).writerows(rows)
          tables.append({'text': text.getvalue(), 'rows': rows[1:]})
      json.dump(tables, open(sys.argv[1], 'w'))
      """
    let path = folder.path("tables.json")
    try #require(try run(["/usr/bin/python3", "-c", program, path]).exitCode == 0)
    let tables = try #require(try JSONValue.parse(run(["cat", path]).text).elements)
    #expect(tables.count == 300)
    for table in tables {
      let text = try #require(table["text"]?.stringValue)
      let expected = table["rows"]?.elements?.map { ($0.elements ?? []).map { $0.stringValue ?? "" } }
      let file = values(text)
      #expect(file.findings == [], "\(text)")
      #expect(file.texts == expected, "\(text)")
    }
  }

  @Test("no text makes the reader fail, and what it keeps lies in the text")
  func anyText() {
    var random = SeededRandom(seed: 4180)
    let alphabet = Array("ab,\"\r\n; \u{0}\u{C3}é".utf8)
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let source = SourceText(name: "x.csv", bytes: bytes)
      let file = VariableFile.read(source, as: .csv)
      let ranges =
        file.diagnostics.compactMap(\.range) + file.sets.flatMap(\.values).map(\.text.range)
      #expect(ranges.allSatisfy { $0.end <= source.bytes.count })
      #expect(!file.sets.isEmpty || !file.diagnostics.isEmpty)
      #expect(file.sets.allSatisfy { $0.values.count == file.names.count })
    }
  }
}
