import { expect, test } from 'vitest';
import { entryOf, http, stdio } from '../../../../test/support/catalogWorld';
import { sha256 } from '../../../node/machine/randomness';
import { credentialTag } from './credentialTag';
import type { CatalogEntry } from '../entry/entry';

function tagOf(facts: Partial<CatalogEntry>, name = 'github'): string {
  return credentialTag(entryOf(name, facts), sha256);
}

test('a newer version of the same package keeps its key, another package does not', () => {
  const first = tagOf({ launch: stdio('npx', ['-y', '@x/server@1.0.0']) });
  expect(tagOf({ launch: stdio('npx', ['-y', '@x/server@2.0.0']) })).toBe(first);
  expect(tagOf({ launch: stdio('npx', ['-y', '@y/server@1.0.0']) })).not.toBe(first);
  expect(tagOf({ launch: stdio('npx', ['-y', '@x/server@1.0.0']) }, 'gitlab')).not.toBe(first);
});

test('another path of the same host keeps the key, another host, port or scheme does not', () => {
  const first = tagOf({ launch: http('https://mcp.example.com/mcp') });
  expect(tagOf({ launch: http('https://MCP.example.com/v2?x=1') })).toBe(first);
  for (const url of [
    'https://evil.example.com/mcp',
    'https://mcp.example.com:8443/',
    'http://mcp.example.com/',
  ])
    expect(tagOf({ launch: http(url) })).not.toBe(first);
});

test('a command keeps its key for the same words only', () => {
  const first = tagOf({ launch: stdio('node', ['server.js']) });
  expect(tagOf({ launch: stdio('node', ['server.js'], { MODE: 'x' }) })).toBe(first);
  expect(tagOf({ launch: stdio('node', ['other.js']) })).not.toBe(first);
});

test("a repository's entry has a key of its own, and loses it with any change", () => {
  const launch = stdio('npx', ['-y', '@x/server@1.0.0']);
  const own = tagOf({ launch });
  const theirs = tagOf({ launch, owner: 'workspace' });
  expect(theirs).not.toBe(own);
  expect(
    tagOf({ launch: { ...launch, env: { NODE_OPTIONS: '--require ./x.js' } }, owner: 'workspace' }),
  ).not.toBe(theirs);
});
