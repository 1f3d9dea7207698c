import * as z from 'zod';
import type { Domain } from '../../src/core/journal/domain';
import { durable, type ModuleParts } from '../../src/core/resources/joinedModule';
import { defineTool } from '../../src/mcp/toolkit/defineTool';
import { defineModule } from '../../src/mcp/toolkit/defineModule';

interface Counted {
  readonly type: 'tally_count';
  readonly name: string;
  readonly note: string;
}

const domain: Domain<Map<string, number>, Omit<Counted, 'type'>, Counted> = {
  name: 'tally',
  version: 1,
  durability: 'normal',
  create: () => new Map(),
  decide: (_tally, wish) => [{ type: 'tally_count', ...wish }],
  evolve: (tally, { name }) => void tally.set(name, (tally.get(name) ?? 0) + 1),
  save: tally => [...tally],
  load: saved => new Map(saved as [string, number][]),
};

/** The door to the counts. */
export class Tally {
  readonly #parts: ModuleParts;

  constructor(parts: ModuleParts) {
    this.#parts = parts;
  }

  of(name: string): number {
    return this.#parts.journal.read(domain).get(name) ?? 0;
  }

  async count(name: string, note: string): Promise<number> {
    await this.#parts.journal.commit(domain, { name, note });
    return this.of(name);
  }
}

declare module '../../src/core/resources/joinedModule' {
  interface ModuleDoors {
    readonly tally: Tally;
  }
}

const name = z.string().min(1).max(100).describe('What is counted.');
const output = () => z.strictObject({ count: z.int().describe('How often.') });

/** A throw-away module, as small as a durable one can be. */
export const tallyModule = defineModule({
  id: 'tally',
  displayName: 'Tally marks',
  description: 'Counts how often sheep jumped a fence',
  words: { english: 'tally, sheep', french: 'compter des moutons' },
  needs: [],
  toggles: ['enableTally'],
  isBulk: false,
  category: 'tally',
  ...durable({
    domain,
    told: { tally_count: 'name' },
    open: parts => new Tally(parts),
    resourceKind: tally => ({
      kind: 'tally',
      template: {
        uriTemplate: 'sc://tally/{name}',
        name: 'tally',
        title: 'Tally',
        description: 'A count.',
        mimeType: 'application/json',
      },
      owns: uri => uri.startsWith('sc://tally/'),
      list: () => [],
      read: async uri => ({ count: tally.of(uri.slice('sc://tally/'.length)) }),
      onDidChange: () => ({ dispose: () => undefined }),
    }),
  }),
  tools: [
    defineTool({
      name: 'tally_count',
      title: 'Count one',
      description: 'Counts one more.',
      effect: 'changes',
      input: () => z.strictObject({ name, note: z.string().describe('Stays here.') }),
      output,
      handle: async ({ name: of, note }, { tally }) => ({ count: await tally.count(of, note) }),
    }),
    defineTool({
      name: 'tally_read',
      title: 'Read a count',
      description: 'Tells how often.',
      effect: 'reads',
      input: () => z.strictObject({ name }),
      output,
      handle: ({ name: of }, { tally }) => ({ count: tally.of(of) }),
    }),
  ],
});
