import Diagnostics
import Processes
import ScriptFormatter
import SourceText

/// One call of `editc fmt`.
struct FormatRun {
  /// What to do with a script that is not in its usual form.
  enum Action {
    case write
    case nameScripts
    case showDifferences
  }

  private let scripts: ScriptFiles
  private let action: Action
  private var code = ExitCode.done

  init(_ scripts: ScriptFiles, _ action: Action) {
    self.scripts = scripts
    self.action = action
  }

  mutating func carryOut() throws(CommandFailure) -> ExitCode {
    for failure in scripts.failures { report(failure.failure) }
    for path in scripts.paths {
      let written: WrittenScript
      do throws(CommandFailure) { written = try WrittenScript(path: path) } catch {
        report(error)
        continue
      }
      guard let text = formatted(written) else { continue }
      try handle(written, formatted: text)
    }
    return code
  }

  /// Nil where the script is left alone, and why has been said.
  private mutating func formatted(_ script: WrittenScript) -> String? {
    do throws(FormattingProblem) {
      return try format(script.source).text
    } catch {
      switch error {
      case .notYAML(let errors):
        Console.say(TerminalReport(useColor: Console.error.usesColour).text(for: errors, in: script.source))
        Console.complain("\(script.source.name): not formatted, because it cannot be read as YAML")
        if code == .done { code = .findings }
      case .wouldChange(let difference):
        report(
          CommandFailure(
            .internalError,
            "\(script.source.name): not formatted, because its text would say something else (\(difference)); "
              + "please report this"))
      }
      return nil
    }
  }

  private mutating func handle(_ script: WrittenScript, formatted text: String) throws(CommandFailure) {
    let isUsual = script.bytes.elementsEqual(text.utf8)
    switch action {
    case .write where script.isStandardInput: try Console.print(text)
    case _ where isUsual: break
    case .write:
      do throws(CommandFailure) {
        try script.replace(with: text)
        Console.complain("\(script.source.name): formatted")
      } catch {
        report(error)
      }
    case .nameScripts:
      try Console.print(script.source.name + "\n")
      if code == .done { code = .findings }
    case .showDifferences:
      let old = String(decoding: script.bytes, as: UTF8.self)
      try Console.print(unifiedDiff(from: old, to: text, name: script.source.name))
      if code == .done { code = .findings }
    }
  }

  private mutating func report(_ failure: CommandFailure) {
    Console.complain(failure.message)
    code = failure.code
  }
}

/// A script as it lies on the disk.
private struct WrittenScript {
  let bytes: [UInt8]
  let source: SourceText
  let isStandardInput: Bool

  init(path: String) throws(CommandFailure) {
    isStandardInput = path == "-"
    do throws(FileError) {
      bytes = try Self.read(path)
    } catch {
      throw CommandFailure(error)
    }
    source = SourceText(name: isStandardInput ? "<stdin>" : path, bytes: bytes)
  }

  /// More than a script may have is read: then the finding about its size says what is wrong.
  private static func read(_ path: String) throws(FileError) -> [UInt8] {
    let limit = 64 << 20
    return path == "-"
      ? try readToEnd(of: 0, named: "<stdin>", limit: limit) : try readFile(path, limit: limit)
  }

  /// Writes the text over the file, unless somebody has changed it since it was read.
  func replace(with text: String) throws(CommandFailure) {
    do throws(FileError) {
      if try Self.read(source.name) == bytes {
        return try AtomicFile.replaceContent(of: source.name, with: Array(text.utf8))
      }
    } catch {
      throw CommandFailure(error)
    }
    throw CommandFailure(
      .temporaryFailure,
      "\(source.name) has changed since it was read, and was not formatted; run editc again")
  }
}
