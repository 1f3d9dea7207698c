import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { KeptLog } from '../../../test/support/keptLog';
import { memorySignIns } from '../../../test/support/signInWorld';
import { ProtocolError } from '../../core/gateway/upstream/protocolError';
import type { UpstreamNotice } from '../../core/gateway/upstream/upstream';
import { Refusal } from '../../core/support/refusal';
import { SdkConnector } from './sdkConnector';

const BABBLER = join(import.meta.dirname, '../../../test/support/babbler.mjs');
/** Calls; more of them with SWITCHYARD_RUNS. */
const RUNS = Number(process.env['SWITCHYARD_RUNS'] ?? 1_000);
const AT_ONCE = 50;

test('whatever a server writes, each call ends, and with words that are ours', async () => {
  const notices: UpstreamNotice[] = [];
  let ends = 0;
  const connector = new SdkConnector({
    signIns: await memorySignIns(),
    version: '1',
    workspaceFolder: undefined,
    log: new KeptLog(),
    limits: { idleMs: 200, maxMs: 5_000, taskMaxMs: 5_000 },
  });
  const launch = {
    type: 'stdio',
    command: process.execPath,
    args: [BABBLER, '42'],
    env: {},
    cwd: tmpdir(),
  } as const;
  const hooks = {
    onClosed: () => void (ends += 1),
    onToolsChanged: () => undefined,
    onNotice: (notice: UpstreamNotice) => void notices.push(notice),
  };
  const connection = await connector.connect(idOf('babbler'), launch, hooks, new AbortController().signal);
  onTestFinished(() => connection.close());

  const failures: unknown[] = [];
  let answers = 0;
  const talk = async (): Promise<void> => {
    try {
      await connection.callTool('talk', {}, { signal: new AbortController().signal });
      answers += 1;
    } catch (error) {
      failures.push(error);
    }
  };
  for (let done = 0; done < RUNS; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, talk));

  expect(failures.filter(error => !(error instanceof Refusal || error instanceof ProtocolError))).toEqual([]);
  expect(answers).toBeGreaterThan(RUNS / 2);
  expect(notices.length).toBeGreaterThan(0);
  expect(ends).toBe(0);
});
