import { Refusal } from '../../../core/support/refusal';

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
const READ_ONLY: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM']);

/** Writes into a folder of ours. @throws {Refusal} journal-full, journal-read-only, journal-io: what the caller can do where the disk takes nothing */
export async function onOwnDisk<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

/** What git says in the same place: its words are those of the C locale. @throws {Refusal} journal-full */
export function refuseFull(error: unknown): void {
  const said = Refusal.is(error, 'git-failed') ? String(error.details['complaint']) : '';
  const code = /No space left on device|Disk quota exceeded/.test(said) ? 'ENOSPC' : undefined;
  const refusal = refusalOf(
    code === undefined ? error : Object.assign(new Error(said), { code, syscall: '' }),
  );
  if (refusal?.code === 'journal-full') throw refusal;
}

function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined;
  const refuse = (code: string, message: string): Refusal => new Refusal(code, message, {}, { cause: error });
  if (FULL.has(error.code)) {
    return refuse(
      'journal-full',
      'The disk is full, so nothing was recorded. Free some space, then try again. What was recorded before is safe.',
    );
  }
  if (READ_ONLY.has(error.code)) {
    return refuse(
      'journal-read-only',
      "The folder of this workspace's records can't be written, so nothing was recorded. Make it and what is in it writable, then try again.",
    );
  }
  return refuse(
    'journal-io',
    `The disk answered ${String(error.code)} where the records of this workspace are kept, so nothing was recorded. Check its space and health, then try again.`,
  );
}
