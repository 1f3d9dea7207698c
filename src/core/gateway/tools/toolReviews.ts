import type { ServerId } from '../../../shared/ids';
import type { Catalog } from '../../catalog/catalog';
import type { UpstreamTool } from '../../registry/tool';
import type { ToolRegistry } from '../../registry/toolRegistry';
import { Refusal } from '../../support/refusal';
import type { Finding } from '../../trust/scanTool';
import type { ToolChange } from '../../trust/toolChange';
import type { Standing, ToolTrust } from '../../trust/toolTrust';
import { toolDocument } from './toolDocument';

/** A tool that somebody should look at. */
export interface PendingTool {
  readonly tool: UpstreamTool;
  readonly standing: Exclude<Standing, 'approved'>;
  readonly findings: readonly Finding[];
  /** How its server changed with it, where it changed. */
  readonly change?: ToolChange;
  /** The form that was approved, and the one it has now, as text to compare; the first is empty where there is none. */
  readonly approved: string;
  readonly now: string;
}

/** Withheld first, then what is only worth a look. */
const ORDER: readonly Standing[] = ['suspect', 'changed', 'flagged', 'new'];

/** What a person should look at before agents go on using it. */
export class ToolReviews {
  readonly #catalog: Pick<Catalog, 'entries'>;
  readonly #registry: Pick<ToolRegistry, 'serverTools' | 'byExposedName'>;
  readonly #trust: ToolTrust;

  constructor(
    catalog: Pick<Catalog, 'entries'>,
    registry: Pick<ToolRegistry, 'serverTools' | 'byExposedName'>,
    trust: ToolTrust,
  ) {
    this.#catalog = catalog;
    this.#registry = registry;
    this.#trust = trust;
  }

  /** Every tool that nobody has looked at in its present form, where there is a reason to. */
  pending(): readonly PendingTool[] {
    return this.#catalog
      .entries()
      .flatMap(({ id }) => this.pendingOf(id))
      .sort((a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing));
  }

  /** Those of one server, in the order in which it lists them. */
  pendingOf(server: ServerId): readonly PendingTool[] {
    return this.#registry.serverTools(server).flatMap(tool => this.#pending(tool) ?? []);
  }

  /** How many tools are kept from agents until somebody has looked at them. */
  withheld(): number {
    const tools = this.#catalog.entries().flatMap(({ id }) => this.#registry.serverTools(id));
    return tools.filter(tool => this.#trust.isWithheld(tool)).length;
  }

  /** The one that is listed, or would be, under this name; undefined where there is nothing to look at. */
  find(exposedName: string): PendingTool | undefined {
    const tool = this.#registry.byExposedName(exposedName);
    return tool && this.#pending(tool);
  }

  /**
   * Accepts the very form that a person looked at: agents may use it from now on.
   * @throws {Refusal} tool-changed when the server lists another one by now
   */
  async accept({ tool }: Pick<PendingTool, 'tool'>): Promise<void> {
    if (this.#registry.byExposedName(tool.exposedName)?.schemaHash !== tool.schemaHash) {
      throw new Refusal(
        'tool-changed',
        `"${tool.exposedName}" changed again while you reviewed it. Review it once more.`,
        { server: tool.server },
      );
    }
    await this.#trust.accept(tool);
  }

  #change(tool: UpstreamTool): ToolChange {
    const others = this.#registry
      .serverTools(tool.server)
      .filter(other => other !== tool && this.#trust.standing(other) === 'changed');
    return this.#trust.change([tool, ...others]);
  }

  #pending(tool: UpstreamTool): PendingTool | undefined {
    const standing = this.#trust.standing(tool);
    if (standing === 'approved') return undefined;
    // What is new or suspect was never approved, though its first form is pinned.
    const approved = standing === 'changed' ? this.#trust.approvedWords(tool) : undefined;
    return {
      tool,
      standing,
      ...(standing === 'changed' ? { change: this.#change(tool) } : {}),
      findings: this.#trust.findings(tool),
      approved: approved === undefined ? '' : toolDocument(approved),
      now: toolDocument(tool.definition),
    };
  }
}
