// Runs one scenario of the public conformance suite and reads what it found.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageCommand, run } from './product.mjs';

const CONFORMANCE = packageCommand('@modelcontextprotocol/conformance/dist/index.js');

/** The checks of one scenario, from the results that the suite writes. `args`: whom it is run against. */
export async function checksOf(scenario, args) {
  const output = await mkdtemp(join(tmpdir(), 'switchyard-conformance-'));
  try {
    const { code, stdout, stderr } = await run([CONFORMANCE, ...args, '--scenario', scenario, '-o', output]);
    // What the suite merely tells of, such as each request it saw, is no check.
    const judged = (await writtenChecks(output)).filter(({ status }) => status !== 'INFO');
    const checks = judged.map(({ id, status, errorMessage }) => ({
      title: `${scenario}: ${id}`,
      problem: status === 'SUCCESS' ? undefined : `${status} ${errorMessage ?? ''}`,
    }));
    if (checks.length === 0 || (code !== 0 && checks.every(({ problem }) => problem === undefined))) {
      checks.push({ title: scenario, problem: `Exit code ${code}.\n${stdout}${stderr}` });
    }
    return checks;
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

async function writtenChecks(folder) {
  const names = await readdir(folder, { recursive: true });
  const files = names
    .filter(name => name.endsWith('checks.json'))
    .map(name => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(files)).flatMap(text => JSON.parse(text));
}
