import { randomBytes } from 'node:crypto';

/** The place of a call in a trace (W3C Trace Context, level 1). */
export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits: the span. */
  readonly spanId: string;
  readonly isSampled: boolean;
  /** What other vendors note, as it came. */
  readonly state: string | undefined;
}

const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
/** What a vendor has to pass on at least; more is cut off whole (W3C Trace Context, 3.3.1.5). */
const MAX_STATE = 512;
const SAMPLED = 1;

/** The place that was told last: most calls of servers are a step below it. */
let told: { readonly traceparent: string; readonly context: TraceContext } | undefined;

/** The caller's place; undefined where it tells none, or none that is valid. */
export function contextIn(meta: Readonly<Record<string, unknown>> | undefined): TraceContext | undefined {
  const parent = meta?.['traceparent'];
  if (parent !== undefined && parent === told?.traceparent && meta?.['tracestate'] === told.context.state)
    return told.context;
  const [, traceId, spanId, flags] = (typeof parent === 'string' && TRACEPARENT.exec(parent)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const given = meta?.['tracestate'];
  const isFit =
    typeof given === 'string' && given !== '' && given.length <= MAX_STATE && /^[\x20-\x7e]*$/.test(given);
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  return { traceId, spanId, isSampled, state: isFit ? given : undefined };
}

/** The place of a new call below another one, or of one that begins a trace. `ratio`: the share of new traces that are kept. */
export function contextBelow(parent: TraceContext | undefined, ratio: number): TraceContext {
  const spanId = randomHex(8);
  if (parent !== undefined) return { ...parent, spanId };
  const traceId = randomHex(16);
  return { traceId, spanId, isSampled: isKept(traceId, ratio), state: undefined };
}

/** The metadata of a request with this place in it. */
export function metaWith(
  meta: Readonly<Record<string, unknown>> | undefined,
  context: TraceContext,
): Readonly<Record<string, unknown>> {
  const { traceId, spanId, isSampled, state } = context;
  const { tracestate: _theirs, ...rest } = meta ?? {};
  const traceparent = `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
  told = { traceparent, context };
  return { ...rest, traceparent, ...(state === undefined ? {} : { tracestate: state }) };
}

/** By the trace's last seven bytes, which are random for everybody: programs with one ratio keep the same traces. */
function isKept(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-14), 16) < ratio * 2 ** 56;
}

/** Random digits that are not used yet: asking the system for each id would cost more than the rest of a span. */
const POOL_BYTES = 4_096;
let pool = '';
let used = 0;

function randomHex(bytes: number): string {
  const digits = bytes * 2;
  if (used + digits > pool.length) {
    pool = randomBytes(POOL_BYTES).toString('hex');
    used = 0;
  }
  used += digits;
  return pool.slice(used - digits, used);
}
