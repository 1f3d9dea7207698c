import { expect, test } from 'vitest';
import { board } from '../../../test/support/boardWorld';
import { plainWording } from '../../../test/support/pictureText';
import { textOfStatePicture } from '../../../test/support/stateText';
import type { TestCore } from '../../../test/support/testCore';
import { MAX_STATE_ROWS, stateTellingOf } from '../../shared/sharedState/messages';
import { TABS, type Tab } from '../../shared/sharedState/picture';
import { statePictureOf } from './statePictureOf';

const MINUTE = 60_000;

/** What the page shows on a tab, as text; what does not fit a message is not shown at all. */
function shownOn(core: TestCore, tab: Tab, query = ''): string {
  const { picture } = statePictureOf(core, { tab, query }, plainWording);
  expect(stateTellingOf({ type: 'picture', picture })).toBeDefined();
  return textOfStatePicture(picture);
}

test('says of each tab what it is and how agents get it, while there is nothing', async () => {
  const { core } = await board();
  expect(TABS.map(tab => shownOn(core, tab)).join('\n\n')).toMatchInlineSnapshot(`
    "> Blackboard 0 | Knowledge 0 | Trails 0
    ! The blackboard is empty. Agents in this workspace leave notes for each other here: a key, a value, tags, and an expiry time. Agents turn this on for their chat when needed. You can turn it on for every chat. [Toggle Feature…]

    Blackboard 0 | > Knowledge 0 | Trails 0
    ! No knowledge yet. Agents in this workspace store facts here as subject, predicate, and object, for themselves and for later chats. Agents turn this on for their chat when needed. You can turn it on for every chat. [Toggle Feature…]

    Blackboard 0 | Knowledge 0 | > Trails 0
    ! There are no trails. Agents in this workspace mark where they work. The marks fade over time and show other agents where work is happening. Agents turn this on for their chat when needed. You can turn it on for every chat. [Toggle Feature…]"
  `);
});

test('shows the newest entries of the blackboard first', async () => {
  const { core, set } = await board();
  await set('plan:auth', { value: { steps: ['a', 'b'] }, tags: ['Plan', 'auth'] });
  core.clock.advance(5 * MINUTE);
  await set('claim:routes', { value: 'agent-2', ttl_ms: 10 * MINUTE });
  await set('count', { value: 7 });
  await set('plan:auth', { value: 'done', tags: ['plan'] });
  expect(shownOn(core, 'blackboard')).toMatchInlineSnapshot(`
    "> Blackboard 3 | Knowledge 0 | Trails 0
    Showing 3 of 3
    Key | Value | Tags | Version | Updated | Expires
    plan:auth | "done" | (plan) | 4 | 12:05 | never
    count | 7 |  | 3 | 12:05 | never
    claim:routes | "agent-2" |  | 2 | 12:05 | 12:15"
  `);
});

test('shows what was said last first, also where it was said before', async () => {
  const { core, ok } = await board();
  const say = (subject: string, more: object = {}) =>
    ok('kg_insert', { triples: [{ subject, predicate: 'uses', object: 'jose', ...more }] });
  await say('auth', { source: 'agent-1', confidence: 0.8 });
  await say('session');
  core.clock.advance(5 * MINUTE);
  await say('auth', { confidence: 0.9 });
  expect(shownOn(core, 'knowledge')).toMatchInlineSnapshot(`
    "Blackboard 0 | > Knowledge 2 | Trails 0
    Showing 2 of 2
    Subject | Predicate | Object | Source | Confidence | Updated
    auth | uses | jose | agent-1 | 90% | 12:05
    session | uses | jose | – | 100% | 12:00"
  `);
});

test('shows where trails are, by kind, the strongest first, and what the colours stand for', async () => {
  const { core, ok } = await board();
  const mark = (node_id: string, type: string, intensity: number) =>
    ok('stig_mark', { node_id, type, intensity });
  await mark('src/auth', 'hot', 4);
  await mark('src/auth', 'tested', 1.25);
  await mark('docs', 'hot', 0.5);
  expect(shownOn(core, 'trails')).toMatchInlineSnapshot(`
    "Blackboard 0 | Knowledge 0 | > Trails 2
    Showing 2 of 2
    # Trails
             hot   tested all kinds
    src/auth 4     1.3   5.3
    docs     0.5   .     0.5
    (Marks start at 0. Strongest color = 5.3.)"
  `);
  expect(shownOn(core, 'trails', 'tested')).toMatchInlineSnapshot(`
    "Blackboard 0 | Knowledge 0 | > Trails 2
    Showing 1 of 1 matches
    # Trails
             hot   tested all kinds
    src/auth 4     1.3   5.3
    (Marks start at 0. Strongest color = 5.3.)"
  `);
  for (let kind = 0; kind < 8; kind += 1) await mark('docs', `kind-${kind}`, 1);
  expect(shownOn(core, 'trails')).toContain('Weaker kinds not shown: 3.');
});

test('a filter looks at keys, tags and values, in whatever case, and says what it looked through', async () => {
  const { core, set, ok } = await board();
  await set('plan:auth', { value: 'Ship it', tags: ['later'] });
  await set('other', { value: 1 });
  await ok('kg_insert', { triples: [{ subject: 'auth', predicate: 'uses', object: 'JOSE' }] });
  for (const query of ['AUTH', 'later', 'ship'])
    expect(shownOn(core, 'blackboard', query)).toMatch(/Showing 1 of 1 matches\n.*\nplan:auth/);
  expect(shownOn(core, 'blackboard', 'nothing')).toContain('! No matches. []');
  expect(shownOn(core, 'knowledge', 'jose')).toContain('auth | uses | JOSE');
});

test('shows the newest of many, counts the rest, and costs no more for them', async () => {
  const { core } = await board();
  const { blackboard } = core;
  for (let batch = 0; batch < 110; batch += 1) {
    const entries = Array.from({ length: 100 }, (_, i) => ({
      key: `k${batch * 100 + i}`,
      value: 1,
      tags: [],
    }));
    await blackboard.setAll(entries, { origin: {} });
  }
  const { picture, items } = statePictureOf(core, { tab: 'blackboard', query: '' }, plainWording);
  expect(picture.count).toBe('Showing 200 of 11,000');
  expect([picture.table?.rows.length, items.size]).toEqual([MAX_STATE_ROWS, MAX_STATE_ROWS]);
  let looked = 0;
  const fits = (): boolean => (looked += 1) > 0;
  blackboard.latest({ limit: 200, lookAt: 500, fits });
  expect(looked).toBe(500);
  expect(shownOn(core, 'blackboard', 'k9')).toMatch(
    /^.*\nShowing 200 of 1,000 matches · only the newest 10,000 of 11,000 were searched\n/,
  );
});

test('what agents write is short text in which nothing is hidden', async () => {
  const { core, set, ok } = await board();
  const hostile = `<img src=x onerror=1> \u202Eback\n${'w'.repeat(900)}`;
  await set(hostile, { value: hostile, tags: [`t\u200B${'x'.repeat(150)}`] });
  await ok('kg_insert', { triples: [{ subject: hostile, predicate: hostile, object: hostile }] });
  await ok('stig_mark', { node_id: hostile.slice(0, 300), type: 'a\u202Eb', intensity: 1 });
  const texts = TABS.map(tab => shownOn(core, tab));
  for (const text of texts) {
    expect(text).toContain('\\u{202e}');
    expect(text).not.toMatch(/\u202E|\u200B|w{200}|x{50}/);
  }
});
