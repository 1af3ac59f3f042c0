import FoundationEssentials
import TestSupport
import Testing

@Suite("editc lsp")
struct ServerTests {
  /// Runs a judge of this folder; its last line counts what it looked at.
  private func judge(_ name: String, _ arguments: String...) throws {
    let folder = try TemporaryFolder()
    let judge = packageRoot + "/Tests/LanguageServerTests/Judges/" + name
    let result = try withExtendedLifetime(folder) {
      try run(
        ["/usr/bin/python3", judge, builtEditc, folder.root] + arguments,
        environment: ["PYTHONDONTWRITEBYTECODE": "1"])
    }
    #expect(result.exitCode == 0, "\(result.errorText)\(result.text)")
    #expect(result.text.hasSuffix(" checks, 0 failures\n"), "\(result.text.suffix(300))")
  }

  @Test("does for an editor what the protocol says, in each unit of columns, and outlives every mistake")
  func session() throws { try judge("session.py") }

  @Test(
    "answers at random places in a folder of scripts that play and use each other, and changes no package")
  func modules() throws {
    try judge("modules.py", testsLong ? "1000" : "60", testsLong ? "200" : "16", "5")
  }

  @Test(
    "says nothing that the recorded editors could not read, nor another form than the protocol's",
    .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(if: EditorProfiles.isPresent, "pytest-lsp is not there"))
  func profiles() throws { try judge("profiles.py", EditorProfiles.path) }

  // MARK: Real editors, with the plugins of `editors`

  private func editor(
    _ program: String, plugin: String, isInFile: Bool = false, _ arguments: String...
  ) throws {
    let folder = try TemporaryFolder()
    let result = try withExtendedLifetime(folder) {
      try run(
        ["/usr/bin/" + program] + arguments,
        environment: [
          "EDITC": builtEditc, "PLUGIN": packageRoot + "/editors/" + plugin, "FOLDER": folder.root,
          "HOME": folder.root,
          "XDG_CACHE_HOME": folder.path("cache"), "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1",
        ])
    }
    let said =
      isInFile ? (try? String(contentsOfFile: folder.path("result"), encoding: .utf8)) ?? "" : result.text
    #expect(result.exitCode == 0, "\(said)\(result.errorText)")
    #expect(said.contains(" checks, 0 failures\n"), "\(said.suffix(1000))\(result.errorText.suffix(1000))")
  }

  private static let judges = packageRoot + "/Tests/LanguageServerTests/Judges/"

  @Test(
    "Neovim shows, repairs, renames, completes and formats",
    .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(if: OtherProgram.nvim.isPresent, "neovim is not installed"))
  func neovim() throws {
    try editor("nvim", plugin: "vim", "--headless", "-u", "NONE", "-S", Self.judges + "neovim.lua")
  }

  @Test(
    "Emacs shows, repairs, renames, completes and formats", .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(if: OtherProgram.emacs.isPresent, "emacs is not installed"))
  func emacs() throws {
    try editor("emacs", plugin: "emacs", "-Q", "--batch", "-l", Self.judges + "emacs.el")
  }

  @Test(
    "Vim with ALE shows mistakes", .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(if: OtherProgram.vim.isPresent, "vim is not installed"),
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/vim-ale"), "vim-ale is not installed"))
  func ale() throws {
    // Vim prints nothing without a screen.
    try editor(
      "vim", plugin: "vim", isInFile: true, "-N", "-u", "NONE", "-i", "NONE", "-es", "-S",
      Self.judges + "ale.vim")
  }

  @Test(
    "Kate marks a mistake until it is repaired", .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(
      if: ["kate", "Xvfb", "xdotool", "dbus-run-session"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
      }, "kate, xvfb, xdotool and dbus are not installed"))
  func kate() throws { try editor("python3", plugin: "kate", Self.judges + "kate.py") }

  @Test("The configuration for Helix has only what Helix documents")
  func helix() throws { try editor("python3", plugin: "helix", Self.judges + "helix.py") }

  @Test(
    "The extension for Visual Studio Code says what the server says",
    .enabled(if: testsAll, "runs in `make test-all`"),
    .enabled(if: OtherProgram.node.isPresent, "nodejs is not installed"))
  func extensionOfCode() throws { try editor("node", plugin: "vscode", Self.judges + "vscode.js") }

  @Test(
    "The extension is packed with nothing but zip",
    .enabled(if: OtherProgram.zip.isPresent, "zip is not installed"))
  func package() throws {
    let folder = try TemporaryFolder()
    let packed = try run([packageRoot + "/editors/vscode/pack"], in: folder.root)
    #expect(packed.exitCode == 0, "\(packed.errorText)")
    let path = packed.text.split(separator: "\n").last ?? ""
    let names = try run(["/usr/bin/python3", "-m", "zipfile", "-l", String(path)]).text
    for name in [
      "[Content_Types].xml", "extension.vsixmanifest", "extension/package.json", "extension/extension.js",
      "extension/connection.js", "extension/convert.js", "extension/syntaxes/editc.tmLanguage.json",
      "extension/images/icon.png", "extension/README.md", "extension/LICENSE.txt",
      "extension/language-configuration.json",
    ] {
      #expect(names.contains("\n" + name + " "), "\(name)")
    }
  }
}
