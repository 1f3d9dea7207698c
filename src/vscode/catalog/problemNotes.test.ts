import { expect, test } from 'vitest';
import { editor } from '../../../test/support/fakeEditor';
import type { Runtime } from '../host/runtime';
import type { RuntimeHost } from '../host/runtimeHost';
import { ProblemNotes } from './problemNotes';

const nothing = { dispose: () => undefined };

test('that nothing can be recorded is told once, with what ends it', () => {
  editor.reset();
  const started: ((runtime: Runtime) => void)[] = [];
  const host = {
    onDidFail: () => nothing,
    onDidStart: (listener: (runtime: Runtime) => void) => {
      started.push(listener);
      return nothing;
    },
  } as unknown as RuntimeHost;
  const notes = new ProblemNotes(host, {} as never);
  const catalog = { problems: () => [], onDidChange: () => nothing };
  const runtime = { problem: 'The folder is read-only.', core: { catalog } } as unknown as Runtime;
  for (const listener of [...started, ...started]) listener(runtime);
  expect(editor.said).toEqual([
    { level: 'error', text: 'Switchyard: The folder is read-only.', buttons: ['Reload Window'] },
  ]);
  const shared = { ...runtime, problem: 'The database is away.', disk: 'mine' } as Runtime;
  for (const listener of started) listener(shared);
  expect(editor.said.at(-1)).toEqual({
    level: 'error',
    text: 'Switchyard: The database is away.',
    buttons: ['Show Output'],
  });
  notes.dispose();
});
