/// The answers of confined processes, in the order of the questions.
func answers<Kind: Question>(
  to questions: [Kind], from inspector: Inspector
) throws(WorkspaceError) -> [Result<Kind.Answer, InspectionFailure>] {
  guard !questions.isEmpty else { return [] }
  do throws(InspectionError) { return try inspector.ask(questions) } catch { throw .inspection(error) }
}
