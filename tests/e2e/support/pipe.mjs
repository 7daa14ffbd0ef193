// The bare protocol: lines to and from the program, without any client in between.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { program } from './vault.mjs';

export const legacyRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
export const modernRevision = '2026-07-28';

/** The `_meta` that every modern request carries. */
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': modernRevision,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'e2e', version: '1' },
};

export class Pipe {
  #child;
  #waiting = [];
  #nextId = 1;
  /** Every message that arrived, in order. */
  messages = [];
  /** Called with each message as it arrives. */
  onMessage = () => {};

  constructor(t, args) {
    this.#child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { HOME: '/' } });
    this.stderr = '';
    this.#child.stderr.on('data', (data) => (this.stderr += data));
    this.exited = new Promise((resolve) => this.#child.once('close', (code) => resolve(code)));
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.messages.push(JSON.parse(line));
      this.onMessage(this.messages.at(-1));
      this.#waiting = this.#waiting.filter((check) => !check());
    });
    t.after(() => this.#child.kill('SIGKILL'));
  }

  /** Writes a message, or a text as it stands. */
  send(message) {
    const line = typeof message === 'string' ? message : JSON.stringify(message);
    this.#child.stdin.write(`${line}\n`);
  }

  /** The first message, arrived or to come, for which `fits` holds, from number `from` on. */
  next(fits, from = 0) {
    return new Promise((resolve) => {
      const check = () => {
        const found = this.messages.slice(from).find(fits);
        if (found) resolve(found);
        return Boolean(found);
      };
      if (!check()) this.#waiting.push(check);
    });
  }

  /** Sends a request and gives the whole answer to it. */
  request(method, params, id = this.#nextId++) {
    const from = this.messages.length;
    this.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
    return this.next((message) => message.id === id && !message.method, from);
  }

  /** The same in the modern era. */
  modern(method, params = {}, id = undefined) {
    return this.request(method, { ...params, _meta: modernMeta }, id);
  }

  notify(method, params) {
    this.send({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });
  }

  /** Opens a legacy session. */
  async initialize(protocolVersion) {
    const answer = await this.request('initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 'e2e', version: '1' },
    });
    this.notify('notifications/initialized');
    return answer;
  }

  /** Ends the input and waits for the program to end. */
  async end() {
    this.#child.stdin.end();
    return this.exited;
  }
}
