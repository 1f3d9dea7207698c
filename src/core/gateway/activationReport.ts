import type { CatalogEntry } from '../catalog/entry/entry';
import type { CallableTool } from '../registry/tool';
import type { WantedTools } from './tools/toolChoice';
import type { CallerClient } from './upstream/upstream';

/** What switching a server on led to. */
export interface ActivationReport {
  readonly entry: CatalogEntry;
  readonly alreadyActive: boolean;
  /** `cached`: the tools are known from before and the server starts behind; `started`: it runs; `native`: nothing to start. */
  readonly start: 'cached' | 'started' | 'native';
  readonly since: number;
  /** Those that lists show. */
  readonly tools: readonly CallableTool[];
  /** More that it has, which can be called and are not listed. */
  readonly leftOut: readonly CallableTool[];
  /** How the server wants to be used, in its own words; where it says so and runs already. */
  readonly instructions?: string;
  /** What the user should know of them. */
  readonly warnings: readonly string[];
}

/** What goes along with a wish to switch a server on. */
export interface ActivationWishes {
  /** Who can be asked. */
  readonly client?: CallerClient | undefined;
  /** The tools that lists are to show; all where left out. More are added, and all shown, by the same call. */
  readonly tools?: WantedTools | undefined;
  /** A server whose tools are known starts in the background only then, or with its first call; at once where left out. */
  readonly startsAfter?: Promise<unknown> | undefined;
  /** Whether a start that takes long is answered with `still-starting` while it goes on, since the client would give the call up. */
  readonly isImpatient?: boolean;
}

/** What switching a server off led to. */
export interface DeactivationReport {
  readonly entry: CatalogEntry;
  readonly toolsRemoved: number;
  /** Calls of the session that were under way. */
  readonly callsCancelled: number;
}
