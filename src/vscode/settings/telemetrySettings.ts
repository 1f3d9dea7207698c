import type { Log } from '../../core/support/log';
import { addressProblem } from '../../node/net/endpointAddress';
import { telemetryHeaders } from '../../node/telemetry/telemetryHeaders';
import type { TelemetryPlan } from '../../node/telemetry/tracing';
import { flagSetting, numberSetting, textSetting } from './setting';

/** The telemetry that the user asked for; undefined where they asked for none, or it can't be sent there. */
export function telemetrySettings(log: Log): TelemetryPlan | undefined {
  const url = textSetting('telemetry.endpoint');
  if (url === '') return undefined;
  const problem = addressProblem(url, 'telemetry collector');
  if (problem !== undefined) {
    log.warn('No telemetry is sent', { why: problem });
    return undefined;
  }
  return {
    url,
    headers: telemetryHeaders(),
    sampleRatio: numberSetting('telemetry.samplePercent') / 100,
    includesContent: flagSetting('telemetry.includeContent'),
  };
}
