import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textResult, toolNamed } from '../../../test/support/fakeServers';
import { FILES, roundWorld, WISH } from '../../../test/support/roundWorld';
import { call, type Said, text } from '../../../test/support/scriptedModel';
import { settle } from '../../../test/support/testCore';
import { Refusal } from '../support/refusal';
import type { ModelPart } from './modelPort';
import type { RoundEvent } from './roundEvent';
import { openCalls } from './roundMessage';
import { Rounds } from './rounds';
import { RoundKeeper } from './roundKeeper';
import { RoundServers } from './roundServers';
import type { RoundWish } from './roundWish';

/** What may follow what, as docs/rounds.md has it. */
const ORDER = new RegExp(
  [
    '^start',
    '( mcp.list_tools.start)*( mcp.list_tools.done)*',
    '(( reasoning.start( reasoning.delta)+ reasoning.done| text.start( text.delta)+ text.done)*',
    '( tool_block.start( approval.request| approval.resolved)*',
    '( internal_tool.start( internal_tool.progress)*( internal_tool.done| internal_tool.error))*',
    '( tool_call)* tool_block.done)?)*',
    '( done)?$',
  ].join(''),
);

const part: fc.Arbitrary<ModelPart> = fc.oneof(
  fc.constantFrom<ModelPart>(text('Hm'), text(''), { type: 'reasoning', text: 'why' }),
  fc
    .tuple(
      fc.constantFrom('read', 'write', 'fail', 'mine', 'gone'),
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom('{}', '{"text":"x"}', '{', '[]'),
    )
    .map(([name, id, json]) => call(name, json, id)),
  fc.constant<ModelPart>({ type: 'usage', usage: { inputTokens: 1, outputTokens: 1 } }),
);
const script = fc.array(fc.array(part, { maxLength: 5 }), { minLength: 1, maxLength: 4 });
const wish: fc.Arbitrary<Partial<RoundWish>> = fc
  .tuple(
    fc.constantFrom('never', 'auto', 'always'),
    fc.boolean(),
    fc.boolean(),
    fc.integer({ min: 1, max: 4 }),
  )
  .map(([requireApproval, hasServer, hasCustom, maxLoops]) => ({
    servers: hasServer ? [{ ...FILES, requireApproval } as const] : [],
    customTools: hasCustom ? [{ name: 'mine', description: '', parameters: { type: 'object' } }] : [],
    maxLoops,
  }));

async function world(said: readonly Said[]) {
  const made = await roundWorld(...said);
  made.core.servers.add('files', {
    tools: [{ ...toolNamed('read'), annotations: { readOnlyHint: true } }, 'write', 'fail'],
    answer: async (tool, _input, { onProgress }) => {
      onProgress?.({ progress: 1 });
      await settle();
      return tool === 'fail' ? { ...textResult('no'), isError: true } : textResult(tool);
    },
  });
  return made;
}

const typesOf = (events: readonly RoundEvent[]) => events.map(({ type }) => type).join(' ');

test('whatever a model says, events come in their order, and the history can be sent again', async () => {
  await fc.assert(
    fc.asyncProperty(script, wish, async (said, given) => {
      const { events, run } = await world(said);
      const reply = await run(given);
      expect(typesOf(events)).toMatch(ORDER);
      expect(events.at(-1)).toEqual({ type: 'done', ...reply });
      // Each call of a server was answered once, or waits.
      const answered = reply.messages.flatMap(message =>
        message.role === 'tool_response' ? message.tool_calls : [],
      );
      expect(new Set(answered.map(({ tool_call_id: id }) => id)).size).toBe(answered.length);
      expect(reply.tool_calls).toHaveLength(answered.length);
      // The same client goes on: it answers all that waits.
      const approvals = new Map(
        (reply.pending_approvals ?? []).map(({ approval_request_id: id }, i) => [
          id,
          { approve: i % 2 === 0 },
        ]),
      );
      const done = new Set(answered.map(({ tool_call_id: id }) => id));
      const mine = openCalls(reply.messages).filter(({ name }) => name === 'mine');
      const responses = mine.map(({ id }) => ({ tool_call_id: id, tool_name: 'mine', content: 'ok' }));
      const answers = mine.length === 0 ? [] : [{ role: 'tool_response' as const, tool_calls: responses }];
      const next = await run({ ...given, maxLoops: 1, messages: [...reply.messages, ...answers], approvals });
      const again = next.tool_calls.map(({ tool_call_id: id }) => id);
      expect(again.filter(id => approvals.has(`apr_${id}`))).toHaveLength(approvals.size);
      // Nothing that was answered is run once more.
      expect(again.filter(id => done.has(id))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('a client that goes at any event leaves no call, no operation, and no session behind', async () => {
  await fc.assert(
    fc.asyncProperty(script, wish, fc.nat(20), async (said, given, at) => {
      const { core, model } = await world(said);
      const gone = new AbortController();
      let seen = 0;
      const rounds = new Rounds({
        ...core,
        model,
        servers: new RoundServers(core.log),
        keeper: new RoundKeeper(core),
      });
      const late: RoundEvent[] = [];
      const emit = (event: RoundEvent): void => {
        if (gone.signal.aborted) late.push(event);
        seen += 1;
        if (seen === at + 1) gone.abort(new Refusal('cancelled', 'Gone.'));
      };
      const outcome = await rounds
        .run({ ...WISH, ...given }, emit, gone.signal)
        .catch((error: unknown) => error);
      if (gone.signal.aborted && outcome instanceof Error)
        expect(outcome).toMatchObject({ code: 'cancelled' });
      await settle();
      expect(core.operations.running()).toEqual([]);
      expect(core.gateway.sessions()).toEqual([]);
      const asked = model.asked.length;
      const called = core.servers.calls.length;
      await settle();
      expect([model.asked.length, core.servers.calls.length]).toEqual([asked, called]);
      // What ends is still told, nothing begins.
      expect(late.filter(({ type }) => type === 'start' || type === 'internal_tool.start')).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
