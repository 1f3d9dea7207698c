import { expect, onTestFinished, test, vi } from 'vitest';
import type { CallerClient } from '../../core/gateway/upstream/upstream';
import { idOf } from '../../../test/support/catalogWorld';
import { sessionId } from '../../shared/ids';
import { CallsInFlight } from './callsInFlight';
import { IdleLimit } from './idleLimit';

/** The client of a chat, which answers with the chat's name. */
function clientOf(chat: string): CallerClient & { readonly told: unknown[] } {
  const told: unknown[] = [];
  return {
    session: sessionId(chat),
    ask: async () => ({ from: chat }),
    tell: (method, params) => void told.push([method, params]),
    told,
  };
}

function callOf(client: CallerClient | undefined, signal = new AbortController().signal) {
  const idle = new IdleLimit(60_000, () => undefined);
  onTestFinished(() => idle.dispose());
  return { client, ended: { signal }, idle };
}

const ask = (calls: CallsInFlight, params = {}) =>
  calls.ask('elicitation/create', params, new AbortController().signal);

test('asks the chat whose call is under way', async () => {
  const calls = new CallsInFlight(idOf('asking'));
  await expect(ask(calls)).rejects.toThrow('No call is under way');
  const [first, second] = [callOf(clientOf('anna')), callOf(clientOf('anna'))];
  calls.begin(first);
  calls.begin(second);
  expect(await ask(calls)).toEqual({ from: 'anna' });
  calls.end(first);
  calls.end(second);
  await expect(ask(calls)).rejects.toThrow('No call is under way');
});

test('asks nobody when calls of several chats are under way: it would be the wrong one', async () => {
  const calls = new CallsInFlight(idOf('asking'));
  const other = callOf(clientOf('ben'));
  calls.begin(callOf(clientOf('anna')));
  calls.begin(other);
  await expect(ask(calls)).rejects.toThrow('"isolation": "session"');
  calls.end(other);
  expect(await ask(calls)).toEqual({ from: 'anna' });
});

test('stops asking when the call is cancelled', async () => {
  const calls = new CallsInFlight(idOf('asking'));
  const abort = new AbortController();
  const client = {
    ...clientOf('anna'),
    ask: (_method: string, _params: object, signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  };
  calls.begin(callOf(client, abort.signal));
  const asking = ask(calls);
  abort.abort(new Error('never mind'));
  await expect(asking).rejects.toThrow('never mind');
});

/** A chat's client that answers when the test says so. */
function slowClient(chat: string) {
  const asked: unknown[] = [];
  const answers: (() => void)[] = [];
  const client: CallerClient = {
    session: sessionId(chat),
    ask: (_method, params, signal) => {
      asked.push(params['message']);
      return new Promise((resolve, reject) => {
        answers.push(() => resolve({ action: 'accept' }));
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
    tell: () => undefined,
  };
  return { client, asked, answers };
}

const words = (text: string) => `The server "asking" asks: ${text}`;

test('asks one question at a time, in their order, and refuses more than may wait', async () => {
  const calls = new CallsInFlight(idOf('asking'));
  const { client, asked, answers } = slowClient('anna');
  calls.begin(callOf(client));
  const questions = Array.from({ length: 200 }, (_, at) => ask(calls, { message: String(at) }));
  const settled = Promise.allSettled(questions);
  await expect(questions[9]).rejects.toThrow('8 questions wait for this person already');
  expect(asked).toEqual([words('0')]);
  for (let at = 0; at < 9; at += 1) {
    await vi.waitFor(() => expect(answers).toHaveLength(at + 1));
    expect(asked).toHaveLength(at + 1);
    answers[at]?.();
  }
  const kinds = (await settled).map(({ status }) => status);
  expect(kinds.filter(kind => kind === 'fulfilled')).toHaveLength(9);
  expect(asked).toEqual(Array.from({ length: 9 }, (_, at) => words(String(at))));
  const next = ask(calls, { message: 'again' });
  await vi.waitFor(() => expect(answers).toHaveLength(10));
  answers[9]?.();
  expect(await next).toEqual({ action: 'accept' });
});

test('withdraws what a chat was asked when it lets go of the server, and asks it no more', async () => {
  const calls = new CallsInFlight(idOf('asking'));
  const { client, asked } = slowClient('anna');
  const call = callOf(client);
  calls.begin(call);
  const questions = [ask(calls, { message: '0' }), ask(calls, { message: '1' })];
  const settled = Promise.allSettled(questions);
  calls.withdraw(sessionId('ben'));
  calls.withdraw(sessionId('anna'));
  for (const question of questions)
    await expect(question).rejects.toThrow('not active in this chat any more');
  await settled;
  await expect(ask(calls, { message: '2' })).rejects.toThrow('cannot be asked');
  expect(asked).toEqual([words('0')]);
  calls.end(call);
  calls.begin(callOf(clientOf('anna')));
  expect(await ask(calls)).toEqual({ from: 'anna' });
});

test('withdraws a question when the last call that it can belong to is over', async () => {
  const calls = new CallsInFlight(idOf('asking'));
  const { client } = slowClient('anna');
  const [first, second] = [callOf(client), callOf(client)];
  calls.begin(first);
  calls.begin(second);
  const question = ask(calls, { message: '0' });
  const ended = vi.fn<() => void>();
  question.catch(ended);
  calls.end(second);
  await Promise.resolve();
  expect(ended).not.toHaveBeenCalled();
  calls.end(first);
  await expect(question).rejects.toThrow('The call that it came with is over: the question was withdrawn.');
});

test('tells whoever was asked that an address was opened, and nobody else', async () => {
  const calls = new CallsInFlight(idOf('asking'));
  const client = clientOf('anna');
  calls.begin(callOf(client));
  await ask(calls, { mode: 'url', elicitationId: 'e1', url: 'https://example.com' });
  calls.elicitationCompleted({ elicitationId: 'e2' });
  calls.elicitationCompleted({ elicitationId: 'e1' });
  calls.elicitationCompleted({ elicitationId: 'e1' });
  expect(client.told).toEqual([['notifications/elicitation/complete', { elicitationId: 'e1' }]]);
});

test('a limit runs out after silence, and stands still while somebody thinks', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let ended = 0;
  const idle = new IdleLimit(100, () => (ended += 1));
  vi.advanceTimersByTime(99);
  idle.touch();
  vi.advanceTimersByTime(99);
  idle.pause();
  idle.touch(); // Progress while somebody thinks starts nothing.
  vi.advanceTimersByTime(10_000);
  expect(ended).toBe(0);
  idle.resume();
  vi.advanceTimersByTime(100);
  expect(ended).toBe(1);
  idle.dispose();
  idle.touch();
  vi.advanceTimersByTime(1_000);
  expect(ended).toBe(1);
});
