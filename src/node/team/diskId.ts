import { randomUUID } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the state folder keeps it. */
const FILE = 'disk-id';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The name of a state folder among those of all machines: the same at every start. Another one where it can't be kept. */
export async function diskId(stateFolder: string): Promise<string> {
  const path = join(stateFolder, FILE);
  const draft = `${path}.${randomUUID()}`;
  const known = await readId(path);
  if (known !== undefined) return known;
  const fresh = randomUUID();
  try {
    await writeFile(draft, fresh, { flag: 'wx', mode: 0o600 });
    // Whole from the first moment, whoever else makes it now.
    await link(draft, path);
  } catch {
    // Somebody was faster, or nothing can be written.
  } finally {
    await unlink(draft).catch(() => undefined);
  }
  return (await readId(path)) ?? fresh;
}

async function readId(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return UUID.test(text) ? text : undefined;
}
