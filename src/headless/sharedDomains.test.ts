import { expect, test } from 'vitest';
import { durableDomains } from '../core/core';
import { SHARED_DOMAINS } from '../core/journal/splitJournal';
import { ALL_MODULES } from '../modules/allModules';

/** A new domain has to choose: whether it is for a team, or of this machine. */
const LOCAL = ['knownTools', 'launchApproval', 'rounds', 'toolPins'];

test('each domain is either shared by a team or kept on the machine', () => {
  const names = durableDomains(ALL_MODULES).map(({ name }) => name);
  expect(names.toSorted()).toEqual([...SHARED_DOMAINS, ...LOCAL].toSorted());
});
