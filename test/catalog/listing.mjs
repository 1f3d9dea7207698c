/** Starts a server once over stdio and asks for its tools, by a client of our own that ends everything it started. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endTree, spawnTree } from '../../scripts/processes.mjs';

const MARK = 'SWITCHYARD_CATALOG_CHECK';
const PROTOCOL = '2025-11-25';
/** Pages of a list that are asked for: a server must not keep us for ever. */
const MAX_PAGES = 20;

/** Ends of the servers that run. */
const running = new Set();

/** Ends every server that runs, for when we are told to end ourselves. */
export function endAll() {
  for (const end of running) end();
}

/** What a server says of itself and its tools. @throws {Error} in a few words, with its last line on stderr */
export async function listing(command, args, { cwd, env, timeoutMs }) {
  const mark = randomUUID();
  const child = spawnTree(command, args, {
    cwd,
    env: { ...env, [MARK]: mark },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const end = () => {
    running.delete(end);
    endTree(child);
    endMarked(mark);
  };
  running.add(end);
  const client = new Client(child);
  const timer = setTimeout(() => client.fail(new Error(`no answer in ${timeoutMs / 1_000} s`)), timeoutMs);
  try {
    return await client.listing();
  } finally {
    clearTimeout(timer);
    end();
  }
}

/** JSON-RPC, one message a line; what the server asks back is refused. */
class Client {
  #child;
  #pending = new Map();
  #lastId = 0;
  #lastWords = [];
  #failure;

  constructor(child) {
    this.#child = child;
    createInterface({ input: child.stdout }).on('line', line => this.#read(line));
    createInterface({ input: child.stderr }).on('line', line => {
      if (line.trim() !== '') this.#lastWords = [...this.#lastWords, line.trim()].slice(-40);
    });
    child.stdin.on('error', () => undefined); // Its end tells more.
    child.on('error', error => this.fail(new Error(`could not be started (${error.code})`)));
    child.on('close', code => this.fail(new Error(`ended with code ${code}${this.#why()}`)));
  }

  fail(error) {
    this.#failure ??= error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  async listing() {
    const hello = await this.#ask('initialize', {
      protocolVersion: PROTOCOL,
      capabilities: {},
      clientInfo: { name: 'switchyard-catalog-check', version: '1' },
    });
    this.#send({ method: 'notifications/initialized' });
    const tools = [];
    let cursor;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await this.#ask('tools/list', cursor === undefined ? {} : { cursor });
      tools.push(...answer.tools);
      cursor = answer.nextCursor;
      if (cursor === undefined) break;
    }
    const { serverInfo, protocolVersion } = hello;
    return { name: serverInfo.name, version: serverInfo.version, protocol: protocolVersion, tools };
  }

  async #ask(method, params) {
    if (this.#failure) throw this.#failure;
    const id = (this.#lastId += 1);
    const answer = new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    this.#send({ id, method, params });
    return await answer;
  }

  #send(message) {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #read(line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return; // A banner: servers should not, and do.
    }
    if (message === null || typeof message !== 'object') return;
    if (message.method !== undefined && message.id !== undefined) {
      const refused = { code: -32_601, message: 'Not supported' };
      this.#send(
        message.method === 'ping' ? { id: message.id, result: {} } : { id: message.id, error: refused },
      );
      return;
    }
    const waiting = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error)
      waiting?.reject(new Error(`answered with an error: ${message.error.message ?? message.error.code}`));
    else waiting?.resolve(message.result);
  }

  /** The line of its last words that looks most like the reason. */
  #why() {
    const telling = this.#lastWords.filter(line =>
      /error|missing|required|must|invalid|cannot|fail/i.test(line),
    );
    const said = telling.length > 0 ? telling.slice(0, 2).join(' ') : this.#lastWords.at(-1);
    return said === undefined ? '' : `: ${said}`;
  }
}

/** Ends what left the server's group: found by the mark in its environment (Linux only; elsewhere the group is all). */
function endMarked(mark) {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${MARK}=${mark}`))
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It ended meanwhile, or belongs to somebody else.
    }
  }
}
