import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const folder = join(import.meta.dirname, 'sets');
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'));

const half = z.enum(['tune', 'judge']);
const language = z.enum(['en', 'fr']);
const words = z.string().trim().min(1);

const catalogFile = z.strictObject({
  name: words,
  about: words,
  servers: z.array(
    z.strictObject({
      id: words,
      description: words,
      tools: z
        .array(
          z.strictObject({
            name: words,
            description: z.string().max(300),
            parameters: z.record(z.string(), z.string().max(120)),
          }),
        )
        .min(1),
    }),
  ),
  requests: z.array(
    z.strictObject({
      text: words,
      language,
      kind: z.enum(['step', 'keywords', 'task']),
      servers: z.array(words).min(1),
      tools: z.array(words).min(1),
      half,
    }),
  ),
});

const choicesFile = z.strictObject({
  about: words,
  choices: z.array(
    z.strictObject({ server: words, request: words, language, tools: z.array(words).min(1), half }),
  ),
});

const sourcesFile = z.strictObject({
  read: z.iso.date(),
  catalogs: z.record(z.string(), z.array(z.looseObject({ id: words, package: words }))),
});

const toolIndexFile = z.object({
  servers: z.array(z.object({ id: z.string(), tools: z.array(z.object({ name: z.string() })).default([]) })),
});

const catalogs = {
  catalogA: {
    file: catalogFile.parse(read(folder, 'catalogA.json')),
    servers: 70,
    tools: 500,
    requests: 150,
  },
  catalogB: {
    file: catalogFile.parse(read(folder, 'catalogB.json')),
    servers: 60,
    tools: 400,
    requests: 120,
  },
};
const sources = sourcesFile.parse(read(folder, 'sources.json'));
const { choices } = choicesFile.parse(read(folder, 'toolChoices.json'));

/** The values that occur more than once. */
const doubles = (values: readonly string[]): string[] =>
  values.filter((value, at) => values.indexOf(value) !== at);

/** The share of the items for which it holds. */
const share = <T>(items: readonly T[], holds: (item: T) => boolean): number =>
  items.filter(holds).length / items.length;

/** How many more items are in one half than in the other. */
const imbalance = (items: readonly { half: string }[]): number =>
  Math.abs(items.filter(item => item.half === 'judge').length * 2 - items.length);

describe.each(Object.entries(catalogs))('%s', (name, { file, ...least }) => {
  const tools = file.servers.flatMap(server => server.tools.map(tool => `${server.id}/${tool.name}`));

  test('is as large as promised, and no larger than 600 kB', () => {
    expect(file.name).toBe(name);
    expect(file.servers.length).toBeGreaterThanOrEqual(least.servers);
    expect(tools.length).toBeGreaterThanOrEqual(least.tools);
    expect(file.requests.length).toBeGreaterThanOrEqual(least.requests);
    expect(statSync(join(folder, `${name}.json`)).size).toBeLessThan(600_000);
  });

  test('names each server, tool and request once', () => {
    expect(doubles(file.servers.map(server => server.id))).toEqual([]);
    expect(doubles(tools)).toEqual([]);
    expect(doubles(file.requests.map(request => request.text.toLowerCase()))).toEqual([]);
  });

  test('has the accepted tools, and each accepted server has one of them', () => {
    const known = new Set(tools);
    for (const { text, servers, tools: accepted } of file.requests) {
      expect(
        accepted.filter(tool => !known.has(tool)),
        text,
      ).toEqual([]);
      expect(new Set(accepted.map(tool => tool.split('/')[0])), text).toEqual(new Set(servers));
      expect(doubles(servers), text).toEqual([]);
      expect(doubles(accepted), text).toEqual([]);
    }
  });

  test('asks for each server at least once', () => {
    const wanted = new Set(file.requests.flatMap(request => request.servers));
    expect(file.servers.map(server => server.id).filter(id => !wanted.has(id))).toEqual([]);
  });

  test('is about a third French and has balanced halves in each kind and language', () => {
    expect(share(file.requests, request => request.language === 'fr')).toBeCloseTo(1 / 3, 1);
    for (const kind of ['step', 'keywords', 'task']) {
      for (const spoken of ['en', 'fr']) {
        const group = file.requests.filter(each => each.kind === kind && each.language === spoken);
        expect(group.length, `${kind} ${spoken}`).toBeGreaterThan(0);
        expect(imbalance(group), `${kind} ${spoken}`).toBeLessThanOrEqual(1);
      }
    }
    expect(imbalance(file.requests)).toBeLessThanOrEqual(1);
  });

  test('tells where each server is from', () => {
    const ids = sources.catalogs[name]?.map(source => source.id) ?? [];
    expect(doubles(ids)).toEqual([]);
    expect(new Set(ids)).toEqual(new Set(file.servers.map(server => server.id)));
  });
});

test('no package is in both catalogs', () => {
  expect(
    doubles(Object.values(sources.catalogs).flatMap(each => each.map(source => source.package))),
  ).toEqual([]);
});

describe('toolChoices', () => {
  const index = toolIndexFile.parse(read(import.meta.dirname, '../../data/toolIndex.json'));
  const toolsOf = new Map(index.servers.map(({ id, tools }) => [id, tools.map(tool => tool.name)]));

  test('asks each server with six tools or more two to six times', () => {
    expect(choices.length).toBeGreaterThanOrEqual(160);
    for (const [id, tools] of toolsOf) {
      const asked = choices.filter(choice => choice.server === id).length;
      expect(asked, id).toBeGreaterThanOrEqual(tools.length >= 6 ? 2 : 0);
      expect(asked, id).toBeLessThanOrEqual(6);
    }
  });

  test('accepts tools that the server has', () => {
    for (const { server, request, tools } of choices) {
      expect(
        tools.filter(tool => !toolsOf.get(server)?.includes(tool)),
        `${server}: ${request}`,
      ).toEqual([]);
    }
  });

  test('is half French and has balanced halves', () => {
    expect(share(choices, choice => choice.language === 'fr')).toBeCloseTo(1 / 2, 1);
    expect(imbalance(choices)).toBeLessThanOrEqual(1);
    expect(doubles(choices.map(choice => `${choice.server}: ${choice.request}`))).toEqual([]);
  });
});
