import { expect, test } from 'vitest';
import { plainWording } from '../../../test/support/pictureText';
import { journalText } from '../../core/journal/journalText';
import { journalWords } from './journalWords';

const FILE = {
  bytes: 1_000,
  events: 2,
  oldestAt: null,
  compactedAt: null,
  retentionDays: 90,
  damagedCopies: 0,
  damagedBytes: 0,
};
const members = [
  { name: 'ann', programs: 1, agents: 0 },
  { name: 'ben', programs: 2, agents: 3 },
  { name: 'carol', programs: 1, agents: 1 },
];

test('a journal that is shared says where it is and who is connected, and a file says nothing of that', () => {
  const shared = { ...FILE, team: { place: 'db.example.com:5432/team', members } };
  expect(journalText(shared)).toMatch(
    / Shared with a team through PostgreSQL at db\.example\.com:5432\/team; connected now: ann, ben \(2 programs, 3 agents\), carol \(1 agent\)\.$/,
  );
  expect(journalWords(shared, plainWording)).toMatch(
    / Shared with your team through db\.example\.com:5432\/team\. Connected now: ann, ben \(programs: 2, agents: 3\), carol \(programs: 1, agents: 1\)\.$/,
  );
  expect(journalText(FILE) + journalWords(FILE, plainWording)).not.toMatch(/[Ss]hared|undefined/);
});
