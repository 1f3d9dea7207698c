import { expect, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { commandWorld } from '../../../test/support/commandWorld';
import type { FakeSnapshots } from '../../../test/support/fakeSnapshots';
import { editor } from '../../../test/support/fakeEditor';
import { Refusal } from '../../core/support/refusal';
import { askAboutUnfinishedRestores } from '../restore/unfinishedRestores';
import { RestoreQuestion } from '../workflow/restoreQuestion';
import { workspaceFile } from '../catalog/workspaceFile';
import { registerSnapshotDocuments } from '../workflow/snapshotDocuments';

/** Lets what is on its way go on. */
const turn = () => new Promise(resolve => setImmediate(resolve));

/** A task that changed one file and added another. */
async function ended() {
  const world = await commandWorld();
  const files = world.core.snapshots as FakeSnapshots;
  files.write('a.ts', 'one\ntwo\nthree\nfour\n');
  const task = await world.start();
  files.write('a.ts', '1\ntwo\nthree\n4\n').write('new.ts', 'new\n');
  await world.complete(task.id);
  /** Restores, and answers the preview. */
  const restore = async (
    command: string,
    argument: unknown,
    answers: typeof editor.answers,
    preview: 'confirmRestore' | 'cancelRestore' | 'none',
  ) => {
    const restoring = world.run(command, argument, ...answers);
    if (preview !== 'none') {
      const asked = editor.ran.length;
      while (!editor.ran.slice(asked).some(([id]) => id === 'vscode.changes')) await turn();
      await turn();
      await world.run(preview);
    }
    await restoring;
  };
  const left = () => Object.fromEntries(files.files);
  return { ...world, restore, files, task, left, now: () => world.workflows.task(task.id) };
}

test('the diffs are the question: files are put back after a yes to them, and not without', async () => {
  const { run, restore, task, left, now, texts } = await ended();
  await restore('restoreTask', task.id, [['a.ts', 'new.ts']], 'cancelRestore');
  expect(left()).toMatchObject({ 'new.ts': 'new\n' });
  await restore('restoreTask', task.id, [['a.ts', 'new.ts']], 'confirmRestore');
  expect(left()).toEqual({ 'a.ts': 'one\ntwo\nthree\nfour\n' });
  expect(now().status).toBe('reverted');
  const [, title, sides] = editor.ran.find(([id]) => id === 'vscode.changes') ?? [];
  expect(title).toBe('Restore the files of "JWT" (Now ↔ Then)');
  expect(sides).toMatchObject([
    [{ path: '/a.ts' }, { path: '/a.ts' }, { path: '/a.ts' }],
    [{ path: '/new.ts' }, { path: '/new.ts' }, undefined],
  ]);
  const question =
    'Restore the files of "JWT"? Review the changes, then confirm. Writes 1 file. Deletes 1 file. This can be undone.';
  expect(texts()).toEqual([question, question, 'Restored 2 files.']);
  await run('confirmRestore');
  expect(texts().at(-1)).toBe('No restore is waiting for an answer.');
});

test('a person is told what to do in words of theirs where all is back already, or the task is gone', async () => {
  const { run, restore, task, texts, workflows } = await ended();
  await restore('restoreTask', task.id, [['a.ts', 'new.ts']], 'confirmRestore');
  await run('restoreHunk', { task: task.id, path: 'a.ts' }, ['Line 1']);
  expect(texts().at(-1)).toBe(
    'All files of this task are already restored. To undo that, use "Switchyard: Undo Restore".',
  );
  await run('deleteWorkflow', task.workflow, 'Delete');
  expect(workflows.all()).toEqual([]);
  await run('undoRestore', task.id);
  expect(texts().at(-1)).toBe('This task or workflow is no longer in this workspace.');
});

test('a second restore of a task takes the place of the first one, and its own preview stays', async () => {
  const { run, task, left } = await ended();
  const ask = async (path: string) => {
    const asked = editor.ran.length;
    const restoring = run('restoreTask', { task: task.id, path });
    while (!editor.ran.slice(asked).some(([id]) => id === 'vscode.changes')) await turn();
    await turn();
    return { restoring };
  };
  const first = await ask('a.ts');
  const second = await ask('new.ts');
  await first.restoring;
  expect(editor.tabs).toHaveLength(1);
  await run('confirmRestore');
  await second.restoring;
  expect(left()).toEqual({ 'a.ts': '1\ntwo\nthree\n4\n' });
  expect(editor.tabs).toEqual([]);
});

test('the button of an earlier question, which is in the bell still, answers no later one', async () => {
  const clicks: ((button: string) => void)[] = [];
  const show = vi
    .spyOn(vscode.window, 'showInformationMessage')
    .mockImplementation((async () => await new Promise(resolve => clicks.push(resolve))) as never);
  const question = new RestoreQuestion();
  const label = 'Restore the files of "Lamps" (Now ↔ Then)';
  const first = question.ask(label, 'Writes 1 file.');
  question.answer(false);
  const second = question.ask(label, 'Deletes 9 files.');
  clicks[0]?.('Restore');
  await turn();
  clicks[1]?.('Cancel');
  expect([await first, await second]).toEqual([false, false]);
  expect(show.mock.lastCall).toEqual(['No restore is waiting for an answer.']);
  question.dispose();
  show.mockRestore();
});

test('the button of an earlier notification undoes the restore that it tells of, and no other of the task', async () => {
  const clicks: ((button: string) => void)[] = [];
  const show = vi.spyOn(vscode.window, 'showInformationMessage');
  show.mockImplementation((async (text: string) => {
    editor.said.push({ level: 'info', text, buttons: [] });
    if (text.startsWith('Restored')) return await new Promise(resolve => clicks.push(resolve));
  }) as never);
  const { run, restore, task, left, texts } = await ended();
  await restore('restoreTask', { task: task.id, path: 'a.ts' }, [], 'confirmRestore');
  await restore('restoreTask', { task: task.id, path: 'new.ts' }, [], 'confirmRestore');
  await run('undoRestore', task.id);
  expect(left()).toEqual({ 'a.ts': 'one\ntwo\nthree\nfour\n', 'new.ts': 'new\n' });
  clicks[1]?.('Undo');
  await turn();
  expect(left()).toEqual({ 'a.ts': 'one\ntwo\nthree\nfour\n', 'new.ts': 'new\n' });
  expect(texts().at(-1)).toMatch(/^This restore was undone already/);
  clicks[0]?.('Undo');
  await expect.poll(left).toMatchObject({ 'a.ts': '1\ntwo\nthree\n4\n' });
  show.mockRestore();
});

test('conflicts are told before the diffs, and whoever leaves them changes nothing', async () => {
  const { run, restore, task, left, files } = await ended();
  files.write('a.ts', 'mine\n');
  await run('restoreTask', { task: task.id, path: 'a.ts' }, undefined);
  expect(editor.asked.map(({ kind, title }) => [kind, title])).toEqual([
    ['box', 'a.ts was changed after the task, in the same place'],
  ]);
  const file = { task: task.id, path: 'a.ts' };
  await restore('restoreTask', file, ['Use version before'], 'cancelRestore');
  expect(left()['a.ts']).toBe('mine\n');
  await run('restoreTask', { task: task.id, path: 'a.ts' }, 'Keep current version');
  expect(editor.said.at(-1)?.text).toBe('Nothing was changed: every file stays as it is now.');
  await restore('restoreTask', file, ['Use version before'], 'confirmRestore');
  expect(left()['a.ts']).toBe('one\ntwo\nthree\nfour\n');
});

test('where many files are in conflict, one answer is enough for all that are left', async () => {
  const { restore, start, complete, files, left } = await ended();
  const paths = Array.from({ length: 40 }, (_, at) => `src/${at}.ts`);
  for (const path of paths) files.write(path, 'before\n');
  const task = await start('Format');
  for (const path of paths) files.write(path, 'task\n');
  await complete(task.id);
  for (const path of paths) files.write(path, 'later\n');
  const before = editor.asked.length;
  const answers = [
    paths,
    'Keep current version',
    'Use version before task, for all that are left (39 files)',
  ];
  await restore('restoreTask', { task: task.id }, answers, 'confirmRestore');
  expect(editor.asked.slice(before).filter(({ kind }) => kind === 'box')).toHaveLength(2);
  const texts = paths.map(path => left()[path]);
  expect(texts).toEqual(['later\n', ...paths.slice(1).map(() => 'before\n')]);
});

/** A file that is open with changes nobody has saved. */
const unsaved = (path: string) => [{ uri: vscode.Uri.file(path), isDirty: true }] as never;

test('nothing is written over unsaved changes: of a notebook, in a later folder, or begun while an undo asks', async () => {
  const { run, restore, task, left, files, texts } = await ended();
  const file = { task: task.id, path: 'a.ts' };
  const folders = vi.spyOn(vscode.workspace, 'workspaceFolders', 'get').mockReturnValue([
    { uri: vscode.Uri.parse('vscode-vfs://github/o/r'), name: 'r', index: 0 },
    { uri: vscode.Uri.file('/work'), name: 'work', index: 1 },
  ]);
  const documents = vi.spyOn(vscode.workspace, 'textDocuments', 'get').mockReturnValue(unsaved('/work/a.ts'));
  await run('restoreTask', file);
  folders.mockRestore();
  documents.mockRestore();
  const notebooks = vi.spyOn(vscode.workspace, 'notebookDocuments', 'get');
  notebooks.mockReturnValue(unsaved('/work/a.ts'));
  await run('restoreTask', file);
  notebooks.mockRestore();
  const question = 'Save or revert these files first: a.ts.';
  expect(texts()).toEqual([question, question]);
  expect(left()['a.ts']).toBe('1\ntwo\nthree\n4\n');
  await restore('restoreTask', file, [], 'confirmRestore');
  files.write('a.ts', 'mine\n');
  const compared = vi.spyOn(vscode.workspace, 'textDocuments', 'get');
  compared.mockReturnValueOnce([]).mockReturnValueOnce(unsaved('/work/a.ts'));
  await run('undoRestore', task.id, 'Use version before restore');
  compared.mockRestore();
  expect(texts().at(-1)).toBe(question);
  expect(left()['a.ts']).toBe('mine\n');
});

test('one hunk of a file is chosen and put back, the other stays, and an undo brings it in again', async () => {
  const { run, restore, task, left, now } = await ended();
  const file = { task: task.id, path: 'a.ts' };
  await run('restoreHunk', file, undefined);
  expect(editor.asked.at(-1)).toEqual({
    kind: 'pick',
    title: 'Restore Hunks of a.ts',
    offers: ['Line 1', 'Line 4'],
  });
  await restore('restoreHunk', file, [['Line 4']], 'confirmRestore');
  expect(left()['a.ts']).toBe('1\ntwo\nthree\nfour\n');
  expect(now().status).toBe('success');
  await run('undoRestore', task.id);
  expect(left()['a.ts']).toBe('1\ntwo\nthree\n4\n');
});

test('lines of a hunk are listed whole, also where a shell or make would put something in', async () => {
  const { run, files, start, complete } = await ended();
  files.write('Makefile', 'all:\n\tcc\n\n\n\n\nend:\n\tcc\n');
  const task = await start('Make');
  files.write('Makefile', 'all:\n\t$(CC)\n\n\n\n\nend:\n\t$(CC)\n');
  await complete(task.id);
  const show = vi.spyOn(vscode.window, 'showQuickPick');
  await run('restoreHunk', { task: task.id, path: 'Makefile' }, undefined);
  const [hunks] = show.mock.calls[0] ?? [];
  expect((await hunks)?.[0]).toMatchObject({ detail: String.raw`− cc  + \$(CC)` });
  show.mockRestore();
});

test('all hunks are the whole file, and a file without hunks says what to do', async () => {
  const { run, restore, task, left, now, texts } = await ended();
  const all = [['Line 1', 'Line 4']];
  await restore('restoreHunk', { task: task.id, path: 'a.ts' }, all, 'confirmRestore');
  expect(left()['a.ts']).toBe('one\ntwo\nthree\nfour\n');
  expect(now().restores).toMatchObject([{ isWhole: false }]);
  expect(now().restores[0]).not.toHaveProperty('isPart');
  await run('restoreHunk', { task: task.id, path: 'new.ts' });
  expect(texts().at(-1)).toBe('new.ts has no hunks: restore the whole file instead.');
});

test('the diff of a file knows its task, and a file of a running task is compared with what it is now', async () => {
  const { run, task, start, panels } = await ended();
  const diff = { scheme: 'switchyard-snapshot', path: '/a.ts', query: `task=${task.id}&v=after` };
  await run('openTask', diff);
  expect(panels).toEqual([`task ${task.id}`]);
  await run('restoreHunk', diff, undefined);
  expect(editor.asked.at(-1)?.title).toBe('Restore Hunks of a.ts');
  const running = await start('Docs');
  editor.files.set('/work/docs.md', 'now');
  await run('openFileChanges', { task: running.id, path: 'docs.md', isPreview: true });
  expect(editor.ran.at(-1)).toMatchObject([
    'vscode.diff',
    expect.stringContaining('switchyard-snapshot:/docs.md'),
    'file:///work/docs.md',
    'docs.md (before "Docs" ↔ Now)',
    { preview: true, preserveFocus: true },
  ]);
  editor.files.set('/work/new.png', 'PNG\0');
  await run('openFileChanges', { task: running.id, path: 'new.png' });
  expect(editor.ran.at(-1)?.map(String)).toMatchObject([
    'vscode.open',
    'file:///work/new.png',
    expect.anything(),
    'new.png (before "Docs" ↔ Now)',
  ]);
  await run('restoreHunk', { task: running.id, path: 'docs.md' });
  expect(editor.said.at(-1)?.text).toBe('"Docs" has not ended yet.');
});

test('only files that are not as the task left them are compared with now, under their one path', async () => {
  const { core, run, task, texts } = await ended();
  const provided = registerSnapshotDocuments({ runtime: async () => ({ core }) } as never);
  const place = (path: string) => workspaceFile(path)?.path ?? '';
  editor.files.set(place('a.ts'), '1\ntwo\nthree\n4\n').set(place('new.ts'), 'new\n');
  await run('compareWithNow', { task: task.id });
  expect(texts().at(-1)).toBe('All files are as "JWT" left them.');
  editor.files.set(place('a.ts'), 'changed since\n');
  await run('compareWithNow', { task: task.id });
  provided.dispose();
  const [id, title, sides] = editor.ran.at(-1) ?? [];
  expect([id, title]).toEqual(['vscode.changes', '"JWT" ↔ Now']);
  const [[, after, now] = [], ...more] = sides as vscode.Uri[][];
  expect(more).toEqual([]);
  expect([after?.scheme, after?.path, now?.path]).toEqual([
    'switchyard-snapshot',
    place('a.ts'),
    place('a.ts'),
  ]);
  await run('restoreHunk', { scheme: after?.scheme, path: after?.path, query: after?.query }, undefined);
  expect(editor.asked.at(-1)?.title).toBe('Restore Hunks of a.ts');
});

test('a version before a task is opened as the file that it is: an image is no text', async () => {
  const { core, run, task } = await ended();
  const provided = registerSnapshotDocuments({ runtime: async () => ({ core }) } as never);
  await run('openSnapshot', { task: task.id, path: 'a.ts' });
  provided.dispose();
  expect(editor.ran.at(-1)?.map(String)).toEqual([
    'vscode.open',
    expect.stringMatching(/^switchyard-snapshot:\/a\.ts.*v(=|%3D)before/),
  ]);
});

test('an image that a task added or deleted is opened alone, and one that it changed as a diff', async () => {
  const { run, task, workflows } = await ended();
  const { completion, ...rest } = workflows.task(task.id);
  if (!completion) throw new Error('The task has ended.');
  const own = (['added', 'deleted', 'modified'] as const).map(status => ({
    path: `${status}.png`,
    status,
    isBinary: true,
  }));
  const account = { ...completion.account, own };
  const told = vi
    .spyOn(workflows, 'task')
    .mockReturnValue({ ...rest, completion: { ...completion, account } });
  for (const { path } of own) await run('openFileChanges', { task: task.id, path });
  told.mockRestore();
  expect(editor.ran.slice(-3).map(([id, uri]) => [id, String(uri)])).toMatchObject([
    ['vscode.open', expect.stringMatching(/\/added\.png.*v(=|%3D)after/)],
    ['vscode.open', expect.stringMatching(/\/deleted\.png.*v(=|%3D)before/)],
    ['vscode.diff', expect.stringMatching(/\/modified\.png.*v(=|%3D)before/)],
  ]);
});

const WORKSPACE = 'Everything since then in the workspace';

test('a task and what began after it go back together, named in one question, and one undo brings them back', async () => {
  const { run, restore, task, files, left, start, complete, workflows, texts } = await ended();
  const later = await start('Docs');
  files.write('docs.md', 'docs');
  await complete(later.id);
  await restore('restorePoint', task.id, [WORKSPACE], 'cancelRestore');
  expect(left()).toHaveProperty(['docs.md']);
  await restore('restorePoint', task.id, [WORKSPACE], 'confirmRestore');
  expect(left()).toEqual({ 'a.ts': 'one\ntwo\nthree\nfour\n' });
  expect(texts().at(-2)).toBe(
    'Restore to before "JWT"? Review the changes, then confirm. Tasks: "JWT", "Docs". Writes 1 file. Deletes 2 files. This can be undone.',
  );
  expect([task.id, later.id].map(id => workflows.task(id).status)).toEqual(['reverted', 'reverted']);
  await run('undoRestore', later.id);
  expect(left()).toMatchObject({ 'new.ts': 'new\n', 'docs.md': 'docs' });
  expect([task.id, later.id].map(id => workflows.task(id).status)).toEqual(['success', 'success']);
});

test('what comes of a restore that a crash cut short is told, also where it cannot be settled', async () => {
  const { files, texts, core, log, now } = await ended();
  const before = now().start!;
  files.unfinished = [
    { id: 'one', before, paths: ['a.ts'] },
    { id: 'two', before, paths: ['a.ts', 'new.ts'] },
  ];
  files.leftBySettling = ['new.ts'];
  const answers = ['Undo', 'Finish'];
  const show = vi.spyOn(vscode.window, 'showWarningMessage');
  show.mockImplementation((async (text: string, ...buttons: readonly string[]) => {
    editor.said.push({ level: 'warning', text, buttons });
    return buttons.length > 0 ? answers.pop() : undefined;
  }) as never);
  const settles = vi.spyOn(files, 'settleRestore');
  settles.mockRejectedValueOnce(new Refusal('no-such-restore', 'There is no such restore.'));
  const host = { onDidStart: (listener: (runtime: object) => void) => listener({ core }) };
  askAboutUnfinishedRestores(host as never, log);
  await expect.poll(texts).toHaveLength(4);
  show.mockRestore();
  expect(texts()).toEqual([
    'Restoring 1 file of "?" was interrupted.',
    'There is no such restore.',
    'Restoring 2 files of "?" was interrupted.',
    'Undone: 1 file. 1 file was skipped: new.ts.',
  ]);
});
