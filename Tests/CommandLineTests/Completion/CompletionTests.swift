import TestSupport
import Testing

/// The shells themselves are asked what they offer.
@Suite struct CompletionTests {
  /// A command line up to the cursor, and what is offered there; folders without the slash that some shells add.
  static let lines: [(line: String, offered: [String])] = [
    ("editc ren", ["render"]),
    ("editc help comp", ["completion"]),
    ("editc completion ", ["bash", "fish", "zsh"]),
    ("editc render --pro", ["--progress"]),
    ("editc render a.edit --progress j", ["json"]),
    ("editc dump --stage=co", ["composition"]),
    ("editc render ", ["a.edit", "b.edit", "my film.edit", "other dir", "sub"]),
    ("editc render other\\ dir/", ["other dir/x.edit"]),
    ("editc plan --vars ", ["other dir", "sub", "values.csv", "values.json"]),
    ("editc render --cache ", ["other dir", "sub"]),
    ("editc probe n", ["notes.txt"]),
  ]

  private static let place = Result {
    let place = try Workplace(sharedAs: "completion")
    for name in [
      "a.edit", "b.edit", "my film.edit", "notes.txt", "values.csv", "values.json", "sub/y.txt",
      "other dir/x.edit",
    ] {
      try place.write("w/" + name, "")
    }
    return place
  }

  /// What each command says of itself.
  private static let helpPages = Result {
    let place = try Self.place.get()
    let listed = try place.editc("--help").text.split(separator: "\n")
      .prefix { $0 != "Options:" }.filter { $0.hasPrefix("  ") && $0.dropFirst(2).first?.isLetter == true }
    return try listed.compactMap { $0.split(separator: " ").first.map(String.init) }.map { command in
      (command, try place.editc(command, "--help").text)
    }
  }

  /// The path of a shell's script.
  private static let scripts = Result {
    let place = try Self.place.get()
    for shell in ["bash", "zsh", "fish"] {
      let result = try place.editc("completion", shell)
      try #require(result.exitCode == 0)
      try place.write("completion.\(shell)", result.text)
    }
    return place.path("completion.")
  }

  private func script(_ shell: String) throws -> String { try Self.scripts.get() + shell }

  private func offers(_ arguments: [String]) throws -> [String] {
    let place = try Self.place.get()
    let result = try run(
      arguments, in: place.path("w"),
      environment: ["TERM": "dumb", "HOME": place.path("tmp"), "LC_ALL": "C.UTF-8"])
    #expect(result.errorText == "")
    return result.text.split(separator: "\n").map { line in
      let word = String(line.split(separator: "\t")[0])
      return word.hasSuffix("/") ? String(word.dropLast()) : word
    }.sorted()
  }

  @Test("bash offers commands, options, words and files", arguments: lines)
  func bash(line: String, offered: [String]) throws {
    let driver = """
      source "$1"
      complete -p editc >/dev/null || exit
      # As bash cuts a line into words: an escaped blank belongs to its word, `=` is one of its own.
      line=${2//=/ = }
      line=${line//'\\ '/$'\\1'}
      read -ra COMP_WORDS <<<"$line"
      COMP_WORDS=("${COMP_WORDS[@]//$'\\1'/\\ }")
      [[ $line == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _editc
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    #expect(try offers(["bash", "-c", driver, "bash", try script("bash"), line]) == offered)
  }

  @Test("fish offers commands, options, words and files", arguments: lines)
  func fish(line: String, offered: [String]) throws {
    let path = try script("fish")
    // fish offers the whole word, with what was written before `=`.
    let words = try offers(["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", path, line])
    #expect(words.map { $0.replacing("--stage=", with: "") } == offered)
  }

  @Test("zsh offers commands, options, words and files")
  func zsh() throws {
    let scratch = try TemporaryFolder()
    let driver = try scratch.write("drive.zsh", Self.zshDriver)
    let words = try offers(
      ["zsh", "-f", driver, try script("zsh"), scratch.root] + Self.lines.map(\.line))
    // zsh offers the names in a folder, not their paths, and blanks as they must be written.
    let found = words.map { $0.replacing("\\ ", with: " ") }
    let expected = Self.lines.enumerated().flatMap { index, line in
      line.offered.map { "\(index) " + $0.replacing("other dir/", with: "") }
    }
    #expect(found == expected.sorted())
  }

  /// A shell behind a pseudo-terminal completes each line at its end, and notes what it would offer.
  private static let zshDriver = """
    zmodload zsh/zpty
    export SCRIPT=$1 SCRATCH=$2
    cat > $SCRATCH/setup <<'END'
    PROMPT=
    autoload -Uz compinit
    compinit -C -d $SCRATCH/dump
    source $SCRIPT
    bindkey '^I' complete-word
    comppostfuncs=( exit )
    compadd () {
      if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
        builtin compadd "$@"
        return $?
      fi
      local -a hits
      builtin compadd -A hits "$@"
      (( $#hits )) && print -rl -- $hits >> $SCRATCH/hits
      builtin compadd "$@"
    }
    print READY
    END
    integer number=-1
    for line in "${@[3,-1]}"; do
      (( ++number ))
      : > $SCRATCH/hits
      zpty z zsh -f -i
      zpty -w z "source $SCRATCH/setup"
      zpty -r -m z output '*READY*'
      zpty -w -n z "$line"$'\\t'
      while zpty -r z output; do :; done
      zpty -d z
      sort -u $SCRATCH/hits | sed "s/^/$number /"
    done
    """

  @Test("every command and every option has its place in each script", arguments: ["bash", "zsh", "fish"])
  func everything(shell: String) throws {
    let text = try Self.place.get().editc("completion", shell).text
    let pages = try Self.helpPages.get()
    #expect(pages.count >= 9)
    for (command, page) in pages {
      #expect(text.contains(command))
      for word in page.split(whereSeparator: { " \n,".contains($0) })
      where word.hasPrefix("--") && word.count > 2 {
        let option = word.dropFirst(2).prefix { $0.isLetter || $0 == "-" }
        #expect(text.contains(shell == "fish" ? "-l \(option)" : "--\(option)"), "\(command) --\(option)")
      }
    }
    #expect(!["render-worker", "preview-worker"].contains { text.contains($0) })
  }
}
