import type { ToolDefinition } from '../core/registry/tool';
import { isRecord } from '../core/support/json';
import { type IsModule, type Scope, SCOPES, scopeOf, scopeToRead } from '../core/toolbox/scopes';
import { TASK_CARD } from '../mcp/apps/taskCard';
import { isOwnPrompt } from '../mcp/prompts/ownPrompts';

const READ: Scope = 'switchyard:read';
const WORK: Scope = 'switchyard:work';

/** Finds the tool of ours that a call of this name means. */
export type OwnTool = (name: string) => ToolDefinition | undefined;

/**
 * The scope that a message lacks, whichever era it is of. What a call does further is held to scopes by the toolbox, whichever way
 * it comes there; resources and prompts of servers go past that, and are held to them here.
 */
export function missingScope(
  body: unknown,
  scopes: ReadonlySet<string>,
  own: OwnTool,
  isModule?: IsModule,
): Scope | undefined {
  return neededBy(body, own, isModule).find(scope => !scopes.has(scope));
}

/** What a client is to ask for: what it has already, and what it lacks (MCP 2025-11-25, Scope Challenge Handling). */
export function scopesWith(scope: Scope, scopes: ReadonlySet<string>): string {
  return SCOPES.filter(each => each === READ || each === scope || scopes.has(each)).join(' ');
}

function neededBy(body: unknown, own: OwnTool, isModule: IsModule | undefined): readonly Scope[] {
  if (!isRecord(body) || !isRecord(body['params'])) return [];
  const { method, params } = body;
  switch (method) {
    case 'tools/call': {
      const tool = typeof params['name'] === 'string' ? own(params['name']) : undefined;
      return tool === undefined ? [] : [scopeOf(tool, params['arguments'], isModule)];
    }
    case 'resources/read':
    case 'resources/subscribe':
      return [scopeOfResource(params['uri'])];
    case 'prompts/get':
      return [isOwnName(params['name']) ? READ : WORK];
    case 'completion/complete':
      return [isOwnReference(params['ref']) ? READ : WORK];
    case 'subscriptions/listen':
      return listensTo(params['notifications']).map(scopeOfResource);
    default:
      return [];
  }
}

/** Of our own resources, most need no more than to read: what is recorded here, and the page that shows it. */
function scopeOfResource(uri: unknown): Scope {
  if (typeof uri !== 'string') return WORK;
  if (uri === TASK_CARD) return READ;
  return uri.startsWith('sc://') ? scopeToRead(uri) : WORK;
}

function isOwnName(name: unknown): boolean {
  return typeof name === 'string' && isOwnPrompt(name);
}

function isOwnReference(ref: unknown): boolean {
  return isRecord(ref) && ref['type'] === 'ref/prompt' && isOwnName(ref['name']);
}

function listensTo(wished: unknown): readonly unknown[] {
  const uris = isRecord(wished) ? wished['resourceSubscriptions'] : undefined;
  return Array.isArray(uris) ? (uris as unknown[]) : [];
}
