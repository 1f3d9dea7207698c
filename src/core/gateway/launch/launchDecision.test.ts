import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idOf } from '../../../../test/support/catalogWorld';
import { type GivenYes, type JudgedLaunch, launchRef, mayLaunch, NOTHING_GIVEN } from './launchDecision';

const HASH = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);

function launchOf(owner: JudgedLaunch['owner'], facts: Partial<JudgedLaunch> = {}): JudgedLaunch {
  return {
    server: idOf('memory'),
    owner,
    hash: HASH,
    readsOutside: false,
    runsWorkspaceCode: false,
    ...facts,
  };
}

const YESES: readonly (readonly [string, GivenYes, string | undefined])[] = [
  ['nothing', NOTHING_GIVEN, undefined],
  ['its name', { ...NOTHING_GIVEN, names: new Set(['memory']) }, undefined],
  ['another name', { ...NOTHING_GIVEN, names: new Set(['github']) }, undefined],
  ['all', { ...NOTHING_GIVEN, names: 'all' }, undefined],
  ['the workspace', { ...NOTHING_GIVEN, workspace: true }, undefined],
  ['all and the workspace', { ...NOTHING_GIVEN, names: 'all', workspace: true }, undefined],
  ['this launch', { ...NOTHING_GIVEN, launches: new Set([`memory@sha256:${HASH}`]) }, undefined],
  ['another launch', { ...NOTHING_GIVEN, launches: new Set([`memory@sha256:${OTHER}`]) }, undefined],
  ["another server's launch", { ...NOTHING_GIVEN, launches: new Set([`github@sha256:${HASH}`]) }, undefined],
  ['approved by a person', NOTHING_GIVEN, HASH],
  ['another one approved', NOTHING_GIVEN, OTHER],
];

test('names reach what no repository writes, the workspace what it brings along, a hash exactly one launch', () => {
  const table = YESES.map(([what, given, approved]) => {
    const launches = [
      launchOf('shipped'),
      launchOf('user'),
      launchOf('workspace'),
      launchOf('workspace', { readsOutside: true }),
      launchOf('user', { runsWorkspaceCode: true }),
    ];
    const cells = launches.map(launch => (mayLaunch(launch, given, approved) ? 'yes' : '-').padEnd(3));
    return `${what.padEnd(24)}| ${cells.join(' | ')}`;
  });
  expect(table.join('\n')).toMatchInlineSnapshot(`
    "nothing                 | -   | -   | -   | -   | -  
    its name                | yes | yes | -   | -   | -  
    another name            | -   | -   | -   | -   | -  
    all                     | yes | yes | -   | -   | -  
    the workspace           | -   | -   | yes | -   | -  
    all and the workspace   | yes | yes | yes | -   | yes
    this launch             | yes | yes | yes | yes | yes
    another launch          | -   | -   | -   | -   | -  
    another server's launch | -   | -   | -   | -   | -  
    approved by a person    | yes | yes | yes | yes | yes
    another one approved    | -   | -   | -   | -   | -  "
  `);
});

test('whatever names are given, no launch of a repository passes by them', () => {
  const names = fc.oneof(
    fc.constant('all' as const),
    fc.array(fc.string()).map(all => new Set([...all, 'memory'])),
  );
  const hash = fc.string({ unit: 'binary', minLength: 1 });
  fc.assert(
    fc.property(names, hash, hash, (given, own, approved) => {
      const launch = { ...launchOf('workspace'), hash: own };
      const yes = { ...NOTHING_GIVEN, names: given };
      expect(mayLaunch(launch, yes, approved)).toBe(own === approved);
      expect(mayLaunch(launch, { ...yes, launches: new Set([launchRef(launch)]) }, undefined)).toBe(true);
    }),
  );
});
