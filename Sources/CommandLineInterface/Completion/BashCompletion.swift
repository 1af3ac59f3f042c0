extension CommandLineProgram {
  /// For bash 4.4 and later; it needs no other package.
  var bashCompletion: String {
    """
    # Completion of \(name) for bash; made by `\(name) completion bash`.

    # Offers files with one of the extensions given, and folders; any file without extensions.
    \(shellFunction)_files() {
      local extension
      compopt -o filenames 2>/dev/null
      if (($# == 0)); then
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
        return
      fi
      for extension in "$@"; do
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -X "!*.$extension" -- "$cur")
      done
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$cur")
    }

    \(shellFunction)_folders() {
      compopt -o filenames 2>/dev/null
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$cur")
    }

    \(shellFunction)_words() {
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$1" -- "$cur")
    }

    \(shellFunction)() {
      local cur=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} options=yes index
      COMPREPLY=()
      # bash cuts `--option=value` into three words.
      if [[ $cur == = ]]; then
        cur=
      elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      cur=${cur#[\\"\\']}
      cur=${cur//\\\\/}
      if ((COMP_CWORD == 1)); then
        \(shellFunction)_words \((visibleCommands.map(\.name) + ["help", "--help", "--version"]).joined(separator: " ").shellQuoted)
        return
      fi
      for ((index = 2; index < COMP_CWORD; index++)); do
        [[ ${COMP_WORDS[index]} == -- ]] && options= previous=
      done
      case ${COMP_WORDS[1]} in
        help) \(shellFunction)_words \(visibleCommands.map(\.name).joined(separator: " ").shellQuoted) ;;
    \(visibleCommands.map(bashCase).joined())\
      esac
    }

    complete -F \(shellFunction) \(name)

    """
  }

  private func bashCase(_ command: Command) -> String {
    let values = command.options.filter(\.takesValue).map { option in
      "        \(option.spellings.joined(separator: "|"))) \(bashOffer(option.completion)); return ;;\n"
    }
    let words = command.options.map { "--" + $0.name } + ["--help"]
    let operands = command.operands.map { bashOffer($0.completion) }
    return """
          \(command.name))
            case $previous in
      \(values.joined())\
            esac
            if [[ $options && $cur == -* ]]; then
              \(shellFunction)_words \(words.joined(separator: " ").shellQuoted)
            else
              \((operands.isEmpty ? [":"] : operands).joined(separator: "\n          "))
            fi
            ;;

      """
  }

  private func bashOffer(_ completion: Completion) -> String {
    switch completion {
    case .nothing: ":"
    case .files(let extensions): ([shellFunction + "_files"] + extensions).joined(separator: " ")
    case .folders: shellFunction + "_folders"
    case .words(let words): "\(shellFunction)_words \(words.joined(separator: " ").shellQuoted)"
    }
  }
}
