import type { ServerId } from '../../../shared/ids';
import type { CatalogEntry } from '../../catalog/entry/entry';
import { type ListedItem, textOf } from './passedLists';
import type { Session } from '../sessions/sessions';
import { Refusal } from '../../support/refusal';
import type { PassedList, ProtocolObject } from '../upstream/upstream';

/** Notes in one listing (chosen here). */
const MAX_NOTES = 20;

/** A server as one client sees it: with the session through which it is reached. */
export interface SeenServer {
  readonly entry: CatalogEntry;
  readonly session: Session;
}

/** One list out of many. An address or name that two servers have stays the first one's, and the other is named. */
export function joined(
  list: PassedList,
  listed: readonly {
    readonly server: SeenServer;
    readonly items: readonly ProtocolObject[];
    readonly error?: unknown;
  }[],
) {
  const field = list === 'resources' ? 'uri' : list === 'resourceTemplates' ? 'uriTemplate' : 'name';
  const items: ListedItem<SeenServer>[] = [];
  const notes: string[] = [];
  const holders = new Map<string, ServerId>();
  for (const { server, items: found, error } of listed) {
    const { id } = server.entry;
    if (error !== undefined) notes.push(`"${id}" didn't return its list.${tooLong(error)}`);
    for (const item of found) {
      const key = textOf(item, field);
      // Addresses under sc:// are ours alone.
      if (key === undefined || key.startsWith('sc://')) continue;
      const holder = list === 'prompts' ? undefined : holders.get(key);
      if (holder === undefined) {
        holders.set(key, id);
        items.push({ server: id, item, seen: server });
      } else if (holder !== id && notes.length < MAX_NOTES)
        notes.push(`"${key}" of "${id}" is omitted: "${holder}" has one with that URI.`);
    }
  }
  return { items, notes };
}

/** Our own words for a list that is too long; a server's words are no part of a note. */
function tooLong(error: unknown): string {
  return Refusal.is(error, 'list-too-long') ? ` ${error.message}` : '';
}

/** The part of a template's address before its first variable. */
export function fixedPart(template: ProtocolObject): string {
  return (textOf(template, 'uriTemplate') ?? '').split('{', 1)[0] ?? '';
}
