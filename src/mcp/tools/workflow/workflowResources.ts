import { Refusal } from '../../../core/support/refusal';
import type { Workflows } from '../../../core/workflow/workflows';

/** What the address of a workflow begins with. */
const PREFIX = 'sc://workflows/';

/** Workflows listed as resources: the newest (chosen here). */
const MAX_LISTED = 100;

/** Which addresses there are, for `resources/templates/list`. */
export const WORKFLOW_RESOURCE_TEMPLATE = {
  uriTemplate: `${PREFIX}{workflow_id}{?format}`,
  name: 'workflow',
  title: 'Workflow report',
  description: 'A recorded workflow as Markdown, or as JSON with format=json.',
  mimeType: 'text/markdown',
};

/** The newest workflows that are not archived, as `resources/list` shows them. */
export function listWorkflowResources(workflows: Pick<Workflows, 'all'>) {
  return workflows
    .all()
    .filter(workflow => !workflow.isArchived)
    .slice(0, MAX_LISTED)
    .map(({ id, name, status }) => ({
      uri: `${PREFIX}${id}`,
      name: id,
      title: name,
      description: `Workflow, ${status.replaceAll('_', ' ')}`,
      mimeType: 'text/markdown',
    }));
}

/** Whether the address is one of ours to read. */
export function isWorkflowResource(uri: string): boolean {
  return uri.startsWith(PREFIX);
}

/** A workflow as `resources/read` gives it. @throws {Refusal} unknown-resource, unknown-workflow */
export function readWorkflowResource(uri: string, workflows: Pick<Workflows, 'report' | 'markdown'>) {
  const [, id, format] = /^sc:\/\/workflows\/([\w-]+)(?:\?format=(json|markdown))?$/.exec(uri) ?? [];
  if (id === undefined) {
    throw new Refusal(
      'unknown-resource',
      'This address is not one of a workflow. Read sc://workflows/{workflow_id}, with ?format=json for JSON.',
    );
  }
  return format === 'json'
    ? { uri, mimeType: 'application/json', text: JSON.stringify(workflows.report(id), null, 2) }
    : { uri, mimeType: 'text/markdown', text: workflows.markdown(id) };
}
