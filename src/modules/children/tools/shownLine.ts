import type { LogLine } from '../model/childTypes';
import { messageOf } from '../run/lineMessage';

/** A line for tools: a message as the object that it was. */
export function shownLine(line: LogLine) {
  const { seq, ts, stream, text } = line;
  return { seq, ts, stream, message: messageOf(line) ?? text };
}
