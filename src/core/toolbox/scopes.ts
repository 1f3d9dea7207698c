import type { ToolDefinition } from '../registry/tool';
import { folded } from '../support/folded';
import { isRecord } from '../support/json';
import { Refusal } from '../support/refusal';
import type { SessionLimits } from './sessionLimits';

/** What people of a shared endpoint may do; none contains another one. */
export const SCOPES = [
  'switchyard:read',
  'switchyard:work',
  'switchyard:restore',
  'switchyard:administer',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Tools of ours whose scope does not follow from what they do. Starting an agent starts a program that nobody limits. */
const NAMED: Readonly<Record<string, Scope>> = {
  // What it calls has a scope of its own, and is held to that.
  mcp_call_tool: 'switchyard:work',
  restore_task: 'switchyard:restore',
  // The log is about everybody.
  logs_tail: 'switchyard:administer',
};

/** What child agents write, by whichever tool or request it is read. */
const OF_CHILDREN = 'sc://children/';

/** The modules of which every tool is an administrator's, by how their tools begin. */
const ADMINISTERED = /^child_/;

/** The scope that reading one of our resources needs. */
export function scopeToRead(uri: string): Scope {
  return uri.trim().startsWith(OF_CHILDREN) ? 'switchyard:administer' : 'switchyard:read';
}

/** Tools that turn a server on or off for the session alone. Where it is a module of ours, nothing starts, and each of its tools has its scope. */
const SWITCHES: ReadonlySet<string> = new Set(['mcp_activate', 'mcp_deactivate']);

/** Whether a server of this name is a module of ours. */
export type IsModule = (name: string) => boolean;

/** The scope that a call needs. `own`: the tool of ours that it means; undefined: a server's. `input`: as it was sent. */
export function scopeOf(
  own: ToolDefinition | undefined,
  input: unknown,
  isModule: IsModule = () => false,
): Scope {
  if (own === undefined) return 'switchyard:work';
  if (SWITCHES.has(own.name) && namesModule(input, isModule)) return 'switchyard:read';
  if (readsOfChildren(input)) return 'switchyard:administer';
  const named = Object.hasOwn(NAMED, own.name) ? NAMED[own.name] : undefined;
  if (named !== undefined) return named;
  if (ADMINISTERED.test(own.name)) return 'switchyard:administer';
  const { readOnlyHint, destructiveHint } = own.annotations ?? {};
  if (readOnlyHint === true) return 'switchyard:read';
  return destructiveHint === true ? 'switchyard:administer' : 'switchyard:work';
}

/** Whether an input names output of children. Another spelling of `uri` is read as that (`readInput`). */
function readsOfChildren(input: unknown): boolean {
  const uris = Object.entries(isRecord(input) ? input : {}).filter(([name]) => folded(name) === 'uri');
  return uris.some(([, uri]) => typeof uri === 'string' && scopeToRead(uri) === 'switchyard:administer');
}

/** Whether all that an input may be read as names a module: another name of `name` is read as that (`readInput`). */
function namesModule(input: unknown, isModule: IsModule): boolean {
  const { tools: _tools, for: _for, ...names } = isRecord(input) ? input : {};
  const named = Object.values(names).filter(name => typeof name === 'string');
  return named.length > 0 && named.every(name => isModule(name));
}

/** Holds a session to scopes: it sees every tool, and calls those that they cover. */
export function limitsOfScopes(scopes: ReadonlySet<string>, isModule?: IsModule): SessionLimits {
  return {
    allows: () => true,
    enter: () => undefined,
    refusalOf(own, input) {
      const scope = scopeOf(own, input, isModule);
      return scopes.has(scope)
        ? undefined
        : new Refusal(
            'missing-scope',
            `This needs the scope ${scope}, which the access token does not have. Nothing was done. Sign in again with that scope, or ask whoever administers this endpoint for it.`,
            { scope },
          );
    },
  };
}
