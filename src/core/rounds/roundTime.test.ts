import { expect, test } from 'vitest';
import { FILES, roundWorldWith } from '../../../test/support/roundWorld';
import { call, text } from '../../../test/support/scriptedModel';
import { settle } from '../../../test/support/testCore';
import type { RoundPerson } from './roundPerson';
import { MAX_ANSWER_MS } from './roundTime';

const servers = [{ ...FILES, requireApproval: 'always' } as const];

/** A round of a second with somebody who takes their time. */
async function slowPerson() {
  const { promise, resolve } = Promise.withResolvers<'once'>();
  const approver: RoundPerson = { ask: () => promise };
  const world = await roundWorldWith(
    () => ({ approver }),
    [call('write')],
    async function* (signal) {
      yield text('Wait');
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
    },
  );
  return { ...world, answer: () => resolve('once') };
}

test('the time of a round stands still while a person is asked, and goes on after', async () => {
  const { core, run, answer } = await slowPerson();
  let isOver = false;
  const running = run({ servers }).finally(() => (isOver = true));
  await settle();
  core.clock.advance(MAX_ANSWER_MS - 1);
  answer();
  await settle();
  expect(core.servers.calls).toEqual(['files.write']);
  core.clock.advance(999);
  await settle();
  expect(isOver).toBe(false);
  core.clock.advance(1);
  expect(await running).toMatchObject({ finish_reason: 'timeout', message: { content: 'Wait' } });
});

test('a question that nobody answers ends the round, and its call can be sent again', async () => {
  const { core, run } = await slowPerson();
  const running = run({ servers });
  await settle();
  core.clock.advance(MAX_ANSWER_MS);
  const { finish_reason: reason, messages, tool_calls: calls } = await running;
  expect([reason, messages.at(-1)?.role, calls]).toEqual(['timeout', 'tool_request', []]);
  expect(core.servers.calls).toEqual([]);
  expect(core.operations.running()).toEqual([]);
});

test('it stands still while somebody is asked whether a server may start, and whether its own entry lets a call run', async () => {
  const { core, run } = await roundWorldWith(() => ({}), [call('write')], [text('Done.')]);
  const asked: string[] = [];
  const thinking = async (what: string): Promise<void> => {
    asked.push(what);
    core.clock.advance(MAX_ANSWER_MS - 1);
    await settle();
  };
  core.person.answer = async () => {
    await thinking('start');
    return true;
  };
  core.person.answerCall = async () => {
    await thinking('call');
    return 'once';
  };
  const reply = await run({ servers: [{ ...FILES, label: 'guarded' }] });
  expect(reply).toMatchObject({ finish_reason: 'stop', tool_calls: [{ result: 'write' }] });
  expect(asked).toEqual(['start', 'call']);
});
