/// The user's credentials for servers, as `~/.netrc` has them.
struct Netrc {
  struct Login: Hashable {
    var user = ""
    var password = ""
  }

  private var logins: [(host: String, login: Login)] = []
  private var usual: Login?

  init(_ text: String) {
    var words = Self.words(of: text)[...]
    while let word = words.popFirst() {
      switch word {
      case "machine":
        guard let host = words.popFirst() else { return }
        logins.append((host.lowercased(), Self.login(&words)))
      case "default":
        let login = Self.login(&words)
        usual = usual ?? login
      default: continue
      }
    }
  }

  /// The first login of a host, or else the default one; nil if there is neither.
  func login(for host: String) -> Login? {
    logins.first { $0.host == host.lowercased() }?.login ?? usual
  }

  private static func login(_ words: inout ArraySlice<String>) -> Login {
    var login = Login()
    while let word = words.first, word != "machine", word != "default" {
      words.removeFirst()
      switch word {
      case "login": login.user = words.popFirst() ?? ""
      case "password": login.password = words.popFirst() ?? ""
      default: continue
      }
    }
    return login
  }

  /// Without comments, and without macros, which end at an empty line.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var isMacro = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let found = line.split { " \t\r".contains($0) }.map(String.init)
      if found.isEmpty { isMacro = false }
      guard !isMacro, found.first?.hasPrefix("#") != true else { continue }
      let macro = found.firstIndex(of: "macdef")
      words += found[..<(macro ?? found.count)]
      isMacro = macro != nil
    }
    return words
  }
}
