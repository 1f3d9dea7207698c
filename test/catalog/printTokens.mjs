/** `npm run tokens`: what our own tools cost a model before anything is switched on, beside all servers of the index. */
import { build } from '../support/bundle.mjs';
import { indexFile } from './indexFile.mjs';

const [file] = await build('test/catalog/tokenFigures.ts');
const { tokenFigures } = await import(file);
const { ours, indexed, spared } = tokenFigures(indexFile);
console.log(
  `Switchyard, nothing switched on: ${ours.tools} tools, about ${ours.tokens} tokens (at most 3000).`,
);
console.log(
  `All tools of ${indexed.servers} indexed servers: ${indexed.tools} tools, about ${indexed.tokens} tokens.`,
);
console.log(`${(spared * 100).toFixed(1)} % fewer (at least 90 %).`);
