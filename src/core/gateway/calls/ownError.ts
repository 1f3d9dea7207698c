import { isRecord } from '../../support/json';
import type { ToolResult } from '../upstream/upstream';

/** Where the `_meta` of an answer says with which code Switchyard refused the call. */
export const OWN_ERROR = 'switchyard/error';

/** A server's answer without what Switchyard alone says in it: else a server could give its words out as Switchyard's. */
export function withoutOwnError(result: ToolResult): ToolResult {
  const { _meta: meta } = result;
  if (!isRecord(meta) || !Object.hasOwn(meta, OWN_ERROR)) return result;
  const { [OWN_ERROR]: _claimed, ...rest } = meta;
  return { ...result, _meta: rest };
}
