import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Uri } from 'vscode';
import { afterAll, expect, test } from 'vitest';
import { FakePanel } from '../../../test/support/fakePanel';
import { webviewPage } from './webviewPage';

const extension = mkdtempSync(join(tmpdir(), 'switchyard-page-'));
const files = join(extension, 'dist', 'webview');
mkdirSync(files, { recursive: true });
writeFileSync(join(files, 'view.js'), 'const text = "</script><!--"; if (1 < 2) start(text);');
writeFileSync(
  join(files, 'view.css'),
  '@font-face { src: url("./icons.ttf") } a::after { content: "</style>" }',
);

writeFileSync(join(files, 'icons.ttf'), 'glyphs');

afterAll(() => rmSync(extension, { recursive: true, force: true }));

function pageOf(isInline: boolean): string {
  const { webview } = new FakePanel();
  return webviewPage(webview as never, Uri.file(extension), {
    file: 'view',
    facts: { view: 'a "b"' },
    isInline,
  });
}

test('a page has its script and its style in its document, and nothing in them ends the element they are in', () => {
  const page = pageOf(true);
  expect(page).toContain(String.raw`const text = "\x3C/script>\x3C!--"; if (1 < 2) start(text);`);
  expect(page).toContain(String.raw`content: "\3C /style>"`);
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(page.match(/<\/style>/g)).toHaveLength(1);
});

test('what stands in the document is named by its nonce, and nothing of it is loaded by address', () => {
  const page = pageOf(true);
  const nonces = [...page.matchAll(/nonce[-=]"?([\w+/=]+)/g)].map(([, nonce]) => nonce);
  expect(nonces).toHaveLength(4);
  expect(new Set(nonces).size).toBe(1);
  expect(page).toContain(`url("data:font/ttf;base64,${Buffer.from('glyphs').toString('base64')}")`);
  expect(page).not.toMatch(/ src=| href=|file:/);
});

test('other pages load both by address', () => {
  const page = pageOf(false);
  expect(page).toMatch(/<link rel="stylesheet" href="\S+\/view\.css">/);
  expect(page).toMatch(/<script type="module" nonce="\S+" src="\S+\/view\.js"><\/script>/);
  expect(page).not.toContain('start(text)');
  expect(page).toContain("default-src 'none'; font-src data: self; img-src data:; style-src");
});
