private let shell = Argument.positional(.word("SHELL", of: Shell.self), "The shell: bash, zsh or fish.")

extension Command {
  static let completion = Command(
    "completion", "Prints a completion script for a shell.",
    details: """
      The script completes commands, options, their values and files. Save it in the folder where the shell looks \
      for completions:

        editc completion bash > ~/.local/share/bash-completion/completions/editc
        editc completion zsh  > ~/.zfunc/_editc      # with ~/.zfunc in fpath
        editc completion fish > ~/.config/fish/completions/editc.fish
      """,
    arguments: [shell],
    examples: [Example("completion bash", "The script for bash; `source <(editc completion bash)` tries it.")]
  ) { values in
    let shell = try values[shell]
    try Console.print(editc.completionScript(for: shell))
    return .done
  }
}
