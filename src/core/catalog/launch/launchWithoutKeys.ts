import type { LaunchTemplate } from '../entry/entry';
import { isSecretName } from '../entry/secretNames';
import { HIDDEN, isSpelledOut } from './launchPlan';
import { maskedAddress } from './launch';

/**
 * A configured launch without the secrets that it spells out: an approval does not change with those, so nothing that hangs on
 * the approval may.
 */
export function launchWithoutKeys(launch: LaunchTemplate): LaunchTemplate {
  switch (launch.type) {
    case 'native':
      return launch;
    case 'http':
      return { ...launch, url: maskedAddress(launch.url), headers: masked(launch.headers) };
    case 'stdio':
      return { ...launch, env: masked(launch.env) };
  }
}

function masked(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      isSecretName(name) && isSpelledOut(text) ? HIDDEN : text,
    ]),
  );
}
