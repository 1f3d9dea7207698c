/**
 * How often the tool that somebody needs is among those that `mcp_activate` lists for a purpose, by what share of the server's definitions
 * these cost; and, with `--fit`, the weights of `toolRanker.ts` anew, from the tuning requests alone.
 */
import { pathToFileURL } from 'node:url';
import { build, needNode24 } from '../support/bundle.mjs';

needNode24();
const [bundle] = await build('test/bench/toolWeights.ts');
const { fittedWeights, measureToolChoices } = await import(pathToFileURL(bundle).href);
console.table(
  measureToolChoices().map(({ set, ranker, recall }) => ({
    set,
    ranker,
    ...Object.fromEntries(Object.entries(recall).map(([share, found]) => [share, found.toFixed(3)])),
  })),
);
if (process.argv.includes('--fit')) console.log(fittedWeights());
