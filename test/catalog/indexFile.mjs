/** The offline tool index: where it lies, and what of a tool it keeps. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../scripts/processes.mjs';
import { tokensOf } from '../../src/core/registry/tokens.ts';

export const indexFile = join(repositoryRoot, 'data', 'toolIndex.json');

/** Characters of a description that discovery reads. */
const MAX_DESCRIPTION = 240;

/** The index as it is; empty where there is none yet. */
export function readIndex() {
  return existsSync(indexFile) ? JSON.parse(readFileSync(indexFile, 'utf8')) : { servers: [] };
}

/** What discovery and counting need of a tool: its name, what it says first, and what the whole would cost. */
export function indexedTool({ name, title, description, inputSchema }) {
  const text = firstSentences(description ?? title ?? '');
  return {
    name,
    ...(text === '' ? {} : { description: text }),
    tokens: tokensOf({ name, ...(description === undefined ? {} : { description }), inputSchema }),
  };
}

/** The first sentences that fit, at least a piece of the first one; one line. */
export function firstSentences(text) {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MAX_DESCRIPTION) return line;
  const head = line.slice(0, MAX_DESCRIPTION);
  const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('! '), head.lastIndexOf('? '));
  return end > 40 ? head.slice(0, end + 1) : head.slice(0, head.lastIndexOf(' '));
}
