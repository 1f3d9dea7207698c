import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { ServerProcesses } from '../processes/serverProcesses';
import { AgentProcess } from './agentProcess';

test('who writes to a program that has closed its input, and is about to end, hears of it when it is seen how it ended', async () => {
  const lines: string[] = [];
  const program = new AgentProcess(
    'wry',
    new ServerProcesses(),
    {
      type: 'stdio',
      command: process.execPath,
      args: [
        '-e',
        `require('fs').closeSync(0); console.log('closed'); setTimeout(() => process.exit(3), 100);`,
      ],
      env: {},
      cwd: tmpdir(),
    },
    { line: text => void lines.push(text), words: () => undefined, received: () => undefined },
  );
  await expect.poll(() => lines).toEqual(['closed']);
  await expect(program.write('{}')).rejects.toMatchObject({ code: 'EPIPE' });
  expect(program.ending).toBe('It exited with code 3.');
});
