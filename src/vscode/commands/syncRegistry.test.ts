import { expect, test } from 'vitest';
import { commandWorld } from '../../../test/support/commandWorld';
import { editor } from '../../../test/support/fakeEditor';

test('a registry without encryption is refused before anything is read', async () => {
  const { run, texts } = await commandWorld();
  editor.settings.set('switchyard.mcpRegistry.url', 'http://registry.example.com');
  await run('syncRegistry');
  expect(texts()).toEqual(['This is no address of an MCP registry: it needs https, except on this machine.']);
  expect([editor.asked, editor.progress]).toEqual([[], []]);
});

test('a person who leaves has nothing read', async () => {
  const { run, texts } = await commandWorld();
  await run('syncRegistry');
  expect(editor.asked).toMatchObject([{ offers: ['$(sync) All Servers', '$(trash) Remove Synced Servers'] }]);
  expect([texts(), editor.progress]).toEqual([[], []]);
});

test('the address of the own registry is copied where it is served, and is the same every time', async () => {
  const { run, texts } = await commandWorld();
  await run('copyRegistryAddress');
  expect(texts()).toEqual([
    'Your servers are not served as an MCP registry. Set a port in switchyard.mcpRegistry.servePort first.',
  ]);
  editor.settings.set('switchyard.mcpRegistry.servePort', 4_711);
  await run('copyRegistryAddress');
  const first = editor.clipboard;
  expect(first).toMatch(/^http:\/\/127\.0\.0\.1:4711\/[\w-]{43}$/);
  await run('copyRegistryAddress');
  expect(editor.clipboard).toBe(first);
});
