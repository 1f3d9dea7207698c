import type { ServerId } from '../../shared/ids';
import type { Domain } from '../journal/domain';
import type { ToolDefinition } from '../registry/tool';
import { isRecord } from '../support/json';

/** What a model is told of a tool: kept of the approved form, so that a person can compare. */
export type ToolWords = Pick<
  ToolDefinition,
  'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations'
>;

/** A tool as it was listed. */
export interface SeenTool {
  readonly name: string;
  /** `UpstreamTool.schemaHash`. */
  readonly hash: string;
  /** What its server said of its own version; older records have none. */
  readonly version?: string;
  /** Left out where it is too long to be kept. */
  readonly words?: ToolWords;
}

/** The form in which a tool may be used: any other is withheld. */
export interface ToolPin extends SeenTool {
  /**
   * `launch`: it was there when the server was first listed after its launch was approved. `appeared`: it came later.
   * `person`: somebody looked at this form and accepted it.
   */
  readonly by: 'launch' | 'appeared' | 'person';
}

/** The pins of a server, as long as it is started by one launch. */
interface ServerPins {
  readonly launchHash: string;
  readonly pins: Map<string, ToolPin>;
}

export type ToolPinsFact =
  | {
      readonly type: 'toolsTrusted';
      readonly server: ServerId;
      readonly launchHash: string;
      readonly tools: readonly SeenTool[];
    }
  | { readonly type: 'toolsAppeared'; readonly server: ServerId; readonly tools: readonly SeenTool[] }
  | { readonly type: 'toolAccepted'; readonly server: ServerId; readonly tool: SeenTool };

export type ToolPinsWish =
  | {
      readonly verb: 'listed';
      readonly server: ServerId;
      readonly launchHash: string;
      readonly tools: readonly SeenTool[];
    }
  | { readonly verb: 'accept'; readonly server: ServerId; readonly tool: SeenTool };

export type Pins = Map<ServerId, ServerPins>;

/**
 * Tools remembered of a server at most: twice what is listed of one. What appears beyond that is withheld, so
 * that a flood of names can't push a pin out.
 */
const MAX_PINS = 4_000;

/**
 * In which form each tool may be used: trusted on first use after a person approved the launch, by the hash of what a model
 * is told of it. A pin stays while its tool is gone: coming back as another one is a change too.
 */
export const toolPins: Domain<Pins, ToolPinsWish, ToolPinsFact> = {
  name: 'toolPins',
  version: 1,
  durability: 'full',

  // What a server lists is pinned again when it lists next; what a person accepted is not accepted again.
  durabilityOf: wish => (wish.verb === 'listed' ? 'normal' : 'full'),

  create: () => new Map(),

  decide: decidePins,

  evolve: evolvePins,

  save: pins => [...pins].map(([server, of]) => [server, of.launchHash, [...of.pins.values()]]),

  load(saved) {
    const pins: Pins = new Map();
    // What this domain saved itself, in this version: only the outline is checked.
    for (const row of Array.isArray(saved) ? (saved as unknown[]) : []) {
      if (!Array.isArray(row)) continue;
      const [server, launchHash, kept] = row as [ServerId, string, unknown];
      const own = (Array.isArray(kept) ? kept : []).filter(isRecord) as unknown as ToolPin[];
      pins.set(server, { launchHash, pins: new Map(own.map(pin => [pin.name, pin])) });
    }
    return pins;
  },
};

/** The facts that follow from a wish. */
export function decidePins(pins: Pins, wish: ToolPinsWish): readonly ToolPinsFact[] {
  const own = pins.get(wish.server);
  if (wish.verb === 'accept') return [{ type: 'toolAccepted', server: wish.server, tool: wish.tool }];
  const { server, launchHash, tools } = wish;
  if (own?.launchHash !== launchHash) return [{ type: 'toolsTrusted', server, launchHash, tools }];
  const room = Math.max(0, MAX_PINS - own.pins.size);
  const unseen = tools.filter(({ name }) => !own.pins.has(name)).slice(0, room);
  return unseen.length === 0 ? [] : [{ type: 'toolsAppeared', server, tools: unseen }];
}

/** Applies a fact, in place. */
export function evolvePins(pins: Pins, fact: ToolPinsFact): void {
  switch (fact.type) {
    case 'toolsTrusted': {
      const own = fact.tools.map(tool => [tool.name, { ...tool, by: 'launch' }] as const);
      pins.set(fact.server, { launchHash: fact.launchHash, pins: new Map(own) });
      break;
    }
    case 'toolsAppeared':
      for (const tool of fact.tools) pins.get(fact.server)?.pins.set(tool.name, { ...tool, by: 'appeared' });
      break;
    case 'toolAccepted':
      pins.get(fact.server)?.pins.set(fact.tool.name, { ...fact.tool, by: 'person' });
      break;
  }
}
