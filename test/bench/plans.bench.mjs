/**
 * What a plan costs: twenty calls in one, beside the same calls made by the client one by one, in time and in tokens; a tick of large
 * trees; and changes of large graphs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryNode, repositoryRoot } from '../../scripts/processes.mjs';
import { startProgram, startServer } from '../crash/program.mjs';
import { build, needNode24 } from '../support/bundle.mjs';

needNode24();
const EVERYTHING = join(repositoryRoot, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const ROUNDS = 15;
const NAMES = { 'server alone': 'by a client of the server itself', client: 'by the client, one by one' };
const CALLS = 20;
/** About four characters of JSON are a token. */
const tokens = characters => Math.round(characters / 4);

const [bundle] = await build('test/bench/plans.ts');
const { measureGraphs, measureTicks } = await import(pathToFileURL(bundle).href);
await twentyCalls();
for (const rows of [measureTicks(), measureGraphs()]) {
  console.table(rows.map(({ what, size, ms }) => ({ what, size, 'own (ms)': ms.toFixed(3) })));
  for (const small of rows.filter(({ size }) => size === rows[0].size)) {
    const large = rows.find(({ what, size }) => what === small.what && size > small.size);
    const exponent = Math.log(large.ms / small.ms) / Math.log(large.size / small.size);
    console.log(`${small.what}: size ^ ${exponent.toFixed(2)}`);
  }
}

async function twentyCalls() {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
  const entry = { command: repositoryNode, args: [EVERYTHING] };
  const program = startProgram(folder, [['everything', entry]], ['--enable-bt']);
  // What no one can do without: the server's own time.
  const server = startServer(entry.args);
  try {
    await server.initialize();
    await program.initialize('plans');
    await program.call('mcp_activate', { name: 'everything' });
    // A tool whose answer is as long as answers are.
    const message = 'What a file says. '.repeat(40);
    const leaf = { type: 'task', tool: 'everything__echo', input: { message: { $from: '/vars/message' } } };
    const leaves = Array.from({ length: CALLS }, () => leaf);
    const planOf = root => ({
      tree: { id: 'twenty', root: { ...root, children: leaves } },
      variables: { message },
    });
    const plans = {
      'one after the other': planOf({ type: 'sequence' }),
      'at once': planOf({ type: 'parallel', policy: 'all' }),
    };
    const took = { 'server alone': [], client: [], 'one after the other': [], 'at once': [] };
    const size = { client: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const direct = performance.now();
      for (let i = 0; i < CALLS; i += 1) await server.result('echo', { message });
      took['server alone'].push(performance.now() - direct);
      const start = performance.now();
      size.client = 0;
      for (let i = 0; i < CALLS; i += 1) {
        const result = await program.result('everything__echo', { message });
        size.client += JSON.stringify({ message }).length + JSON.stringify(result.content).length;
      }
      took.client.push(performance.now() - start);
      for (const [how, plan] of Object.entries(plans)) {
        const began = performance.now();
        const { content } = await program.result('plan_run_bt', plan);
        took[how].push(performance.now() - began);
        size[how] = JSON.stringify(plan).length + content[0].text.length;
        if (!content[0].text.includes('"calls":20')) throw new Error(content[0].text);
      }
    }
    console.table(
      Object.entries(took).map(([how, times]) => ({
        '20 calls': NAMES[how] ?? `in one plan, ${how}`,
        ms: median(times).toFixed(1),
        'of the time': `${(median(times) / median(took.client)).toFixed(2)} x`,
        tokens: size[how] === undefined ? '' : tokens(size[how]),
        'of the tokens': size[how] === undefined ? '' : `${((100 * size[how]) / size.client).toFixed(0)} %`,
      })),
    );
  } finally {
    await Promise.all([program.kill(), server.kill()]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
