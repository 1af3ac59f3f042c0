import Basics
import EditScript
import Testing
import YAMLTree

/// Values of variables in markup are words: none of their characters is a tag or an entity.
@Suite struct MarkupValueTests {
  private func texts(_ item: String, _ value: String, more: String = "") -> [String] {
    let source = SourceText(
      name: "film.edit",
      """
      edit: 1
      vars:
        name: {type: text}
        names: {type: text, list: true}
      timeline:
        - \(item)
      \(more)
      """)
    let list = JSONValue.array([.string(value), .string("Ada")]).compactText
    let reading = EditScript.read(
      YAMLTree.parse(source).tree, in: source, variables: GivenVariables(["name": value, "names": list]))
    return reading.script.timeline.flatMap { [$0] + ($0.each?.parts ?? []) }.compactMap { item in
      if case .text(let text) = item.kind { text.value } else { nil }
    }
  }

  @Test(
    "A value stands in markup as the words that it is",
    arguments: [
      ("</span>", "&lt;/span&gt;"), ("Tom & <Jerry>", "Tom &amp; &lt;Jerry&gt;"), ("&lt;", "&amp;lt;"),
      ("${name}", "${name}"), ("$${name}", "$${name}"), ("a: b", "a: b"),
      ("\"quoted\" 'too'", "\"quoted\" 'too'"),
      ("two\nlines", "two\nlines"), ("\u{202E}abc", "\u{202E}abc"), ("<!-- -->", "&lt;!-- --&gt;"), ("", ""),
    ])
  func words(_ value: String, _ expected: String) {
    let marked = "<b>\(expected)</b>"
    #expect(texts("{text: \"<b>${name}</b>\", markup: true, for: 1s}", value) == [marked])
    #expect(
      texts("{text: \"<b>${name}</b>\", style: m, for: 1s}", value, more: "styles: {m: {markup: true}}") == [
        marked
      ])
    #expect(
      texts("{text: \"<b>${name}</b>\", for: 1s}", value, more: "defaults: {text: {markup: true}}") == [
        marked
      ])
    #expect(
      texts("{each: {text: \"<b>${names}</b>\", markup: true, for: 1s}}", value) == [marked, "<b>Ada</b>"])
    #expect(
      texts("{each: {text: \"${names}\", for: 1s}, overrides: {1: {markup: true}}}", value) == [
        value, "Ada", expected,
      ])
    #expect(
      texts("{each: {text: \"${names}\", markup: true, for: 1s}, overrides: {1: {markup: false}}}", value)
        == [
          expected, "Ada", value,
        ])
    #expect(
      texts("{each: {color: [red, blue], for: 1s}, captions: \"${names}\", caption: {markup: true}}", value)
        == [expected, "Ada"])
    #expect(
      texts(
        "{each: {color: [red, blue], for: 1s}, captions: \"${names}\"}", value,
        more: "defaults: {overlays: {text: {markup: true}}}") == [expected, "Ada"])
    #expect(
      texts("{each: {color: [red, blue], for: 1s}, captions: \"${names}\"}", value) == [value, "Ada"])
    #expect(texts("{text: \"<b>${name}</b>\", for: 1s}", value) == ["<b>\(value)</b>"])
    #expect(texts("{each: {text: \"${names}\", for: 1s}}", value) == [value, "Ada"])
  }
}
