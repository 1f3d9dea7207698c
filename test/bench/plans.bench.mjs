/**
 * What a plan costs: twenty calls in one, beside the same calls made by the client one by one, in time and in tokens; a tick of large
 * trees; and changes of large graphs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryNode, repositoryRoot } from '../../scripts/processes.mjs';
import { startProgram } from '../crash/program.mjs';
import { build, needNode24 } from '../support/bundle.mjs';

needNode24();
const EVERYTHING = join(repositoryRoot, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const ROUNDS = 15;
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
  try {
    await program.initialize('plans');
    await program.call('mcp_activate', { name: 'everything' });
    // A tool whose answer is as long as answers are.
    const message = 'What a file says. '.repeat(40);
    const leaf = { type: 'task', tool: 'everything__echo', input: { message: { $from: '/vars/message' } } };
    const plan = {
      tree: { id: 'twenty', root: { type: 'sequence', children: Array.from({ length: CALLS }, () => leaf) } },
      variables: { message },
    };
    const [oneByOne, asPlan] = [[], []];
    let [byClient, byPlan] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      let start = performance.now();
      byClient = 0;
      for (let i = 0; i < CALLS; i += 1) {
        const result = await program.result('everything__echo', { message });
        byClient += JSON.stringify({ message }).length + JSON.stringify(result.content).length;
      }
      oneByOne.push(performance.now() - start);
      start = performance.now();
      const result = await program.result('plan_run_bt', plan);
      byPlan = JSON.stringify(plan).length + result.content[0].text.length;
      asPlan.push(performance.now() - start);
      if (!result.content[0].text.includes('"calls":20')) throw new Error(result.content[0].text);
    }
    const [client, ours] = [median(oneByOne), median(asPlan)];
    console.table([
      { what: '20 calls by the client', ms: client.toFixed(1), tokens: tokens(byClient) },
      { what: '20 calls in one plan', ms: ours.toFixed(1), tokens: tokens(byPlan) },
      {
        what: 'of it',
        ms: `${(ours / client).toFixed(2)} x`,
        tokens: `${((100 * byPlan) / byClient).toFixed(0)} %`,
      },
    ]);
  } finally {
    await program.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
