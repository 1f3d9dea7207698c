import type { JoinedModule } from '../../core/resources/joinedModule';
import type { Tool } from './defineTool';
import type { ServerId } from '../../shared/ids';

/** Everything about a module of ours that can be switched on. Each part must be given: what it lacks is null or empty. */
export interface ModuleManifest extends JoinedModule {
  readonly id: ServerId;
  /** What people and searches see of it. */
  readonly displayName: string;
  readonly description: string;
  /** Modules in whose folders its own may look, e.g. for the state that its tools read. */
  readonly needs: readonly string[];
  /** The feature toggles that switch it on; the command line spells them `--enable-…`. */
  readonly toggles: readonly `enable${string}`[];
  /** Whether a tool of it takes several things at once: then `enableBulk` is a part of it. */
  readonly isBulk: boolean;
  /** In the order they are listed. */
  readonly tools: readonly Tool[];
}

/** Checks a manifest. */
export function defineModule(
  manifest: Omit<ModuleManifest, 'id'> & { readonly id: Lowercase<string> },
): ModuleManifest {
  return { ...manifest, id: manifest.id as ServerId };
}
