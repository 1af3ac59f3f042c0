'use strict';

// From the protocol's values to VS Code's. Kinds are counted from 1 there and from 0 here.

const vscode = require('vscode');

const position = (p) => new vscode.Position(p.line, p.character);
const range = (r) => new vscode.Range(position(r.start), position(r.end));
const uri = (text) => vscode.Uri.parse(text, true);
const location = (l) => new vscode.Location(uri(l.uri), range(l.range));
const edit = (e) => new vscode.TextEdit(range(e.range), e.newText);
const list = (values, convert) => (values ?? []).map(convert);

function markdown(contents) {
  const text = new vscode.MarkdownString(contents.value ?? contents);
  text.isTrusted = false;
  return text;
}

function diagnostic(d) {
  const found = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1);
  found.source = d.source;
  found.code = d.codeDescription ? { value: d.code, target: uri(d.codeDescription.href) } : d.code;
  found.tags = d.tags;
  found.relatedInformation = list(d.relatedInformation, (r) =>
    new vscode.DiagnosticRelatedInformation(location(r.location), r.message));
  return found;
}

function completion(item) {
  const result = new vscode.CompletionItem(item.label, item.kind - 1);
  result.detail = item.detail;
  if (item.documentation) result.documentation = markdown(item.documentation);
  result.filterText = item.filterText;
  result.sortText = item.sortText;
  result.range = range(item.textEdit.range);
  result.insertText = item.textEdit.newText;
  if (item.textEdit.newText.endsWith(': ')) {
    result.command = { title: 'its values', command: 'editor.action.triggerSuggest' };
  }
  return result;
}

function symbol(s) {
  const result = new vscode.DocumentSymbol(s.name || ' ', s.detail ?? '', s.kind - 1, range(s.range), range(s.selectionRange));
  result.children = list(s.children, symbol);
  return result;
}

function workspaceEdit(value) {
  const result = new vscode.WorkspaceEdit();
  for (const change of value?.documentChanges ?? []) {
    if (change.kind === 'rename') result.renameFile(uri(change.oldUri), uri(change.newUri));
    else result.set(uri(change.textDocument.uri), list(change.edits, edit));
  }
  for (const [document, edits] of Object.entries(value?.changes ?? {})) result.set(uri(document), list(edits, edit));
  return result;
}

function action(a) {
  const kind = a.kind ? vscode.CodeActionKind.Empty.append(a.kind) : undefined;
  const result = new vscode.CodeAction(a.title, kind);
  if (a.edit) result.edit = workspaceEdit(a.edit);
  if (a.command) result.command = a.command;
  if (a.diagnostics) result.diagnostics = a.diagnostics.map(diagnostic);
  result.isPreferred = a.isPreferred;
  return result;
}

function selection(s) {
  return new vscode.SelectionRange(range(s.range), s.parent ? selection(s.parent) : undefined);
}

function definition(found) {
  if (!found) return null;
  if (!Array.isArray(found)) return location(found);
  return found.map((link) => ({
    originSelectionRange: range(link.originSelectionRange),
    targetUri: uri(link.targetUri),
    targetRange: range(link.targetRange),
    targetSelectionRange: range(link.targetSelectionRange),
  }));
}

function hint(h) {
  const result = new vscode.InlayHint(position(h.position), h.label);
  result.tooltip = h.tooltip;
  result.paddingLeft = h.paddingLeft;
  return result;
}

const color = (c) => new vscode.Color(c.red, c.green, c.blue, c.alpha);

module.exports = {
  action, color, completion, definition, diagnostic, edit, hint, list, location, markdown, range, selection, symbol, uri,
  workspaceEdit,
};
