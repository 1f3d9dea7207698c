import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Agent, APPROVED, type Place, PROGRAM_PATH } from './agent';

/** How long the client's own command may take to write its configuration. */
const PATIENCE_MS = 60_000;

/** Prepares a client for the scripted model, then does what its snippet says, with the paths of this place. */
export function configure(
  agent: Pick<Agent, 'files' | 'snippet'>,
  place: Place,
  program: string,
  env: Readonly<Record<string, string>>,
): void {
  const files = agent.files?.(place) ?? {};
  for (const [file, text] of Object.entries(files)) put(place, file, text);
  const { file, text } = agent.snippet;
  const words = text.replaceAll(PROGRAM_PATH, program).replaceAll(APPROVED, 'lamp');
  const options = { cwd: place.workspace, env, stdio: 'pipe', timeout: PATIENCE_MS } as const;
  if (file === undefined) execFileSync('sh', ['-ec', words], options);
  else put(place, file, joined(files[file] ?? '', words));
}

/** A configuration with a snippet added to it, as a user does by hand. */
export function joined(there: string, snippet: string): string {
  if (there === '' || !there.startsWith('{')) return there + snippet;
  return JSON.stringify({ ...(JSON.parse(there) as object), ...(JSON.parse(snippet) as object) }, null, 2);
}

function put({ home, workspace }: Place, file: string, text: string): void {
  const path = file.startsWith('~/') ? join(home, file.slice(2)) : join(workspace, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
