import { readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { onTestFinished, vi } from 'vitest';

/** The files and folders that our program puts on the disk from now on, in their order: what a power cut leaves. Linux only. `at`: any file. */
export async function flushedFiles(at: string): Promise<string[]> {
  const handle = await open(at);
  const kind: { sync(): Promise<void> } = Object.getPrototypeOf(handle);
  await handle.close();
  const flushed: string[] = [];
  const { sync } = kind;
  vi.spyOn(kind, 'sync').mockImplementation(async function (this: { fd: number; sync(): Promise<void> }) {
    flushed.push(readlinkSync(`/proc/self/fd/${this.fd}`));
    await sync.call(this);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return flushed;
}
