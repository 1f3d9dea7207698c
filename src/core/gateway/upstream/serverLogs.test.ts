import { expect, test } from 'vitest';
import { KeptLog } from '../../../../test/support/keptLog';
import { StoppedClock } from '../../../../test/support/stoppedClock';
import type { ServerId } from '../../../shared/ids';
import { sessionId } from '../../../shared/ids';
import { Redactor } from '../../support/redactor';
import { ServerLogs } from './serverLogs';

const github = 'github' as ServerId;
const anna = sessionId('anna');
const ben = sessionId('ben');

function world(...secrets: string[]) {
  const logs = new ServerLogs(new StoppedClock(), Redactor.of(secrets), new KeptLog());
  const lines = (session = anna) => [...logs.of(github, [session]).after(0)].map(({ text }) => text);
  return { logs, lines };
}

test('gives the lines that a server wrote, whole, without what terminals understand', () => {
  const { logs, lines } = world();
  for (const text of ['one\ntw', 'o\r\n\u001b[31mred\u001b[0m\n\u001b]0;title\u0007end\n', 'not yet']) {
    logs.write(github, undefined, text);
  }
  expect(lines()).toEqual(['one', 'two', 'red', 'end']);
});

test('shows no secret, also where it came in two pieces, in colours, or before it was known for one', () => {
  const redactor = new Redactor();
  const logs = new ServerLogs(new StoppedClock(), redactor, new KeptLog());
  logs.write(github, undefined, 'key=hunter2-');
  logs.write(github, undefined, 'token\nkey=hunter2\u001b[1m-token\n');
  redactor.add('hunter2-token');
  expect([...logs.of(github, []).after(0)].map(({ text }) => text)).toEqual(['key=•••', 'key=•••']);
});

test('cuts a line that never ends, and leaves no part of a secret at the cut', () => {
  const { logs, lines } = world('hunter2-token');
  logs.write(github, undefined, `${'x'.repeat(1_995)}hunter2-token${'y'.repeat(100_000)}\nnext\n`);
  expect(lines()).toEqual([expect.stringMatching(/^x+…$/), 'next']);
});

test('keeps the newest 500 lines, with numbers that go on', () => {
  const { logs } = world();
  for (let i = 1; i <= 10; i += 1) logs.write(github, undefined, 'line\n'.repeat(100));
  const { droppedSeq, lastSeq, after } = logs.of(github, [anna]);
  expect({ droppedSeq, lastSeq, kept: [...after(0)].length }).toEqual({
    droppedSeq: 500,
    lastSeq: 1_000,
    kept: 500,
  });
});

test("shows a session's own process to that session only", () => {
  const { logs, lines } = world();
  logs.write(github, anna, 'mine\n');
  expect([lines(anna), lines(ben)]).toEqual([['mine'], []]);
  expect([logs.has(github, [anna]), logs.has(github, [ben])]).toEqual([true, false]);
});
