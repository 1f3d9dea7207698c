import { Refusal } from '../../core/support/refusal';
import { addressProblem } from '../../node/net/endpointAddress';
import { ENDPOINT_VARIABLE, telemetryHeaders } from '../../node/telemetry/telemetryHeaders';
import type { TelemetryPlan } from '../../node/telemetry/tracing';
import { numberOf } from './limits';

/** Takes the address from OpenTelemetry's variable: without this word nobody looks at it. */
const FROM_ENVIRONMENT = 'env';

/** What the command line says of telemetry. */
interface Given {
  readonly telemetry?: string | undefined;
  readonly 'telemetry-content'?: boolean | undefined;
  readonly 'telemetry-sample-percent'?: string | undefined;
}

/** The telemetry that was asked for; undefined where none was. @throws {Refusal} bad-arguments */
export function telemetryOf(
  given: Given,
  environment: Readonly<Record<string, string | undefined>>,
): TelemetryPlan | undefined {
  const { telemetry, 'telemetry-content': content, 'telemetry-sample-percent': percent } = given;
  if (telemetry === undefined) {
    if (content !== undefined || percent !== undefined) throw bad('These options require --telemetry.');
    return undefined;
  }
  const url = telemetry === FROM_ENVIRONMENT ? environment[ENDPOINT_VARIABLE] : telemetry;
  if (url === undefined || url === '')
    throw bad(`--telemetry env requires the variable ${ENDPOINT_VARIABLE}.`);
  const problem = addressProblem(url, 'telemetry collector');
  if (problem !== undefined) throw bad(problem);
  return {
    url,
    headers: telemetryHeaders(environment),
    sampleRatio: numberOf('telemetry.samplePercent', given) / 100,
    includesContent: content ?? false,
  };
}

function bad(message: string): Refusal {
  return new Refusal('bad-arguments', `${message} Run switchyard --help to see the options.`);
}
