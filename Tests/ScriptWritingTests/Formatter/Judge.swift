import Basics
import TestSupport
import Testing

/// PyYAML, which reads both texts without knowing of each other or of us.
enum Judge {
  struct Pair {
    let name: String
    let before: String
    let after: String
  }

  struct Verdict {
    /// How many pairs PyYAML can read the first text of.
    let compared: Int
    let differences: [String]
  }

  /// What is not the same before and after: structure, texts, and values up to blanks, zeros and case; comments.
  static func verdict(on pairs: [Pair]) throws -> Verdict {
    let input = JSONValue.array(
      pairs.map {
        .members(["name": .string($0.name), "before": .string($0.before), "after": .string($0.after)])
      })
    let result = try run(["/usr/bin/python3", "-c", program], input: Array(input.compactText.utf8))
    try #require(result.exitCode == 0, "\(result.errorText)")
    let lines = result.text.split(separator: "\n").map(String.init)
    return Verdict(compared: lines.first.flatMap { Int($0) } ?? 0, differences: Array(lines.dropFirst()))
  }

  private static let program = #"""
    import json, re, sys, yaml
    from decimal import Decimal

    TEXTS = {"title", "note", "text", "default", "allowed", "font", "language", "file", "media", "x-tool", "x-own"}

    def tokens(text):
      found = re.findall(r"[0-9]*\.?[0-9]+|[^0-9\s]", text.lower().replace("..", " .. "))
      return [str(Decimal(t).normalize()) if t[-1].isdigit() else t for t in found if t != "+"]

    def differs(old, new, path):
      names = [key for key in path if not key.isdigit()]
      # `default` is a text of a variable, and a flag of a track of sound.
      isFlag = names[-2:] == ["audio", "default"]
      # Under `defaults` the kinds of items are keys, and under `media` names are.
      strict = bool(names) and names[-1] in TEXTS and not isFlag or len(path) == 2 and path[0] == "media" \
        or any(key.startswith("x-") for key in path)
      if isinstance(old, dict) and isinstance(new, dict):
        if len(old) != len(new): return path
        for key in old:
          other = key if key in new else next((k for k in new if tokens(k) == tokens(key)), None)
          if other is None: return path + [key]
          found = differs(old[key], new[other], path + [key])
          if found: return found
        return None
      if isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new): return path
        for number, (one, two) in enumerate(zip(old, new)):
          found = differs(one, two, path + [str(number)])
          if found: return found
        return None
      if type(old) != type(new): return path
      return None if old == new or not strict and tokens(old) == tokens(new) else path + [repr(old), repr(new)]

    def comments(text):
      return sorted(line.rstrip() for line in re.findall(r"#!?\s*comment [0-9]+.*", text))

    pairs = json.load(sys.stdin)
    compared, findings = 0, []
    for number, pair in enumerate(pairs):
      # We read a block text at the end as if a line break stood behind it; PyYAML does not.
      before, after = (text if text.endswith("\n") else text + "\n" for text in (pair["before"], pair["after"]))
      before = before.replace("\r\n", "\n")
      loader = yaml.BaseLoader if number % 20 == 0 else yaml.CBaseLoader
      try: old = yaml.load(before, loader)
      except yaml.YAMLError as error:
        print(pair["name"], error, file=sys.stderr)
        continue
      compared += 1
      found = differs(old, yaml.load(after, loader), [])
      if found is not None: findings.append(pair["name"] + " differs at " + " / ".join(found))
      if comments(before) != comments(after): findings.append(pair["name"] + " has other comments")
    print(compared, *findings, sep="\n")
    """#
}
