import { expect, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import type { Instant } from '../support/clock';
import { type SeenTool, toolPins, type ToolPinsWish } from './toolPins';

const noon = 43_200_000 as Instant;
const files = idOf('files');

function seen(name: string, hash = 'a'): SeenTool {
  return { name, hash };
}

/** The pins after these wishes, by name: who pinned what. */
function pinsAfter(...wishes: ToolPinsWish[]) {
  const pins = toolPins.create();
  for (const wish of wishes)
    for (const fact of toolPins.decide(pins, wish, noon)) toolPins.evolve(pins, fact, noon);
  return {
    pins,
    of: [...(pins.get(files)?.pins.values() ?? [])].map(({ name, hash, by }) => `${name} ${hash} ${by}`),
  };
}

const listed = (launchHash: string, ...tools: SeenTool[]): ToolPinsWish => ({
  verb: 'listed',
  server: files,
  launchHash,
  tools,
});

test('pins the first listing of a launch, what appears later, and nothing twice', () => {
  expect(pinsAfter(listed('x', seen('a')), listed('x', seen('a', 'b'), seen('c'))).of).toEqual([
    'a a launch',
    'c a appeared',
  ]);
  expect(pinsAfter(listed('x', seen('a')), listed('y', seen('b'))).of).toEqual(['b a launch']);
  expect(
    pinsAfter(listed('x', seen('a')), { verb: 'accept', server: files, tool: seen('a', 'b') }).of,
  ).toEqual(['a b person']);
  expect(pinsAfter(listed('x', seen('__proto__'))).of).toEqual(['__proto__ a launch']);
});

test('keeps every pin under a flood of names', () => {
  const flood = Array.from({ length: 9_000 }, (_, at) => seen(`t${at}`));
  const { pins, of } = pinsAfter(listed('x', seen('a')), listed('x', ...flood), listed('x', seen('late')));
  expect([of[0], of.length, pins.get(files)?.pins.has('late')]).toEqual(['a a launch', 4_000, false]);
});

test('is the same after it was saved', () => {
  const { pins } = pinsAfter(listed('x', seen('a')), listed('x', seen('b')));
  expect(toolPins.load(JSON.parse(JSON.stringify(toolPins.save(pins))))).toEqual(pins);
});

test('has a listing wait for no disk: only what a person accepted has to survive a power cut', () => {
  const accepted: ToolPinsWish = { verb: 'accept', server: files, tool: seen('a') };
  expect([listed('x', seen('a')), accepted].map(wish => toolPins.durabilityOf?.(wish))).toEqual([
    'normal',
    'full',
  ]);
});
