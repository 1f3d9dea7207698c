import type { ServerId } from '../../shared/ids';
import type { Journal } from '../journal/journal';
import type { UpstreamTool } from '../registry/tool';
import type { Log } from '../support/log';
import { Refusal } from '../support/refusal';
import { isReordered } from './reordered';
import { changeText, type ToolChange } from './toolChange';
import { type Finding, scanTool } from './scanTool';
import {
  decidePins,
  evolvePins,
  type Pins,
  type SeenTool,
  type ToolPin,
  toolPins,
  type ToolPinsWish,
  type ToolWords,
} from './toolPins';

/**
 * How a tool stands. `changed`: what it says of itself is not what was approved. `suspect`: it certainly
 * tries to mislead an agent. Both are withheld. `new`: it came after the approval. `flagged`: it is used, but worth a look.
 */
export type Standing = 'approved' | 'new' | 'flagged' | 'changed' | 'suspect';

/** Decides about withheld tools where nobody can be asked, and says how a person does. */
export interface ToolReviewer {
  /** Whether the tool is accepted as it is. */
  accepts(tool: UpstreamTool, standing: 'changed' | 'suspect'): boolean;
  /** How the user lets it through. One sentence. */
  advice(tool: UpstreamTool): string;
}

interface ToolTrustParts {
  readonly journal: Journal;
  readonly log: Log;
  readonly reviewer: ToolReviewer;
  /** Told of what the journal does not tell: tools that are withheld from now on, and one accepted without it. */
  readonly tell: (kind: 'toolsWithheld' | 'toolAccepted', facts: TrustNews) => void;
}

/** The server, and its tools by their listed names. */
export interface TrustNews {
  readonly server: ServerId;
  readonly tools: readonly string[];
}

/** Longer definitions are pinned by their hash alone, in characters of JSON. */
const KEPT_CHARACTERS = 32_000;
/** What is looked through of a server at once, in characters: beyond it, tools are flagged unread. About a second at worst. */
const SCANNED_CHARACTERS = 1_048_576;
/** Findings that are remembered, so that a tool is looked through once. */
const REMEMBERED_SCANS = 10_000;

/** Which tools may be used in the form they have now. */
export class ToolTrust {
  readonly #parts: ToolTrustParts;
  readonly #scans = new Map<string, readonly Finding[]>();
  /** Pins of servers for which the journal could not be written: they count until this process ends. */
  readonly #unrecorded: Pins = new Map();
  /** Whether a form is another one in another order, by the hashes of both. */
  readonly #reordered = new Map<string, boolean>();
  /** How much of a server's listing was looked through. */
  readonly #scanned = new Map<ServerId, number>();
  /** What was told of a server, so that each change is told once. */
  readonly #told = new Map<ServerId, string>();

  constructor(parts: ToolTrustParts) {
    this.#parts = parts;
  }

  /** Takes note of what a server lists now, all of it. `launchHash`: the launch as configured. */
  async listed(server: ServerId, launchHash: string, tools: readonly UpstreamTool[]): Promise<void> {
    await this.#commit({ verb: 'listed', server, launchHash, tools: tools.map(seen) });
    this.#scanned.set(server, 0);
    for (const tool of tools) {
      const standing = this.standing(tool);
      if (standing !== 'changed' && standing !== 'suspect') continue;
      if (!this.#parts.reviewer.accepts(tool, standing)) continue;
      this.#parts.log.warn('A tool was accepted by the command line', {
        server,
        tool: tool.exposedName,
        standing,
      });
      await this.#commit({ verb: 'accept', server, tool: seen(tool) });
    }
    this.#tell(server, tools);
  }

  /** A person looked at this very form of the tool and accepts it. */
  async accept(tool: UpstreamTool): Promise<void> {
    await this.#commit({ verb: 'accept', server: tool.server, tool: seen(tool) });
    this.#parts.log.info('A tool was accepted', { server: tool.server, tool: tool.exposedName });
  }

  standing(tool: UpstreamTool): Standing {
    const own = this.#pinsOf(tool.server);
    const pin = own?.pins.get(tool.definition.name);
    if (this.isAcceptedByPerson(tool)) return 'approved';
    const findings = this.findings(tool);
    if (findings.some(({ isCertain }) => isCertain)) return 'suspect';
    // Without a pin where others have one, there was no room for it: see MAX_PINS.
    if (own !== undefined && !this.#fits(pin, tool)) return 'changed';
    if (findings.length > 0) return 'flagged';
    return pin?.by === 'appeared' ? 'new' : 'approved';
  }

  /** Whether a person looked at this very form of the tool and accepted it. */
  isAcceptedByPerson(tool: UpstreamTool): boolean {
    const pin = this.#pinsOf(tool.server)?.pins.get(tool.definition.name);
    return pin?.by === 'person' && pin.hash === tool.schemaHash;
  }

  isWithheld(tool: UpstreamTool): boolean {
    const standing = this.standing(tool);
    return standing === 'changed' || standing === 'suspect';
  }

  /** What is wrong with the tool's words. */
  findings(tool: UpstreamTool): readonly Finding[] {
    const known = this.#scans.get(tool.schemaHash);
    if (known) return known;
    const scanned = this.#scanned.get(tool.server) ?? 0;
    if (scanned > SCANNED_CHARACTERS) return [{ kind: 'too-long', place: 'definition', isCertain: false }];
    if (this.#scans.size >= REMEMBERED_SCANS) this.#scans.clear();
    const { findings, characters } = scanTool(tool.definition);
    this.#scanned.set(tool.server, scanned + characters);
    this.#scans.set(tool.schemaHash, findings);
    return findings;
  }

  /** The form that was approved; undefined where there is none, or it was too long to be kept. */
  approvedWords(tool: UpstreamTool): ToolWords | undefined {
    return this.#pinsOf(tool.server)?.pins.get(tool.definition.name)?.words;
  }

  /** How the tools of one server changed that are not what was approved; there is one at least. */
  change([first, ...others]: readonly [UpstreamTool, ...(readonly UpstreamTool[])]): ToolChange {
    const from = this.#pinsOf(first.server)?.pins.get(first.definition.name)?.version;
    return { ...(from === undefined ? {} : { from }), to: first.serverVersion, tools: 1 + others.length };
  }

  /** Why a withheld tool can't be called, and who can change that. `withheld`: all such tools of its server. */
  refusal(tool: UpstreamTool, withheld: readonly UpstreamTool[]): Refusal {
    const others = withheld.filter(other => other !== tool && this.standing(other) === 'changed');
    const why =
      this.standing(tool) === 'suspect'
        ? 'its description looks designed to mislead an agent'
        : `its definition changed since the user approved it${changeText(this.change([tool, ...others]))}`;
    return new Refusal('tool-withheld', `"${tool.exposedName}" is withheld: ${why}. ${this.advice(tool)}`, {
      server: tool.server,
      tool: tool.exposedName,
    });
  }

  /** How the user lets a withheld tool through. */
  advice(tool: UpstreamTool): string {
    return this.#parts.reviewer.advice(tool);
  }

  /** Whether a tool is what was approved, the order of lists in its words aside. */
  #fits(pin: ToolPin | undefined, tool: UpstreamTool): boolean {
    if (pin === undefined || pin.hash === tool.schemaHash) return pin !== undefined;
    if (pin.words === undefined) return false;
    const key = `${pin.hash} ${tool.schemaHash}`;
    const known = this.#reordered.get(key);
    if (known !== undefined) return known;
    if (this.#reordered.size >= REMEMBERED_SCANS) this.#reordered.clear();
    const isSame = isReordered(pin.words, tool.definition);
    this.#reordered.set(key, isSame);
    return isSame;
  }

  #pinsOf(server: ServerId) {
    return this.#unrecorded.get(server) ?? this.#parts.journal.read(toolPins).get(server);
  }

  async #commit(wish: ToolPinsWish): Promise<void> {
    try {
      if (decidePins(this.#parts.journal.read(toolPins), wish).length > 0)
        await this.#parts.journal.commit(toolPins, wish);
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      // A journal that can't be written costs the memory, not the protection.
      this.#parts.log.warn('The tools of a server could not be pinned', {
        server: wish.server,
        code: error.code,
      });
      const own = this.#pinsOf(wish.server);
      if (own) this.#unrecorded.set(wish.server, { ...own, pins: new Map(own.pins) });
      else
        evolvePins(this.#unrecorded, {
          type: 'toolsTrusted',
          server: wish.server,
          launchHash: '',
          tools: [],
        });
    }
    if (!this.#unrecorded.has(wish.server)) return;
    for (const fact of decidePins(this.#unrecorded, wish)) evolvePins(this.#unrecorded, fact);
    if (wish.verb === 'accept')
      this.#parts.tell('toolAccepted', { server: wish.server, tools: [wish.tool.name] });
  }

  #tell(server: ServerId, tools: readonly UpstreamTool[]): void {
    const withheld = tools.filter(tool => this.isWithheld(tool));
    const flagged = tools.filter(tool => this.standing(tool) === 'flagged');
    const key = [...withheld, ...flagged].map(tool => tool.schemaHash).join();
    if ((this.#told.get(server) ?? '') === key) return;
    this.#told.set(server, key);
    for (const tool of [...withheld, ...flagged]) {
      this.#parts.log.warn(withheld.includes(tool) ? 'A tool is withheld' : 'A tool has suspicious text', {
        server,
        tool: tool.exposedName,
        standing: this.standing(tool),
        findings: this.findings(tool)
          .map(({ kind }) => kind)
          .join(', '),
      });
    }
    if (withheld.length === 0) return;
    this.#parts.tell('toolsWithheld', { server, tools: withheld.map(tool => tool.exposedName) });
  }
}

function seen({ definition, schemaHash, serverVersion }: UpstreamTool): SeenTool {
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  const words: ToolWords = {
    name,
    inputSchema,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  const isShort = JSON.stringify(words).length <= KEPT_CHARACTERS;
  return { name, hash: schemaHash, version: serverVersion, ...(isShort ? { words } : {}) };
}
