import { ALL_MODULES } from '../../src/modules/allModules';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { durableDomains } from '../../src/core/core';

interface Saved {
  readonly stream: string;
  readonly version: number;
  readonly state: unknown;
}

/**
 * What was saved once takes the place of events, so it must be readable for ever. Where a domain's form changes: raise its
 * `version`, write `upgrade`, and add what the new version saves to the file. Never change what stands there.
 */
test('every domain reads what it saved in any of its versions, and saves the same again', () => {
  const file = join(import.meta.dirname, 'saved-states.json');
  const saved = JSON.parse(readFileSync(file, 'utf8')) as readonly Saved[];
  for (const domain of durableDomains(ALL_MODULES)) {
    const own = saved.filter(({ stream }) => stream === domain.name);
    expect(
      own.map(({ version }) => version),
      domain.name,
    ).toContain(domain.version);
    for (const { version, state } of own) {
      const form = version === domain.version ? state : domain.upgrade?.(state, version);
      const again: unknown = JSON.parse(JSON.stringify(domain.save(domain.load(form))));
      if (version === domain.version) expect(again, domain.name).toEqual(state);
    }
  }
});
