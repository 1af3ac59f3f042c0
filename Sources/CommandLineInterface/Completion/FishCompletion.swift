extension CommandLineProgram {
  /// The script to save as `NAME.fish` in fish's folder of completions, or to source.
  var fishCompletion: String {
    """
    # Completion of \(name) for fish; made by `\(name) completion fish`.

    # Offers files with one of the extensions given, and folders.
    function _\(shellFunction)_files
        set -l token (commandline -ct | string replace -r '^--?[a-z-]+=' '')
        complete -C "__fish_command_without_completions $token" \\
            | string match -r '.*(?:/|\\.(?:'(string join '|' $argv)'))(?:\\t.*)?$'
    end

    complete -c \(name) -f
    complete -c \(name) -n __fish_use_subcommand -s h -l help -d 'Show help'
    complete -c \(name) -n __fish_use_subcommand -l version -d 'Show the version'
    complete -c \(name) -n __fish_use_subcommand -a help -d 'Describes a command'
    complete -c \(name) -n '__fish_seen_subcommand_from help' -a \(fishQuoted(visibleCommands.map(\.name).joined(separator: " ")))
    \(visibleCommands.map(fishLines).joined(separator: "\n"))

    """
  }

  private func fishLines(_ command: Command) -> String {
    let condition = "complete -c \(name) -n '__fish_seen_subcommand_from \(command.name)'"
    var lines = [
      "complete -c \(name) -n __fish_use_subcommand -a \(command.name)"
        + " -d \(fishQuoted(command.summary.firstSentence))"
    ]
    for option in command.options {
      let short = option.short.map { " -s \($0)" } ?? ""
      let value = option.takesValue ? " -r" + fishOffer(option.completion) : ""
      lines.append(
        "\(condition)\(short) -l \(option.name)\(value) -d \(fishQuoted(option.firstSentence))")
    }
    lines.append("\(condition) -s h -l help -d 'Show help'")
    for operand in command.operands where operand.completion != .nothing {
      lines.append(condition + fishOffer(operand.completion))
    }
    return lines.joined(separator: "\n")
  }

  private func fishOffer(_ completion: Completion) -> String {
    switch completion {
    case .nothing: " -f"
    case .files([]): " -F"
    case .files(let extensions): " -f -k -a '(_\(shellFunction)_files \(extensions.joined(separator: " ")))'"
    case .folders: " -f -a '(__fish_complete_directories)'"
    case .words(let words): " -f -a \(fishQuoted(words.joined(separator: " ")))"
    }
  }

  private func fishQuoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
