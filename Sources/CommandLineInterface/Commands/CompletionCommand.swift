private let shell = Argument.positional(.word("SHELL", of: Shell.self), "The shell: bash, zsh or fish.")

extension Command {
  static let completion = Command(
    "completion", "Prints a shell completion script.",
    details: """
      The script completes commands, options, option values and files. Save it where your shell looks for \
      completions:

        editc completion bash > ~/.local/share/bash-completion/completions/editc
        editc completion zsh  > ~/.zfunc/_editc      # with ~/.zfunc in fpath
        editc completion fish > ~/.config/fish/completions/editc.fish
      """,
    arguments: [shell],
    examples: [
      Example("completion bash", "Prints the script for bash; `source <(editc completion bash)` tries it.")
    ]
  ) { values in
    let shell = try values[shell]
    try Console.print(editc.completionScript(for: shell))
    return .done
  }
}
