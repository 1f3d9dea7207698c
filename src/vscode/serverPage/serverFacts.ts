import type { Core } from '../../core/core';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import type { EnvironmentRow } from '../../core/catalog/environment';
import { escapeUnseen } from '../../core/catalog/entry/plainText';
import type { Session } from '../../core/gateway/sessions/sessions';
import { MAX_BODY, type ServerLook } from '../../shared/serverPage/messages';
import type { FormField, ToolOutcome } from '../../shared/serverPage/picture';
import type { Wording } from '../words/wording';
import { TRIAL_HOST } from './toolTrial';

/** What the page of a server is drawn from. */
export type ServerCore = Pick<Core, 'catalog' | 'gateway' | 'registry' | 'serverLogs' | 'toolUse'>;

/** What only the panel knows of the server, and of what a person does on its page. */
export interface PageFacts {
  /** How it would be started now; undefined where that is not known, since a key is missing. */
  readonly launch: { readonly text: string; readonly isApproved: boolean } | undefined;
  /** Names of the keys that are stored for it. */
  readonly stored: readonly string[];
  readonly isSignedIn: boolean;
  /** Of the open tool: the fields with what was wrong in them, and the call. */
  readonly trial: {
    readonly problems: ReadonlyMap<string, string>;
    readonly isRunning: boolean;
    readonly result?: ToolOutcome;
  };
}

/** A server as its page sees it. */
export interface PagedServer {
  readonly core: ServerCore;
  readonly entry: CatalogEntry;
  readonly row: EnvironmentRow;
  /** The chats that have it on, the one used last first. */
  readonly users: readonly Session[];
  /** The chat whose choice of tools is shown. */
  readonly chat: Session | undefined;
  readonly look: ServerLook;
  readonly facts: PageFacts;
  readonly wording: Wording;
}

/** Collects what is known of a server; undefined where the catalog has none of this name. */
export function pagedServer(
  core: ServerCore,
  id: string,
  look: ServerLook,
  facts: PageFacts,
  wording: Wording,
): PagedServer | undefined {
  const entry = core.catalog.seen(id);
  if (entry === undefined) return undefined;
  const users = core.gateway
    .sessions()
    .filter(({ activations, host }) => activations.has(entry.id) && host !== TRIAL_HOST);
  const chat = users.find(user => user.id === look.chat) ?? users[0];
  const row = core.gateway.environment(chat?.id, [entry]).find(each => each.id === entry.id);
  return row && { core, entry, row, users, chat, look, facts, wording };
}

/** Text of a server over several lines, as much as is shown, with what nobody would see spelled out. */
export function visibleLines(text: string): string {
  return text
    .slice(0, MAX_BODY)
    .split(/\r?\n/)
    .map(line => line.split('\t').map(escapeUnseen).join('  '))
    .join('\n')
    .slice(0, 8 * MAX_BODY);
}

/** Fields with what was wrong in them. */
export function withProblems(
  fields: readonly FormField[],
  problems: ReadonlyMap<string, string>,
): readonly FormField[] {
  return fields.map(field => {
    const problem = problems.get(field.name);
    return problem === undefined ? field : { ...field, problem };
  });
}
