package import Basics

extension LanguageSchema {
  /// The JSON Schema (draft-07) of a script, for editors: structure, words, patterns and descriptions.
  ///
  /// It accepts everything that editc accepts, and mistakes that only editc can find, such as unknown names.
  package static var jsonSchema: JSONValue {
    jsonSchema(of: mappings, titled: "editc script, version 1", itemDefinitions)
  }

  /// The JSON Schema (draft-07) of an `editc.yaml`.
  package static var settingsJSONSchema: JSONValue {
    jsonSchema(of: settingsMappings, titled: "editc settings, version 1")
  }

  /// The first mapping is the top level.
  private static func jsonSchema(
    of mappings: [MappingDescription], titled title: String, _ others: [JSONValue.Member] = []
  ) -> JSONValue {
    let definitions =
      mappings.dropFirst().filter { $0.title != item.title }
      .map { JSONValue.Member(name: $0.identifier, value: $0.jsonSchema) } + others
      + scalarDefinitions(of: mappings)
    return .object(
      [
        .init(name: "$schema", value: "http://json-schema.org/draft-07/schema#"),
        .init(name: "title", value: .string(title)),
      ] + (mappings.first?.members ?? [])
        + [
          .init(name: "patternProperties", value: .members(["^x-": .object([])])),
          .init(name: "definitions", value: .object(definitions)),
        ])
  }

  /// Each kind of scalar as one definition, because patterns of animated values are long.
  private static func scalarDefinitions(of mappings: [MappingDescription]) -> [JSONValue.Member] {
    var names: Set<String> = []
    return mappings.flatMap(\.keys).flatMap { $0.shape.scalars }
      .filter { $0.definition.map { names.insert($0).inserted } ?? false }
      .map { .init(name: $0.definition ?? "", value: $0.patternSchema) }
  }

  // MARK: Items

  private static var itemDefinitions: [JSONValue.Member] {
    let keys = JSONValue.members([
      "type": "object", "description": .string(item.documentation), "properties": item.properties,
    ])
    return [.init(name: "item-keys", value: keys), .init(name: "each-item", value: eachSchema)]
      + ItemList.allCases.map { .init(name: $0.definition, value: itemSchema(in: $0)) }
  }

  /// Requires a key for the kind, and allows only keys that belong to that kind.
  private static func itemSchema(in list: ItemList) -> JSONValue {
    let kinds = ItemKeyword.allCases.filter { $0.lists.contains(list) }
    let rules = kinds.map { kind in
      let owners = item.keys.first { $0.kind == kind }?.otherOwners.map { required($0) } ?? []
      let isKind: JSONValue =
        owners.isEmpty
        ? required(kind) : .members(["allOf": .array([required(kind), not(owners)])])
      let names = item.keys.filter { $0.belongs(to: kind, in: list) }.map(\.name)
      return JSONValue.members(["if": isKind, "then": .members(["propertyNames": words(names)])])
    }
    let reference = JSONValue.members(["$ref": "#/definitions/item-keys"])
    return .members([
      "type": "object",
      "anyOf": .array(kinds.map(required)),
      "propertyNames": words(item.keys.filter { $0.belongs(to: .item(list)) }.map(\.name)),
      "allOf": .array([reference] + rules),
    ])
  }

  /// An item whose kind may be a list.
  private static var eachSchema: JSONValue {
    let keys = item.keys.filter { $0.belongs(to: .each) }
    let properties = keys.map { key in
      let reference = JSONValue.members(["$ref": .string("#/definitions/item-keys/properties/\(key.name)")])
      guard key.kind != nil || key.name == "at" else {
        return JSONValue.Member(name: key.name, value: reference)
      }
      let list = JSONValue.members(["type": "array", "items": reference])
      return JSONValue.Member(name: key.name, value: .members(["anyOf": .array([reference, list])]))
    }
    return .members([
      "type": "object", "properties": .object(properties), "propertyNames": words(keys.map(\.name)),
    ])
  }

  private static func required(_ kind: ItemKeyword) -> JSONValue {
    .members(["required": .array([.string(kind.rawValue)])])
  }

  private static func not(_ schemas: [JSONValue]) -> JSONValue {
    .members(["not": .members(["anyOf": .array(schemas)])])
  }

  fileprivate static func itemKeys(_ role: ItemMappingRole) -> JSONValue {
    if case .item(let list) = role { return .members(["$ref": .string("#/definitions/\(list.definition)")]) }
    if case .defaults(.transition, _) = role {
      return .object(TransitionKeys.fields.description.membersWithoutRequirements)
    }
    if role == .each { return .members(["$ref": "#/definitions/each-item"]) }
    let names = item.keys.filter { $0.belongs(to: role) }.map(\.name)
    return .members([
      "type": "object", "propertyNames": words(names),
      "allOf": [.members(["$ref": "#/definitions/item-keys"])],
    ])
  }
}

private func words(_ words: [String]) -> JSONValue {
  .members(["enum": .array(words.map { .string($0) })])
}

extension ItemList {
  fileprivate var definition: String { rawValue + "-item" }
}

extension KeyDeclaration {
  /// The other kinds of which the key of a kind is an ordinary key.
  fileprivate var otherOwners: [ItemKeyword] {
    if case .kind(_, let others) = role { others.inOrder } else { [] }
  }
}

// MARK: - Mappings

extension MappingDescription {
  fileprivate var jsonSchema: JSONValue { .object(members) }

  /// For defaults: none of the keys is required.
  fileprivate var membersWithoutRequirements: [JSONValue.Member] { members.filter { $0.name != "required" } }

  fileprivate var members: [JSONValue.Member] {
    let pairs = alternatives.flatMap { names in
      names.indices.flatMap { first in
        names[(first + 1)...].map { second in
          let both = JSONValue.array([.string(names[first]), .string(second)])
          return JSONValue.members(["not": .members(["required": both])])
        }
      }
    }
    // A default can be elsewhere in the script.
    let required = keys.filter { $0.isRequired && $0.defaultValue == nil }.map { JSONValue.string($0.name) }
    return [
      .init(name: "type", value: "object"),
      .init(name: "description", value: .string(documentation)),
      .init(name: "properties", value: properties),
    ] + (required.isEmpty ? [] : [.init(name: "required", value: .array(required))])
      + (pairs.isEmpty ? [] : [.init(name: "allOf", value: .array(pairs))])
      + [.init(name: "additionalProperties", value: false)]
  }

  fileprivate var properties: JSONValue {
    .object(keys.map { JSONValue.Member(name: $0.name, value: $0.jsonSchema) })
  }
}

extension KeyDeclaration {
  fileprivate var jsonSchema: JSONValue {
    let text = support.isRendered ? documentation : documentation + " (Not rendered yet.)"
    let description = JSONValue.Member(name: "description", value: .string(text))
    // Draft-07 ignores everything beside a `$ref`, so a reference is in a list of its own.
    guard case .object(let members) = shape.jsonSchema, members.first?.name != "$ref" else {
      return .object([description, .init(name: "allOf", value: .array([shape.jsonSchema]))])
    }
    return .object([description] + members)
  }
}

// MARK: - Values

extension ShapeDescription {
  fileprivate var jsonSchema: JSONValue {
    var forms: [JSONValue] = []
    if let scalar { forms += scalar.jsonSchemas }
    if allowsAbsence { forms.append(.members(["type": "null"])) }
    if case .of(let element)? = list {
      forms.append(.members(["type": "array", "items": element.jsonSchema]))
    }
    if let mapping { forms.append(mapping.jsonSchema) }
    return forms.count == 1 ? forms[0] : .members(["anyOf": .array(forms)])
  }
}

extension ShapeDescription.MappingForm {
  fileprivate var jsonSchema: JSONValue {
    switch self {
    case .keys(let mapping):
      .members(["$ref": .string("#/definitions/\(mapping.identifier)")])
    case .oneKey(let mapping):
      .members([
        "allOf": [.members(["$ref": .string("#/definitions/\(mapping.identifier)")])],
        "minProperties": 1, "maxProperties": 1,
      ])
    case .named(_, let element), .keyFrames(let element):
      .members(["type": "object", "additionalProperties": element.jsonSchema])
    case .keysOrKeyFrames(let mapping, let value):
      .members(["anyOf": .array([Self.keys(mapping).jsonSchema, Self.keyFrames(value).jsonSchema])])
    case .item(let role): LanguageSchema.itemKeys(role)
    case .override(let mapping):
      .members(["anyOf": .array([LanguageSchema.itemKeys(.overrides), Self.keys(mapping).jsonSchema])])
    case .defaults(let list): Self.defaultsSchema(of: list)
    }
  }

  private static func defaultsSchema(of list: ItemList?) -> JSONValue {
    let kinds = ItemKeyword.allCases.filter { kind in list.map(kind.lists.contains) != false }.map {
      JSONValue.Member(name: $0.rawValue, value: LanguageSchema.itemKeys(.defaults($0, in: list)))
    }
    let lists =
      list != nil
      ? []
      : ItemList.allCases.map {
        JSONValue.Member(name: $0.rawValue, value: defaultsSchema(of: $0))
      }
    return .members([
      "type": "object", "properties": .object(kinds + lists), "additionalProperties": false,
    ])
  }
}

extension ScalarForm {
  /// Editors read YAML's own types, so a value that may be a bare number or a flag has those types too.
  fileprivate var jsonSchemas: [JSONValue] {
    let withVariable = JSONValue.members(["type": "string", "pattern": .string(Self.variable)])
    if !words.isEmpty {
      let numbers = words.compactMap { word -> JSONValue? in
        Int64(word.text).map { .integer($0) } ?? Double(word.text).flatMap { $0.isFinite ? .number($0) : nil }
      }
      return [
        .members(["enum": .array(words.map { .string($0.text) } + numbers)]),
        withVariable,
      ]
    }
    guard let definition else { return [patternSchema] }
    return [.members(["$ref": .string("#/definitions/\(definition)")])]
  }

  /// The name of the definition with the pattern; nil if there is none.
  fileprivate var definition: String? {
    guard words.isEmpty, pattern != nil else { return nil }
    let name = "\(production ?? "scalar") \(noun)".map { $0.isLetter || $0.isNumber ? $0 : "-" }
    return String(name)
  }

  fileprivate var patternSchema: JSONValue {
    guard let pattern else { return .members(["type": ["string", "number", "boolean"]]) }
    let combined = JSONValue.string("(?:\(pattern))|\(Self.variable)")
    return .members(["type": .array(types), "pattern": combined])
  }

  private var types: [JSONValue] {
    if production == "flag" { return ["string", "boolean"] }
    let isNumberLike = examples.contains { Double($0) != nil }
    return isNumberLike ? ["string", "number"] : ["string"]
  }

  /// Matches a scalar that contains a variable, whose value the schema cannot know.
  private static let variable = "\\$\\{"
}
