import type { ServerId } from '../shared/ids';
import { ALL_MODULES } from './allModules';
import { INTROSPECTION } from '../mcp/toolkit/moduleIds';

/** A feature toggle, and the modules of ours that it switches on in every session. */
export interface Feature {
  readonly toggle: `enable${string}`;
  /** Empty: it is part of every module it belongs to, and there is nothing to switch. */
  readonly modules: readonly ServerId[];
  /** It is a part of each of these: asked for together with one of them it adds nothing, and it is on where one is. */
  readonly isPart?: true;
}

/** All feature toggles; more appear with their modules. */
export const FEATURES: readonly Feature[] = [
  { toggle: 'enableMcpIntrospection', modules: [INTROSPECTION] },
  ...ALL_MODULES.flatMap(({ id, toggles }) => toggles.map(toggle => ({ toggle, modules: [id] }))),
  {
    toggle: 'enableBulk',
    modules: ALL_MODULES.filter(({ isBulk }) => isBulk).map(({ id }) => id),
    isPart: true,
  },
  { toggle: 'enableIdempotency', modules: [] },
];

/** The toggle as the command line spells it, without the dashes before it: `enable-mcp-introspection`, `enable-bt`. */
export function flagOf({ toggle }: Feature): string {
  return toggle.replace(/[A-Z]+/g, letters => `-${letters.toLowerCase()}`);
}

/** The modules that these features switch on. */
export function modulesOf(asked: readonly Feature[]): readonly ServerId[] {
  const whole = new Set(asked.filter(({ isPart }) => isPart !== true).flatMap(({ modules }) => modules));
  const parts = asked.filter(({ isPart, modules }) => isPart === true && !modules.some(id => whole.has(id)));
  return [...whole, ...parts.flatMap(({ modules }) => modules)];
}

/** Which features are on. */
export function featureToggles(isOn: (module: ServerId) => boolean): Record<string, boolean> {
  return Object.fromEntries(
    FEATURES.map(({ toggle, modules, isPart }) => [
      toggle,
      isPart === true ? modules.some(isOn) : modules.every(isOn),
    ]),
  );
}
