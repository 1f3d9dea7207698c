import type { Spaces } from '../../src/core/coordination/perWorkspace';

/** The workspace of tests that have only one. */
export const WORKSPACE = '/work';

/** What a workspace has of a shared domain. */
export function partOf<State>({ own, unclaimed }: Spaces<State>, workspace = WORKSPACE): State | undefined {
  return own.get(workspace) ?? unclaimed ?? undefined;
}

/** A wish of the workspace. */
export function wished<Wish>(wish: Wish, workspace = WORKSPACE) {
  return { each: [{ workspace, wish }] };
}
