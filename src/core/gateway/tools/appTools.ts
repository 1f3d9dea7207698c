import { type ServerId, serverId } from '../../../shared/ids';
import type { ToolDefinition } from '../../registry/tool';
import { isRecord } from '../../support/json';

/** The extension MCP Apps of the protocol (2026-01-26): pages of servers, which hosts show beside a call. */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui';
/** The only kind of page that it has. */
export const APP_MIME_TYPE = 'text/html;profile=mcp-app';

/** Who may call a tool. */
type Visibility = 'model' | 'app';

/** What a server says of a tool and apps. */
export interface ToolUi {
  /** The page that is shown with its calls, by the server's own address. */
  readonly resourceUri?: string;
  readonly visibility: readonly Visibility[];
}

const BOTH: readonly Visibility[] = ['model', 'app'];

/** What a definition says of apps, in either of the spellings that there are. */
export function uiOf({ _meta: meta }: Pick<ToolDefinition, '_meta'>): ToolUi {
  const ui = isRecord(meta?.['ui']) ? meta['ui'] : {};
  const uri = ui['resourceUri'] ?? meta?.['ui/resourceUri'];
  const said = ui['visibility'];
  const visibility = Array.isArray(said) ? BOTH.filter(who => said.includes(who)) : BOTH;
  return { ...(typeof uri === 'string' && uri.startsWith('ui://') ? { resourceUri: uri } : {}), visibility };
}

/** Whether only pages of its server may call the tool: no agent may see it or call it. */
export function isForAppsOnly(definition: ToolDefinition): boolean {
  return !uiOf(definition).visibility.includes('model');
}

/** Whether a client shows pages of apps. */
export function showsApps(capabilities: unknown): boolean {
  const extensions = isRecord(capabilities) ? capabilities['extensions'] : undefined;
  const ui = isRecord(extensions) ? extensions[APPS_EXTENSION] : undefined;
  const types = isRecord(ui) ? ui['mimeTypes'] : undefined;
  return Array.isArray(types) && types.includes(APP_MIME_TYPE);
}

const OWN = 'ui://switchyard.';

/**
 * The address of a server's page as clients know it. Two servers may have pages of one address, and each must be shown its own: so
 * the address says the server.
 */
export function appUri(server: ServerId, uri: string): string {
  return `${OWN}${server}/${encodeURIComponent(uri)}`;
}

/** Whose page an address is, and the server's own address of it; undefined where it is none of `appUri`. */
export function appPlaceOf(uri: string): { readonly server: ServerId; readonly uri: string } | undefined {
  if (!uri.startsWith(OWN)) return undefined;
  const end = uri.indexOf('/', OWN.length);
  const server = serverId(uri.slice(OWN.length, end < 0 ? undefined : end));
  try {
    const own = decodeURIComponent(uri.slice(end + 1));
    return server === undefined || end < 0 || !own.startsWith('ui://') ? undefined : { server, uri: own };
  } catch {
    return undefined; // Nobody made it of an address.
  }
}

/**
 * A page as its host asked for it: under that address, and with the policy that the server's list has for it where the page itself says
 * none. What is in it, and what it may load and use, stays as its server says.
 */
export function appContents(
  answer: Readonly<Record<string, unknown>>,
  asked: string,
  listed: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  const { contents } = answer;
  if (!Array.isArray(contents)) return answer;
  const fallback = isRecord(listed?.['_meta']) ? listed['_meta']['ui'] : undefined;
  const told = contents.map((content: unknown, at) => {
    if (at > 0 || !isRecord(content)) return content;
    const meta = isRecord(content['_meta']) ? content['_meta'] : {};
    const ui = meta['ui'] ?? fallback;
    return { ...content, uri: asked, ...(ui === undefined ? {} : { _meta: { ...meta, ui } }) };
  });
  return { ...answer, contents: told };
}

/** How apps are told in a list: left out where the client shows none. `callers`: the servers whose pages may call tools. */
export interface ToldApps {
  readonly callers: ReadonlySet<ServerId>;
}

/**
 * The servers whose pages may call tools. To a host all tools behind us are those of one server, so a page could call the tools of
 * every other one: that is let only where there are pages of one server alone, and then only its own.
 */
export function appCallers(
  tools: readonly { readonly server: ServerId; readonly definition: ToolDefinition }[],
): ReadonlySet<ServerId> {
  const servers = new Set(
    tools.flatMap(({ server, definition }) => (uiOf(definition).resourceUri === undefined ? [] : [server])),
  );
  return servers.size === 1 ? servers : new Set();
}

/** What a client is told of a tool and apps; undefined where it must not be in its list at all. */
export function toldUi(
  { server, definition }: { readonly server: ServerId; readonly definition: ToolDefinition },
  apps: ToldApps | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const { resourceUri, visibility } = uiOf(definition);
  const allowed = visibility.filter(who => who === 'model' || apps?.callers.has(server) === true);
  if (allowed.length === 0) return undefined;
  if (apps === undefined) return {};
  const page = resourceUri === undefined ? {} : { resourceUri: appUri(server, resourceUri) };
  return { ui: { ...page, visibility: allowed } };
}
