import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { flushedFiles } from '../support/flushedFiles';
import { calm, requestOf, SnapshotWorld } from './world';

const isLinux = process.platform === 'linux';

/** Older gits know one setting for objects only, and tell nothing of it. */
const tellsFlushes = () => {
  const told = execFileSync('git', ['version'], { encoding: 'utf8' });
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(told) ?? [];
  return isLinux && Number(major) * 1_000 + Number(minor) >= 2_036;
};

/** A repository with a commit. What a power cut leaves is what was flushed; `flushed`: the files of ours that were put on the disk since. */
async function repository(gitBinary = 'git') {
  const at = new SnapshotWorld('repository');
  onTestFinished(() => at.dispose());
  for (const name of ['a.txt', 'b.txt']) at.write(name, `${name} before\n`);
  at.commit('base');
  const flushed = await flushedFiles(at.path('a.txt'));
  return { at, flushed, snapshots: at.open({ gitBinary }) };
}

test.skipIf(!isLinux)('the record of a snapshot is on the disk before the snapshot is told of', async () => {
  const { at, flushed, snapshots } = await repository();
  const { id } = await snapshots.take(calm);
  const record = join(at.storage, 'snapshots', `${id}.json`);
  const ofRecord = flushed.filter(path => path.startsWith(record));
  expect(ofRecord).toHaveLength(1);
  // Its name is there only with its folder, by then in the place of the name that it was written under.
  expect(flushed.slice(flushed.indexOf(ofRecord[0] ?? '')).slice(1)).toContain(dirname(record));
});

test.skipIf(!isLinux)(
  'what a restore needs to be taken back is on the disk before it changes a file',
  async () => {
    const { at, flushed, snapshots } = await repository();
    const start = await snapshots.take(calm);
    at.write('a.txt', 'after\n');
    at.remove('b.txt');
    const plan = await snapshots.planRestore(requestOf(start, await snapshots.take(calm)), null, calm);
    flushed.length = 0;
    await snapshots.applyRestore(plan, new Map(), calm);
    const kept = join(at.storage, 'restores', plan.id);
    const order = flushed.map(path =>
      path.startsWith(kept) ? path.slice(kept.length + 1).replace(/\.json\..*/, '.json') : 'else',
    );
    const first = order.indexOf('record.json');
    const before = order.slice(0, first).filter(name => name !== 'else');
    expect(before.toSorted()).toEqual(['0.new', '0.old', '1.new']);
    expect(
      flushed.findIndex(path => path.startsWith(`${at.folder}/.`) && !path.includes('.git/')),
    ).toBeGreaterThan(first);
  },
);

test.skipIf(!tellsFlushes())(
  'contents and refs of a snapshot are on the disk when their gits end',
  async () => {
    const { at } = await repository();
    const traces = join(at.base, 'traces');
    const told = join(at.base, 'git.sh');
    mkdirSync(traces);
    writeFileSync(told, `#!/bin/sh\nGIT_TRACE2_EVENT=${traces} exec git "$@"\n`);
    chmodSync(told, 0o755);
    const snapshots = at.open({ gitBinary: told });
    await snapshots.take(calm);
    at.write('a.txt', 'changed\n');
    await snapshots.take(calm);
    const flushes = readdirSync(traces)
      .map(name => readFileSync(join(traces, name), 'utf8'))
      .filter(text => text.includes('"key":"fsync/hardware-flush"'))
      .map(text => /"event":"cmd_name".*?"name":"([^"]+)"/.exec(text)?.[1] ?? '');
    expect(new Set(flushes)).toEqual(new Set(['update-index', 'update-ref', 'write-tree']));
  },
);
