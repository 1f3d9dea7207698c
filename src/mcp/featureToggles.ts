import type { ServerId } from '../shared/ids';
import { INTROSPECTION } from './moduleIds';

/** Seed 2's toggle of each optional module that exists; more appear with their modules. */
const TOGGLES: Readonly<Record<string, ServerId>> = { enableMcpIntrospection: INTROSPECTION };

/** Which of seed 2's features are on. */
export function featureToggles(isOn: (module: ServerId) => boolean): Record<string, boolean> {
  return Object.fromEntries(Object.entries(TOGGLES).map(([toggle, module]) => [toggle, isOn(module)]));
}
