import type { LogLine } from '../model/childTypes';

/** A line for tools: a message as the object that it was. */
export function shownLine({ seq, ts, stream, text, type }: LogLine) {
  return { seq, ts, stream, message: messageOf(text, type) };
}

function messageOf(text: string, type: string | null): unknown {
  if (type === null) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // It was cut: it is JSON no more.
  }
}
