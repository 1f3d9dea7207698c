import type { PermissionAsk } from '../../../core/agents/agentLink';
import { oneLine } from '../../../core/catalog/entry/plainText';
import { shownArguments } from '../../../core/gateway/calls/shownArguments';
import type { Gateway } from '../../../core/gateway/gateway';
import type { CallerClient } from '../../../core/gateway/upstream/upstream';
import type { ServerId } from '../../../shared/ids';
import type { ChildSpec } from '../model/childTypes';
import { chosenOption } from './childMessages';

/** Asks the person about what a child wants to do. Gives the option that stands for their word; undefined where nobody gave one. */
export async function askPermission(
  gateway: Gateway,
  { id, parent }: Pick<ChildSpec, 'id' | 'parent'>,
  client: CallerClient | undefined,
  { title, input, options }: PermissionAsk,
  signal: AbortSignal,
): Promise<string | undefined> {
  const about = oneLine(title, 128);
  const request = {
    server: id as ServerId,
    isChilds: true as const,
    tool: about,
    exposedName: about,
    arguments: shownArguments(input),
    mayAllowChat: options.some(({ kind }) => kind === 'allow_always'),
    ...(client === undefined ? {} : { client }),
  };
  return chosenOption(await gateway.children.ask(parent, request, signal), options);
}
