import { expect, test } from 'vitest';
import { BRANCH_FLOWS } from './branchFlows';
import { begun, ended, scene } from './repositories';
import { REWRITING_FLOWS } from './rewritingFlows';
import { UNUSUAL_FLOWS } from './unusualFlows';

test.each([...BRANCH_FLOWS, ...REWRITING_FLOWS, ...UNUSUAL_FLOWS])(
  '$name',
  async ({ before, task, own, imported = [], dropped = [] }) => {
    const { agent, shell, colleague } = await scene(before ?? (() => undefined));
    const id = await begun(agent);
    task(shell, colleague);
    const told = await ended(agent, id);
    expect({ own: told.own, imported: told.imported, shared: told.shared }).toEqual({
      own,
      imported,
      shared: [],
    });
    const commits = (told.structured['dropped_commits'] ?? []) as readonly { readonly subject: string }[];
    expect(commits.map(({ subject }) => subject)).toEqual(dropped);
  },
);
