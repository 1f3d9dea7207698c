import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { ServerId } from '../../shared/ids';
import { notify } from '../questions/notify';
import type { Runtime } from '../host/runtime';

/** Secrets that imported servers have in the files of other tools and nowhere else. */
export function unstoredSecrets(
  { imports, credentials, core }: Runtime,
  servers: readonly ServerId[],
): readonly (readonly [ServerId, string])[] {
  return servers.flatMap(server => {
    const entry = core.catalog.find(server);
    const stored = new Set(entry === undefined ? [] : credentials.keysOf(entry));
    return imports.secretsOf(server).flatMap(key => (stored.has(key) ? [] : [[server, key] as const]));
  });
}

/** Copies them into the system's secret store, from where they count first. The files stay as they are. */
export async function moveSecrets(runtime: Runtime, servers: readonly ServerId[]): Promise<void> {
  const { imports, credentials, core } = runtime;
  const moved: string[] = [];
  for (const [server, key] of unstoredSecrets(runtime, servers)) {
    const value = await imports.secret(server, key);
    if (value === undefined) continue;
    core.redactor.add(value);
    await credentials.store(core.catalog.require(server), key, value);
    moved.push(key);
  }
  notify(
    'info',
    vscode.l10n.t(
      "Stored in your operating system's secret store: {0}. The other tools' files still contain them: remove them there if no other tool needs them.",
      oneLine(moved.join(', '), 200),
    ),
  );
}
