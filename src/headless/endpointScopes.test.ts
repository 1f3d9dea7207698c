import { expect, test } from 'vitest';
import { missingScope, scopesWith } from './endpointScopes';

const noTool = () => undefined;

test.each([
  ['resources/read', { uri: 'sc://workflows/1' }, undefined],
  ['resources/read', { uri: 'sc://children/1/logs' }, 'switchyard:administer'],
  [
    'subscriptions/listen',
    { notifications: { resourceSubscriptions: ['sc://children/1/logs'] } },
    'switchyard:administer',
  ],
  ['resources/read', { uri: 'ui://switchyard/task-card' }, undefined],
  ['resources/read', { uri: 'file:///etc/passwd' }, 'switchyard:work'],
  ['resources/read', { uri: 7 }, 'switchyard:work'],
  ['resources/subscribe', { uri: 'demo://static' }, 'switchyard:work'],
  ['prompts/get', { name: 'theirs' }, 'switchyard:work'],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'theirs' } }, 'switchyard:work'],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'write_plan' } }, undefined],
  ['prompts/get', { name: 'write_plan' }, undefined],
  [
    'completion/complete',
    { ref: { type: 'ref/resource', name: 'write_plan', uri: 'demo://{id}' } },
    'switchyard:work',
  ],
  ['completion/complete', { ref: { type: 'ref/resource', uri: 'demo://{id}' } }, 'switchyard:work'],
  ['subscriptions/listen', { notifications: { toolsListChanged: true } }, undefined],
  ['subscriptions/listen', { notifications: { resourceSubscriptions: ['sc://runs/1'] } }, undefined],
  [
    'subscriptions/listen',
    { notifications: { resourceSubscriptions: ['sc://runs/1', 'demo://static'] } },
    'switchyard:work',
  ],
  ['tools/list', {}, undefined],
])('%s of %j needs more than to read: %s', (method, params, scope) => {
  const body = { jsonrpc: '2.0', id: 1, method, params };
  expect(missingScope(body, new Set(['switchyard:read']), noTool)).toBe(scope);
  const more = new Set(['switchyard:read', ...(scope === undefined ? [] : [scope])]);
  expect(missingScope(body, more, noTool)).toBeUndefined();
});

test('asks a client for what it has and what it lacks, so that it does not lose the first for the second', () => {
  expect(scopesWith('switchyard:restore', new Set(['switchyard:read', 'switchyard:work']))).toBe(
    'switchyard:read switchyard:work switchyard:restore',
  );
  expect(scopesWith('switchyard:work', new Set())).toBe('switchyard:read switchyard:work');
});
