import { expect, test } from 'vitest';
import { entryOf, http, MemorySource, stdio } from '../../../../test/support/catalogWorld';
import { catalogOver } from '../../../../test/support/shippedCatalog';
import type { LaunchTemplate } from '../entry/entry';

const row = entryOf('shop', {
  description: 'Takes payments',
  tags: ['invoice'],
  category: 'external-services',
  launch: stdio('npx', ['-y', '@acme/shop-mcp']),
});

async function imported(launch: LaunchTemplate, description = '', of = row) {
  const { catalog } = await catalogOver([
    new MemorySource('imported', entryOf('shop', { launch, description })),
    new MemorySource('registry', of),
  ]);
  return catalog;
}

test('an imported server is found by what the registry says of the same package', async () => {
  const catalog = await imported(stdio('npx', ['-y', '@acme/shop-mcp@2.1', '--verbose']));
  expect(catalog.require('shop')).toMatchObject({
    source: 'imported',
    description: 'Takes payments',
    tags: ['invoice'],
  });
  expect(catalog.discover('send an invoice', 5).matches[0]?.entry.id).toBe('shop');
});

test.each([
  ['another package of that name', stdio('npx', ['-y', 'shop'])],
  ['only the runner in common', stdio('npx', ['-y', 'run'])],
  ['the package only among its words', stdio('npx', ['-y', 'evil', '@acme/shop-mcp'])],
  ['a program of its own that is told of the package', stdio('sh', ['-c', '@acme/shop-mcp'])],
  ['another host', http('https://evil.example/mcp')],
])('is not described by the registry where it has %s', async (_what, launch) => {
  expect((await imported(launch)).require('shop').description).toBe('');
});

test('knows a remote server by its host, and keeps words of its own', async () => {
  const remote = { ...row, launch: http('https://mcp.acme.example/v1') };
  expect(
    (await imported(stdio('npx', ['mcp-remote', 'https://mcp.acme.example/sse']), '', remote)).require('shop')
      .description,
  ).toBe('Takes payments');
  expect((await imported(row.launch, 'Mine')).require('shop').description).toBe('Mine');
});

test('knows an image by its name, whatever is set for it', async () => {
  const image = { ...row, launch: stdio('docker', ['run', '-i', '-e', 'KEY', 'acme/shop:1']) };
  const own = ['run', '--rm', '-v', '/a:/b', '-e', 'OTHER', 'acme/shop'];
  expect((await imported(stdio('docker', own), '', image)).require('shop').description).toBe(
    'Takes payments',
  );
  const other = ['run', '-e', 'acme/shop', 'evil/image'];
  expect((await imported(stdio('docker', other), '', image)).require('shop').description).toBe('');
});
