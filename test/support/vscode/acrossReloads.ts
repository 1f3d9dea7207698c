import { changeProgress, readProgress } from './progressFile';
import { askLauncher } from './window';

/**
 * Runs the parts of one test with a reload of the window between each two.
 *
 * A reload ends the extension host. The test then starts again in the new one, its setup() included, and continues with
 * the part that comes next; tests that had ended are not run again. What a part returns is handed, as JSON, to the
 * parts after it: `acrossReloads(() => 41, ([answer]) => assert.equal(answer, 41))`.
 */
export async function acrossReloads(
  ...parts: readonly ((notes: readonly unknown[]) => unknown)[]
): Promise<void> {
  const { notes } = readProgress();
  const part = parts[notes.length];
  if (part === undefined)
    throw new Error(`The test has ${parts.length} parts, but ${notes.length} were played.`);
  const note: unknown = await part(notes);
  if (notes.length === parts.length - 1) return;

  changeProgress({ notes: [...notes, note ?? null] });
  // From here on this process is being shut down, and other extensions fail over their closed channels: none of the
  // test's business, which goes on in the next one.
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', () => {});
  await askLauncher('reload');
  // The reload ends this process. Nothing after this line may run.
  await new Promise<never>(() => {});
}
