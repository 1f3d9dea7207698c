import { expect, onTestFinished, test, vi } from 'vitest';
import type { CallerClient } from '../../core/gateway/upstream';
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
  return { client, signal, idle };
}

const ask = (calls: CallsInFlight, params = {}) =>
  calls.ask('elicitation/create', params, new AbortController().signal);

test('asks the chat whose call is under way', async () => {
  const calls = new CallsInFlight();
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
  const calls = new CallsInFlight();
  const other = callOf(clientOf('ben'));
  calls.begin(callOf(clientOf('anna')));
  calls.begin(other);
  await expect(ask(calls)).rejects.toThrow('"isolation": "session"');
  calls.end(other);
  expect(await ask(calls)).toEqual({ from: 'anna' });
});

test('stops asking when the call is cancelled', async () => {
  const calls = new CallsInFlight();
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

test('tells whoever was asked that an address was opened, and nobody else', async () => {
  const calls = new CallsInFlight();
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
