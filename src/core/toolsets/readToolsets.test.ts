import { expect, test } from 'vitest';
import { readToolsets, writtenToolset } from './readToolsets';

const release = {
  description: 'Cut a release',
  servers: { github: ['create_release', 'list_tags'], slack: true },
};

test('reads servers with their tools, and all tools of one', () => {
  const { toolsets, problem } = readToolsets({ toolsets: { release } });
  expect(problem).toBeUndefined();
  expect(toolsets).toEqual([
    {
      name: 'release',
      description: 'Cut a release',
      servers: [
        { server: 'github', tools: ['create_release', 'list_tags'] },
        { server: 'slack', tools: undefined },
      ],
    },
  ]);
  expect(toolsets.map(writtenToolset)).toEqual([release]);
});

test.each([
  ['a list', []],
  ['no servers', { name: {} }],
  ['an empty list of servers', { name: { servers: {} } }],
  ['a server with a word', { name: { servers: { a: 'all' } } }],
  ['a server with numbers', { name: { servers: { a: [1] } } }],
  ['an empty list of tools', { name: { servers: { a: [] } } }],
  ['a description that is none', { name: { description: 1, servers: { a: true } } }],
  ['a long name', { ['n'.repeat(65)]: release }],
  ['spaces around a name', { ' a': release }],
])('leaves out %s, and says so', (_what, toolsets) => {
  const reading = readToolsets({ toolsets });
  expect(reading.toolsets).toEqual([]);
  expect(reading.problem).toMatch(/\.$/);
});

test('one that is wrong takes nothing from the others', () => {
  const { toolsets, problem } = readToolsets({ toolsets: { wrong: {}, release } });
  expect(toolsets.map(({ name }) => name)).toEqual(['release']);
  expect(problem).toBe('"wrong" needs an object "servers".');
});

test('says what a file needs that is something else', () => {
  expect(readToolsets('x').problem).toBe('It needs an object "toolsets".');
});
