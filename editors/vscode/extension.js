'use strict';

// Starts `editc lsp` and shows what it says. Nothing about scripts is known here.

const vscode = require('vscode');
const { Connection } = require('./connection');
const convert = require('./convert');

const selector = { language: 'editc' };
let server;

class Server {
  constructor(log) {
    this.log = log;
    this.found = vscode.languages.createDiagnosticCollection('editc');
    this.parts = [this.found];
    /// What shows the progress of a command, by its token.
    this.progress = new Map();
    this.changes = { hints: new vscode.EventEmitter(), lenses: new vscode.EventEmitter() };
    const command = vscode.workspace.getConfiguration('editc').get('path') || 'editc';
    this.connection = new Connection(command, ['lsp'], {
      notify: (method, params) => this.heard(method, params),
      request: (method, params) => this.asked(method, params),
      said: (text) => log.append(text),
      ended: (reason) => this.ended(command, reason),
    });
  }

  async start() {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const answer = await this.connection.request('initialize', {
      processId: process.pid,
      clientInfo: { name: 'vscode', version: vscode.version },
      rootUri: folders[0]?.uri.toString() ?? null,
      workspaceFolders: folders.map((folder) => ({ uri: folder.uri.toString(), name: folder.name })),
      capabilities: abilities,
    });
    if (!answer) return;
    this.capabilities = answer.capabilities;
    this.connection.notify('initialized', {});
    this.follow();
    this.provide();
  }

  // From the server

  heard(method, params) {
    switch (method) {
      case 'textDocument/publishDiagnostics':
        this.found.set(convert.uri(params.uri), params.diagnostics.map(convert.diagnostic));
        break;
      case '$/progress': this.progress.get(params.token)?.(params.value); break;
      case 'window/logMessage': this.log.appendLine(params.message); break;
      case 'window/showMessage': show(params); break;
    }
  }

  async asked(method, params) {
    switch (method) {
      case 'window/showDocument':
        return { success: await vscode.env.openExternal(convert.uri(params.uri)) };
      case 'workspace/applyEdit':
        return { applied: await vscode.workspace.applyEdit(convert.workspaceEdit(params.edit)) };
      case 'window/workDoneProgress/create': this.showProgress(params.token); break;
      case 'workspace/inlayHint/refresh': this.changes.hints.fire(); break;
      case 'workspace/codeLens/refresh': this.changes.lenses.fire(); break;
    }
    return null;
  }

  showProgress(token) {
    let percentage = 0;
    const values = [];
    this.progress.set(token, (value) => values.push(value));
    const options = { location: vscode.ProgressLocation.Notification, title: 'editc', cancellable: true };
    vscode.window.withProgress(options, (progress, cancellation) => new Promise((resolve) => {
      cancellation.onCancellationRequested(() => this.connection.notify('window/workDoneProgress/cancel', { token }));
      const take = (value) => {
        if (value.kind === 'end') {
          this.progress.delete(token);
          resolve();
          return;
        }
        const increment = (value.percentage ?? percentage) - percentage;
        percentage += increment;
        progress.report({ message: value.message ?? value.title, increment });
      };
      values.forEach(take);
      this.progress.set(token, take);
    }));
  }

  ended(command, reason) {
    for (const take of this.progress.values()) take({ kind: 'end' });
    this.found.clear();
    if (!reason || this.isStopping) return;
    vscode.window.showErrorMessage(
      `The editc language server is not running (${command}: ${reason}). Is editc in the PATH? ` +
        'If not, set "editc.path" to its path.');
  }

  // To the server

  follow() {
    const open = (document) => {
      if (document.languageId !== 'editc') return;
      this.connection.notify('textDocument/didOpen', {
        textDocument: {
          uri: document.uri.toString(), languageId: 'editc', version: document.version, text: document.getText(),
        },
      });
    };
    const isOurs = (document) => document.languageId === 'editc';
    vscode.workspace.textDocuments.forEach(open);
    this.parts.push(
      vscode.workspace.onDidOpenTextDocument(open),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (!isOurs(event.document) || event.contentChanges.length === 0) return;
        this.connection.notify('textDocument/didChange', {
          textDocument: { uri: event.document.uri.toString(), version: event.document.version },
          contentChanges: event.contentChanges.map((change) => ({ range: plain(change.range), text: change.text })),
        });
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (isOurs(document)) this.connection.notify('textDocument/didSave', of(document));
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (isOurs(document)) this.connection.notify('textDocument/didClose', of(document));
      }),
      vscode.workspace.onWillRenameFiles((event) => {
        const files = event.files.map((file) => ({ oldUri: file.oldUri.toString(), newUri: file.newUri.toString() }));
        event.waitUntil(this.ask('workspace/willRenameFiles', { files }).then(convert.workspaceEdit));
      }),
      vscode.workspace.onDidChangeWorkspaceFolders((event) => {
        const folders = (list) => list.map((folder) => ({ uri: folder.uri.toString(), name: folder.name }));
        this.connection.notify('workspace/didChangeWorkspaceFolders', {
          event: { added: folders(event.added), removed: folders(event.removed) },
        });
      }));
  }

  ask(method, params, token) {
    return this.connection.request(method, params, token).catch((error) => {
      if (error.code === -32800 || error.code === -32801) return null;
      throw error;
    });
  }

  provide() {
    const { languages } = vscode;
    const ask = (method, params, token) => this.ask('textDocument/' + method, params, token);
    const { capabilities } = this;
    const legend = new vscode.SemanticTokensLegend(capabilities.semanticTokensProvider.legend.tokenTypes, []);
    this.parts.push(
      languages.registerCompletionItemProvider(selector, {
        provideCompletionItems: async (document, position, token) =>
          convert.list((await ask('completion', at(document, position), token))?.items, convert.completion),
      }, ...capabilities.completionProvider.triggerCharacters),
      languages.registerHoverProvider(selector, {
        provideHover: async (document, position, token) => {
          const hover = await ask('hover', at(document, position), token);
          return hover && new vscode.Hover(convert.markdown(hover.contents), convert.range(hover.range));
        },
      }),
      languages.registerDefinitionProvider(selector, {
        provideDefinition: async (document, position, token) =>
          convert.definition(await ask('definition', at(document, position), token)),
      }),
      languages.registerReferenceProvider(selector, {
        provideReferences: async (document, position, context, token) =>
          convert.list(await ask('references', { ...at(document, position), context }, token), convert.location),
      }),
      languages.registerDocumentHighlightProvider(selector, {
        provideDocumentHighlights: async (document, position, token) =>
          convert.list(await ask('documentHighlight', at(document, position), token), (h) =>
            new vscode.DocumentHighlight(convert.range(h.range), h.kind - 1)),
      }),
      languages.registerRenameProvider(selector, {
        prepareRename: async (document, position, token) => {
          const found = await ask('prepareRename', at(document, position), token);
          if (!found) throw new Error('There is no name to rename here.');
          return { range: convert.range(found.range), placeholder: found.placeholder };
        },
        provideRenameEdits: async (document, position, newName, token) =>
          convert.workspaceEdit(await ask('rename', { ...at(document, position), newName }, token)),
      }),
      languages.registerCodeActionsProvider(selector, {
        provideCodeActions: async (document, range, context, token) =>
          convert.list(await ask('codeAction', {
            ...of(document), range: plain(range),
            context: { diagnostics: [], only: context.only ? [context.only.value] : undefined },
          }, token), convert.action),
      }),
      languages.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: this.changes.lenses.event,
        provideCodeLenses: async (document, token) =>
          convert.list(await ask('codeLens', of(document), token), (l) =>
            new vscode.CodeLens(convert.range(l.range), l.command)),
      }),
      languages.registerDocumentSymbolProvider(selector, {
        provideDocumentSymbols: async (document, token) =>
          convert.list(await ask('documentSymbol', of(document), token), convert.symbol),
      }),
      languages.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: async (query, token) =>
          convert.list(await this.ask('workspace/symbol', { query }, token), (s) =>
            new vscode.SymbolInformation(s.name, s.kind - 1, s.containerName ?? '', convert.location(s.location))),
      }),
      languages.registerFoldingRangeProvider(selector, {
        provideFoldingRanges: async (document, context, token) =>
          convert.list(await ask('foldingRange', of(document), token), (f) =>
            new vscode.FoldingRange(f.startLine, f.endLine, f.kind === 'comment' ? vscode.FoldingRangeKind.Comment : undefined)),
      }),
      languages.registerSelectionRangeProvider(selector, {
        provideSelectionRanges: async (document, positions, token) =>
          convert.list(await ask('selectionRange', { ...of(document), positions: positions.map(place) }, token),
            convert.selection),
      }),
      languages.registerDocumentSemanticTokensProvider(selector, {
        provideDocumentSemanticTokens: async (document, token) => {
          const tokens = await ask('semanticTokens/full', of(document), token);
          return tokens && new vscode.SemanticTokens(new Uint32Array(tokens.data));
        },
      }, legend),
      languages.registerDocumentLinkProvider(selector, {
        provideDocumentLinks: async (document, token) =>
          convert.list(await ask('documentLink', of(document), token), (l) =>
            new vscode.DocumentLink(convert.range(l.range), convert.uri(l.target))),
      }),
      languages.registerColorProvider(selector, {
        provideDocumentColors: async (document, token) =>
          convert.list(await ask('documentColor', of(document), token), (c) =>
            new vscode.ColorInformation(convert.range(c.range), convert.color(c.color))),
        provideColorPresentations: async (color, { document, range }, token) =>
          convert.list(await ask('colorPresentation', {
            ...of(document), range: plain(range),
            color: { red: color.red, green: color.green, blue: color.blue, alpha: color.alpha },
          }, token), (p) => {
            const presentation = new vscode.ColorPresentation(p.label);
            presentation.textEdit = convert.edit(p.textEdit);
            return presentation;
          }),
      }),
      languages.registerDocumentFormattingEditProvider(selector, {
        provideDocumentFormattingEdits: async (document, options, token) =>
          convert.list(await ask('formatting', { ...of(document), options }, token), convert.edit),
      }),
      languages.registerDocumentRangeFormattingEditProvider(selector, {
        provideDocumentRangeFormattingEdits: async (document, range, options, token) =>
          convert.list(await ask('rangeFormatting', { ...of(document), range: plain(range), options }, token), convert.edit),
      }));
    if (languages.registerInlayHintsProvider) {
      this.parts.push(languages.registerInlayHintsProvider(selector, {
        onDidChangeInlayHints: this.changes.hints.event,
        provideInlayHints: async (document, range, token) =>
          convert.list(await ask('inlayHint', { ...of(document), range: plain(range) }, token), convert.hint),
      }));
    }
    for (const command of capabilities.executeCommandProvider.commands) {
      this.parts.push(vscode.commands.registerCommand(command, (...values) => this.execute(command, values)));
    }
  }

  execute(command, values) {
    return this.ask('workspace/executeCommand', { command, arguments: values });
  }

  async stop() {
    this.isStopping = true;
    for (const part of this.parts) part.dispose();
    await this.connection.stop();
  }
}

const place = (position) => ({ line: position.line, character: position.character });
const plain = (range) => ({ start: place(range.start), end: place(range.end) });
const of = (document) => ({ textDocument: { uri: document.uri.toString() } });
const at = (document, position) => ({ ...of(document), position: place(position) });

function show({ type, message }) {
  const { window } = vscode;
  return [window.showErrorMessage, window.showErrorMessage, window.showWarningMessage][type]?.(message)
    ?? window.showInformationMessage(message);
}

const abilities = {
  general: { positionEncodings: ['utf-16'], markdown: { parser: 'marked' } },
  workspace: {
    applyEdit: true, workspaceFolders: true, workspaceEdit: { documentChanges: true, resourceOperations: ['rename'] },
    fileOperations: { willRename: true },
    inlayHint: { refreshSupport: true }, codeLens: { refreshSupport: true },
  },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, tagSupport: { valueSet: [1, 2] } },
    completion: { completionItem: { documentationFormat: ['markdown'] } },
    hover: { contentFormat: ['markdown'] },
    definition: { linkSupport: true },
    rename: { prepareSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } } },
  },
  window: { showDocument: { support: true }, workDoneProgress: true },
};

async function activate(context) {
  const log = vscode.window.createOutputChannel('editc');
  const start = () => {
    server = new Server(log);
    return server.start();
  };
  const current = (command) => async () => {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== 'editc') return;
    await document.save();
    await server.execute(command, [document.uri.toString()]);
  };
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand('editc.restart', async () => {
      await server.stop();
      await start();
    }),
    vscode.commands.registerCommand('editc.renderScript', current('editc.render')),
    vscode.commands.registerCommand('editc.previewScript', current('editc.preview')));
  await start();
}

const deactivate = () => server?.stop();

module.exports = { activate, deactivate };
