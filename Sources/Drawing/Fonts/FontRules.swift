/// What fontconfig is told, in its own language, instead of the settings of the machine: where fonts lie, and which
/// families stand for those that are known by name everywhere and are not there.
let fontRules = """
  <?xml version="1.0"?>
  <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
  <fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <dir>~/.fonts</dir>
  <cachedir>/var/cache/fontconfig</cachedir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  \(substitutes.map { rule(for: $0.names, $0.families) }.joined(separator: "\n"))
  <match target="pattern"><edit name="family" mode="append_last">
  \(sansSerif.map { "<string>\($0)</string>" }.joined())
  </edit></match>
  </fontconfig>
  """

private let sansSerif = ["DejaVu Sans", "Noto Sans", "Liberation Sans", "Arimo", "Open Sans", "FreeSans"]

/// The first family that is there counts.
private let substitutes: [(names: [String], families: [String])] = [
  (["sans-serif", "sans"], sansSerif),
  (["serif"], ["DejaVu Serif", "Noto Serif", "Liberation Serif", "Tinos", "FreeSerif"]),
  (["monospace"], ["DejaVu Sans Mono", "Noto Sans Mono", "Liberation Mono", "Cousine", "FreeMono"]),
  (["Arial", "Helvetica"], ["Liberation Sans", "Arimo", "FreeSans", "DejaVu Sans"]),
  (["Times New Roman", "Times"], ["Liberation Serif", "Tinos", "FreeSerif", "DejaVu Serif"]),
  (["Courier New", "Courier"], ["Liberation Mono", "Cousine", "FreeMono", "DejaVu Sans Mono"]),
]

private func rule(for names: [String], _ families: [String]) -> String {
  let listed = families.map { "<family>\($0)</family>" }.joined()
  return names.map {
    "<alias binding=\"same\"><family>\($0)</family><accept>\(listed)</accept></alias>"
  }.joined(separator: "\n")
}
