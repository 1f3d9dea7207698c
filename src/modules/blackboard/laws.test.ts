import { partOf } from '../../../test/support/spaces';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { board } from '../../../test/support/boardWorld';
import { settle } from '../../../test/support/testCore';
import { blackboardDomain } from './blackboardDomain';
import { Board } from './board';
import { type ShownChange, shownChange, shownEntry } from './entry';

type World = Awaited<ReturnType<typeof board>>;

const key = fc.constantFrom('a:1', 'a:2', 'b/1', 'c', 'd|1');
const step = fc.oneof(
  fc.record({ does: fc.constant('set' as const), key, ttl: fc.option(fc.integer({ min: 1, max: 20 })) }),
  fc.record({ does: fc.constant('delete' as const), key }),
  fc.record({ does: fc.constant('batch' as const), keys: fc.array(key, { minLength: 1, maxLength: 4 }) }),
  fc.record({ does: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 15 }), rings: fc.boolean() }),
  fc.record({ does: fc.constant('look' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const history = fc.array(step, { maxLength: 30, size: 'max' });

async function does({ call, core }: World, each: Step): Promise<void> {
  if (each.does === 'set') {
    const ttl = each.ttl === null ? {} : { ttl_ms: each.ttl };
    await call('bb_set', { key: each.key, value: [each.ttl], tags: [each.key.charAt(0)], ...ttl });
  } else if (each.does === 'delete') await call('bb_delete', { key: each.key });
  else if (each.does === 'batch') {
    await call('bb_batch_set', { entries: each.keys.map(of => ({ key: of, value: 1, ttl_ms: 7 })) });
  } else if (each.does === 'look') await call('bb_query', {});
  else if (each.rings) {
    core.clock.advance(each.ms);
    await settle();
  } else core.clock.setWall(core.clock.now() + each.ms);
}

/** Everything that can be seen of a state. */
function seen(state: Board) {
  return {
    version: state.version,
    size: state.size,
    bytes: state.bytes,
    earliest: state.earliestEnd,
    gone: state.history.gone,
    entries: Array.from(state.entries(), shownEntry),
    tagged: ['a', 'b', 'c', 'd'].map(tag => Array.from(state.tagged([tag], Infinity), shownEntry)),
    changes: Array.from(state.history.after(0), shownChange),
    namespaces: [...state.namespaces()].sort((a, b) => a.lastVersion - b.lastVersion),
  };
}

const stateOf = ({ core }: World) => partOf(core.journal.read(blackboardDomain))?.inner ?? new Board();

test('whatever is done and whenever time is over, versions rise by one and no key is set twice or gone twice', async () => {
  await fc.assert(
    fc.asyncProperty(history, async steps => {
      const world = await board();
      const heard: ShownChange[] = [];
      world.core.blackboard.onDidChange(change => heard.push(shownChange(change)));
      const now = new Map<string, number>();
      for (const each of steps) await does(world, each);
      for (const [i, { version, kind, key: of, previous }] of heard.entries()) {
        expect(version).toBe(i + 1);
        expect(previous?.version).toBe(now.get(of));
        if (kind === 'set') now.set(of, version);
        else now.delete(of);
      }
      // What is shown is what the changes leave, less what is over.
      const at = world.core.clock.now();
      const shown = Array.from(stateOf(world).entries()).filter(
        ({ expiresAt }) => (expiresAt ?? at + 1) > at,
      );
      for (const entry of shown) expect(now.get(entry.key)).toBe(entry.version);
      const { entries } = await world.ok('bb_query', { limit: 100 });
      expect((entries as { version: number }[]).map(({ version }) => version)).toEqual(
        shown.map(({ version }) => version).toReversed(),
      );
    }),
    { numRuns: 30 },
  );
});

test('a watch from any version, with pages of any size, gives every change once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.nat(40), fc.integer({ min: 1, max: 7 }), async (steps, most, limit) => {
      const world = await board();
      for (const each of steps) await does(world, each);
      // Ahead of the board it is refused.
      const start = Math.min(most, stateOf(world).version);
      const versions: number[] = [];
      for (let from = start; ;) {
        const page = await world.ok('bb_watch', { start_version: from, limit });
        const events = page['events'] as ShownChange[];
        if (events.length === 0) break;
        versions.push(...events.map(({ version }) => version));
        from = page['next_version'] as number;
      }
      const last = stateOf(world).version;
      expect(versions).toEqual(Array.from({ length: Math.max(0, last - start) }, (_, i) => start + i + 1));
    }),
    { numRuns: 30 },
  );
});

test('a replay, and a state that was saved and loaded, give what lived', async () => {
  await fc.assert(
    fc.asyncProperty(history, history, async (steps, more) => {
      const world = await board();
      for (const each of steps) await does(world, each);
      const live = stateOf(world);
      const loaded = blackboardDomain.load(
        JSON.parse(JSON.stringify(blackboardDomain.save(world.core.journal.read(blackboardDomain)))),
      );
      expect(seen(partOf(loaded)?.inner ?? new Board())).toEqual(seen(live));
      const again = await board(world.core.store.log);
      expect(seen(stateOf(again))).toEqual(seen(live));
      // And it goes on as well.
      again.core.clock.setWall(world.core.clock.now());
      for (const each of more) await does(again, each);
      expect(seen(stateOf(await board(again.core.store.log)))).toEqual(seen(stateOf(again)));
    }),
    { numRuns: 30 },
  );
});
