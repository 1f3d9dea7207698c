import { onlyMeant } from '../support/folded';
import type { UpstreamTool } from './tool';

/**
 * The one tool that a name can only have meant: it is another spelling of its name, or of the server's own name for it without the
 * prefix, or with it. Undefined where there is none, or more than one.
 */
export function meantTool(name: string, tools: readonly UpstreamTool[]): UpstreamTool | undefined {
  return onlyMeant(name, tools, ({ exposedName, server, definition: { name: own } }) => [
    exposedName,
    own,
    `${server}__${own}`,
  ]);
}
