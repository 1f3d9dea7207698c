import { expect, test } from 'vitest';
import { contextBelow, contextIn, metaWith } from './traceContext';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test('reads the place of a caller as W3C Trace Context writes it, of later versions too', () => {
  const read = (traceparent: string) => contextIn({ traceparent });
  expect(read(`00-${TRACE}-${SPAN}-01`)).toEqual({
    traceId: TRACE,
    spanId: SPAN,
    isSampled: true,
    state: undefined,
  });
  expect(read(`00-${TRACE}-${SPAN}-00`)).toMatchObject({ isSampled: false });
  expect(read(`cc-${TRACE}-${SPAN}-03-what-the-future-brings`)).toMatchObject({ isSampled: true });
});

test.each([
  undefined,
  7,
  '',
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01\n`,
])('%j is no place', traceparent => {
  expect(contextIn({ traceparent })).toBeUndefined();
});

test('a call below another one has its trace, its choice and its state; what is no state is left out', () => {
  const meta = { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: 'rojo=1', progressToken: 3 };
  const below = contextBelow(contextIn(meta), 0);
  expect(metaWith(meta, below)).toEqual({
    progressToken: 3,
    tracestate: 'rojo=1',
    traceparent: `00-${TRACE}-${below.spanId}-01`,
  });
  expect(below.spanId).not.toBe(SPAN);
  for (const tracestate of ['x'.repeat(513), 'a=\u0000', 7, ''])
    expect(contextIn({ ...meta, tracestate })?.state).toBeUndefined();
});

test('keeps the share of new traces that was asked for', () => {
  const kept = (ratio: number) =>
    Array.from({ length: 2_000 }, () => contextBelow(undefined, ratio)).filter(({ isSampled }) => isSampled)
      .length;
  expect([kept(0), kept(1)]).toEqual([0, 2_000]);
  // Six standard deviations on either side.
  expect(Math.abs(kept(0.25) - 500)).toBeLessThan(120);
});

test('a place that was told comes back as it was told, with the state that stands beside it now', () => {
  const context = contextBelow(undefined, 1);
  const meta = metaWith(undefined, context);
  expect(contextIn(meta)).toEqual(context);
  expect(contextIn({ ...meta, tracestate: 'a=1' })).toEqual({ ...context, state: 'a=1' });
});
