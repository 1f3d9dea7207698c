import type { Bus } from '../journal/bus';
import type { Disposable } from '../support/disposable';
import { isRecord } from '../support/json';
import { Refusal } from '../support/refusal';
import type { Workflows } from '../workflow/workflows';
import {
  forbidden,
  type ListedResource,
  notFound,
  type ResourceChange,
  type ResourceKind,
  type ResourceText,
} from './resourceKind';

const PREFIX = 'sc://workflows/';
const ADDRESS = /^sc:\/\/workflows\/([\w-]+)(?:\?format=(json|markdown))?$/;

/** Facts after which other workflows are listed. */
const LIST_CHANGES: ReadonlySet<string> = new Set(['workflowStarted', 'workflowArchived', 'workflowDeleted']);

/** Recorded workflows, as `sc://workflows/<id>`. */
export class WorkflowKind implements ResourceKind {
  readonly kind = 'workflow';
  readonly template = {
    uriTemplate: `${PREFIX}{workflow_id}{?format}`,
    name: 'workflow',
    title: 'Workflow report',
    description: 'A recorded workflow as Markdown, or as JSON with format=json.',
    mimeType: 'text/markdown',
  };
  readonly #workflows: Pick<Workflows, 'all' | 'task' | 'isForeign' | 'report' | 'markdown'>;
  readonly #bus: Bus;

  constructor(workflows: Pick<Workflows, 'all' | 'task' | 'isForeign' | 'report' | 'markdown'>, bus: Bus) {
    this.#workflows = workflows;
    this.#bus = bus;
  }

  owns(uri: string): boolean {
    return uri.startsWith(PREFIX);
  }

  /** The newest that are not archived. */
  list(_reader: unknown, most: number): readonly ListedResource[] {
    return this.#workflows
      .all()
      .filter(workflow => !workflow.isArchived)
      .slice(0, most)
      .map(({ id, name, status }) => ({
        uri: `${PREFIX}${id}`,
        title: name,
        description: `Workflow, ${status.replaceAll('_', ' ')}`,
        metadata: { name, status },
      }));
  }

  async read(uri: string): Promise<Readonly<Record<string, unknown>>> {
    const { id, format } = addressOf(uri);
    return this.#asked(uri, () => ({
      workflowId: id,
      ...(format === 'markdown'
        ? { markdown: this.#workflows.markdown(id) }
        : { report: this.#workflows.report(id) }),
    }));
  }

  text(uri: string): ResourceText {
    const { id, format } = addressOf(uri);
    return this.#asked(uri, () =>
      format === 'json'
        ? { mimeType: 'application/json', text: JSON.stringify(this.#workflows.report(id), null, 2) }
        : { mimeType: 'text/markdown', text: this.#workflows.markdown(id) },
    );
  }

  onDidChange(listener: (change: ResourceChange) => void): Disposable {
    return this.#bus.subscribe(({ kind, stream, payload }) => {
      // A report tells of milestones too.
      if (stream !== 'workflow' && kind !== 'milestoneLogged') return;
      const id = this.#workflowOf(payload);
      if (id === undefined) return;
      listener({ isList: LIST_CHANGES.has(kind), touches: uri => ADDRESS.exec(uri)?.[1] === id });
    });
  }

  /** Where something happened; undefined where that is no workflow of this workspace. */
  #workflowOf(payload: unknown): string | undefined {
    const { workflow, task } = isRecord(payload) ? payload : {};
    if (typeof workflow === 'string') return this.#workflows.isForeign(workflow) ? undefined : workflow;
    try {
      return this.#workflows.task(String(task)).workflow;
    } catch (error) {
      if (Refusal.is(error)) return undefined;
      throw error;
    }
  }

  #asked<T>(uri: string, ask: () => T): T {
    try {
      return ask();
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      const refuse = Refusal.is(error, 'foreign-workflow') ? forbidden : notFound;
      throw refuse(error.message, 'call resources_list with prefix sc://workflows', uri);
    }
  }
}

function addressOf(uri: string): { readonly id: string; readonly format: string | undefined } {
  const [, id, format] = ADDRESS.exec(uri) ?? [];
  if (id !== undefined) return { id, format };
  const message =
    'This is not the URI of a workflow. Read sc://workflows/{workflow_id}, with ?format=json for JSON.';
  throw notFound(message, 'call resources_list with prefix sc://workflows', uri);
}
