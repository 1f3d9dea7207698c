import type { Domain } from '../journal/domain';
import type { AnyFact } from '../journal/slot';
import { isRecord } from '../support/json';

/** Whose it is: a workspace's key, or null for what an older version wrote, which did not say. */
export type Owner = string | null;

/** What each workspace has of a domain, where several share a journal. */
export interface Spaces<State> {
  readonly own: Map<string, State>;
  /** What an older version left: it becomes, whole, the part of the workspace that changes something first. */
  unclaimed: State | null;
}

/** Wishes, each for one workspace. */
export interface SpaceWish<Wish> {
  readonly each: readonly { readonly workspace: Owner; readonly wish: Wish }[];
}

/** A fact that knows whose it is. */
export type SpaceFact<Fact extends AnyFact> = Fact & { readonly workspace: Owner };

/**
 * The same domain, one version on, with a part for each workspace that keeps its journal in this folder: nothing is read, changed
 * or counted across. Facts and states of the version before belong to nobody and are seen by all, as they were, until one
 * workspace changes something in them: then they are its own.
 */
export function perWorkspace<State, Wish, Fact extends AnyFact>(
  domain: Domain<State, Wish, Fact>,
): Domain<Spaces<State>, SpaceWish<Wish>, SpaceFact<Fact>> {
  return {
    name: domain.name,
    version: domain.version + 1,
    durability: domain.durability,
    ...(domain.label === undefined ? {} : { label: domain.label.bind(domain) }),
    ...(domain.erases === undefined ? {} : { erases: domain.erases.bind(domain) }),

    create: () => ({ own: new Map(), unclaimed: null }),

    decide: (spaces, { each }, at) =>
      each.flatMap(({ workspace, wish }) =>
        domain.decide(stateIn(domain, spaces, workspace), wish, at).map(fact => ({ ...fact, workspace })),
      ),

    evolve: (spaces, fact, at) => domain.evolve(ownState(domain, spaces, fact.workspace), fact, at),

    upcast: payload => ({ ...(payload as Fact), workspace: null }),

    tidy(spaces, at, scope) {
      const parts: readonly (readonly [Owner, State])[] = [
        ...spaces.own,
        ...(spaces.unclaimed === null ? [] : [[null, spaces.unclaimed] as const]),
      ];
      const each = parts.flatMap(([workspace, state]) => {
        const wish = domain.tidy?.(state, at, scope);
        return wish === undefined ? [] : [{ workspace, wish }];
      });
      return each.length === 0 ? undefined : { each };
    },

    save: ({ own, unclaimed }) => ({
      own: [...own].map(([workspace, state]) => [workspace, domain.save(state)]),
      unclaimed: unclaimed === null ? null : { saved: domain.save(unclaimed) },
    }),

    load(saved) {
      // What this domain saved itself, in this version: only the outline is checked.
      const { own, unclaimed } = isRecord(saved) ? saved : {};
      const rows = Array.isArray(own) ? (own as readonly (readonly [string, unknown])[]) : [];
      return {
        own: new Map(rows.map(([workspace, state]) => [workspace, domain.load(state)])),
        unclaimed: isRecord(unclaimed) ? domain.load(unclaimed['saved']) : null,
      };
    },

    upgrade: saved => ({ own: [], unclaimed: { saved } }),
  };
}

/** What a workspace has of a domain. For looking only. */
function stateIn<State>(
  domain: { readonly create: () => State },
  { own, unclaimed }: Spaces<State>,
  workspace: Owner,
): State {
  const found = workspace === null ? undefined : own.get(workspace);
  return found ?? unclaimed ?? domain.create();
}

/** The state that a fact changes: the first one of a workspace makes what nobody has its own. */
function ownState<State>(
  domain: { readonly create: () => State },
  spaces: Spaces<State>,
  workspace: Owner,
): State {
  if (workspace === null) return (spaces.unclaimed ??= domain.create());
  const known = spaces.own.get(workspace);
  if (known !== undefined) return known;
  const state = spaces.unclaimed ?? domain.create();
  spaces.unclaimed = null;
  spaces.own.set(workspace, state);
  return state;
}
