import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSmallFile } from './smallFile';

const TEXT = '{ "servers": { "été": {} } }\n';
const UTF_16 = Buffer.from(`\uFEFF${TEXT}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16, as some editors and shells of Windows save it', UTF_16],
  ['UTF-16 in the other order', Buffer.from(UTF_16).swap16()],
])('reads %s', async (_, bytes) => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-small-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'servers.json');
  writeFileSync(path, bytes);
  expect(await readSmallFile(path)).toMatchObject({ type: 'text', text: TEXT });
});
