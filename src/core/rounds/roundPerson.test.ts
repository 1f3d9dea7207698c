import { expect, test } from 'vitest';
import { FILES, roundWorldWith, WISH } from '../../../test/support/roundWorld';
import { call, text } from '../../../test/support/scriptedModel';
import { settle } from '../../../test/support/testCore';
import type { HostTools } from './hostTools';
import { RoundBook } from './roundBook';
import type { RoundPerson } from './roundPerson';

const ASKING = { ...FILES, requireApproval: 'always' } as const;

/** Somebody who gives these answers, and what they were asked. */
function person(...answers: readonly ('once' | 'round' | 'no')[]) {
  const asked: string[] = [];
  const approver: RoundPerson = {
    async ask({ server_label, name }) {
      asked.push(`${server_label} ${name}`);
      return answers[asked.length - 1] ?? 'no';
    },
  };
  return { asked, approver };
}

test('where somebody is there, they are asked about each call before it runs, and the round goes on', async () => {
  const { asked, approver } = person('once', 'no');
  const { run, events } = await roundWorldWith(
    () => ({ approver }),
    [call('write', {}, 'a'), call('write', {}, 'b')],
    [text('Done.')],
  );
  const reply = await run({ servers: [ASKING] });
  expect(asked).toEqual(['files write', 'files write']);
  expect(reply).toMatchObject({
    finish_reason: 'stop',
    tool_calls: [
      { tool_call_id: 'a', result: 'write', approval: 'user' },
      { tool_call_id: 'b', error: 'Tool call rejected by the user', approval: 'user' },
    ],
  });
  expect(events.filter(({ type }) => type.startsWith('approval')).map(event => ({ ...event }))).toMatchObject(
    [
      { type: 'approval.request', approval_request_id: 'apr_a' },
      { type: 'approval.request', approval_request_id: 'apr_b' },
      { type: 'approval.resolved', approval_request_id: 'apr_a', approve: true, by: 'person' },
      { type: 'approval.resolved', approval_request_id: 'apr_b', approve: false, by: 'person' },
    ],
  );
});

test('a tool that is allowed in the round is not asked about again; another one is', async () => {
  const { asked, approver } = person('round', 'once');
  const { run } = await roundWorldWith(
    () => ({ approver }),
    [call('write', {}, 'a')],
    [call('write', {}, 'b'), call('read', {}, 'c')],
    [text('Done.')],
  );
  const { tool_calls: calls } = await run({ servers: [ASKING] });
  expect(asked).toEqual(['files write', 'files read']);
  expect(calls.map(({ result }) => result)).toEqual(['write', 'write', 'read']);
});

test('who wants approvals returned gets them, and nobody is asked', async () => {
  const { asked, approver } = person('once');
  const { run } = await roundWorldWith(() => ({ approver }), [call('write')]);
  const reply = await run({ servers: [ASKING], returnsApprovals: true });
  expect(reply.finish_reason).toBe('approval_required');
  expect(asked).toEqual([]);
});

test('a client that goes while somebody is asked ends the round, and nothing runs', async () => {
  const waiting: RoundPerson = { ask: () => new Promise(() => undefined) };
  const { run, core } = await roundWorldWith(() => ({ approver: waiting }), [call('write')]);
  const abort = new AbortController();
  const running = run({ servers: [ASKING] }, abort.signal);
  await settle();
  abort.abort(new Error('gone'));
  await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  expect(core.operations.running()).toEqual([]);
});

test("tools of the host are listed and run beside a server's, and one that is not there is a warning", async () => {
  const ran: unknown[] = [];
  const hostTools: HostTools = {
    find: name => (name === 'build' ? { name, description: 'Builds', parameters: {} } : undefined),
    run: async (name, input) => {
      ran.push([name, input]);
      return { content: [{ type: 'text', text: 'Built.' }] };
    },
  };
  const { run, model } = await roundWorldWith(
    () => ({ hostTools }),
    [call('build', { fast: true })],
    [text('Done.')],
  );
  const reply = await run({ servers: [FILES], hostTools: ['build', 'gone'] });
  expect(ran).toEqual([['build', { fast: true }]]);
  expect(model.asked[0]?.tools.map(({ name }) => name)).toEqual(['read', 'write', 'build']);
  expect(reply.tool_calls).toMatchObject([{ name: 'build', mcp_server: 'vscode', result: 'Built.' }]);
  expect(reply.mcp_servers[1]).toEqual({
    server_label: 'vscode',
    tools: ['build'],
    warnings: ['VS Code has no tool "gone".'],
  });
});

test('the book has the newest rounds with their calls, and those that run whatever their number', async () => {
  let book: RoundBook | undefined;
  const { core, run } = await roundWorldWith(
    world => ({ book: (book = new RoundBook(world)) }),
    [text('I '), call('read', { text: 'x' })],
    [text('Done.')],
  );
  const kept = () => book?.all() ?? [];
  const states: unknown[] = [];
  const look = () => states.push(kept().map(({ state, saying, calls }) => [state, saying, calls.length])[0]);
  const looking = core.bus.subscribe(({ stream }) => stream === 'round' && look());
  await run();
  looking.dispose();
  expect(kept()).toMatchObject([
    {
      model: 'm',
      servers: ['files'],
      state: 'stop',
      saying: '',
      calls: [{ name: 'read', server: 'files', input: { text: 'x' }, state: 'done', text: 'read' }],
      usage: { estimated: true },
    },
  ]);
  expect(kept()[0]?.messages).toHaveLength(4);
  expect(states).toEqual([
    ['running', '', 0],
    ['running', '', 0],
    ['running', '', 1],
    ['running', '', 1],
    ['running', '', 1],
    ['stop', '', 1],
  ]);
  for (let i = 0; i < 25; i += 1) await run();
  expect(kept()).toHaveLength(20);
  const held = book?.open('held', { ...WISH, model: 'slow' });
  for (let i = 0; i < 25; i += 1) await run();
  expect(book?.find('held')?.state).toBe('running');
  held?.failed('failed', 'It broke.');
  expect(book?.find('held')).toMatchObject({ state: 'failed', failure: 'It broke.' });
});
