import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { isChild } from '../../core/catalog/entry/childEntry';
import { launchText } from '../../core/catalog/launch/launch';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { LaunchRequest } from '../../core/gateway/launch/launchConsent';

/** What a person at a client is asked before a server starts: the whole launch, whose word it is, and what a yes means. */
export function launchQuestion(request: LaunchRequest): string {
  const { entry, launch, approved } = request;
  const isHttp = entry.launch.type === 'http';
  const publisher = entry.publisher === undefined ? '' : ` · ${oneLine(entry.publisher, 100)}`;
  const what = isHttp
    ? 'Your requests and its headers are sent to this address.'
    : 'This runs a program on your machine with your permissions.';
  return [
    titleOf(request, isHttp),
    launchText(entry, launch, undefined, approved),
    `From: ${oneLine(entry.origin, 200)}${publisher}`,
    ...repositoryLines(request),
    `${what} You are asked again when the command changes.`,
  ].join('\n\n');
}

function titleOf({ server, isChanged, approved, entry }: LaunchRequest, isHttp: boolean): string {
  if (isChild(entry)) return 'Start a child agent with this command?';
  if (approved !== undefined)
    return `Update the MCP server "${server}"? Answer no to keep ${oneLine(approved.version ?? 'the current version', 40)}.`;
  if (isChanged) return `The command of the MCP server "${server}" has changed. Start it?`;
  return isHttp ? `Connect to the MCP server "${server}"?` : `Start the MCP server "${server}"?`;
}

/** What a repository has to do with it: its file says it, it took the place of another one, its code runs. */
function repositoryLines({
  entry,
  launch,
  hidden,
}: {
  readonly entry: CatalogEntry;
  readonly launch: LaunchRequest['launch'];
  readonly hidden: readonly CatalogEntry[];
}): readonly string[] {
  const origins = [...new Set(hidden.map(({ origin }) => oneLine(origin, 200)))].join(', ');
  const sentences = [
    ...(entry.owner === 'workspace' ? ['This is defined in a workspace file.'] : []),
    ...(hidden.length === 0 ? [] : [`It hides the server with the same name from: ${origins}`]),
    ...(launch.runsWorkspaceCode
      ? ['It runs a workspace file: anyone who changes that file changes what runs.']
      : []),
  ];
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}
