import { onlyMeant } from '../support/folded';
import type { UpstreamTool } from './tool';

/**
 * What clients put before our names when they show them to a model, under the names that we go by there: `mcp__switchyard__`,
 * `mcp_switchyard_`, `switchyard-`, `functions.`.
 */
const CLIENT_PREFIX = /^(?:functions[.:/])?(?:(?:mcp[-_.:/]+)?switchyard(?:[-_]hq)?[-_.:/]+)?/i;

/** A name as we list it, of one as a client shows it. */
export function withoutClientPrefix(name: string): string {
  return name.replace(CLIENT_PREFIX, '');
}

/** As `onlyMeant`; where nothing is called so, without what a client put before the name. */
export function onlyMeantTool<T>(
  name: string,
  all: readonly T[],
  namesOf: (one: T) => readonly string[],
): T | undefined {
  const bare = withoutClientPrefix(name);
  return onlyMeant(name, all, namesOf) ?? (bare === name ? undefined : onlyMeant(bare, all, namesOf));
}

/**
 * The one tool that a name can only have meant: it is another spelling of its name, or of the server's own name for it without the
 * prefix, or with it. Undefined where there is none, or more than one.
 */
export function meantTool(name: string, tools: readonly UpstreamTool[]): UpstreamTool | undefined {
  return onlyMeantTool(name, tools, ({ exposedName, server, definition: { name: own } }) => [
    exposedName,
    own,
    `${server}__${own}`,
  ]);
}
