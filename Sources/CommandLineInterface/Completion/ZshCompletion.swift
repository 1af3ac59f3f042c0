extension CommandLineProgram {
  /// The script to save as `_NAME` in a folder of `fpath`, or to source after `compinit`.
  var zshCompletion: String {
    """
    #compdef \(name)
    # Completion of \(name) for zsh; made by `\(name) completion zsh`.

    \(shellFunction)_commands() {
      local -a commands=(
    \(visibleCommands.map { "    " + described($0.name, $0.summary) + "\n" }.joined())\
        \(described("help", "Describes a command."))
      )
      _describe -t commands command commands
    }

    \(shellFunction)() {
      local curcontext=$curcontext state line
      typeset -A opt_args
      _arguments -C \\
        '(- *)'{-h,--help}'[show help]' \\
        '(- *)--version[show the version]' \\
        '1: :->command' \\
        '*:: :->rest'
      case $state in
        command) \(shellFunction)_commands ;;
        rest)
          case $words[1] in
            help) _arguments '1: :\(shellFunction)_commands' ;;
    \(visibleCommands.map(zshCase).joined())\
          esac
          ;;
      esac
    }

    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
      \(shellFunction) "$@"
    else
      compdef \(shellFunction) \(name)
    fi

    """
  }

  /// `name:description`, as `_describe` expects it.
  private func described(_ name: String, _ summary: String) -> String {
    (name + ":" + summary.firstSentence.zshEscaped).shellQuoted
  }

  private func zshCase(_ command: Command) -> String {
    let help = "'(- *)'{-h,--help}'[show help]'"
    let specifications = command.options.map(zshOption) + [help] + zshOperands(command)
    return "        \(command.name))\n          _arguments -s -S : \\\n"
      + specifications.map { "            \($0)" }.joined(separator: " \\\n") + "\n          ;;\n"
  }

  private func zshOption(_ option: ArgumentDeclaration) -> String {
    let isRepeated = option.form == .repeatedOption
    let description = "[\(option.firstSentence.zshEscaped)]"
    let value = option.takesValue ? ":\(option.placeholder.zshEscaped):\(zshOffer(option.completion))" : ""
    let long = "--" + option.name + (option.takesValue ? "=" : "")
    guard let short = option.short else {
      return ((isRepeated ? "*" : "") + long + description + value).shellQuoted
    }
    let letter = "-\(short)" + (option.takesValue ? "+" : "")
    let exclusion = isRepeated ? "*" : "(\(option.spellings.joined(separator: " ")))"
    return "\(exclusion.shellQuoted){\(letter),\(long)}\((description + value).shellQuoted)"
  }

  /// The operands by position; the last one may take the rest.
  private func zshOperands(_ command: Command) -> [String] {
    command.operands.enumerated().map { index, operand in
      let place = (operand.count?.upperBound ?? 1) > 1 ? "*" : "\(index + 1)"
      return "\(place):\(operand.placeholder.zshEscaped):\(zshOffer(operand.completion))".shellQuoted
    }
  }

  private func zshOffer(_ completion: Completion) -> String {
    switch completion {
    case .nothing: " "
    case .files([]): "_files"
    // A single word in parentheses at the end of a pattern would be a qualifier, not an alternative.
    case .files(let extensions) where extensions.count == 1: "_files -g \"*.\(extensions[0])\""
    case .files(let extensions): "_files -g \"*.(\(extensions.joined(separator: "|")))\""
    case .folders: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }
}

extension String {
  /// Escapes the separators of a specification.
  fileprivate var zshEscaped: String {
    var text = ""
    for character in self {
      if "\\:[]".contains(character) { text += "\\" }
      text.append(character)
    }
    return text
  }
}
