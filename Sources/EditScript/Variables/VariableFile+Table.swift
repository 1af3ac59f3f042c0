import Basics
import Diagnostics

// A table of values: the first line names the variables, and each other line is a set of their values.

extension VariableFile {
  static func readTable(_ source: SourceText, _ limits: VariableFileLimits) -> VariableFile {
    if let problem = wideEncoding(source) ?? oldLineBreaks(source) { return broken(source, problem) }
    var reader = CSVReader(source)
    guard let header = reader.next() else {
      return broken(
        source,
        Diagnostic(
          .dataSyntax, "the file is empty", at: SourceRange(0, 0),
          hint: "the first line contains the variable names, each further line their values"))
    }
    guard header.cells.count <= limits.columns else {
      let place = header.cells[limits.columns].range
      return broken(
        source,
        Diagnostic(
          .tooLarge, "the table has \(header.cells.count) columns; the maximum is \(limits.columns)",
          at: place))
    }
    if let problem = otherSeparator(header) { return broken(source, problem) }
    var table = VariableTableBuilder(header)
    while let record = reader.next() {
      guard table.sets.count < limits.rows else {
        table.diagnostics.append(
          Diagnostic(
            .tooLarge, "the table has more than \(limits.rows) rows", at: record.range,
            hint: "split it into several files"))
        break
      }
      table.add(record)
    }
    table.reportMissingRows(at: source.bytes.count)
    return VariableFile(
      source: source, names: header.cells, sets: table.sets,
      diagnostics: limited(table.diagnostics + reader.diagnostics, limits.findings))
  }

  /// Reports UTF-16, which spreadsheets often save: it would be one finding per cell.
  static func wideEncoding(_ source: SourceText) -> Diagnostic? {
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
    guard marks.contains(where: source.bytes.starts) || source.bytes.prefix(2).contains(0) else {
      return nil
    }
    return Diagnostic(
      .dataSyntax, "the file is UTF-16 or UTF-32, not UTF-8", at: SourceRange(0, min(2, source.bytes.count)),
      hint: "save the file as UTF-8")
  }

  /// Reports lines that end with CR alone: it would also be one finding per cell.
  static func oldLineBreaks(_ source: SourceText) -> Diagnostic? {
    guard !source.bytes.contains(UInt8(ascii: "\n")),
      let first = source.bytes.firstIndex(of: UInt8(ascii: "\r"))
    else { return nil }
    return Diagnostic(
      .dataSyntax, "lines end with a lone carriage return", at: SourceRange(first, first + 1),
      hint: "save the file with line feeds, or with CR LF")
  }

  /// Reports another separator, as in `name;age`, which spreadsheets use in many countries.
  static func otherSeparator(_ header: CSVReader.Record) -> Diagnostic? {
    guard header.cells.count == 1, let cell = header.cells.first else { return nil }
    for (separator, name) in [(";", "semicolons"), ("\t", "tabs"), ("|", "bars")]
    where cell.value.contains(separator) {
      return Diagnostic(
        .dataSyntax, "the columns are separated by \(name), not by commas", at: cell.range,
        hint: "save the table with commas, as in RFC 4180")
    }
    return nil
  }
}

/// Builds sets of values from the lines of a table.
private struct VariableTableBuilder {
  private let header: CSVReader.Record
  var sets: [VariableSet] = []
  var diagnostics: [Diagnostic] = []
  private var rowCount = 0

  init(_ header: CSVReader.Record) {
    self.header = header
    var first: [String: SourceRange] = [:]
    for cell in header.cells {
      if cell.value.isEmpty {
        diagnostics.append(
          Diagnostic(
            .dataSyntax, "this column has no name", at: cell.range,
            hint: "the first line must name the variable of each column"))
      } else if let earlier = first[cell.value] {
        diagnostics.append(
          Diagnostic(
            .duplicateKey, "the column `\(cell.value)` appears twice", at: cell.range,
            notes: [.init("the first one", at: earlier)], hint: "remove one of them"))
      } else {
        first[cell.value] = cell.range
      }
    }
  }

  mutating func add(_ record: CSVReader.Record) {
    if record.isEmptyLine {
      diagnostics.append(
        Diagnostic(
          .dataSyntax, "this line is empty", at: record.range,
          hint: "remove it; write a row with a single empty value as `\"\"`"))
      return
    }
    rowCount += 1
    if let problem = raggedness(of: record) {
      // An unclosed quote includes the rest of the table, so the number of cells means nothing.
      if !record.isBroken { diagnostics.append(problem) }
      return
    }
    let values = zip(header.cells, record.cells).map { VariableValue(name: $0, text: $1) }
    if !record.isBroken {
      sets.append(VariableSet(number: rowCount, range: record.range, values: values))
    }
  }

  mutating func reportMissingRows(at end: Int) {
    guard rowCount == 0, !diagnostics.hasErrors else { return }
    diagnostics.append(
      Diagnostic(
        .dataSyntax, "the table has a header but no rows", at: SourceRange(end, end),
        hint: "each line after the header is one render"))
  }

  private func raggedness(of record: CSVReader.Record) -> Diagnostic? {
    let (wanted, found) = (header.cells.count, record.cells.count)
    guard wanted != found else { return nil }
    let message = "this row has \(counted(found, "value")), but the table has \(counted(wanted, "column"))"
    if found > wanted {
      return Diagnostic(
        .dataSyntax, message, at: SourceRange(record.cells[wanted].range.start, record.range.end),
        hint: "quote values that contain a comma")
    }
    let missing = header.cells[found...].map(\.value)
    return Diagnostic(
      .dataSyntax, message, at: record.range,
      hint: "add a value for \(listing(missing, last: "and")); write an empty text as `\"\"`")
  }
}
