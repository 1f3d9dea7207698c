import type { Journal } from '../../core/journal/journal';
import { isRecord } from '../../core/support/json';
import { blackboardDomain } from './blackboardDomain';

/** Events of the journal that are looked through, the newest (chosen here: a fifth of a second). */
const LOOKED_THROUGH = 20_000;
const PAGE = 2_000;

/**
 * Which session made which change of a key, by the change's version: the board itself does not keep it. What is not among the newest
 * events of the journal is missing, and what nobody's session did.
 */
export async function writersOf(
  { journal, workspace }: { readonly journal: Journal; readonly workspace: string },
  key: string,
): Promise<ReadonlyMap<number, string>> {
  const writers = new Map<number, string>();
  let seq = Math.max(0, journal.seq - LOOKED_THROUGH);
  for (;;) {
    const page = await journal.eventsAfter(seq, PAGE);
    for (const { stream, session, payload } of page) {
      if (stream !== blackboardDomain.name || session === undefined || !isRecord(payload)) continue;
      const { key: changed, version, workspace: owner } = payload;
      if (changed === key && owner === workspace && typeof version === 'number')
        writers.set(version, session);
    }
    const last = page.at(-1)?.seq;
    if (page.length < PAGE || last === null || last === undefined) return writers;
    seq = last;
  }
}
