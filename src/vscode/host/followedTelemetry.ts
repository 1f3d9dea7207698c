import * as vscode from 'vscode';
import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import type { Redactor } from '../../core/support/redactor';
import type { Tracer } from '../../core/support/tracer';
import { Telemetry } from '../../node/telemetry/telemetry';
import { telemetrySettings } from '../settings/telemetrySettings';

interface TelemetryParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly version: string;
}

/** Telemetry as the settings say, from now on and whenever they change. */
export function followedTelemetry(
  parts: TelemetryParts,
): Tracer & Disposable & { readonly close: () => Promise<void> } {
  const { log, redactor } = parts;
  const telemetry = new Telemetry(parts);
  const follow = (): void => {
    const plan = telemetrySettings(log);
    for (const secret of Object.values(plan?.headers ?? {})) redactor.add(secret);
    telemetry
      .use(plan)
      .catch((error: unknown) => log.error('Telemetry could not be started', { error: String(error) }));
  };
  follow();
  const following = vscode.workspace.onDidChangeConfiguration(change => {
    if (change.affectsConfiguration('switchyard.telemetry')) follow();
  });
  return {
    begin: call => telemetry.begin(call),
    close: () => telemetry.close(),
    dispose() {
      following.dispose();
      telemetry.dispose();
    },
  };
}
