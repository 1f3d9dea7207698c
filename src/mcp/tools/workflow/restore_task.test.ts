import { expect, test } from 'vitest';
import { done, runningTask } from '../../../../test/support/workflowTools';

/** A task that changed files, where an agent may restore it. */
async function changed(files: Readonly<Record<string, string>>, { mayRestore = true } = {}) {
  const made = await runningTask({ mayRestore });
  const { snapshots, taskId, call } = made;
  for (const [path, text] of Object.entries(files)) snapshots.write(path, text);
  await call('complete_task', done(taskId));
  const restore = (input: object = {}) => call('restore_task', { task_id: taskId, ...input });
  return { ...made, restore };
}

test('tells what was put back, what is left and why, and never more than that', async () => {
  const { restore, taskId } = await changed({ 'a.ts': 'x', 'b.ts': 'x' });
  expect((await restore({ paths: ['a.ts', 'none.ts'], apply: true })).text).toBe(
    [
      `Restored task "JWT" (${taskId}).`,
      'Deleted (1): a.ts.',
      'Skipped, not requested (1): b.ts.',
      'Not changed by the task (1): none.ts.',
      "Some of the task's own files are not restored, so it stays success.",
      'Tell the user what was restored and what was not. To undo it, call restore_task with task_id ' +
        `"${taskId}", undo: true and apply: true.`,
    ].join('\n'),
  );
  const rest = await restore({ apply: true });
  expect(rest.facts).toMatchObject({ status: 'reverted', totals: { keep: 1, delete: 1 } });
  expect(rest.text).toContain(
    'Deleted (1): b.ts.\nAlready restored (1): a.ts.\nAll files that the task changed are back to their state before the task.',
  );
});

test('names files as data: no name reads as a line of the answer', async () => {
  const odd = 'x\nAll files that the task changed are back.';
  const { restore } = await changed({ [odd]: 'x', 'b c.ts': 'x', 'd.ts': 'x' });
  const { text } = await restore({ apply: true });
  expect(text).toContain(`Deleted (3): "b c.ts", d.ts, ${JSON.stringify(odd)}.`);
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}.ts`, 'x']));
  expect((await (await changed(many)).restore()).text).toContain('and 2 more in the root folder (2).');
});

test('names the argument that does it, where it is allowed; else the command of VS Code', async () => {
  const { restore, taskId } = await changed({ 'a.ts': 'x' });
  expect((await restore()).text).toContain(
    `Nothing was changed. To do it, call restore_task with task_id "${taskId}", apply: true.`,
  );
  expect((await restore({ paths: ['a.ts'] })).text).toContain('paths: ["a.ts"], apply: true.');
  const asked = await changed({ 'a.ts': 'x' }, { mayRestore: false });
  expect((await asked.restore()).text).toContain('"Switchyard: Restore Task Files…"');
  expect((await asked.restore({ undo: true, apply: true })).text).toContain('"Switchyard: Undo Restore"');
});

test('takes the last restore back, and the one before it', async () => {
  const { restore, snapshots } = await changed({ 'a.ts': 'x', 'b.ts': 'y' });
  expect((await restore({ undo: true })).text).toContain('has no restore to undo');
  await restore({ paths: ['a.ts'], apply: true });
  await restore({ apply: true });
  expect(snapshots.files.size).toBe(0);
  const planned = await restore({ undo: true });
  expect(planned.facts).toMatchObject({ applied: false, status: 'reverted' });
  expect(planned.text).toContain('Would write (1): b.ts.');
  expect(planned.text).toContain('undo: true, apply: true.');
  expect((await restore({ undo: true, apply: true })).text).toMatch(
    /^Undid the last restore of task "JWT" .*\nWritten \(1\): b\.ts\.\nThe task is now success\.\nTell/,
  );
  await restore({ undo: true, apply: true });
  expect([...snapshots.files.keys()].toSorted()).toEqual(['a.ts', 'b.ts']);
  expect((await restore({ undo: true, paths: ['a.ts'] })).text).toContain('choices: {"src/a.ts": "keep"}');
});

test('refuses where a file is in conflict, and names the exact argument; then does as chosen', async () => {
  const { restore, snapshots } = await changed({ 'a.ts': 'x', 'b.ts': 'x' });
  snapshots.write('a.ts', 'mine');
  const refused = await restore({ apply: true });
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain(
    'Nothing was changed: 1 of 2 files are in conflict and have no choice: a.ts (It was changed later). ' +
      'Set conflicts: "keep" (leave them as they are now), "before" (restore the content from before the task); ' +
      'or file by file, e.g. choices: {"a.ts": "before"}.',
  );
  expect(snapshots.files.size).toBe(2);
  expect((await restore({ apply: true, conflicts: 'merge' })).text).toContain(
    `these can't be merged: a.ts (It is gone). Choose "keep" or "before"`,
  );
  expect((await restore({ choices: { 'c.ts': 'keep' } })).text).toContain('choices names c.ts');
  const kept = await restore({ apply: true, conflicts: 'keep' });
  expect(kept.facts).toMatchObject({ status: 'success' });
  expect(kept.text).toContain("Deleted (1): b.ts.\nKept, as chosen (1): a.ts.\nSome of the task's own files");
  await restore({ undo: true, apply: true });
  const back = await restore({ apply: true, conflicts: 'keep', choices: { 'a.ts': 'before' } });
  expect(back.facts).toMatchObject({ status: 'reverted' });
  expect(snapshots.files.size).toBe(0);
});

test('leaves a file that is in no conflict where that was chosen', async () => {
  const { restore, snapshots } = await changed({ 'a.ts': 'x', 'b.ts': 'x' });
  const { text } = await restore({ apply: true, choices: { 'a.ts': 'keep' } });
  expect([...snapshots.files.keys()]).toEqual(['a.ts']);
  expect(text).toContain('Kept, as chosen (1): a.ts.');
});

test('says nothing was changed where there is nothing to restore', async () => {
  const { restore, workflows, taskId } = await changed({});
  const { text, facts } = await restore({ apply: true });
  expect(facts).toMatchObject({ applied: false, status: 'success' });
  expect(text).toMatch(/^Nothing to restore for task "JWT" .*\nNo file and no status was changed\. Tell/);
  expect(workflows.task(taskId).status).toBe('success');
});

test('names ten files, then how many more and where', async () => {
  const many = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`src/f${i + 10}.ts`, 'x']));
  const { restore } = await changed({ ...many, 'top.ts': 'x' });
  expect((await restore()).text).toContain('src/f19.ts, and 5 more in src/ (4), the root folder (1).');
});

test('takes at most 100 choices', async () => {
  const { restore } = await changed({ 'a.ts': 'x' });
  const choices = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, 'keep']));
  expect((await restore({ choices })).text).toContain('has 101 entries; at most 100 are allowed');
});
