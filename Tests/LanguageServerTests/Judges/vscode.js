// Loads the extension of editors/vscode with a stand-in for VS Code's interface, and asks it as the editor would.
// usage: node vscode.js, with EDITC, PLUGIN and FOLDER set

'use strict';

const fs = require('fs');
const Module = require('module');
const path = require('path');

const { EDITC, PLUGIN, FOLDER } = process.env;
let count = 0;
let failures = 0;

function check(condition, ...words) {
  count += 1;
  if (condition) return;
  failures += 1;
  console.log('FAILED:', ...words.map((word) => (typeof word === 'string' ? word : JSON.stringify(word))));
}

class Value {
  constructor(...values) { this.values = values; }
}
class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}
class Range {
  constructor(start, end) { Object.assign(this, { start, end }); }
}
class TextEdit {
  constructor(range, newText) { Object.assign(this, { range, newText }); }
}
class WorkspaceEdit {
  constructor() { this.edits = []; }
  set(uri, edits) { this.edits.push([uri.toString(), edits]); }
  renameFile(from, to) { this.renamed = [from.toString(), to.toString()]; }
}
class Emitter {
  constructor() {
    this.listeners = [];
    this.event = (listener) => { this.listeners.push(listener); return { dispose() {} }; };
  }
  fire(value) { this.listeners.forEach((listener) => listener(value)); }
}
const named = (...names) => class {
  constructor(...values) { names.forEach((name, index) => { this[name] = values[index]; }); }
};
class Uri {
  constructor(text) { this.text = text; }
  static parse(text) { return new Uri(text); }
  toString() { return this.text; }
}

const providers = {};
const events = { open: new Emitter(), change: new Emitter(), save: new Emitter(), close: new Emitter(), folders: new Emitter(), rename: new Emitter() };
const shown = [];
const found = new Map();
const commands = {};
const said = [];
const register = (kind) => (selector, provider) => { providers[kind] = provider ?? selector; return { dispose() {} }; };

const vscode = {
  version: '1.65.2', Position, Range, TextEdit, WorkspaceEdit, Uri, EventEmitter: Emitter,
  Location: named('uri', 'range'), MarkdownString: named('value'), Diagnostic: named('range', 'message', 'severity'),
  DiagnosticRelatedInformation: named('location', 'message'), CompletionItem: named('label', 'kind'),
  DocumentSymbol: named('name', 'detail', 'kind', 'range', 'selectionRange'), Hover: named('contents', 'range'),
  CodeAction: named('title', 'kind'), CodeLens: named('range', 'command'), DocumentHighlight: named('range', 'kind'),
  FoldingRange: named('start', 'end', 'kind'), SelectionRange: named('range', 'parent'), SemanticTokens: named('data'),
  SemanticTokensLegend: named('types'), DocumentLink: named('range', 'target'), Color: named('red', 'green', 'blue', 'alpha'),
  ColorInformation: named('range', 'color'), ColorPresentation: named('label'), InlayHint: named('position', 'label'),
  SymbolInformation: named('name', 'kind', 'container', 'location'), FoldingRangeKind: { Comment: 1 },
  CodeActionKind: { Empty: { append: (value) => ({ value }) } },
  languages: {
    createDiagnosticCollection: () => ({
      set: (uri, list) => found.set(uri.toString(), list), clear: () => found.clear(), dispose() {},
    }),
    ...Object.fromEntries([
      'CompletionItem', 'Hover', 'Definition', 'Reference', 'DocumentHighlight', 'Rename', 'CodeActions', 'CodeLens',
      'DocumentSymbol', 'WorkspaceSymbol', 'FoldingRange', 'SelectionRange', 'DocumentSemanticTokens', 'DocumentLink', 'Color',
      'DocumentFormattingEdit', 'DocumentRangeFormattingEdit', 'InlayHints',
    ].map((kind) => [`register${kind}Provider`, register(kind)])),
  },
  workspace: {
    getConfiguration: () => ({ get: () => EDITC }), workspaceFolders: [{ uri: new Uri('file://' + FOLDER), name: 'folder' }],
    textDocuments: [], onDidOpenTextDocument: events.open.event, onDidChangeTextDocument: events.change.event,
    onDidSaveTextDocument: events.save.event, onDidCloseTextDocument: events.close.event,
    onDidChangeWorkspaceFolders: events.folders.event, onWillRenameFiles: events.rename.event, applyEdit: async () => true,
  },
  window: {
    createOutputChannel: () => ({ append() {}, appendLine() {}, dispose() {} }),
    showErrorMessage: (text) => said.push(text), showWarningMessage: (text) => said.push(text),
    showInformationMessage: (text) => said.push(text),
    withProgress: (options, work) => {
      const progress = { reports: [], isOver: false };
      shown.push(progress);
      work({ report: (value) => progress.reports.push(value) }, { onCancellationRequested() {} })
        .then(() => { progress.isOver = true; });
    },
  },
  ProgressLocation: { Notification: 15 },
  commands: { registerCommand: (name, action) => { commands[name] = action; return { dispose() {} }; } },
  env: { openExternal: async () => true },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

class Document {
  constructor(name, text) {
    Object.assign(this, { uri: new Uri('file://' + path.join(FOLDER, name)), languageId: 'editc', version: 1, text });
  }
  getText() { return this.text; }
  positionAt(index) {
    const before = this.text.slice(0, index);
    const line = before.split('\n').length - 1;
    return new Position(line, index - (before.lastIndexOf('\n') + 1));
  }
  offsetAt({ line, character }) {
    return this.text.split('\n').slice(0, line).reduce((sum, text) => sum + text.length + 1, 0) + character;
  }
  at(word, shift = 0) { return this.positionAt(this.text.indexOf(word) + shift); }
  get(range) { return this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end)); }
  change(word, text) {
    const start = this.text.indexOf(word);
    const range = new Range(this.positionAt(start), this.positionAt(start + word.length));
    this.text = this.text.slice(0, start) + text + this.text.slice(start + word.length);
    this.version += 1;
    events.change.fire({ document: this, contentChanges: [{ range, text }] });
  }
  applied(edits) {
    return [...edits].sort((a, b) => this.offsetAt(b.range.start) - this.offsetAt(a.range.start)).reduce((text, edit) =>
      text.slice(0, this.offsetAt(edit.range.start)) + edit.newText + text.slice(this.offsetAt(edit.range.end)), this.text);
  }
}

async function until(what, condition) {
  const end = Date.now() + 120000;
  while (!condition() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
  check(condition(), 'in time:', what);
}

async function main() {
  const text = 'edit: 1\ncanvas: {size: 640x360, rate: 25}\ntimeline:\n  - {color: navy, for: 2, name: intro}\n'
    + 'overlays:\n  - {text: "😀 ü", at: intro.end - 1s, for: 1s}\n';
  const extension = require(path.join(PLUGIN, 'extension.js'));
  await extension.activate({ subscriptions: [] });
  const film = new Document('film.edit', text);
  events.open.fire(film);
  const list = () => found.get(film.uri.toString()) ?? [];
  await until('diagnostics', () => list().length > 0);
  const bare = list().find((d) => (d.code.value ?? d.code) === 'bare-number');
  check(bare && film.get(bare.range) === '2' && bare.severity === 0, 'a bare number', list());
  const ask = (kind, method, ...values) => providers[kind][method](...values);
  const hover = await ask('Hover', 'provideHover', film, film.at('color', 1));
  check(hover.contents.value.includes('Fills the canvas'), 'a hover', hover);
  const actions = await ask('CodeActions', 'provideCodeActions', film, bare.range, {});
  const repair = actions.find((a) => a.title === 'write `2s`');
  check(film.applied(repair.edit.edits[0][1]) === text.replace('for: 2,', 'for: 2s,'), 'a repair', actions.map((a) => a.title));
  film.change('for: 2,', 'for: 2s,');
  await until('no diagnostics', () => list().length === 0);
  const named = await ask('Rename', 'prepareRename', film, film.at('intro.end', 1));
  check(named.placeholder === 'intro', 'a name', named);
  const rename = await ask('Rename', 'provideRenameEdits', film, film.at('intro.end', 1), 'opening');
  check(film.applied(rename.edits[0][1]) === film.text.replaceAll('intro', 'opening'), 'a rename', rename);
  const nothing = await ask('Rename', 'prepareRename', film, film.at('navy')).catch((error) => error);
  check(nothing instanceof Error, 'nothing to rename');
  const refused = await ask('Rename', 'provideRenameEdits', film, film.at('intro.end', 1), 'a b').catch((error) => error);
  check(refused instanceof Error, 'a name that is none');
  const items = await ask('CompletionItem', 'provideCompletionItems', film, film.at('rate', 2));
  check(items.some((i) => i.label === 'rate' && film.get(i.range) === 'rate' && i.insertText === 'rate'), 'completion', items);
  const link = (await ask('Definition', 'provideDefinition', film, film.at('intro.end', 1)))[0];
  check(film.get(link.targetSelectionRange) === 'intro', 'a definition', link);
  check((await ask('Reference', 'provideReferences', film, film.at('intro'), { includeDeclaration: true })).length === 2, 'references');
  check((await ask('DocumentHighlight', 'provideDocumentHighlights', film, film.at('intro'))).length === 2, 'highlights');
  const symbols = await ask('DocumentSymbol', 'provideDocumentSymbols', film);
  check(symbols.map((s) => s.name).join() === 'edit,canvas,timeline,overlays', 'the outline', symbols);
  check((await ask('WorkspaceSymbol', 'provideWorkspaceSymbols', 'intro')).length === 1, 'symbols of the workspace');
  check((await ask('FoldingRange', 'provideFoldingRanges', film)).length === 2, 'folding');
  const grown = await ask('SelectionRange', 'provideSelectionRanges', film, [film.at('intro.end')]);
  check(film.get(grown[0].range).includes('intro.end'), 'growing selections');
  check((await ask('DocumentSemanticTokens', 'provideDocumentSemanticTokens', film)).data.length % 5 === 0, 'tokens');
  check((await ask('DocumentLink', 'provideDocumentLinks', film)).length === 0, 'links');
  const colors = await ask('Color', 'provideDocumentColors', film);
  check(film.get(colors[0].range) === 'navy', 'colours', colors);
  const other = await ask('Color', 'provideColorPresentations', { red: 1, green: 0, blue: 0, alpha: 1 },
    { document: film, range: colors[0].range });
  check(other.map((p) => p.label).join() === '#ff0000,red', 'another colour', other);
  const hints = await ask('InlayHints', 'provideInlayHints', film, new Range(new Position(0, 0), new Position(99, 0)));
  check(hints.map((h) => h.label).join() === '0s +2s,1s +1s', 'hints', hints);
  const lenses = await ask('CodeLens', 'provideCodeLenses', film);
  check(lenses.map((l) => l.command.title).join() === 'Preview,Draw the timeline,Preview from here', 'lenses', lenses);
  film.change('canvas: {', 'canvas:   {');
  const edits = await ask('DocumentFormattingEdit', 'provideDocumentFormattingEdits', film, { tabSize: 2, insertSpaces: true });
  check(film.applied(edits) === text.replace('for: 2, name: intro', 'name: intro, for: 2s').replaceAll('"', ''), 'formatting', edits);
  const part = await ask('DocumentRangeFormattingEdit', 'provideDocumentRangeFormattingEdits', film,
    new Range(new Position(0, 0), new Position(2, 0)), { tabSize: 2, insertSpaces: true });
  check(film.applied(part) === film.text.replace('canvas:   {', 'canvas: {'), 'formatting of a part', part);
  check(Object.keys(commands).includes('editc.render'), 'commands', Object.keys(commands));
  // A render shows how far it is, and a file that is renamed stays found.
  fs.writeFileSync(path.join(FOLDER, 'made.edit'), 'edit: 1\ncanvas: {size: 64x36, rate: 25}\ntimeline: [{color: red, for: 2s}]\n'
    + 'outputs: [{file: made.mp4}]\n');
  await commands['editc.render']('file://' + path.join(FOLDER, 'made.edit'));
  await until('the end of a render', () => shown.length === 1 && shown[0].isOver && said.length === 1);
  check(fs.existsSync(path.join(FOLDER, 'made.mp4')), 'a render');
  check(shown[0].reports.reduce((sum, r) => sum + r.increment, 0) === 100, 'all of it', shown);
  check(said.pop() === 'made.edit has been rendered', 'the news');
  const clip = new Document('clip.edit', 'edit: 1\ntimeline: [{edit: made.edit}]\n');
  events.open.fire(clip);
  let renaming;
  events.rename.fire({
    files: [{ oldUri: new Uri('file://' + path.join(FOLDER, 'made.edit')), newUri: new Uri('file://' + path.join(FOLDER, 'new.edit')) }],
    waitUntil: (promise) => { renaming = promise; },
  });
  const follow = (await renaming).edits.find(([uri]) => uri.endsWith('clip.edit'));
  check(clip.applied(follow[1]) === clip.text.replace('made', 'new'), 'a path that follows its file', follow);
  events.close.fire(clip);
  events.close.fire(film);
  await until('no findings of a closed document', () => list().length === 0);
  await extension.deactivate();
  check(said.length === 0, 'no complaints', said);
}

main().catch((error) => { failures += 1; console.log('FAILED:', error.stack); }).finally(() => {
  console.log(`${count} checks, ${failures} failures`);
  process.exit(failures ? 1 : 0);
});
