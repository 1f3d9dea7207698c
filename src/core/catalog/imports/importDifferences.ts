import type { ServerId } from '../../../shared/ids';
import { type AcceptedServer, type FoundServer, type ImportOrigin, originKey } from './importedServer';

/** How what a file has stands to what was taken over. */
export type ImportStanding = 'new' | 'changed' | 'same' | 'gone';

/** One server of one form, in all the places that have it. */
export interface ImportDifference {
  readonly standing: ImportStanding;
  readonly id: ServerId;
  /** As the files have it now; as it was taken over where it is gone. The places agree on everything but secrets. */
  readonly found: readonly [FoundServer, ...FoundServer[]];
  /** What was taken over from the same places. */
  readonly accepted: readonly AcceptedServer[];
  readonly origins: readonly ImportOrigin[];
  /** An entry of the user's own has this id and counts before it. */
  readonly isHidden: boolean;
}

/** What stands in files that were read, and in files that were not. */
export interface ImportComparison {
  /** In order of precedence. */
  readonly found: readonly FoundServer[];
  readonly accepted: readonly AcceptedServer[];
  /** Whether a file was read in full: what it does not have is gone. A broken file says nothing. */
  readonly wasRead: (path: string) => boolean;
  /** Whether an entry of the user's own has this id. */
  readonly isOwn: (id: ServerId) => boolean;
}

/** Compares what files have with what was taken over: each server once, with all its places. */
export function importDifferences(given: ImportComparison): readonly ImportDifference[] {
  const accepted = new Map(given.accepted.map(server => [originKey(server.origin), server]));
  const groups = new Map<string, [FoundServer, ...FoundServer[]]>();
  for (const found of given.found) {
    const group = groups.get(formKey(found));
    if (group === undefined) groups.set(formKey(found), [found]);
    else group.push(found);
  }
  const present = new Set(given.found.map(({ origin }) => originKey(origin)));
  const gone = given.accepted.filter(
    ({ origin }) => given.wasRead(origin.path) && !present.has(originKey(origin)),
  );
  const there = [...groups.values()].map(group => {
    const before = group.flatMap(({ origin }) => accepted.get(originKey(origin)) ?? []);
    return differenceOf(standingOf(group, before), group, before, given);
  });
  const kept = new Set(
    there.filter(({ standing }) => standing === 'same').map(({ found: [first] }) => formKey(first)),
  );
  return [
    ...there,
    // A place that let go of a server is no difference while another one that was taken over has the same.
    ...gone
      .filter(server => !kept.has(formKey(server)))
      .map(server => differenceOf('gone', [server], [server], given)),
  ];
}

function standingOf(
  group: readonly FoundServer[],
  before: readonly AcceptedServer[],
): Exclude<ImportStanding, 'gone'> {
  if (before.length === 0) return 'new';
  // One place with this form was taken over: the others add nothing but their names.
  return before.some(({ hash }) => hash === group[0]?.hash) ? 'same' : 'changed';
}

function differenceOf(
  standing: ImportStanding,
  found: readonly [FoundServer, ...FoundServer[]],
  accepted: readonly AcceptedServer[],
  { isOwn }: ImportComparison,
): ImportDifference {
  const { id } = found[0].server;
  return {
    standing,
    id,
    found,
    accepted,
    origins: found.map(({ origin }) => origin),
    isHidden: isOwn(id),
  };
}

/** Servers of one id and one form are one server. */
function formKey({ server, hash }: FoundServer): string {
  return `${server.id}\n${hash}`;
}
