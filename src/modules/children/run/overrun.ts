import type { Budget, Usage } from '../model/childTypes';

/** What each part of a budget counts, for people. */
const WORDS: Readonly<Record<keyof Budget, string>> = {
  messages: 'messages',
  tool_calls: 'tool calls',
  tokens: 'tokens',
  wallclock_ms: 'ms of time',
  bytes_in: 'bytes of input',
  bytes_out: 'bytes of output',
  memory_mb: 'MiB of memory',
  cpu_seconds: 'seconds of CPU time',
};

/** Nothing is used yet. */
export function noUsage(): Usage {
  return {
    messages: 0,
    tool_calls: 0,
    tokens: 0,
    wallclock_ms: 0,
    bytes_in: 0,
    bytes_out: 0,
    memory_mb: 0,
    cpu_seconds: 0,
  };
}

/** The sentence that says which part of a budget is used up; undefined while none is. */
export function overrun(usage: Readonly<Usage>, budget: Budget): string | undefined {
  for (const name of Object.keys(WORDS) as (keyof Budget)[]) {
    const limit = budget[name];
    if (limit !== undefined && usage[name] > limit)
      return `Its budget of ${limit} ${WORDS[name]} is used up.`;
  }
  return undefined;
}
