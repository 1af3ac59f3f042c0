'use strict';

// A program that speaks the Language Server Protocol, over its standard streams.

const { spawn } = require('child_process');

class Connection {
  /// `handlers`: `notify(method, params)`, `request(method, params)` for what the server asks, `ended(text)`.
  constructor(command, words, handlers) {
    this.handlers = handlers;
    this.waiting = new Map();
    this.count = 0;
    this.buffer = Buffer.alloc(0);
    this.isOpen = true;
    this.program = spawn(command, words, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.program.on('error', (error) => this.end(error.message));
    this.program.on('exit', (code) => this.end(code === 0 ? '' : `it ended with ${code}`));
    this.program.stdin.on('error', () => {});
    this.program.stderr.on('data', (data) => handlers.said(data.toString()));
    this.program.stdout.on('data', (data) => this.read(data));
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const end = this.buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(this.buffer.toString('latin1', 0, end))?.[1]);
      if (!(length >= 0)) return this.end('it sent a message without a length');
      if (this.buffer.length < end + 4 + length) return;
      const content = this.buffer.toString('utf8', end + 4, end + 4 + length);
      this.buffer = this.buffer.subarray(end + 4 + length);
      this.take(JSON.parse(content));
    }
  }

  async take(message) {
    if (message.method === undefined) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) waiting?.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
      else waiting?.resolve(message.result);
    } else if (message.id === undefined) {
      this.handlers.notify(message.method, message.params);
    } else {
      let result = null;
      try {
        result = (await this.handlers.request(message.method, message.params)) ?? null;
      } catch (error) {
        return this.write({ id: message.id, error: { code: -32603, message: String(error) } });
      }
      this.write({ id: message.id, result });
    }
  }

  write(message) {
    if (!this.isOpen) return;
    const content = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.program.stdin.write(`Content-Length: ${content.length}\r\n\r\n`);
    this.program.stdin.write(content);
  }

  notify(method, params) {
    this.write({ method, params });
  }

  /// `token` is VS Code's: a request that nobody waits for any more is cancelled.
  request(method, params, token) {
    if (!this.isOpen) return Promise.resolve(null);
    const id = ++this.count;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    token?.onCancellationRequested(() => this.notify('$/cancelRequest', { id }));
    this.write({ id, method, params });
    return answer;
  }

  end(reason) {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const waiting of this.waiting.values()) waiting.resolve(null);
    this.waiting.clear();
    this.handlers.ended(reason);
  }

  async stop() {
    if (!this.isOpen) return;
    const late = setTimeout(() => this.program.kill(), 2000);
    await this.request('shutdown', null);
    this.notify('exit');
    this.program.stdin.end();
    clearTimeout(late);
  }
}

module.exports = { Connection };
