import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import { ShippedToolIndex } from './toolIndexFile';

function indexOf(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-index-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'toolIndex.json');
  writeFileSync(file, text);
  const log = new KeptLog();
  return { index: new ShippedToolIndex(file, log), log, file };
}

const SERVER = {
  id: 'a',
  via: 'registry',
  package: { name: 'a-mcp', version: '1.2.3' },
  server: { name: 'A', version: '1', protocol: '2025-11-25' },
  tools: [{ name: 'do', tokens: 12 }],
};

function fileOf(...servers: readonly unknown[]): string {
  return JSON.stringify({ schemaVersion: 1, checkedOn: '2026-11-22', servers });
}

test('gives the tools of servers that were asked, with the version they are known of', () => {
  const { index } = indexOf(fileOf(SERVER, { id: 'b', why: 'needs docker' }));
  expect([...index.servers()]).toEqual([['a', { asOf: 'a-mcp 1.2.3', tools: [{ name: 'do', tokens: 12 }] }]]);
});

test('reads the file once, at the first look', () => {
  const { index, file } = indexOf(fileOf());
  writeFileSync(file, fileOf(SERVER));
  expect(index.servers().size).toBe(1);
  rmSync(file);
  expect(index.servers().size).toBe(1);
});

test.each([
  ['{'],
  [fileOf({ ...SERVER, tools: [{ name: 'do', tokens: -1 }] })],
  [fileOf({ id: '__', why: 'x' })],
])('does without a file that is not as it should be, and says so in the log: %s', text => {
  const { index, log } = indexOf(text);
  expect(index.servers().size).toBe(0);
  expect(log.lines.join('\n')).toContain('The index of tools could not be read');
});
