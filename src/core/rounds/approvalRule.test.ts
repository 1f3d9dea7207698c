import { expect, test } from 'vitest';
import { whoLets } from './approvalRule';
import type { ApprovalRule, ToolFilter } from './serverWish';

function lets(requireApproval: ApprovalRule, name: string, onlyReads: boolean): string {
  const server = { label: 's', allowedTools: [], requireApproval };
  return whoLets({
    server,
    at: 's',
    name: `s__${name}`,
    original: name,
    description: '',
    parameters: {},
    onlyReads,
  });
}

const rules = (always: ToolFilter, never: ToolFilter): ApprovalRule => ({ always, never });

test.each<readonly [ApprovalRule, string, string]>([
  ['never', 'never', 'never'],
  ['always', 'user', 'user'],
  ['auto', 'auto', 'user'],
  [rules({}, {}), 'user', 'user'],
  [rules({}, { names: ['read'] }), 'never', 'user'],
  [rules({}, { names: ['s__read', 'write'] }), 'never', 'never'],
  [rules({}, { onlyReads: true }), 'never', 'user'],
  [rules({}, { onlyReads: false }), 'user', 'never'],
  [rules({}, { names: ['write'], onlyReads: true }), 'user', 'user'],
  [rules({ names: ['read'] }, { onlyReads: true }), 'user', 'user'],
  [rules({ names: ['write'] }, {}), 'user', 'user'],
])('by %j, one that reads is let run by %s and one that writes by %s', (rule, reads, writes) => {
  expect([lets(rule, 'read', true), lets(rule, 'write', false)]).toEqual([reads, writes]);
});
