import { statSync } from 'node:fs';
import { oneLine } from '../../core/catalog/entry/plainText';
import { PathPrograms } from '../processes/pathPrograms';
import type { StdioLaunch } from '../processes/serverProcesses';

/** Why the system did not start a command, and what to do about it; undefined where it was not the system. */
export function spawnFailure(
  launch: StdioLaunch,
  environment: Readonly<Record<string, string>>,
  cause: unknown,
): string | undefined {
  if (!(cause instanceof Error) || !('syscall' in cause) || !('code' in cause)) return undefined;
  const command = oneLine(launch.command, 200);
  if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return notFound(launch, environment, command);
  if (cause.code === 'EACCES')
    return `The command "${command}" may not be executed. Check its permissions, and that it is not a folder.`;
  return `The system refused to start "${command}" (${String(cause.code)}).`;
}

/** The system has one word for a missing program and a missing folder. */
function notFound(
  { command, cwd, env }: StdioLaunch,
  environment: Readonly<Record<string, string>>,
  shown: string,
): string {
  if (cwd !== undefined && !isFolder(cwd))
    return `Its working folder "${oneLine(cwd, 200)}" does not exist. Make it, or correct its entry.`;
  const all = { ...environment, ...env };
  const programs = new PathPrograms({ platform: process.platform, variable: name => all[name] });
  const found = programs.find(command, cwd);
  if ('path' in found)
    return `The program "${oneLine(found.path, 200)}" is there, but not what its first line runs it with. Install that.`;
  const folders = found.searched.map(folder => oneLine(folder, 100)).join(', ');
  return `command not found: ${shown}; searched ${folders || 'no folder: PATH is empty'}. Install it, or correct its entry.`;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // Not there, or nothing that we could work in.
  }
}
