import { Refusal } from '../../core/support/refusal';

/** The first Node whose SQLite gives rows as lists (`setReturnArrays`) and knows of open transactions. No 23 does. */
const OLDEST = { major: 22, minor: 16 };
const NEXT_MAJOR = 24;

/** @throws {Refusal} old-node */
export function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= NEXT_MAJOR || (major === OLDEST.major && minor >= OLDEST.minor)) return;
  throw new Refusal(
    'old-node',
    `Switchyard needs Node ${OLDEST.major}.${OLDEST.minor} or newer, but not 23, and this is ${version}.`,
  );
}
