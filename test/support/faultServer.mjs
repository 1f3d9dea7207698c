/**
 * An MCP server that does what a bad one does, spoken by hand. `node faultServer.mjs [fault ...]`: the arguments are faults
 * that hold from the start (`MODES`), the tools are faults that a call brings about (`TOOLS`).
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

/** Faults from the start. Arguments of other forms are marks by which tests find the process. */
const MODES = [
  'noise', // what is no message, before and between answers
  'bytes', // each byte of an answer is a chunk of its own
  'dies', // exits with 3 at every start, secrets on stderr
  'mute', // never answers initialize
  'list-dies', // exits with 9 when it should list
  'endless-pages', // a next page after every page
  'crowd', // 700 tools on each page, and a next page after every page
  'same-cursor', // the next page is the one before
  'slow-list', // the second listing is answered with the next one, as an old one
  'unknown-ping', // knows no ping
  'no-ping', // answers no ping
  'stderr-flood', // as much stderr as the pipe takes, and no end
  'stubborn', // ignores the end of its input and SIGTERM, as does the child it starts
  'escaped', // its child leaves the group and keeps its pipes
  'daemons', // starts two that leave its group and its session, one of them its family too; they ignore SIGTERM
  'deep-schema', // a tool whose schema is nested deeper than any stack goes
  'tasks', // runs every tool as a task too; says its API_KEY in words about them
];
const modes = new Set(process.argv.slice(2).filter(argument => MODES.includes(argument)));
const is = mode => modes.has(mode);

/** Every process of ours. */
const pids = [process.pid];
/** Those that left our group. */
const daemons = [];
/** Listings asked for so far; answers to be sent with the next one. */
let listings = 0;
let isDeaf = false;
let isFrozen = false;
const held = [];
/** Tasks by the name that we give the call behind them. */
const tasks = new Map();
/** Those who wait for an answer of the client's, by id. */
const questions = new Map();
let cancelledTasks = 0;

const NOISE =
  '\u001b[32mWelcome!\u001b[0m\r\nnull\n42\n[]\n"text"\n{"half":\n{"jsonrpc":"1.0"}\n\uFEFF\n\u0000\n\r\n';

const RELATED_TASK = 'io.modelcontextprotocol/related-task';

const TOOLS = {
  echo: (id, input) => answer(id, JSON.stringify(input)),
  /** Answers with `size` letters. */
  big: (id, { size }) => answer(id, 'x'.repeat(size)),
  /** The same with the id behind the result, as some servers write it. */
  bigIdLast: (id, { size }) =>
    write(`{"jsonrpc":"2.0","result":${JSON.stringify(text('x'.repeat(size)))},"id":${id}}\n`),
  /** Answers with as many arrays in each other. */
  deep: (id, { depth }) => {
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":${nested}}}}\n`);
  },
  /** A line that never ends. */
  endless: async () => {
    const part = 'x'.repeat(1_048_576);
    for (;;) await written(part);
  },
  exit: (_id, { code }) => process.exit(code),
  /** Says something on stderr that holds what it was given in API_KEY, then exits. */
  confess: (_id, { code }) => {
    process.stderr.write(`bad key ${process.env.API_KEY} \u001b[31m(401)\u001b[0m\n`, () =>
      process.exit(code),
    );
  },
  hang: () => undefined,
  /** Tells of progress for ever. */
  progress: async (_id, _input, token) => {
    for (let progress = 1; ; progress++) {
      send({ method: 'notifications/progress', params: { progressToken: token, progress } });
      await delay(20);
    }
  },
  /** Reads nothing any more. */
  deaf: id => {
    isDeaf = true;
    process.stdin.pause();
    setInterval(() => {}, 1_000);
    answer(id, 'deaf');
  },
  /** Answers nothing any more, but reads. */
  freeze: id => {
    answer(id, 'frozen');
    isFrozen = true;
  },
  twice: id => {
    answer(id, 'first');
    answer(id, 'second');
  },
  strange: id => {
    send({ id: 999_999, result: text('for nobody') });
    send({ id: null, error: { code: -32_700, message: 'for nobody' } });
    send({ id: 'x', result: {} });
    answer(id, 'still here');
  },
  /** Goes on about a call that is over, and about others that never were. */
  afterwards: (id, _input, progressToken) => {
    answer(id, 'over');
    for (const token of [progressToken, 'nobody', null, -1, 1e308])
      send({ method: 'notifications/progress', params: { progressToken: token, progress: 2 } });
    for (const requestId of [id, 999_999, '__proto__', null])
      send({ method: 'notifications/cancelled', params: { requestId } });
    send({ method: 'notifications/tasks/status', params: { taskId: 'nobody', status: 'completed' } });
  },
  /** Result and error in one. */
  both: id => send({ id, result: text('yes'), error: { code: 1, message: 'no' } }),
  notAnObject: id => send({ id, result: 42 }),
  /** `count` times list_changed, `everyMs` apart. */
  storm: async (id, { count, everyMs = 0 }) => {
    answer(id, 'coming');
    for (let sent = 0; sent < count; sent++) {
      send({ method: 'notifications/tools/list_changed' });
      if (everyMs > 0) await delay(everyMs);
    }
  },
  listings: id => answer(id, String(listings)),
  /** Asks the client, and answers with what it said. */
  ask: id => {
    const own = `question ${questions.size}`;
    questions.set(own, ({ result, error }) => answer(id, JSON.stringify(result ?? error)));
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    const related = tasks.has(id) ? { _meta: { [RELATED_TASK]: { taskId: id } } } : {};
    send({
      id: own,
      method: 'elicitation/create',
      params: { message: 'Who?', requestedSchema: schema, ...related },
    });
  },
  cancelledTasks: id => answer(id, String(cancelledTasks)),
  pids: id => answer(id, JSON.stringify(pids)),
  /** Answers when both run. */
  daemons: async id => {
    while (daemons.length < 2) await delay(10);
    answer(id, JSON.stringify(daemons));
  },
  environment: id => answer(id, JSON.stringify({ args: process.argv.slice(2), env: process.env })),
};

if (is('dies')) {
  process.stderr.write(`cannot open the database with ${process.env.API_KEY}\n`, () => process.exit(3));
} else serve();

function serve() {
  if (is('noise')) process.stdout.write(NOISE);
  if (is('stderr-flood')) void flood();
  if (is('stubborn')) beStubborn();
  if (is('escaped')) escape();
  if (is('daemons')) startDaemons();
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', chunk => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) if (!isFrozen && !isDeaf) take(JSON.parse(line));
  });
  // A timer keeps the stubborn ones alive; the others end with their input.
}

function escape() {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600_000)'], {
    detached: true,
    stdio: 'inherit',
  });
  child.unref();
  pids.push(child.pid);
}

function startDaemons() {
  const stay =
    "process.on('SIGTERM', () => {}); process.stdout.write(process.pid + '\\n'); setInterval(() => {}, 1_000)";
  const args = JSON.stringify(['-e', stay, ...process.argv.slice(2)]);
  const start = `require('node:child_process').spawn(process.execPath, ${args}, { detached: true, stdio: ['ignore', 'inherit', 'ignore'] }).unref();`;
  // The first one's parent lives on, the second one's is gone at once: it then belongs to nobody of ours.
  for (const code of [`${start} setInterval(() => {}, 1_000)`, start]) {
    const parent = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
    createInterface({ input: parent.stdout }).once('line', pid => daemons.push(Number(pid)));
  }
}

function beStubborn() {
  process.on('SIGTERM', () => {});
  process.on('SIGHUP', () => {});
  setInterval(() => {}, 1_000);
  // With the same arguments, so that tests find it by them; as a program of its own, so that it starts no more.
  const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  pids.push(
    spawn(process.execPath, ['-e', script, ...process.argv.slice(2)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    }).pid,
  );
}

function take({ id, method, params = {}, ...answered }) {
  if (id === undefined) return;
  if (method === undefined) return questions.get(id)?.(answered);
  if (method === 'initialize') {
    if (is('mute')) return;
    const asTasks = is('tasks') ? { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } } : {};
    const capabilities = { tools: { listChanged: true }, ...asTasks };
    const serverInfo = { name: 'faulty', version: '1.0.0' };
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities, serverInfo } });
  } else if (method === 'tools/list') list(id, params);
  else if (method === 'tools/call') {
    if (is('noise')) process.stdout.write(NOISE);
    const call = params.task === undefined ? id : begin(id);
    void TOOLS[params.name]?.(call, params.arguments ?? {}, params._meta?.progressToken);
  } else if (method.startsWith('tasks/')) serveTask(id, method, tasks.get(params.taskId));
  else if (is('unknown-ping')) send({ id, error: { code: -32_601, message: 'Method not found' } });
  else if (!is('no-ping')) send({ id, result: {} });
}

/** Answers with a task. What is sent for the name that this gives is its result. */
function begin(id) {
  const taskId = `the server's own ${tasks.size}`;
  const createdAt = new Date().toISOString();
  const statusMessage = `working with ${process.env.API_KEY}`;
  const shown = { taskId, status: 'working', statusMessage, createdAt, lastUpdatedAt: createdAt, ttl: null };
  const task = { shown: { ...shown, pollInterval: 200 } };
  task.done = new Promise(resolve => (task.finish = resolve));
  send({ id, result: { task: task.shown } });
  tasks.set(taskId, task);
  return taskId;
}

function serveTask(id, method, task) {
  if (task === undefined) return send({ id, error: { code: -32_602, message: 'no such task' } });
  if (method === 'tasks/get') return send({ id, result: task.shown });
  if (method === 'tasks/result') return void task.done.then(message => send({ ...message, id }));
  cancelledTasks++;
  task.shown = { ...task.shown, status: 'cancelled' };
  task.finish({ error: { code: -32_600, message: 'cancelled' } });
  send({ id, result: task.shown });
}

function finish(taskId, { result, error }) {
  const task = tasks.get(taskId);
  task.shown = { ...task.shown, status: error === undefined ? 'completed' : 'failed' };
  send({ method: 'notifications/tasks/status', params: { ...task.shown, statusMessage: 'done' } });
  const related = { _meta: { [RELATED_TASK]: { taskId } } };
  task.finish(error === undefined ? { result: { ...result, ...related } } : { error });
}

function list(id, { cursor }) {
  listings++;
  if (is('list-dies')) process.exit(9);
  const result = { tools: Object.keys(TOOLS).map(tool) };
  if (is('crowd')) {
    const page = Number(cursor ?? 0);
    const tools = Array.from({ length: 700 }, (_, at) => tool(`tool-${page}-${at}`));
    send({ id, result: { tools, nextCursor: String(page + 1) } });
  } else if (is('endless-pages')) {
    const page = Number(cursor ?? 0);
    send({ id, result: { tools: [tool(`tool-${page}`)], nextCursor: String(page + 1) } });
  } else if (is('deep-schema')) {
    const nested = `${'{"items":'.repeat(100_000)}{}${'}'.repeat(100_000)}`;
    const echo = JSON.stringify(tool('echo'));
    write(
      `{"jsonrpc":"2.0","id":${id},"result":{"tools":[${echo},{"name":"deep","inputSchema":${nested}}]}}\n`,
    );
  } else if (is('same-cursor')) send({ id, result: { ...result, nextCursor: 'again' } });
  else if (is('slow-list') && listings === 2) held.push({ id, result: { tools: [tool('old')] } });
  else {
    send({ id, result });
    for (const late of held.splice(0)) send(late);
  }
}

async function flood() {
  const part = `${'stderr '.repeat(9_000)}\n`;
  for (;;) if (!process.stderr.write(part)) await new Promise(go => process.stderr.once('drain', go));
}

function send(message) {
  if (message.method === undefined && tasks.has(message.id)) return finish(message.id, message);
  write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function answer(id, value) {
  send({ id, result: text(value) });
}

function write(line) {
  if (!is('bytes')) process.stdout.write(line);
  else void eachByte(Buffer.from(line));
}

let lastByte = Promise.resolve();
async function eachByte(line) {
  const before = lastByte;
  const done = Promise.withResolvers();
  lastByte = done.promise;
  await before;
  for (const byte of line) {
    await written(Buffer.of(byte));
    await new Promise(setImmediate);
  }
  done.resolve();
}

async function written(part) {
  await new Promise(go => process.stdout.write(part, go));
}

function tool(name) {
  const execution = { taskSupport: 'optional' };
  return { name, description: `Fault: ${name}`, inputSchema: { type: 'object' }, execution };
}

function text(value) {
  return { content: [{ type: 'text', text: value }] };
}
