// Runs the public conformance suite and reads what it found.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { packageCommand, run } from './product.mjs';

const CONFORMANCE = packageCommand('@modelcontextprotocol/conformance/dist/index.js');

/**
 * How long the suite waits for a client, in milliseconds, before it ends it. A client here is three programs, one after the other: on a
 * busy machine the suite's own 30 s ended one that had passed every check.
 */
export const CLIENT_PATIENCE = ['--timeout', '120000'];

/** The checks of one run. `args`: what is run, and against whom; `nameOf`: what a check is called; `suite`: the suite's command. */
export async function checksOf(
  title,
  args,
  nameOf = ({ scenario, id }) => `${title}: ${scenario}: ${id}`,
  suite = CONFORMANCE,
) {
  const output = await mkdtemp(join(tmpdir(), 'switchyard-conformance-'));
  try {
    const { code, stdout, stderr } = await run([suite, ...args, '-o', output]);
    // What the suite merely tells of, such as each request it saw, is no check.
    const judged = (await writtenChecks(output)).filter(({ status }) => status !== 'INFO');
    const checks = judged.map(check => ({
      title: nameOf(check),
      problem: check.status === 'SUCCESS' ? undefined : `${check.status} ${check.errorMessage ?? ''}`,
    }));
    if (checks.length === 0 || (code !== 0 && checks.every(({ problem }) => problem === undefined))) {
      checks.push({ title, problem: `Exit code ${code}.\n${stdout}${stderr}` });
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
    .map(async name => {
      // The folder is named after the scenario and the time.
      const scenario = basename(dirname(name)).replace(/^(?:server-)?(.*?)-\d{4}-.*$/, '$1');
      return JSON.parse(await readFile(join(folder, name), 'utf8')).map(check => ({ scenario, ...check }));
    });
  return (await Promise.all(files)).flat();
}
