import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Backend, journalBackends } from '../../../test/support/journalBackends';
import { postgresForFile } from '../../../test/support/postgresForFile';
import { KeptLog } from '../../../test/support/keptLog';
import { runningClock } from '../../../test/support/runningClock';
import { Blackboard } from '../../modules/blackboard/blackboard';
import { blackboardDomain } from '../../modules/blackboard/blackboardDomain';
import { onceOf } from '../../core/coordination/once';
import { Bus } from '../../core/journal/bus';
import type { Event } from '../../core/journal/event';
import { Knowledge } from '../../modules/knowledge/knowledge';
import { knowledgeDomain } from '../../modules/knowledge/knowledgeDomain';
import { Stigmergy } from '../../modules/stigmergy/stigmergy';
import { stigmergyDomain } from '../../modules/stigmergy/stigmergyDomain';
import type { Clock, Instant } from '../../core/support/clock';
import { Refusal } from '../../core/support/refusal';

const domains = [blackboardDomain, stigmergyDomain, knowledgeDomain] as const;

/** A wall clock that the test moves, also back. What is waited for on the disk takes its real time. */
class MovedClock implements Clock {
  wallMs = Date.UTC(2026, 0, 1);
  readonly monotonicMs = runningClock.monotonicMs;
  readonly after = runningClock.after;
  now = () => this.wallMs as Instant;
}

/** One program at the place: a journal of its own, and what agents reach by it. */
async function open(backend: Backend, place: string, clock: Clock) {
  const log = new KeptLog();
  const bus = new Bus(log);
  const heard: Event[] = [];
  bus.subscribe(event => heard.push(event));
  const opened = await backend.journal(place, { domains, clock, bus, log });
  const { journal } = opened;
  // No timer of the board: what is over is recorded when somebody looks, so that the test knows when.
  const still = {
    now: clock.now,
    monotonicMs: clock.monotonicMs,
    after: () => ({ dispose: () => undefined }),
  };
  const parts = { journal, bus, clock: still, log, workspace: '/work' };
  const blackboard = new Blackboard(parts);
  return {
    journal,
    heard,
    blackboard,
    stigmergy: new Stigmergy(parts),
    knowledge: new Knowledge(parts),
    state: () =>
      JSON.stringify(domains.map(domain => domain.save(journal.read<never, never, never>(domain as never)))),
    close() {
      blackboard.dispose();
      opened.dispose();
    },
  };
}

type Program = Awaited<ReturnType<typeof open>>;

const name = fc.constantFrom('a', 'ns:a', 'ns:b', '__proto__', 'é\u{2028}');
const entry = fc.record({
  key: name,
  value: fc.constantFrom(
    null,
    1,
    '\u{d800}',
    ['x'],
    JSON.parse('{"__proto__":{"a":1}}') as object,
  ) as fc.Arbitrary<null>,
  tags: fc.constantFrom([], ['t'], ['t', 'u']),
  ttlMs: fc.option(fc.constantFrom(1, 60_000), { nil: undefined }),
  expectedVersion: fc.option(fc.nat(4), { nil: undefined, freq: 3 }),
});
const statement = fc.record({
  subject: name,
  predicate: fc.constantFrom('p', ' '),
  object: name,
  source: fc.option(name),
  confidence: fc.constantFrom(0, 0.5, 1),
});
const deposit = fc.record({
  node: name,
  type: fc.constantFrom('T', 'u', ' '),
  intensity: fc.constantFrom(1e-7, 0.1, 3),
});
const some = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: 1, maxLength: 3 });
const request = fc.oneof(
  fc.record({ tool: fc.constant('set' as const), entry }),
  fc.record({ tool: fc.constant('setAll' as const), entries: some(entry) }),
  fc.record({ tool: fc.constant('delete' as const), key: name }),
  fc.record({ tool: fc.constant('mark' as const), deposits: some(deposit) }),
  fc.record({
    tool: fc.constant('evaporate' as const),
    halfLifeMs: fc.constantFrom(1, 1_000),
    min: fc.option(fc.constantFrom(0, 0.2), { nil: undefined }),
    max: fc.option(fc.constantFrom(null, 2), { nil: undefined }),
  }),
  fc.record({ tool: fc.constant('insert' as const), statements: some(statement) }),
  fc.record({ tool: fc.constant('remove' as const), statements: some(statement) }),
);
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;
const asked = fc.record({ request, key: fc.option(fc.constantFrom('k', 'l'), { nil: undefined }) });
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;
/** What the two do at once; then time moves, and perhaps one starts anew. */
const round = fc.record({
  first: fc.array(asked, { maxLength: 4 }),
  second: fc.array(asked, { maxLength: 4 }),
  moveMs: fc.constantFrom(0, 1, 500, 60_000, 700_000, -1_000, -3_600_000),
  restarts: fc.constantFrom('nobody', 'first', 'second'),
  compacts: fc.constantFrom('nobody', 'nobody', 'first', 'second'),
  /** What the other one does meanwhile. */
  meanwhile: fc.array(asked, { maxLength: 2 }),
});

/** Does it, and says what came of it: the answer, or the code of the refusal. */
async function ask(program: Program, { request: what, key }: Asked) {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const once = key === undefined ? undefined : onceOf(what.tool, key, { what }, sha256);
  try {
    return { answer: await answerOf(program, what, { once, origin: {} }) };
  } catch (error) {
    // A journal that records nothing would agree on everything.
    if (!Refusal.is(error) || error.code.startsWith('journal-')) throw error;
    return { code: error.code };
  }
}

type Once = ReturnType<typeof onceOf> | undefined;

function answerOf(program: Program, what: Request, as: { readonly once: Once; readonly origin: object }) {
  const { blackboard, stigmergy, knowledge } = program;
  switch (what.tool) {
    case 'set':
      return blackboard.set(what.entry, as);
    case 'setAll':
      return blackboard.setAll(what.entries, as);
    case 'delete':
      return blackboard.delete(what, as);
    case 'mark':
      return stigmergy.mark({ deposits: what.deposits, isBulk: what.deposits.length > 1 }, as);
    case 'evaporate':
      return stigmergy.evaporate({ ...what, limit: 5 }, as);
    case 'insert':
      return knowledge.insert(what.statements, as);
    case 'remove':
      return knowledge.remove(what.statements, as);
  }
}

describe.each(journalBackends(postgresForFile()).filter(({ isThere }) => isThere))('in $name', backend => {
  test('two programs on one journal agree on everything, whatever they do at once, whenever they start anew, whatever the time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 6 }), async rounds => {
        const place = await backend.place();
        const clock = new MovedClock();
        const programs = {
          first: await open(backend, place, clock),
          second: await open(backend, place, clock),
        };
        const both = () => [programs.first, programs.second];
        const changes: Event[] = [];
        for (const { first, second, moveMs, restarts, compacts, meanwhile } of rounds) {
          const from = programs.first.journal.seq;
          for (const program of both()) program.heard.length = 0;
          const all = async (program: Program, list: readonly Asked[]) =>
            await Promise.all(list.map(async each => ({ each, program, done: await ask(program, each) })));
          const done = (await Promise.all([all(programs.first, first), all(programs.second, second)])).flat();
          for (const program of both()) await program.journal.catchUp();
          await repeat(done, programs);

          // Both heard of the same, in the same order and of each once.
          const [one, other] = both().map(({ heard }) => heard);
          expect(one).toEqual(other);
          expect(one?.map(({ seq }) => seq)).toEqual(one?.map((_, i) => from + i + 1));
          changes.push(...(one ?? []).filter(({ stream }) => stream === blackboardDomain.name));
          expect(programs.first.state()).toBe(programs.second.state());
          expect(read(programs.first)).toEqual(read(programs.second));
          clock.wallMs += moveMs;
          if (compacts !== 'nobody') await compact(programs, compacts, meanwhile, changes);
          if (restarts === 'nobody') continue;
          programs[restarts].close();
          programs[restarts] = await open(backend, place, clock);
        }
        // Each change of the board has the next number.
        const versions = changes
          .filter(({ kind }) => kind !== 'bb_forget')
          .map(({ payload }) => (payload as { version: number }).version);
        expect(versions).toEqual(versions.map((_, i) => i + 1));
        const third = await open(backend, place, clock);
        expect(third.state()).toBe(programs.first.state());
        for (const program of [...both(), third]) program.close();
      }),
      { numRuns: 60 },
    );
    // Sixty times two connections and more to a server take a busy machine a minute (measured).
  }, 180_000);
});

/** One makes the file small while the other goes on, and has perhaps not read yet what goes. Then both know the same. */
async function compact(
  programs: { readonly first: Program; readonly second: Program },
  who: 'first' | 'second',
  meanwhile: readonly Asked[],
  changes: Event[],
): Promise<void> {
  const [one, other] =
    who === 'first' ? [programs.first, programs.second] : [programs.second, programs.first];
  one.heard.length = 0;
  const compacting = one.journal.compact();
  for (const each of meanwhile) await ask(other, each);
  await compacting;
  for (const program of [one, other]) await program.journal.catchUp();
  changes.push(...one.heard.filter(({ stream, seq }) => stream === blackboardDomain.name && seq !== null));
  expect(one.state()).toBe(other.state());
  expect(read(one)).toEqual(read(other));
}

type Done = { each: Asked; program: Program; done: Awaited<ReturnType<typeof ask>> };

/** What was done under a key is not done again, by whichever of the two: the answer is the same, and nothing is written. */
async function repeat(all: readonly Done[], programs: { first: Program; second: Program }): Promise<void> {
  const did = all.filter(({ each, done }) => each.key !== undefined && done.answer?.isReplay === false);
  const keys = did.map(({ each }) => `${each.request.tool}:${each.key}`);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { each, program, done } of did) {
    const other = program === programs.first ? programs.second : programs.first;
    const again = await ask(other, each);
    expect(again).toEqual({ answer: { ...done.answer, isReplay: true } });
    expect((await ask(other, { ...each, request: { ...each.request, else: 1 } as never })).code).toBe(
      'E-IDEMPOTENCY-CONFLICT',
    );
  }
  for (const program of [programs.first, programs.second]) await program.journal.catchUp();
}

/** All that agents can see. */
function read({ blackboard, stigmergy, knowledge }: Program) {
  const spaces = blackboard.namespaces();
  return {
    board: spaces.map(({ namespace }) => blackboard.entriesOf(namespace)),
    changes: spaces.map(({ namespace }) => blackboard.eventsAfter(namespace, 0, 500)),
    trails: stigmergy.snapshot(),
    knowledge: knowledge.find({}, { limit: 500, order: 'asc' }),
  };
}
