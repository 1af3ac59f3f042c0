/// A fact under its name in a line, with its reader and writer.
struct FactField<Subject>: Sendable {
  let name: String
  let isRequired: Bool
  let expectation: String
  /// The tokens after the name; nil if the line is omitted.
  let write: @Sendable (Subject) -> [FactToken]?
  /// Whether the tokens are valid.
  let read: @Sendable (ArraySlice<FactToken>, inout Subject) -> Bool
}

extension FactField {
  typealias Path<Value> = WritableKeyPath<Subject, Value> & Sendable

  static func required<Value>(_ name: String, _ path: any Path<Value>, _ form: FactForm<Value>) -> FactField {
    FactField(name: name, isRequired: true, expectation: form.expectation) {
      form.write($0[keyPath: path])
    } read: { tokens, subject in
      form.read(tokens).map { subject[keyPath: path] = $0 } != nil
    }
  }

  /// Omitted if the value is nil.
  static func optional<Value>(
    _ name: String, _ path: any Path<Value?>, _ form: FactForm<Value>
  ) -> FactField {
    FactField(name: name, isRequired: false, expectation: form.expectation) {
      $0[keyPath: path].map(form.write)
    } read: { tokens, subject in
      form.read(tokens).map { subject[keyPath: path] = $0 } != nil
    }
  }

  /// Omitted for the usual value, which the subject has before anything is read.
  static func unless<Value: Equatable & Sendable>(
    _ usual: Value, _ name: String, _ path: any Path<Value>, _ form: FactForm<Value>
  ) -> FactField {
    FactField(name: name, isRequired: false, expectation: form.expectation) {
      $0[keyPath: path] == usual ? nil : form.write($0[keyPath: path])
    } read: { tokens, subject in
      guard let value = form.read(tokens), value != usual else { return false }
      subject[keyPath: path] = value
      return true
    }
  }
}

/// A list whose elements have lines of their own: `video 0 codec "h264"`.
struct FactList<Subject>: Sendable {
  let name: String
  let write: @Sendable (Subject) -> [FactRecord]
  /// Reads the lines of all elements, without the list's name.
  let read: @Sendable ([FactLine], inout Subject) throws(LockProblem) -> Void
}

/// One line: the name of a fact and its value.
struct FactRecord: Hashable, Sendable {
  var key: String
  var value: String
}

extension FactList {
  /// A list of elements that are one line each.
  static func values<Element>(
    _ name: String, _ path: any FactField<Subject>.Path<[Element]>, _ form: FactForm<Element>
  ) -> FactList {
    FactList(name: name) { subject in
      subject[keyPath: path].enumerated().map { index, element in
        FactRecord(key: "\(name) \(index)", value: form.write(element).map(\.spelling).joined(separator: " "))
      }
    } read: { lines, subject throws(LockProblem) in
      for lines in try elements(named: name, lines) {
        guard lines.count == 1 else { throw lines[1].problem("this \(name) appears twice") }
        guard let value = form.read(lines[0].tokens) else {
          throw lines[0].problem("`\(name)` needs \(form.expectation)")
        }
        subject[keyPath: path].append(value)
      }
    }
  }

  /// A list of elements with facts of their own.
  static func subjects<Element>(
    _ name: String, _ path: any FactField<Subject>.Path<[Element]>, _ fields: FactFields<Element>
  ) -> FactList {
    FactList(name: name) { subject in
      subject[keyPath: path].enumerated().flatMap { index, element in
        fields.records(of: element).map { FactRecord(key: "\(name) \(index) \($0.key)", value: $0.value) }
      }
    } read: { lines, subject throws(LockProblem) in
      for lines in try elements(named: name, lines) {
        subject[keyPath: path].append(try fields.subject(from: lines))
      }
    }
  }
}

/// The lines of each element without its number, sorted by number, whatever the order of the lines.
private func elements(named name: String, _ lines: [FactLine]) throws(LockProblem) -> [[FactLine]] {
  var elements: [Int: [FactLine]] = [:]
  for line in lines {
    guard let token = line.tokens.first, let index = FactForm<Int>.integer.read([token]), index >= 0 else {
      throw line.problem("`\(name)` needs a number after it, such as `\(name) 0`")
    }
    elements[index, default: []].append(line.rest)
  }
  var ordered: [[FactLine]] = []
  for (index, lines) in elements.sorted(by: { $0.key < $1.key }) {
    guard index == ordered.count else {
      throw LockProblem(
        "there is no `\(name) \(ordered.count)` before `\(name) \(index)`", line: lines.first?.number)
    }
    ordered.append(lines)
  }
  return ordered
}

/// All facts of one kind of subject, in the order in which they are written.
struct FactFields<Subject: Sendable>: Sendable {
  /// The subject before its lines are read.
  let blank: Subject
  let fields: [FactField<Subject>]
  var lists: [FactList<Subject>] = []

  func records(of subject: Subject) -> [FactRecord] {
    fields.compactMap { field in
      field.write(subject).map { tokens in
        FactRecord(key: field.name, value: tokens.map(\.spelling).joined(separator: " "))
      }
    } + lists.flatMap { $0.write(subject) }
  }

  func subject(from lines: [FactLine]) throws(LockProblem) -> Subject {
    var subject = blank
    var seen: [String: Int] = [:]
    var listed: [String: [FactLine]] = [:]
    for line in lines {
      guard case .word(let name)? = line.tokens.first else {
        throw line.problem("the name of a fact is missing")
      }
      if lists.contains(where: { $0.name == name }) {
        listed[name, default: []].append(line.rest)
        continue
      }
      guard let field = fields.first(where: { $0.name == name }) else {
        throw line.problem("this version of editc knows no fact '\(name)'")
      }
      if let first = seen.updateValue(line.number, forKey: name) {
        throw line.problem("'\(name)' appears a second time, after line \(first)")
      }
      guard field.read(line.rest.tokens, &subject) else {
        throw line.problem("`\(name)` needs \(field.expectation)")
      }
    }
    for field in fields where field.isRequired && seen[field.name] == nil {
      throw LockProblem("'\(field.name)' is missing", line: lines.first?.number)
    }
    for list in lists { try list.read(listed[list.name] ?? [], &subject) }
    return subject
  }
}
