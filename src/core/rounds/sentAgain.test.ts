import { expect, test } from 'vitest';
import { FILES, roundWorld, WISH } from '../../../test/support/roundWorld';
import { call, text } from '../../../test/support/scriptedModel';

test.each([
  ['answered', { text: 'Done.', isError: false }, { result: 'Done.' }],
  ['failed', { text: 'No room.', isError: true }, { error: 'No room.' }],
])('a call that %s is the same when it is sent again, and does not run again', async (_how, said, ran) => {
  const { core, run, events } = await roundWorld([call('write')], [text('So.')]);
  core.servers.add('files', {
    tools: ['write'],
    answer: async () => ({ content: [{ type: 'text', text: said.text }], isError: said.isError }),
  });
  const servers = [{ ...FILES, requireApproval: 'always' } as const];
  const { messages } = await run({ servers });
  expect(messages).toHaveLength(WISH.messages.length + 1);
  const approved = { servers, messages, approvals: new Map([['apr_c_write', { approve: true }]]) };
  for (let i = 0; i < 2; i += 1) {
    const { tool_calls: calls } = await run(approved);
    expect(calls).toEqual([expect.objectContaining({ name: 'write', ...ran })]);
  }
  expect(core.servers.calls).toEqual(['files.write']);
  const kinds = events.map(({ type }) => type).filter(type => /^internal_tool.(done|error)$/.test(type));
  expect(new Set(kinds).size).toBe(1);
});
