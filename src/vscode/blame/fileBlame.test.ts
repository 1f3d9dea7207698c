import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Snapshot } from '../../core/snapshots/snapshot';
import { agentWorld, ben } from '../../../test/support/workflowWorld';
import { noSignal } from '../../../test/support/testCore';
import { FileBlame } from './fileBlame';

async function world() {
  const made = await agentWorld();
  const { id } = await made.begin();
  const reads: string[] = [];
  const read = async (snapshot: Snapshot, path: string) => {
    reads.push(`${snapshot.id} ${path}`);
    return await made.snapshots.read(snapshot, path);
  };
  const blame = new FileBlame({ workflows: made.workflows, snapshots: { read } });
  /** A task that makes a file hold something. */
  const play = async (name: string, text: string, path = 'a.ts') => {
    const task = await made.start(id, { name });
    made.snapshots.write(path, text);
    const completed = await made.complete(task.id);
    blame.forgetRecord();
    return completed;
  };
  const writers = async (text: string, path = 'a.ts') =>
    (await blame.writersOf(path, text, noSignal())).map(writer => writer?.task.name ?? '-').join(' ');
  return { ...made, id, reads, play, writers, blame };
}

test('each line is the task’s that wrote it; what was there before and what came later is nobody’s', async () => {
  const { snapshots, play, writers } = await world();
  snapshots.write('a.ts', 'one\ntwo\nthree\n');
  await play('First', 'one\n2\nthree\nfour\n');
  // The person’s own, between the tasks.
  snapshots.write('a.ts', 'zero\none\n2\nthree\nfour\n');
  await play('Second', 'zero\none\n2\n3\nfour\n');
  expect(await writers('zero\none\n2\n3\nfour\n')).toBe('- - First Second First');
  // And after them, not saved yet.
  expect(await writers('zero\none\n// mine\n2\n3\nFOUR\r\n')).toBe('- - - First Second -');
  expect(await writers('')).toBe('');
});

test('a file that a task renamed keeps its writers; one that it cannot know says nothing', async () => {
  const { id, start, complete, snapshots, play, writers } = await world();
  await play('Write', 'a\nb\n', 'old.ts');
  const move = await start(id, { name: 'Move' });
  snapshots.move('old.ts', 'new.ts');
  await complete(move.id);
  await play('Edit', 'a\nB\n', 'new.ts');
  expect(await writers('a\nB\n', 'new.ts')).toBe('Write Edit');
  expect(await writers('a\nB\n', 'strange.ts')).toBe('- -');
  expect(await writers('a\0b\n', 'new.ts')).toBe('');
});

test('a snapshot whose content was not kept makes nothing up: its lines are nobody’s, and later ones are told', async () => {
  const { snapshots, play, writers } = await world();
  snapshots.write('a.ts', 'one\ntwo\n');
  const { completion } = await play('First', 'one\ntwo\nthree\n');
  await snapshots.release(completion.end ?? ({} as never));
  await play('Second', 'one\ntwo\nthree\nfour\n');
  expect(await writers('one\ntwo\nthree\nfour\n')).toBe('- - - Second');
});

test('a binary version is passed over', async () => {
  const { play, writers } = await world();
  await play('Bytes', 'a\0\n');
  await play('Text', 'a\nb\n');
  expect(await writers('a\nb\n')).toBe('- -');
});

test('lines that may be of two tasks are nobody’s', async () => {
  const { id, start, complete, snapshots, writers, blame } = await world();
  const first = await start(id, { name: 'First' });
  snapshots.write('a.ts', 'one\n');
  const second = await start(id, { name: 'Second' }, ben);
  snapshots.write('a.ts', 'one\ntwo\n');
  await complete(second.id, {}, ben);
  snapshots.write('a.ts', 'one\ntwo\nthree\n');
  // A task that runs has no account yet.
  expect(await writers('one\ntwo\nthree\n')).toBe('- - -');
  await complete(first.id);
  blame.forgetRecord();
  expect(await writers('one\ntwo\nthree\n')).toBe('First - First');
});

test('each snapshot is read once, and only the new ones after another task', async () => {
  const { play, writers, reads } = await world();
  await play('First', 'one\n');
  await writers('one\n');
  await writers('one\n// more\n');
  expect(reads.splice(0)).toEqual(['snapshot-1 a.ts', 'snapshot-2 a.ts']);
  await play('Second', 'one\ntwo\n');
  expect(await writers('one\ntwo\n')).toBe('First Second');
  expect(reads).toEqual(['snapshot-3 a.ts', 'snapshot-4 a.ts']);
});

test('of a long history the newest stretches are read, and then only what is new', async () => {
  const { play, writers, reads } = await world();
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}\n`).join('');
  for (let n = 1; n <= 103; n++) await play(`t${n}`, lines(n));
  expect((await writers(lines(103))).split(' ')).toEqual(
    Array.from({ length: 103 }, (_, n) => (n < 3 ? '-' : `t${n + 1}`)),
  );
  expect(reads.splice(0)).toHaveLength(200);
  await play('t104', lines(104));
  expect(await writers(lines(104))).toMatch(/^- - - t4 .* t103 t104$/);
  expect(reads).toHaveLength(2);
});

test('who is sent away in the middle has not read in vain', async () => {
  const { play, writers, blame, reads, snapshots } = await world();
  for (const name of ['First', 'Second', 'Third']) await play(name, `${name}\n`);
  const abort = new AbortController();
  const { read } = snapshots;
  snapshots.read = async (snapshot, path) => {
    if (snapshot.id === 'snapshot-4') abort.abort(new Error('gone'));
    return await read.call(snapshots, snapshot, path);
  };
  await expect(blame.writersOf('a.ts', 'Third\n', abort.signal)).rejects.toThrow('gone');
  reads.length = 0;
  expect(await writers('Third\n')).toBe('Third');
  expect(reads).toEqual(['snapshot-5 a.ts', 'snapshot-6 a.ts']);
});

test('what a task is in is said as it is now', async () => {
  const { workflows, play, blame } = await world();
  const { id } = (await play('First', 'one\n')).task;
  const statusOf = async () => (await blame.writersOf('a.ts', 'one\n', noSignal()))[0]?.task.status;
  expect(await statusOf()).toBe('success');
  await workflows.review(id, 'changes_requested', ['Two.']);
  blame.forgetRecord();
  expect(await statusOf()).toBe(workflows.task(id).status);
});

test('who no longer waits for it costs no more reads', async () => {
  const { play, blame, reads } = await world();
  await play('First', 'one\n');
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(blame.writersOf('a.ts', 'one\n', gone)).rejects.toThrow('gone');
  expect(reads).toEqual([]);
});

/** Somebody takes lines out and puts others in; a task may rename the file first. */
const turn = fc.record({
  by: fc.constantFrom('task', 'moving task', 'person'),
  out: fc.array(fc.nat(20), { maxLength: 4 }),
  at: fc.nat(20),
  count: fc.nat(5),
});

test('law: whatever tasks and the person did in turn, each line is exactly its task’s', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 8 }), async turns => {
      const { id, start, complete, snapshots, writers, blame } = await world();
      let told: { readonly line: string; readonly writer: string }[] = [];
      let path = 'a0.ts';
      let isThere = false;
      for (const [n, { by, out, at, count }] of turns.entries()) {
        const task = by === 'person' ? undefined : await start(id, { name: `t${n}` });
        if (by === 'moving task' && isThere) snapshots.move(path, (path = `a${n}.ts`));
        else {
          told = told.filter((_, i) => !out.includes(i));
          const added = Array.from({ length: count + 1 }, (_, i) => ({
            line: `line ${n} ${i}`,
            writer: task?.name ?? '-',
          }));
          told.splice(at % (told.length + 1), 0, ...added);
          snapshots.write(path, told.map(({ line }) => `${line}\n`).join(''));
          isThere = true;
        }
        if (task) await complete(task.id);
        blame.forgetRecord();
      }
      const text = told.map(({ line }) => `${line}\n`).join('');
      expect(await writers(text, path)).toBe(told.map(({ writer }) => writer).join(' '));
    }),
    { numRuns: 60 },
  );
});
