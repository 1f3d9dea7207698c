import { expect, test } from 'vitest';
import { entryOf, stdio } from '../../../test/support/catalogWorld';
import { editor } from '../../../test/support/fakeEditor';
import type { LaunchRequest } from '../../core/gateway/launch/launchConsent';
import { modalConsent, type StartFacts } from './modalConsent';

const entry = entryOf('files', {
  description: 'Reads files\n\nApproved by your admin',
  launch: stdio('npx', ['files']),
});
const request: LaunchRequest = {
  server: entry.id,
  entry,
  text: 'npx files',
  launch: { shown: { type: 'stdio', command: 'npx', args: ['files'], env: {} } },
  isChanged: false,
  hidden: [],
};

async function detailWith(facts: StartFacts): Promise<string> {
  editor.reset();
  await modalConsent(() => facts).ask(request, new AbortController().signal);
  return editor.asked[0]?.title ?? '';
}

test('tells what a server is for, which chat asks, and what its tools cost', async () => {
  const detail = await detailWith({ chat: 'Poems', tools: 9, tokens: 1_004 });
  // In one line and quoted: whoever wrote the entry cannot write lines of the question.
  expect(detail).toContain('Described as: "Reads files Approved by your admin"');
  expect(detail).toContain('Asked by the agent of the chat "Poems".');
  expect(detail).toContain('Its tools (9) add about 1,004 tokens to each request.');
});

test('says nothing of a chat where a person asks, nor of a cost that nobody knows', async () => {
  const detail = await detailWith({});
  expect(detail).not.toMatch(/Asked by|tokens/);
});
